"""The effect of changed habits: the player's open turns are laid out again, and can only become due later.

Each game has its own transaction: a player in a hundred games blocks none of them, and a game that raises is put aside
and stops nobody from changing habits. After an interruption, the turns not reached still never expire in quiet hours,
because the sweep reads the current habits.
"""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.dispatch import receiver

from engine import rulings
from engine.record import Cause
from games.kinds import EntryKind
from games.models import Game, Player, Seat, Turn
from games.signals import habits_changed
from games.table import store
from games.table.clocks import mapping
from games.table.play import log_entries
from games.table.play.sweeps import DueRow, run_guarded
from games.table.store.discretion import PLAYER


@receiver(habits_changed)
def lay_anew(*, player: Player, now: datetime, **_more: object) -> int:
    """Lay out the player's open turns again where the clock runs; return how many games have later deadlines.

    The log does not reveal whether habits or a vacation caused it.
    """
    open_turns = Turn.objects.filter(player=player, closed_at=None).order_by("game_id")
    return sum(
        run_guarded("habits", DueRow(player.pk, game_id), partial(_in_game, game_id, player, now), now)
        for game_id in open_turns.values_list("game_id", flat=True).distinct()
    )


def _in_game(game_id: str, player: Player, now: datetime) -> bool:
    with transaction.atomic():
        game, seats, turns = store.lock_whole(game_id)
        seat = next((seat for seat in seats if seat.player_id == player.pk), None)
        if seat is None or game.status != Game.Status.RUNNING or game.paused_at is not None:
            return False
        turn = next((turn for turn in turns if turn.seat == seat.number), None)
        table = store.load(game, seats, turns)
        return turn is not None and _lay(table, seat, turn, now)


def _lay(table: store.LoadedGame, seat: Seat, turn: Turn, now: datetime) -> bool:
    new_layout = mapping.laid_anew(table.game, seat, turn, now)
    if new_layout is None:
        return False
    before, (after, due) = mapping.account(seat), new_layout
    mapping.lay(turn, due)
    turn.save(update_fields=["deadline_at", "expires_at", "stops", "announced_at"])
    seat.bank, seat.stopped = after
    seat.save(update_fields=["bank", "stopped"])
    facts = {
        **log_entries.common_facts(EntryKind.CLOCK, seat.number, now),
        "reason": PLAYER,
        **mapping.deadline_facts({turn.prompt_id: due}),
        **mapping.account_facts(mapping.terms(table.game), [(seat.number, before, after)]),
    }
    decision = rulings.noted(table.state, table.game.head + 1)
    log_entries.record(table, Cause(facts), decision, table.chance(), now)
    return True
