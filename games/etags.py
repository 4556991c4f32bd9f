"""ETag and If-None-Match (RFC 9110, 8.8.3 and 13.1.2): a client with the newest need not fetch it again.

A tag is a keyed hash. An unkeyed one of a body with secrets in it would let others test their guesses. The release is
in each tag that stands for facts: the next one may tell, or draw, the same facts otherwise.
"""

import hmac
import json
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils.http import parse_etags

CACHE_CONTROL: Final = "private, no-cache"
ANYTHING: Final = ["*"]
"""What `held` finds where the client holds whatever there is."""


def etag(*facts: object) -> str:
    """Return a strong tag that stands for these facts as this release shows them."""
    return tag_of(json.dumps([str(settings.RELEASE), *facts], default=str).encode())


def tag_of(body: bytes) -> str:
    """Return a strong tag that stands for these bytes."""
    return f'"{hmac.digest(settings.SECRET_KEY.encode(), b"etag:" + body, "sha256")[:16].hex()}"'


def weak(tag: str) -> str:
    """Return a weak tag: for what may come in other bytes, JSON with other spaces, say (RFC 9110, 8.8.1)."""
    return f"W/{tag}"


def is_fresh(request_headers: Mapping[str, str], tag: str) -> bool:
    """Check whether these headers of a request say that the client holds what the tag stands for."""
    tags = held(request_headers)
    return tags == ANYTHING or tag in tags


def held(request_headers: Mapping[str, str]) -> list[str]:
    """Return the tags that these headers of a request name."""
    return [tag.removeprefix("W/") for tag in parse_etags(request_headers.get("If-None-Match", ""))]


def headers(tag: str) -> Mapping[str, str]:
    """Return the headers of an answer with this tag.

    It is kept by one reader's programs alone, and for one account at a time.
    """
    return {"ETag": tag, "Cache-Control": CACHE_CONTROL, "Vary": "Authorization, Cookie"}
