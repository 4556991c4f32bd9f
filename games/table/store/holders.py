"""Who held the seats when an entry was made: the log gives a seat's moves to the people who made them."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from django.db.models import Q

from games.kinds import EntryKind, RulingKind
from games.logged_entries import PublicEntry, acting_seat
from games.models import Entry, Game, Player, Seat


def changes_after(game: Game, number: int) -> list[PublicEntry]:
    """Return the entries after this one by which a seat got another holder, oldest first, in one query."""
    of_seats = Q(kind=EntryKind.TAKEN_OVER) | Q(kind=EntryKind.RULED, public__ruling=RulingKind.REPLACED)
    later = Entry.objects.filter(of_seats, game=game, number__gt=number, number__lte=game.head).order_by("number")
    return [entry.public for entry in later]


def changes_among(entries: Iterable[PublicEntry]) -> list[PublicEntry]:
    """Return those of the entries, which are in order, by which a seat got another holder."""
    return [entry for entry in entries if "before" in entry]


def former_holders(changes: Iterable[PublicEntry]) -> dict[str, Player]:
    """Return the players who lost a seat by these entries, by id, in one query; without any, in none."""
    ids = {entry["before"] for entry in changes if entry["before"] is not None}
    return Player.objects.in_bulk(list(ids)) if ids else {}


def holders_at(
    number: int, seats: Sequence[Seat], changes: Sequence[PublicEntry], former: Mapping[str, Player]
) -> list[Seat]:
    """Return the seats with those who held them when entry `number` was made; `changes`: all later ones, and others."""
    before: dict[int, str | None] = {}
    for entry in changes:
        if entry["number"] > number:
            before.setdefault(acting_seat(entry), entry["before"])
    return [
        _with_holder(seat, former.get(before[seat.number] or "")) if seat.number in before else seat for seat in seats
    ]


def _with_holder(seat: Seat, player: Player | None) -> Seat:
    changed = copy(seat)
    changed.player = player
    return changed
