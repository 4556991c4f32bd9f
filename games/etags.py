"""ETag and If-None-Match (RFC 9110, 8.8.3 and 13.1.2), which save a client from fetching what it already has.

A tag is a keyed hash, because an unkeyed hash of a body with secrets would let others test guesses. Each tag of facts
includes the release, because the next release may present the same facts differently.
"""

import hmac
import json
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils.http import parse_etags
from django.utils.translation import get_language

CACHE_CONTROL: Final = "private, no-cache"
ANYTHING: Final = ["*"]
"""The result of `held` if the client's header matches any tag ("*")."""


def etag(*facts: object) -> str:
    """Return a strong tag for these facts as this release shows them in the active language."""
    return etag_in(get_language() or "", *facts)


def etag_in(language: str, *facts: object) -> str:
    """Return a strong tag for these facts as this release shows them in this language."""
    return tag_of(json.dumps([str(settings.RELEASE), language, *facts], default=str).encode())


def tag_of(body: bytes) -> str:
    """Return a strong tag for these bytes."""
    return f'"{hmac.digest(settings.SECRET_KEY.encode(), b"etag:" + body, "sha256")[:16].hex()}"'


def weak(tag: str) -> str:
    """Return a weak tag, for content whose bytes may differ, such as JSON with different spaces (RFC 9110, 8.8.1)."""
    return f"W/{tag}"


def is_fresh(request_headers: Mapping[str, str], tag: str) -> bool:
    """Check whether the request's headers say that the client already has the content with this tag."""
    tags = held(request_headers)
    return tags == ANYTHING or tag in tags


def held(request_headers: Mapping[str, str]) -> list[str]:
    """Return the tags named in the request's headers."""
    return [tag.removeprefix("W/") for tag in parse_etags(request_headers.get("If-None-Match", ""))]


def headers(tag: str) -> Mapping[str, str]:
    """Return the headers of an answer with this tag.

    They allow caching only by one reader's programs, and for one account at a time.
    """
    return {"ETag": tag, "Cache-Control": CACHE_CONTROL, "Vary": "Authorization, Cookie"}
