"""Who held the seats when an entry was made: the log gives a seat's moves to the people who made them."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from django.db.models import Q
from django.utils.translation import gettext

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


def name_before(change: PublicEntry, former: Mapping[str, Player]) -> str:
    """Return the name of the person who had the seat before this entry; "" if nobody had it, or a stand-in."""
    holder = former.get(change.get("before") or "")
    return holder.display_name if holder and holder.kind != Player.Kind.HOUSE and not holder.erased_at else ""


def holders_at(
    number: int,
    seats: Sequence[Seat],
    changes: Sequence[PublicEntry],
    former: Mapping[str, Player],
    own: int | None = None,
) -> list[Seat]:
    """Return the seats with those who held them when entry `number` was made; `changes`: all later ones, and others.

    A stand-in whose player came back is named after them; `own` is the seat of the reader.
    """
    next_changes: dict[int, PublicEntry] = {}
    for entry in changes:
        if entry["number"] > number:
            next_changes.setdefault(acting_seat(entry), entry)
    return [
        _with_holder(seat, next_changes[seat.number], former, seat.number == own)
        if seat.number in next_changes
        else seat
        for seat in seats
    ]


def _with_holder(seat: Seat, change: PublicEntry, former: Mapping[str, Player], is_own: bool) -> Seat:
    """Return the seat with the holder who lost it by this entry."""
    changed, holder = copy(seat), former.get(change["before"] or "")
    if holder and holder.kind == Player.Kind.HOUSE and change.get("came_back"):
        holder = copy(holder)
        holder.name = _name_stand_in(former.get(change["player"], seat.player), is_own)
    changed.player = holder
    return changed


def _name_stand_in(player: Player | None, is_own: bool) -> str:
    if is_own:
        return gettext("Your stand-in")
    return gettext("%(name)s’s stand-in") % {"name": player.display_name if player else ""}
