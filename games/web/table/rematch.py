"""The rematch of an ended game: who has opened it, and how its reader gets there."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.lobby import selectors
from games.models import Game
from games.web.listed import ListedGame, with_seats
from games.web.table.sight import Sight


@dataclass(frozen=True)
class Rematch:
    """The table where the people of an ended game meet again, as one of them sees it; `path` is "" if it is full.

    `free_at`: the table's id, if the viewer is invited and "play again" takes a seat there.
    """

    path: str
    label: str
    note: str
    free_at: str = ""

    @property
    def words(self) -> str:
        """Return what the page says of it, by which an open page sees whether that has changed."""
        return " ".join(filter(None, (self.note, self.label)))


def find_rematch(sight: Sight) -> Rematch | None:
    """Return the rematch that the viewer may know of, if any. It takes no query before the game is over."""
    if sight.running or sight.alone or sight.player is None or sight.game.practice:
        return None
    table = selectors.table_again(sight.game, sight.player)
    return None if table is None else _describe(sight, with_seats([table])[0])


def _describe(sight: Sight, listed: ListedGame) -> Rematch:
    has_seat = any(seat.player_id == (sight.player and sight.player.pk) for seat in listed.seats)
    host, own = listed.game.host.display_name, listed.game.host_id == (sight.player and sight.player.pk)
    opened = _("You have opened a rematch") if own else _("%(name)s has opened a rematch") % {"name": host}
    is_open = listed.game.status == Game.Status.OPEN
    if not has_seat and not is_open:
        return Rematch("", "", _("%(name)s’s rematch has begun without you.") % {"name": host})
    if not has_seat:
        return Rematch(listed.path, _("Take your seat"), opened, listed.game.pk)
    note = opened if is_open else _("It has begun")
    return Rematch(listed.path, _("To the rematch"), note)
