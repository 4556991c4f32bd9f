"""Undoing a ruling by another ruling, its opposite.

A ruling that took back, moved, ended or resumed is undone by restoring the position before it, which also takes back
everything after it, as the preview shows. Rulings about people and clocks are undone on their own. The table of
handlers says which order undoes which.
"""

from datetime import datetime

from games.models import Dispute, Game, Player, Ruling
from games.table.play import moves
from games.table.rulings import handler, previews
from games.table.rulings.commands import Order
from games.table.rulings.previews import Preview


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
    """Order the opposite of the ruling in this entry.

    Raises NotFound("not_a_ruling"), Refused("already_undone", "nothing_to_undo"), and anything that `rule` raises.
    """
    order = opposite(moves.readable(game_id), entry, now)
    return handler.rule(
        admin=admin, game_id=game_id, order=order, now=now, text=text, note=note, undoes=entry, dispute=dispute
    )


def preview_undo(*, admin: Player, game_id: str, entry: int, now: datetime) -> Preview:
    """Return what `undo` would change. Raises what `undo` would raise."""
    order = opposite(moves.readable(game_id), entry, now)
    return previews.preview(admin=admin, game_id=game_id, order=order, now=now, undoes=entry)


def opposite(game: Game, entry: int, now: datetime) -> Order:
    """Return the order that undoes the ruling in this entry. Raises NotFound or Refused if there is none."""
    ruled = handler.build_context(game, None, None, now).ruled(entry)
    return handler.HANDLERS[ruled["ruling"]].opposite(game, ruled)
