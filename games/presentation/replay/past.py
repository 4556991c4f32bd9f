"""An earlier position of a game, as one viewer may know it now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.views import OwnView, View
from games.errors import NotFound
from games.models import Game
from games.table import store
from games.table.play import reveal


@dataclass(frozen=True)
class Past:
    """A position: `view` as the viewer could know it then; `hands` what each seat held, None while that is secret."""

    view: View
    hands: Sequence[OwnView] | None


def after(game: Game, seat: int | None, number: int, now: datetime) -> Past:
    """Return the position after an entry, for this seat, or a spectator (None).

    It is the position of the log alone, even for an entry that was taken back: what was on the table then. Raises
    NotFound if there is no such entry.
    """
    if not 1 <= number <= game.head:
        raise NotFound("not_found")
    if not reveal.secrets_are_open(game, now):
        return Past(store.view_after(game, seat, number), None)
    view, hands = store.opened_after(game, seat, number)
    return Past(view, hands)
