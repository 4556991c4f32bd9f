"""The effects of an entry on the clocks: turns closed and their cost, turns opened and their deadlines.

Players who answer their own questions pay for the time taken, from the bank if the time per move was not enough; their
own move refills it. Nobody pays for a ruling or for questions that others close.
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
    """The effects of an entry on turns and accounts, and the entry's facts including them."""

    turns: Turns
    facts: Json


def effects(
    table: store.LoadedGame,
    cause: Json,
    state: engine.State,
    now: datetime,
    earlier: Mapping[int, mapping.Earlier],
) -> Effects:
    """Return the effects of an entry on turns and accounts; nothing is changed or saved.

    Turns whose prompts are answered in `state` are closed, and one is opened for each new prompt. `earlier`: the
    deadlines, by seat, of questions that are asked again; they apply as far as that is fair.
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
    """Return the seat that moved and whether in time; None while the same turn asks for more."""
    in_time = EntryKind(cause["kind"]).in_time
    if in_time is None or [prompt for prompt in new_prompts if prompt.seat == cause["seat"] and prompt.within_turn]:
        return None
    return cause["seat"], in_time


def _facts(cause: Json, facts: Json) -> Json:
    """Return the facts of an entry: those of its cause merged with these, as a ruling may also have moved deadlines."""
    both = {name: {**cause[name], **value} for name, value in facts.items() if name in cause}
    return {**cause, **facts, **both}


def opened(
    table: store.LoadedGame,
    prompt: engine.Prompt,
    now: datetime,
    earlier: Mapping[int, mapping.Earlier],
    accounts: Mapping[int, Account],
) -> Turn:
    """Return the turn, not saved, of a prompt that opens now; a question asked again keeps its earlier deadline.

    `accounts`: the accounts of seats that have changed.
    """
    seat = table.seats[prompt.seat]
    turn = mapping.opened(table.game, seat, accounts.get(seat.number) or mapping.account(seat), prompt, now)
    if prompt.seat in earlier:
        mapping.lay(turn, mapping.moved(turn, mapping.fair(earlier[prompt.seat], turn, now)))
    return turn


def _settled(
    table: store.LoadedGame, terms: Terms, cause: Json, gone: Sequence[engine.Prompt], now: datetime
) -> tuple[int, Account, Account] | None:
    """Return the account of the seat that acted, before and after, if it changes."""
    answered = [prompt for prompt in gone if prompt.seat == cause["seat"]]
    kind = EntryKind(cause["kind"])
    if not answered or kind is EntryKind.RULED:
        return None
    (prompt,) = answered
    (turn,) = [turn for turn in table.turns if turn.seat == prompt.seat]
    before = mapping.account(table.seats[prompt.seat])
    after = settled(terms, before, mapping.due(turn), now, refills=kind.own_move and not prompt.within_turn)
    return None if before == after else (prompt.seat, before, after)
