"""The common base of the API's views, which refuses everything that it does not read."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ParseError, UnsupportedMediaType, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games import languages
from games.api.deprecation import announce_end
from games.api.idempotency import PostHandler, keeps_keys_itself, repeatable, takes_key
from games.api.locations import locate_created
from games.api.problems import Problem
from games.api.throttles import describe_limits
from games.api.unknown import CODE, MOST_TOLD, describe, find_unknown
from games.models import Player

WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})


class OperationInput(NamedTuple):
    """The input that an operation declares in its `@extend_schema`: the names in a query, whether there is a body,
    and whether this base answers what is repeated with the same key.
    """

    parameters: frozenset[str]
    body: bool
    is_repeatable: bool


_inputs: Final[dict[tuple[type[APIView], str], OperationInput]] = {}


class ApiView(APIView):
    """A view that refuses parameters which its schema does not name, and a body if it reads none.

    The contents of a body are checked by its form: `games.api.forms.checked`.
    """

    is_admitted = False
    """Whether the token, its scope and the rate limits have admitted the request."""
    _throttles: Sequence[BaseThrottle] = ()

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse unknown parameters with Problem("invalid"), a body where none is read with ValidationError."""
        super().initial(request, *args, **kwargs)
        self.is_admitted = True
        self.admit(request)
        expected = input_of(self, "GET" if request.method == "HEAD" else str(request.method))
        if expected is None:
            return
        if wrong := [name for name in request.query_params if name not in expected.parameters]:
            _refuse_parameters(wrong, expected.parameters)
        if not expected.body and request.method not in {"GET", "HEAD"}:
            _refuse_body(request)
        if expected.is_repeatable:
            handler: PostHandler = getattr(self, str(request.method).lower())
            vars(self)["post"] = repeatable(handler, request)  # `dispatch` looks for the handler after this

    def perform_authentication(self, request: Request) -> None:
        """Find out who asks, and go on in that player's language."""
        super().perform_authentication(request)
        if isinstance(request.user, Player):
            languages.activate_for(request.user)

    def get_throttles(self) -> list[BaseThrottle]:
        throttles: list[BaseThrottle] = super().get_throttles()
        self._throttles = throttles
        return throttles

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in (describe_limits(self._throttles) | announce_end(self, str(request.method))).items():
            answer[name] = value
        if answer.status_code == HTTPStatus.CREATED and not answer.has_header("Location"):
            made_id = answer.data.get("id") if isinstance(answer.data, Mapping) else None
            answer["Location"] = locate_created(request.path, made_id) or request.path
        return answer

    def admit(self, request: Request) -> None:
        """Refuse a request without permission, before anything is said about its content."""


def input_of(view: APIView, method: str) -> OperationInput | None:
    """Return the input of the view's method; None if it has no such method, or one without a schema."""
    key = type(view), method
    if key not in _inputs:
        handler: object = getattr(view, method.lower(), None)
        if method == "OPTIONS" or not hasattr(handler, "kwargs"):
            return None
        _inputs[key] = _look_up_input(view, method, handler.kwargs["schema"]())
    return _inputs[key]


def _look_up_input(view: APIView, method: str, declared: AutoSchema) -> OperationInput:
    declared.view, declared.method = view, method
    names = [name for parameter in declared.get_override_parameters() for name in _parameter_names(parameter)]
    body = method in WITH_BODY and declared.get_request_serializer() is not None
    return OperationInput(frozenset(names), body, takes_key(declared) and not keeps_keys_itself(declared))


def _parameter_names(declared: OpenApiParameter | Serializer[object] | type[Serializer[object]]) -> list[str]:
    """Return the names of a parameter, or of a form for a query."""
    if not isinstance(declared, OpenApiParameter):
        form = declared if isinstance(declared, type) else type(declared)
        return list(form().fields)
    return [declared.name] if declared.location == OpenApiParameter.QUERY else []


def _refuse_body(request: Request) -> None:
    """Raise ValidationError unless the body is empty or an empty object."""
    try:
        sent: object = request.data
    except (ParseError, UnsupportedMediaType):
        sent = "what nobody reads"
    if isinstance(sent, Mapping):
        if mistakes := find_unknown(sent, ()):
            raise ValidationError(mistakes)
    elif sent:
        raise ValidationError([ErrorDetail(describe("", ()), CODE)])


def _refuse_parameters(wrong: list[str], known_names: frozenset[str]) -> None:
    mistakes = [{"parameter": name, "code": CODE, "detail": describe(name, known_names)} for name in wrong[:MOST_TOLD]]
    raise Problem("invalid", errors=mistakes)
