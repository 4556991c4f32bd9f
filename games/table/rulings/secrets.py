"""Opening what seats secretly hold, which takes a reason and is recorded."""

from datetime import datetime

from django.db import transaction

from engine.codec import Json
from games.errors import Refused, Unprocessable
from games.models import Player
from games.people import audit, rights
from games.table import store
from games.table.play import moves


def open_secrets(*, admin: Player, game_id: str, reason: str, now: datetime) -> list[Json]:
    """Return what each seat holds and its open prompt, by seat.

    The act is recorded first, and the players are told when the game is over. Raises NotFound, Forbidden,
    Refused("game_not_running"), Unprocessable("reason_missing").
    """
    if not reason.strip():
        raise Unprocessable("reason_missing")
    with transaction.atomic():
        game = moves.readable(game_id)
        rights.check(admin, "open_secrets", game)
        if not game.head:
            raise Refused("game_not_running", game_status=game.status)
        audit.note(admin, audit.SECRETS_OPENED, now, game=game, entry=game.head, reason=reason.strip())
    return store.secrets_of(game)
