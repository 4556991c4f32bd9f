"""The end of pauses that the table has agreed on: any of the players can let the game go on.

Such a pause is proposed like any other order (`games.table.agreements`). It ends automatically, so that a forgotten
game goes on and ends.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.errors import NotFound, Refused
from games.models import Game, Player, Seat
from games.table import store
from games.table.play import due_work, quarantine
from games.table.play.batches import Batches, nothing
from games.table.play.moves import seat_of
from games.table.rulings import Resume, of_itself
from games.table.rulings.handler import build_context_of_held, of_itself_at

AGREEMENT: Final = "agreement"
LONGEST: Final = timedelta(days=60)


def resume(*, player: Player, game_id: str, now: datetime) -> None:
    """Resume a game that is paused by agreement; change nothing in any other game.

    Raises NotFound, Forbidden("not_in_this_game"), Refused("game_not_running", "seat_not_active").
    """
    with transaction.atomic():
        try:
            game = store.lock(game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game") from None
        seat = seat_of(game, player)
        if game.status != Game.Status.RUNNING:
            raise Refused("game_not_running", game_status=game.status)
        if not is_active(seat):
            raise Refused("seat_not_active")
        if AGREEMENT in game.pauses:
            of_itself(game_id=game.pk, order=Resume(AGREEMENT), by=player, now=now)


def end_long_ones(*, now: datetime) -> int:
    """Resume games paused by agreement for too long, or whose pause nobody is left to end; return how many."""
    return LONG_PAUSES.run(now) if due_work.is_due(LONG_PAUSES, now) else 0


def _long_paused(now: datetime) -> QuerySet[Game]:
    """Return games paused by agreement (among other reasons) for too long, or by players who have all left.

    Only running games are paused (`game_paused_for_a_reason`).
    """
    paused = Game.objects.filter(paused_at__isnull=False, pauses__contains=[AGREEMENT])
    standing = paused.filter(quarantine.sound(now))
    players = Seat.objects.filter(game=OuterRef("pk"), status=Seat.Status.PLAYING)
    return standing.filter(Q(paused_at__lte=now - LONGEST) | ~Exists(players.exclude(player__kind=Player.Kind.HOUSE)))


def _end(held_game: store.HeldGame, _key: str, now: datetime, _nothing: None) -> bool:
    paused_at, is_over = held_game.game.paused_at, not any(map(is_active, held_game.seats))
    if paused_at is None or AGREEMENT not in held_game.game.pauses or not (is_over or paused_at <= now - LONGEST):
        return False
    of_itself_at(build_context_of_held(held_game, now), Resume(AGREEMENT), held_game.game.host)
    return True


def is_active(seat: Seat) -> bool:
    """Check whether a person plays this seat, who may end the table's pause."""
    return seat.status == Seat.Status.PLAYING and not seat.of_house


LONG_PAUSES: Final = Batches(name="pause", due=_long_paused, read=nothing, act=_end, at="paused_at", game="id")
