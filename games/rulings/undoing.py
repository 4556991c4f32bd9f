"""The opposite of a ruling is another ruling.

What was taken back, moved, ended or resumed is undone by restoring the position before it, which takes back all that
came after it as well: the preview shows what. Rulings about people and clocks are undone by themselves.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from engine.codec import Json
from games.errors import Refused
from games.models import Dispute, Game, Player, Ruling
from games.play import moves
from games.rulings import commands, handler, previews
from games.rulings.commands import BY_RULING, Order
from games.rulings.previews import Preview


def undo(
    *,
    admin: Player,
    game_id: str,
    entry: int,
    now: datetime,
    text: str = "",
    note: str = "",
    dispute: Dispute | None = None,
) -> Ruling:
    """Order the opposite of the ruling that is this entry.

    Raises NotFound("not_a_ruling"), Refused("already_undone", "nothing_to_undo"), and whatever `rule` raises.
    """
    order = opposite(moves.readable(game_id), entry, now)
    return handler.rule(
        admin=admin, game_id=game_id, order=order, now=now, text=text, note=note, undoes=entry, dispute=dispute
    )


def preview_undo(*, admin: Player, game_id: str, entry: int, now: datetime) -> Preview:
    """What `undo` would change. Raises what it would raise."""
    order = opposite(moves.readable(game_id), entry, now)
    return previews.preview(admin=admin, game_id=game_id, order=order, now=now, undoes=entry)


def opposite(game: Game, entry: int, now: datetime) -> Order:
    """The order that undoes the ruling which is this entry. Raises NotFound or Refused where there is none."""
    ruled = handler.bench_of(game, None, None, now).ruled(entry)
    return _OPPOSITES[ruled["ruling"]](game, ruled)


def _before(game: Game, ruled: Json) -> Order:
    """The position before it."""
    as_of = ruled["number"] - 1
    return commands.TakeBack(as_of) if game.status == Game.Status.RUNNING else commands.Reopen(as_of)


def _deadlines(game: Game, ruled: Json) -> Order:
    return commands.SetBack(ruled["number"])


def _paused(game: Game, ruled: Json) -> Order:
    return commands.Resume(ruled["reasons"][0])


def _resumed(game: Game, ruled: Json) -> Order:
    reasons = ruled["reasons"]
    return commands.Pause(reasons[0] if len(reasons) == 1 else BY_RULING)


def _replaced(game: Game, ruled: Json) -> Order:
    before = Player.objects.filter(pk=ruled["before"]).first()
    if before is None or not before.is_active:
        raise Refused("player_gone")
    return commands.Replace(ruled["seat"], None if before.kind == Player.Kind.HOUSE else before.pk)


def _removed(game: Game, ruled: Json) -> Order:
    """Back at the table; or, where the game ended by it, the position before."""
    return commands.Reinstate(ruled["seat"]) if game.status == Game.Status.RUNNING else _before(game, ruled)


def _reinstated(game: Game, ruled: Json) -> Order:
    if ruled["was"] == "absent":
        raise Refused("nothing_to_undo")
    return commands.Remove(ruled["seat"])


def _corrected(game: Game, ruled: Json) -> Order:
    return commands.Correct(ruled["seat"], -ruled["points"])


_OPPOSITES: Final[dict[str, Callable[[Game, Json], Order]]] = {
    "extended": _deadlines,
    "set_back": _deadlines,
    "paused": _paused,
    "resumed": _resumed,
    "taken_back": _before,
    "reopened": _before,
    "moved_for": _before,
    "ended": _before,
    "replaced": _replaced,
    "removed": _removed,
    "reinstated": _reinstated,
    "corrected": _corrected,
}
