"""Long lists in pages, by an opaque cursor: no row is repeated or missed while others are added or removed."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from engine.codec import Json
from games import keysets
from games.api.forms import AnyField
from games.keysets import RowPlace

R = TypeVar("R", bound=Model)
T = TypeVar("T")
USUAL_ROWS, MOST_ROWS = 50, 200
CURSOR: Final = "cursor"
BACK: Final = "-"
"""The prefix of a cursor that leads backwards; alone, it leads to the last page."""
PAGE_PARAMETERS: Final = [
    OpenApiParameter("cursor", description="From “next” or “previous”."),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS},
        description="Rows on a page.",
    ),
]


def rows_wanted(request: Request, usual: int, most: int) -> int:
    """Return the query's `limit`: `usual` if there is none, and `most` at most. Raises ValidationError."""
    text = request.query_params.get("limit", str(usual))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise ValidationError({"limit": _("A whole number from 1 to %d.") % most}, "limit")
    return int(text)


class Pages(BasePagination):
    """Pages of rows, the newest first; `limit` is the number of rows per page, and `next` and `previous` are links.

    A link names the last or the first row of its own page by its place in the whole order: the other page begins just
    beyond it, whatever rows are added or removed, or share its instant.
    """

    ordering: tuple[str, str] = ("-created_at", "-id")
    ends: tuple[Model, Model] | None

    def __init__(self, most_rows: int = MOST_ROWS) -> None:
        self._most_rows = most_rows

    # Every list here is a query, and always paginated; the base class also accepts other lists, or no pagination.
    def paginate_queryset(  # type: ignore[override]
        self, queryset: QuerySet[R], request: Request, view: object = None
    ) -> list[R]:
        """Return the rows of the requested page. Raises ValidationError."""
        self.base_url = request.build_absolute_uri()
        self.cursor = _read_cursor(request)
        limit = rows_wanted(request, min(USUAL_ROWS, self._most_rows), self._most_rows)
        order = keysets.turn_around(self.ordering) if self.cursor.back else self.ordering
        try:
            rows = list(keysets.start_after(queryset, order, self.cursor.place)[: limit + 1])
        except ValueError as error:
            raise _cursor_error() from error
        self.more = len(rows) > limit
        page = rows[:limit][::-1] if self.cursor.back else rows[:limit]
        self.ends = (page[0], page[-1]) if page else None
        return page

    def get_paginated_response(self, data: Sequence[object]) -> Response:
        return Response({"next": self._next(), "previous": self._previous(), "results": data})

    def _next(self) -> str | None:
        if self.ends is None:
            return remove_query_param(self.base_url, CURSOR) if self.cursor.back else None
        return self._link(self.ends[1], back=False) if self.more or self.cursor.back else None

    def _previous(self) -> str | None:
        has_previous = self.more if self.cursor.back else self.cursor.place is not None
        if not has_previous:
            return None
        return self._link(self.ends[0] if self.ends else None, back=True)

    def _link(self, row: Model | None, *, back: bool) -> str:
        at = self.ordering[0].lstrip("-")
        place = "" if row is None else str(RowPlace(getattr(row, at), str(row.pk)))
        return replace_query_param(self.base_url, CURSOR, f"{BACK if back else ''}{place}")


class Cursor(NamedTuple):
    """The beginning of a page: just beyond this place (None: at the end of the list that it is read from)."""

    place: RowPlace | None
    back: bool
    """Whether to read backwards: the page ends before the place."""


def _read_cursor(request: Request) -> Cursor:
    """Return the cursor in the query. Raises ValidationError if we did not issue it."""
    text = request.query_params.get(CURSOR)
    if text is None or text == BACK:
        return Cursor(None, back=text == BACK)
    try:
        return Cursor(RowPlace.read(text.removeprefix(BACK)), back=text.startswith(BACK))
    except ValueError as error:
        raise _cursor_error() from error


def _cursor_error() -> ValidationError:
    """Return the error for a cursor that we did not issue: an invalid query (400), not a missing page (404)."""
    return ValidationError({CURSOR: _("Take it from “next” or “previous”.")}, "cursor")


class OldestPages(Pages):
    """Pages of rows, the oldest first."""

    ordering = ("created_at", "id")


class EndedPages(Pages):
    """Pages of games, those that ended last first."""

    ordering = ("-ended_at", "-id")


class EndedFirstPages(Pages):
    """Pages of games, those that ended first first."""

    ordering = ("ended_at", "id")


class UrgentPages(Pages):
    """Pages of rows annotated with a deadline, the earliest deadline first."""

    ordering = ("deadline", "id")


class OpenSeatPages(Pages):
    """Pages of seats, the most recently opened first."""

    ordering = ("-open_since", "-id")


class ActPages(Pages):
    """Pages of admins' acts, the newest first."""

    ordering = ("-at", "-id")


def page_of(row: type[serializers.Serializer[T]], **more: AnyField) -> serializers.Serializer[Json]:
    """Return the schema of a page of such rows, and of its other members."""
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


def only_page(rows: Iterable[object], **more: object) -> Response:
    """Return a list that is always short in the same form as others: as a single page."""
    return Response({"next": None, "previous": None, "results": rows, **more})
