"""What an entry does to the clocks: turns closed and what they cost, turns opened and when they are due.

Whoever answers an own question pays for the time it took, from the bank where the time per move was not enough; an
own move refills it. Nobody pays for a ruling, nor for what others' deeds close.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import engine
from games import store
from games.clocks import mapping
from games.clocks.terms import Terms
from games.clocks.turns import Account, settled
from games.kinds import EntryKind
from games.models import Turn
from games.store import Turns


class Kept(NamedTuple):
    """What becomes of the turns and accounts, and what the log tells of it."""

    turns: Turns
    facts: dict[str, Any]


def keep(
    table: store.LoadedGame, cause: Mapping[str, Any], state: Any, now: datetime, earlier: Mapping[int, datetime]
) -> Kept:
    """Close the turns whose prompts are answered in `state`, open one for each new prompt.

    `earlier`: the deadlines, by seat, of what was asked before and is asked again: they hold as far as that is fair.
    The seats of the table have their new accounts already; nothing is saved.
    """
    terms = mapping.terms(table.game)
    before, after = _prompts(table.state), _prompts(state)
    gone = [prompt for key, prompt in before.items() if key not in after]
    changed = _settle(table, terms, cause, gone, now)
    new = [prompt for key, prompt in after.items() if key not in before]
    turns = [opened(table, prompt, now, earlier) for prompt in new]
    dues = {turn.prompt_id: mapping.due(turn) for turn in turns}
    facts = mapping.facts(dues) | mapping.account_facts(terms, changed)
    accounts = {seat: after for seat, _, after in changed}
    return Kept(Turns([prompt.seat for prompt in gone], turns, _counted(cause, new), accounts), facts)


def _counted(cause: Mapping[str, Any], asked: Sequence[engine.Prompt]) -> tuple[int, bool] | None:
    """Whose move it was, and whether in time. While the same turn asks for more, nothing is counted yet."""
    in_time = EntryKind(cause["kind"]).in_time
    if in_time is None or any(prompt.seat == cause["seat"] and prompt.within_turn for prompt in asked):
        return None
    return cause["seat"], in_time


def told(cause: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an entry, those of its cause and these: a ruling may have moved deadlines and set others."""
    both = {name: {**cause[name], **value} for name, value in facts.items() if name in cause}
    return {**cause, **facts, **both}


def _prompts(state: Any) -> dict[tuple[int, int], engine.Prompt]:
    return {} if state is None else {(prompt.opened, prompt.seat): prompt for prompt in state.prompts}


def opened(table: store.LoadedGame, prompt: engine.Prompt, now: datetime, earlier: Mapping[int, datetime]) -> Turn:
    """The turn of a prompt that opens now, not saved; where what it asks was asked before, due as it was then."""
    turn = mapping.opened(table.game, table.seats[prompt.seat], prompt.opened, prompt.tag, now)
    if prompt.seat in earlier:
        mapping.lay(turn, mapping.moved(turn, mapping.fair(earlier[prompt.seat], turn, now)))
    return turn


def _settle(
    table: store.LoadedGame, terms: Terms, cause: Mapping[str, Any], gone: Sequence[engine.Prompt], now: datetime
) -> list[tuple[int, Account, Account]]:
    """The account of the seat whose deed it was, before and after, if it changes."""
    answered = [prompt for prompt in gone if prompt.seat == cause["seat"]]
    kind = EntryKind(cause["kind"])
    if not answered or kind is EntryKind.RULED:
        return []
    (prompt,) = answered
    seat = table.seats[prompt.seat]
    turn = next(turn for turn in table.turns if turn.seat == prompt.seat)
    refills = kind.own_move and not prompt.within_turn
    before = mapping.account(seat)
    after = settled(terms, before, mapping.due(turn), now, refills=refills)
    if before == after:
        return []
    seat.bank, seat.stopped = after
    return [(prompt.seat, before, after)]
