"""Links from a game's page straight to the preview of the rulings that settle most of what stalls a game."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.admin.orders import HOURS
from games.admin.situation import Situation
from games.models import Game
from games.table.rulings import End, Extend, Pause, Replace, Resume, TakeBack
from games.table.rulings.commands import VOID

MOST_SEATS: Final = 3
"""At most this many seats get a button of their own; more would crowd the page while everyone chooses at once."""

Shortcut = tuple[str, str]
"""The address of a preview, and the label of the link to it."""


def list_shortcuts(situation: Situation) -> Iterator[Shortcut]:
    """Yield the rulings that a running game needs most; of one whose log cannot be read, those that are possible."""
    if situation.game.status != Game.Status.RUNNING:
        return
    if situation.may("extend") and situation.turns:
        yield shortcut_to(situation, Extend.kind, _("Give %(n)d hours more") % {"n": HOURS}, hours=HOURS)
    if situation.may("replace") and situation.is_readable:
        for seat in situation.silent_seats[:MOST_SEATS]:
            yield shortcut_to(situation, Replace.kind, _("Stand-in for %s"), seat=seat)
    if situation.may("rule"):
        yield from _list_for_referees(situation)


def _list_for_referees(situation: Situation) -> Iterator[Shortcut]:
    if situation.is_readable and situation.last_move is not None:
        yield shortcut_to(situation, TakeBack.kind, _("Take back the last move"), before=situation.last_move)
    if situation.game.paused_at is None:
        yield shortcut_to(situation, Pause.kind, _("Pause"))
    else:
        yield shortcut_to(situation, Resume.kind, _("Resume"))
    if not situation.is_readable:
        yield shortcut_to(situation, End.kind, _("Declare the game void"), how=VOID)


def shortcut_to(situation: Situation, kind: str, label: str, **initial: object) -> Shortcut:
    """Return the link to the preview of an order; a label with a place for it names the holder of `seat`."""
    address = reverse("admin:games_game_rule", args=[situation.game.pk, kind])
    seat = initial.get("seat")
    named = label % situation.names(seat) if isinstance(seat, int) else label
    return f"{address}?{urlencode(initial)}" if initial else address, named
