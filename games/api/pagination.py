"""Long lists in pages, by an opaque cursor: nothing is seen twice or missed while rows come and go."""

from collections.abc import Iterable
from datetime import UTC
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games import instants

USUAL_ROWS, MOST_ROWS = 50, 200
PAGE_PARAMETERS: Final = [
    OpenApiParameter("cursor", description="From “next” or “previous”."),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS},
        description="Rows on a page.",
    ),
]


def rows_wanted(request: Request, usual: int, most: int) -> int:
    """The query's `limit`: `usual` if there is none, `most` at most. Raises ValidationError."""
    text = request.query_params.get("limit", str(usual))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise ValidationError({"limit": _("A whole number from 1 to %d.") % most}, "limit")
    return int(text)


class Pages(CursorPagination):
    """The newest first. `?limit=` rows a page; `next` and `previous` are links."""

    page_size = USUAL_ROWS
    page_size_query_param = "limit"
    ordering = ("-created_at", "-id")

    def get_page_size(self, request: Request) -> int:
        """Raises ValidationError, where Django REST framework would take another number than was asked for."""
        return rows_wanted(request, USUAL_ROWS, MOST_ROWS)

    def decode_cursor(self, request: Request) -> Any:
        """Raises ValidationError for what is none of our cursors: a mistake in the query, nothing that is missing."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                instants.read(str(cursor.position)).astimezone(UTC)
        except (NotFound, ValueError, OverflowError) as error:
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


def page_of(row: type[serializers.Serializer[Any]], **more: serializers.Field[Any, Any, Any, Any]) -> Any:
    """For the schema: a page of such rows, and what else it tells."""
    return inline_serializer(
        name=row.__name__.replace("Serializer", "Page"),
        fields={
            "next": serializers.URLField(allow_null=True, help_text=_lazy("The next page; null on the last one.")),
            "previous": serializers.URLField(
                allow_null=True, help_text=_lazy("The page before; null on the first one.")
            ),
            "results": row(many=True),
            **more,
        },
    )


def only_page(rows: Iterable[Any], **more: Any) -> Response:
    """A list that is short by nature, in the form of every other: one page, and none after it."""
    return Response({"next": None, "previous": None, "results": rows, **more})
