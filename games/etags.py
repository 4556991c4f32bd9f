"""ETag and If-None-Match (RFC 9110, 8.8.3 and 13.1.2): a client with the newest need not fetch it again.

A tag is a keyed hash. An unkeyed one of a body with secrets in it would let others test their guesses.
"""

import hmac
import json
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils.http import parse_etags

CACHE_CONTROL: Final = "private, no-cache"


def etag(*facts: str | int | None) -> str:
    """A strong tag that stands for these facts: the same ones, the same tag."""
    return tag_of(json.dumps(facts).encode())


def tag_of(body: bytes) -> str:
    """A strong tag that stands for these bytes."""
    return f'"{hmac.digest(settings.SECRET_KEY.encode(), b"etag:" + body, "sha256")[:16].hex()}"'


def is_fresh(asked: Mapping[str, str], tag: str) -> bool:
    """Whether these headers of a request say that the client holds what the tag stands for."""
    held = parse_etags(asked.get("If-None-Match", ""))
    return held == ["*"] or tag in [each.removeprefix("W/") for each in held]


def headers(tag: str) -> Mapping[str, str]:
    """The headers of an answer with this tag."""
    return {"ETag": tag, "Cache-Control": CACHE_CONTROL}
