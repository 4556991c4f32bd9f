"""What becomes of a seat's row and duties when its holder leaves, is away, is back or changes, with the entry of it.

Nothing is refused here but by the engine: whoever calls has looked whether it may be done.
"""

from datetime import datetime
from typing import Any

import engine
from engine import rulings
from engine.record import Cause
from games import store
from games.clocks import mapping
from games.kinds import EntryKind
from games.models import Entry, Game, Plan, Player, Seat, Turn
from games.play import open_seats, recording
from games.play.open_seats import GONE


def mark_absent(table: store.LoadedGame, seat: Seat, now: datetime) -> Entry:
    """After too many turns in a row were played by default: skip the seat's turns until it is back (P4)."""
    return change(table, seat, EntryKind.ABSENT, engine.MarkAbsent(), Seat.Status.ABSENT, now)


def forfeit(table: store.LoadedGame, seat: Seat, now: datetime) -> Entry:
    """The seat's time was over, and that was agreed to lose the game (P1)."""
    return change(table, seat, EntryKind.FORFEITED, engine.Forfeit(), Seat.Status.FORFEITED, now)


def change(
    table: store.LoadedGame, seat: Seat, kind: EntryKind, move: engine.Move, status: str, now: datetime
) -> Entry:
    """The seat's status changes by a move of its own, which the entry tells. Raises engine.IllegalMove."""
    seat.status, seat.timeouts_in_a_row = status, 0
    seat.save(update_fields=["status", "timeouts_in_a_row"])
    if status in GONE:
        forget_holder(table.game, seat)
    return recording.decide(table, kind=kind, seat=seat.number, move=move, now=now)


def hand_over(table: store.LoadedGame, seat: Seat, player: Player, now: datetime) -> Entry:
    """Give the seat to this player, with a whole time for what it is asked. Nobody has to have looked who that is."""
    if player._state.adding:
        player.save()
    asked = [turn for turn in table.turns if turn.seat == seat.number]
    moved = _ask(table.game, seat, asked, player, now)
    facts = {
        **recording.facts(EntryKind.TAKEN_OVER, seat.number, now),
        "player": player.pk,
        "before": seat.player_id,
        "stand_in": open_seats.is_stand_in(player),
        **moved,
    }
    seat.player = player
    return seated(table, seat, facts, asked, now)


def _ask(game: Game, seat: Seat, asked: list[Turn], player: Player, now: datetime) -> dict[str, Any]:
    """What the seat is asked the player is asked from now on; what the log tells of the deadlines."""
    renewed = {turn: mapping.renewed(game, seat, turn, player, now) for turn in asked}
    for turn, due in renewed.items():
        turn.player = player
        if due is not None:
            mapping.lay(turn, due)
        turn.save(update_fields=["player", "deadline_at", "expires_at", "stops", "announced_at"])
    return mapping.facts({turn.prompt_id: due for turn, due in renewed.items() if due is not None})


def seated(table: store.LoadedGame, seat: Seat, facts: dict[str, Any], asked: list[Turn], now: datetime) -> Entry:
    """Somebody sits there and plays from now on, as the entry tells. `asked`: turns that go over to a new holder."""
    seat.status, seat.timeouts_in_a_row = Seat.Status.PLAYING, 0
    seat.save(update_fields=["player", "status", "timeouts_in_a_row"])
    forget_holder(table.game, seat)
    decision = rulings.returned(table.state, seat.number, table.game.head + 1)
    return recording.record(table, Cause(facts), decision, table.chance(), now, asked_anew=asked)


def forget_holder(game: Game, seat: Seat) -> None:
    """Drop the plan and the wish for a pause of who sat there: they were the person's, not the seat's."""
    Plan.objects.filter(game=game, seat=seat.number).delete()
    seat.plan_of, seat.wants_pause = None, False
    seat.save(update_fields=["wants_pause"])
