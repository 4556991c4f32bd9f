"""Long lists in pages, by an opaque cursor: nothing is seen twice or missed while rows come and go."""

from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

PAGE_PARAMETERS: Final = [
    OpenApiParameter("cursor", description="From “next” or “previous”."),
    OpenApiParameter("limit", int, description="Rows a page, at most 200."),
]


class Pages(CursorPagination):
    """The newest first. `?limit=` rows a page, at most 200; `next` and `previous` are links."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering = ("-created_at", "-id")

    def decode_cursor(self, request: Request) -> Any:
        """Raises ValidationError for what is none of our cursors: a mistake in the query, nothing that is missing."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                datetime.fromisoformat(str(cursor.position))
        except (NotFound, ValueError) as error:
            mistake = {self.cursor_query_param: _("Take it from “next” or “previous”.")}
            raise ValidationError(mistake, "cursor") from error
        return cursor


class UrgentPages(Pages):
    """The earliest deadline first, of rows annotated with it."""

    ordering = ("deadline", "id")


class OpenSeatPages(Pages):
    """Seats, the one first that has become open last."""

    ordering = ("-open_since", "-id")


class ActPages(Pages):
    """What admins did, the newest first."""

    ordering = ("-at", "-id")


def page_of(row: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """For the schema: a page of such rows."""
    return inline_serializer(
        name=row.__name__.replace("Serializer", "Page"),
        fields={
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": row(many=True),
        },
    )
