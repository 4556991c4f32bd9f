"""What goes in and out of the API."""

from typing import Any

from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer


def checked(form: type[BaseSerializer[Any]], request: Request) -> Any:
    """The request's body, as the serializer makes it. Raises ValidationError."""
    given = form(data=request.data)
    given.is_valid(raise_exception=True)
    return given.validated_data
