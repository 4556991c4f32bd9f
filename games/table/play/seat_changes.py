"""Changes of a seat's row and turns when its holder leaves, is absent, returns or changes, with the log entry.

Only the engine refuses anything here; the caller has checked permission.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

import engine
from engine import rulings
from engine.codec import Json
from engine.record import Cause
from games.kinds import EntryKind
from games.models import Entry, Game, Plan, Player, Seat, Turn
from games.table import store
from games.table.clocks import mapping
from games.table.play import log_entries, open_seats
from games.table.play.open_seats import GONE

NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


def mark_absent(table: store.LoadedGame, seat: Seat, now: datetime) -> Entry:
    """Mark the seat absent after too many turns in a row played by default, so that its turns are skipped (P4)."""
    return change(table, seat, EntryKind.ABSENT, engine.MarkAbsent(), Seat.Status.ABSENT, now)


def forfeit(table: store.LoadedGame, seat: Seat, now: datetime) -> Entry:
    """Make the seat forfeit, because its time is over and the terms say so (P1)."""
    return change(table, seat, EntryKind.FORFEITED, engine.Forfeit(), Seat.Status.FORFEITED, now)


def change(
    table: store.LoadedGame, seat: Seat, kind: EntryKind, move: engine.Move, status: str, now: datetime
) -> Entry:
    """Change the seat's status by its own move, which the entry records. Raises engine.IllegalMove."""
    seat.status, seat.timeouts_in_a_row = status, 0
    store.save([seat], "status", "timeouts_in_a_row", game=table.game.pk)
    if status in GONE:
        forget_holder(table.game, seat)
    return log_entries.decide(table, kind=kind, seat=seat.number, move=move, now=now)


def hand_over(
    table: store.LoadedGame, seat: Seat, player: Player, now: datetime, agreed: Mapping[str, object] = NOTHING
) -> Entry:
    """Give the seat to this player, with the full time for its open question.

    The player is not checked. The entry also records what was agreed with them.
    """
    if player._state.adding:
        player.save()
    open_turns = [turn for turn in table.turns if turn.seat == seat.number]
    moved = _pass_questions_on(table.game, seat, open_turns, player, now)
    facts = {
        **log_entries.common_facts(EntryKind.TAKEN_OVER, seat.number, now),
        "player": player.pk,
        "before": seat.player_id,
        "stand_in": open_seats.is_stand_in(player),
        **agreed,
        **moved,
    }
    seat.player = player
    return seated(table, seat, facts, open_turns, now)


def _pass_questions_on(game: Game, seat: Seat, open_turns: list[Turn], player: Player, now: datetime) -> Json:
    """Pass the seat's open questions on to this player; return the log's facts about the deadlines."""
    renewed = {turn: mapping.renewed(game, seat, turn, player, now) for turn in open_turns}
    for turn, due in renewed.items():
        turn.player = player
        if due is not None:
            mapping.lay(turn, due)
        store.save([turn], "player_id", "deadline_at", "expires_at", "stops", "announced_at", game=game.pk)
    return mapping.deadline_facts({turn.prompt_id: due for turn, due in renewed.items() if due is not None})


def seated(table: store.LoadedGame, seat: Seat, facts: Json, open_turns: list[Turn], now: datetime) -> Entry:
    """Record that the seat has a player from now on. `open_turns`: turns that pass to a new holder.

    The row names the player before the entry is written, so that the new holder is notified as the seat's player.
    """
    seat.status, seat.timeouts_in_a_row, seat.lines_read = Seat.Status.PLAYING, 0, 0
    store.save([seat], "player_id", "status", "timeouts_in_a_row", "lines_read", game=table.game.pk)
    forget_holder(table.game, seat)
    store.flush()
    decision = rulings.returned(table.state, seat.number, table.game.head + 1)
    return log_entries.record(table, Cause(facts), decision, table.chance(), now, asked_anew=open_turns)


def forget_holder(game: Game, seat: Seat) -> None:
    """Delete the former player's plan, which belonged to the person, not to the seat."""
    Plan.objects.filter(game=game, seat=seat.number).delete()
    seat.plan_of = None
