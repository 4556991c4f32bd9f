"""The opposite of a ruling is another ruling."""

from datetime import datetime

from games.models import Player, Ruling
from games.services.rulings.desk import Preview


def undo(*, admin: Player, game_id: str, entry: int, now: datetime, text: str = "", note: str = "") -> Ruling:
    """Order the opposite of the ruling that is this entry."""
    raise NotImplementedError


def preview_undo(*, admin: Player, game_id: str, entry: int, now: datetime) -> Preview:
    """What `undo` would change."""
    raise NotImplementedError
