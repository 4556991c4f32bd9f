"""Idempotency-Key: it makes a request safe to repeat, with effect only once."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

LONGEST_KEY: Final = 80
KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    location=OpenApiParameter.HEADER,
    description="Up to 80 characters of your own. A repeated request gets its first answer.",
)
"""The header's parameter for the schema."""


def key_of(request: Request) -> str | None:
    """Return the request's key, if it has one. Raises ValidationError."""
    key: str | None = request.headers.get("Idempotency-Key")
    if key is not None and not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise ValidationError({"Idempotency-Key": _("From 1 to 80 printable ASCII characters.")})
    return key
