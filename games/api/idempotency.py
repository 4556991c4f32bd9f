"""Idempotency-Key: it makes a POST that makes something safe to repeat, with effect only once.

Every such POST takes the header; that of moves keeps its keys itself, beside the log, from which it answers again.
"""

import json
from functools import partial
from typing import Final, Protocol

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.dry_runs import is_dry_run
from games.api.permissions import player_of, token_of
from games.models import Application
from games.people import answered_requests
from games.people.answered_requests import KeyedRequest, MadeAnswer

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
LONGEST_KEY: Final = 80
KEY: Final = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    location=OpenApiParameter.HEADER,
    description="Up to 80 characters of your own. A repeated request gets its first answer, for 14 days.",
)
"""The header's parameter for the schema."""
IS_REPLAYED: Final[Json] = {
    "schema": {"type": "string", "enum": ["true"]},
    "description": "The request was a repeat, and this is its first answer.",
}
"""The answer's header for the schema."""


class PostHandler(Protocol):
    """A view's method."""

    def __call__(self, request: Request, /, *args: object, **kwargs: object) -> Response: ...


def key_of(request: Request) -> str | None:
    """Return the request's key, if it has one. Raises ValidationError."""
    key: str | None = request.headers.get(HEADER)
    if key is not None and not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise ValidationError({HEADER: _("From 1 to 80 printable ASCII characters.")})
    return key


def takes_key(declared: AutoSchema) -> bool:
    """Check whether an operation makes something for somebody known, so that it takes a key."""
    responses: object = declared.get_response_serializers()
    makes = isinstance(responses, dict) and 201 in responses
    return makes and declared.method == "POST" and bool(declared.view.authentication_classes)


def keeps_keys_itself(declared: AutoSchema) -> bool:
    """Check whether the operation names the header as its own."""
    return KEY in declared.get_override_parameters()


def repeatable(handler: PostHandler, request: Request) -> PostHandler:
    """Return the handler of a request, wrapped so that a repeat gets its first answer. Raises ValidationError.

    A dry run keeps no answer: its key is free for the request that it tries out. A handler that refuses must have made
    nothing by then, not even half of it: what it has written, such as a record of the try, stays.
    """
    key = key_of(request)
    if key is None or is_dry_run(request) or request.auth is None or not request.user.is_authenticated:
        return handler
    keyed = KeyedRequest(player_of(request), _target(request), key, [request.query_params.dict(), request.data])
    return partial(_answer_once, handler, keyed)


def _answer_once(
    handler: PostHandler, keyed: KeyedRequest, request: Request, *args: object, **kwargs: object
) -> Response:
    def make() -> MadeAnswer:
        answer = handler(request, *args, **kwargs)
        body = json.loads(JSONRenderer().render(answer.data) or b"null")
        return MadeAnswer(answer.status_code, answer.headers.get("Location", ""), body)

    return _respond(answered_requests.answer_once(keyed, make, timezone.now()))


def _respond(answer: MadeAnswer) -> Response:
    """Return an answer as a response, which says so if the request was a repeat."""
    headers = {"Location": answer.location} if answer.location else {}
    if answer.is_repeated:
        headers[REPLAYED] = "true"
    return Response(answer.body, answer.status, headers=headers)


def _target(request: Request) -> str:
    """Return where the request is sent, and which of its sender's apps or personal tokens sends it.

    An answer may hold a secret, which another program of the same player must not get by guessing the key.
    """
    sender = request.auth if isinstance(request.auth, Application) else token_of(request).application
    name = f"token={token_of(request).pk}" if sender is None else f"client_id={sender.client_id}"
    return f"{request.path}?{name}"
