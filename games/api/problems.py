"""Problems in the API's responses (RFC 9457). Their kinds are in `games.presentation.words.problems`."""

from collections.abc import Mapping
from typing import Final

from django.urls import reverse
from rest_framework.exceptions import APIException
from structlog.contextvars import get_contextvars

from games.presentation.words.problems import KINDS
from games.refusals import sentence

MEDIA_TYPE: Final = "application/problem+json"
MEMBERS: Final = frozenset({"type", "title", "status", "detail", "instance", "code", "request_id"})
"""Names that no parameter can have, since RFC 9457 or we give them a meaning."""


class Problem(APIException):
    """An exception for a kind of problem, with the parameters of this occurrence."""

    def __init__(
        self,
        code: str,
        detail: Mapping[str, object] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        kind, parameters = KINDS[code], {**(detail or {}), **more}
        self.kind, self.code, self.status_code = kind, code, kind.status
        self.headers, self.parameters = dict(headers or {}), parameters
        super().__init__(sentence(kind, parameters) or str(kind.title), code)

    def body(self) -> dict[str, object]:
        """Return our parameters, and the members of RFC 9457, 3.1, whose names no parameter can have."""
        parameters = {name: value for name, value in self.parameters.items() if name not in MEMBERS}
        return {
            "type": f"{reverse('problems')}#{self.kind.code}",
            "title": str(self.kind.title),
            "status": self.kind.status,
            "detail": str(self.detail),
            "code": self.code,
            "request_id": get_contextvars().get("request_id", ""),
            **parameters,
        }
