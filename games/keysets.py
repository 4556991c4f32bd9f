"""Keyset pagination of long lists, in a total order that ends in a unique key, so that each row has one place.

Rows of the same instant (the games of one list, the seats of one round) are ordered by their keys. PostgreSQL compares
instant and key as a row value, for which an index on both suffices.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, Self, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F, Model, QuerySet
from django.db.models.fields.tuple_lookups import TupleGreaterThan, TupleLessThan

from games import instants

Row = TypeVar("Row", bound=Model)

BETWEEN: Final = "_"
"""The separator between instant and key of a written place, which occurs in neither."""


class RowPlace(NamedTuple):
    """A row's place in a list: the instant it is sorted by, and its key to break ties."""

    at: datetime
    key: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the place that a text describes. Raises ValueError if the text is not a place."""
        instant, _between, key = text.partition(BETWEEN)
        if not (key.isascii() and key.isalnum()):
            raise ValueError("a place")
        try:
            return cls(instants.read(instant).astimezone(UTC), key)
        except OverflowError as error:
            raise ValueError("an instant") from error

    def __str__(self) -> str:
        return f"{instants.rfc3339(self.at)}{BETWEEN}{self.key}"


def start_after(rows: QuerySet[Row], order: Sequence[str], place: RowPlace | None) -> QuerySet[Row]:
    """Return the rows after this place (None: all) in this order, which names an instant and the key.

    Either both names begin with "-", or neither does. Raises ValueError for a place that no row of this kind can have.
    """
    ordered = rows.order_by(*order)
    if place is None:
        return ordered
    key = rows.model._meta.pk
    try:
        key_value = key.to_python(place.key)
        key.run_validators(key_value)
    except ValidationError as error:
        raise ValueError("a key") from error
    names = tuple(F(name.lstrip("-")) for name in order)
    beyond = TupleLessThan if order[0].startswith("-") else TupleGreaterThan
    return ordered.filter(beyond(names, (place.at, key_value)))


def turn_around(order: Sequence[str]) -> tuple[str, ...]:
    """Return the reversed order."""
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)
