"""Long lists read piece by piece: in a whole order, which ends in a unique key, so that each row has one place in it.

Rows of one instant (the games of one list, the seats of one round) are told apart by their keys. PostgreSQL compares
instant and key as a row, which an index on both answers.
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
"""Between instant and key of a place that is written down: in neither of them."""


class RowPlace(NamedTuple):
    """Where a row stands in a list: the instant it is sorted by, and its key where that is another row's, too."""

    at: datetime
    key: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the place that was written so. Raises ValueError if none could be."""
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
    """Return the rows that come after this place, or all, in this order: of an instant, then the key.

    Both names begin with "-", or neither does. Raises ValueError for a place that no row of this kind can have.
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
    """Return the same order from its end."""
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)
