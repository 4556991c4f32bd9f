"""The public facts about each seat in an email: the players' numbers, and whose turn it is."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.models import Game, Seat
from games.presentation import words
from games.presentation.words.last_turn import has_another_round
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters.document import Element, Paragraph
from notifications.letters.sections import Counts, PlayerCounts

LAST: Final = "points"
"""The column that comes last, as at the table."""
AWAY: Final[Mapping[str, Promise]] = {
    Seat.Status.RESIGNED: gettext_lazy("%(name)s (resigned)"),
    Seat.Status.FORFEITED: gettext_lazy("%(name)s (out of the game)"),
    Seat.Status.ABSENT: gettext_lazy("%(name)s (away)"),
}


def players(context: Context) -> Iterator[Element]:
    """Show the public facts about each seat."""
    return _count(context.view, lambda seat: _name_with_status(context, seat), context.seat)


def seen_from_outside(batch: Batch, game: Game) -> Iterator[Element]:
    """Show to a reader without a seat whose turn it is, and the public facts about each seat."""
    seats = batch.seats[game.pk]
    names = [seats[number].display_name for number in sorted(seats) if (game.pk, number) in batch.turns]
    if names:
        yield Paragraph(_("Now the game waits for %(names)s.") % {"names": words.all_of(names)})
    view = engine.view(batch.table(game.pk).state, None)
    yield from _count(view, lambda number: _with_status(seats[number], seats[number].display_name), None)


def seat_name(seat: int, context: Context) -> str:
    """Return the name of a seat's player, who may be the reader."""
    name = context.name(seat)
    return _("%(name)s (you)") % {"name": name} if seat == context.seat else name


def _count(view: engine.View, name: Callable[[int], str], own: int | None) -> Iterator[Element]:
    headings = words.columns(view)
    columns = {column: heading for column, heading in headings.items() if column != LAST} | {LAST: headings[LAST]}
    rows = [
        PlayerCounts(
            seat["seat"],
            name(seat["seat"]),
            words.seat_color(seat["seat"]),
            seat["seat"] == own,
            ["–" if (count := words.count(seat, column)) is None else words.amount(count) for column in columns],
        )
        for seat in view["seats"]
    ]
    yield Counts(_("Players"), list(columns.values()), rows)
    if view["turns_left"] is not None and not view["over"]:
        yield Paragraph(_count_last_turns(view))


def _count_last_turns(view: engine.View) -> str:
    """Say how many turns are left of the last round; or of a round that is not the last, in a game of several."""
    turns_left = view["turns_left"]
    if has_another_round(view) and not turns_left:
        return _("This is the end of round %(round)d: no more turns follow in it.") % {"round": view["round"]}
    if not turns_left:
        return _("This is the end of the last round: no more turns follow.")
    if has_another_round(view):
        sentence = _("These are the last turns of round %(round)d. Turns left in it after this one: %(n)d.")
        return sentence % {"round": view["round"], "n": turns_left}
    return _("This is the last round. Turns left after this one: %(n)d.") % {"n": turns_left}


def _name_with_status(context: Context, seat: int) -> str:
    name = seat_name(seat, context)
    return name if seat == context.seat else _with_status(context.seats[seat], name)


def _with_status(seat: Seat, name: str) -> str:
    """Add to a name why the seat's turns are skipped."""
    status = AWAY.get(seat.status)
    return str(status) % {"name": name} if status else name
