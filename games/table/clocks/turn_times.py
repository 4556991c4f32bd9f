"""What an entry does to the clocks: turns closed and what they cost, turns opened and when they are due.

Players who answer their own questions pay for the time it took, from the bank if the time per move was not enough; a
move of their own refills it. Nobody pays for a ruling, nor for questions that others close.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import engine
from engine.codec import Json
from games.kinds import EntryKind
from games.models import Turn
from games.table import store
from games.table.clocks import mapping
from games.table.clocks.terms import Terms
from games.table.clocks.turns import Account, Due, settled
from games.table.store import Turns


class Effects(NamedTuple):
    """What becomes of turns and accounts, and what the entry's facts are with that."""

    turns: Turns
    facts: Json


def effects(
    table: store.LoadedGame,
    cause: Json,
    state: engine.State,
    now: datetime,
    earlier: Mapping[int, mapping.Earlier],
) -> Effects:
    """Return what becomes of turns and accounts; nothing is changed or saved.

    Turns are closed whose prompts are answered in `state`, and one is opened for each new prompt. `earlier`: the
    deadlines, by seat, of what was asked before and is asked again: they hold as far as that is fair.
    """
    terms = mapping.terms(table.game)
    open_before, open_after = _by_id(table.state.prompts), _by_id(state.prompts)
    gone = [prompt for name, prompt in open_before.items() if name not in open_after]
    new = [prompt for name, prompt in open_after.items() if name not in open_before]
    paid = _settled(table, terms, cause, gone, now)
    accounts = {} if paid is None else {paid[0]: paid[2]}
    turns = [opened(table, prompt, now, earlier, accounts) for prompt in new]
    clock_facts = mapping.deadline_facts(
        {prompt.id: Due(turn.deadline_at, turn.expires_at) for prompt, turn in zip(new, turns, strict=True)}
    )
    if paid is not None:
        clock_facts |= mapping.account_facts(terms, [paid])
    closed = [prompt.seat for prompt in gone]
    counted = None if table.game.practice else _counted(cause, new)
    return Effects(Turns(closed, turns, counted, accounts), _facts(cause, clock_facts))


def _by_id(prompts: Sequence[engine.Prompt]) -> dict[tuple[int, int], engine.Prompt]:
    return {(prompt.opened, prompt.seat): prompt for prompt in prompts}


def _counted(cause: Json, new_prompts: Sequence[engine.Prompt]) -> tuple[int, bool] | None:
    """Whose move it was, and whether in time. While the same turn asks for more, nothing is counted yet."""
    in_time = EntryKind(cause["kind"]).in_time
    if in_time is None or [prompt for prompt in new_prompts if prompt.seat == cause["seat"] and prompt.within_turn]:
        return None
    return cause["seat"], in_time


def _facts(cause: Json, facts: Json) -> Json:
    """Return the facts of an entry, those of its cause and these: a ruling may have moved deadlines and set others."""
    both = {name: {**cause[name], **value} for name, value in facts.items() if name in cause}
    return {**cause, **facts, **both}


def opened(
    table: store.LoadedGame,
    prompt: engine.Prompt,
    now: datetime,
    earlier: Mapping[int, mapping.Earlier],
    accounts: Mapping[int, Account],
) -> Turn:
    """Return the turn of a prompt that opens now, not saved; where what it asks was asked before, due as it was then.

    `accounts`: those of seats that are not what they were.
    """
    seat = table.seats[prompt.seat]
    turn = mapping.opened(table.game, seat, accounts.get(seat.number) or mapping.account(seat), prompt, now)
    if prompt.seat in earlier:
        mapping.lay(turn, mapping.moved(turn, mapping.fair(earlier[prompt.seat], turn, now)))
    return turn


def _settled(
    table: store.LoadedGame, terms: Terms, cause: Json, gone: Sequence[engine.Prompt], now: datetime
) -> tuple[int, Account, Account] | None:
    """Return the account of the seat whose deed it was, before and after, if it changes."""
    answered = [prompt for prompt in gone if prompt.seat == cause["seat"]]
    kind = EntryKind(cause["kind"])
    if not answered or kind is EntryKind.RULED:
        return None
    (prompt,) = answered
    (turn,) = [turn for turn in table.turns if turn.seat == prompt.seat]
    before = mapping.account(table.seats[prompt.seat])
    after = settled(terms, before, mapping.due(turn), now, refills=kind.own_move and not prompt.within_turn)
    return None if before == after else (prompt.seat, before, after)
