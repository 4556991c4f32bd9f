"""ETag and If-None-Match (RFC 9110, 8.8.3 and 13.1.2): whoever has the newest need not fetch it again.

A tag is a keyed hash. An unkeyed one of a body with secrets in it would let others test their guesses.
"""

import hmac
import json
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

CACHE_CONTROL: Final = "private, no-cache"


def etag(*facts: str | int | None) -> str:
    """A strong tag that stands for these facts: the same ones, the same tag."""
    return tag_of(json.dumps(facts).encode())


def tag_of(body: bytes) -> str:
    """A strong tag that stands for these bytes."""
    return f'"{hmac.digest(settings.SECRET_KEY.encode(), b"etag:" + body, "sha256")[:16].hex()}"'


def is_fresh(request: Request, tag: str) -> bool:
    """Whether the client has said that it holds what the tag stands for."""
    held = parse_etags(request.headers.get("If-None-Match", ""))
    return held == ["*"] or tag in [each.removeprefix("W/") for each in held]


def headers(tag: str) -> Mapping[str, str]:
    return {"ETag": tag, "Cache-Control": CACHE_CONTROL}


def not_modified(tag: str) -> Response:
    """304 and nothing else."""
    return Response(status=304, headers=headers(tag))


class Conditional(APIView):
    """A view whose GETs carry tags.

    By itself it saves the network only: the tag is that of the rendered body. A view that knows its facts beforehand
    saves the work too:

        tag = etag(game.id, seat, game.head)
        return not_modified(tag) if is_fresh(request, tag) else Response(body, headers=headers(tag))
    """

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        if request.method not in {"GET", "HEAD"} or answer.status_code != 200 or answer.has_header("ETag"):
            return answer
        tag = tag_of(answer.render().content)
        if not is_fresh(request, tag):
            for name, value in headers(tag).items():
                answer[name] = value
            return answer
        unchanged: Response = super().finalize_response(request, not_modified(tag), *args, **kwargs)
        return unchanged
