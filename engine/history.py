"""From a log back to a position, where some of what happened was taken back.

Entries follow one another, but what happened in some of them may no longer count: an entry with `PositionRestored(k)`
goes on from the position after entry k. So each entry has a parent, the one before it or the one that it restored, and
the position after an entry is the fold along its line of parents, its `lineage`. Nothing is ever removed: what was
taken back stays in the log, and restoring an entry that had been taken back brings it back.

Restoring stamps the open prompts again, with the number of the entry that restores them, so that an answer to a prompt
that was open before never answers the one after it. Chance does not go back: no card is drawn twice.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from engine.model import Event, Feature, Ruleset, State, value


@value
class PositionRestored(Event):
    """The position is back to what it was after entry `as_of`; everything since then is taken back."""

    tag: ClassVar[str] = "position_restored"
    as_of: int


def _position_restored(state: State, event: PositionRestored) -> None:
    """Reducer, for the position after entry `as_of`: what is asked in it is asked again."""
    state.prompts = tuple(replace(prompt, opened=state.entry) for prompt in state.prompts)


FEATURE: Final = Feature(reducers={PositionRestored: _position_restored})
"""What every game has: its positions can be restored."""


def lineage(restored: Mapping[int, int], last: int) -> list[int]:
    """Return the numbers of the entries that count for the position after entry `last`, oldest first.

    `restored`: for each entry that restores a position, the number of the entry that it goes on from. Raises ValueError
    where that is not an earlier one.
    """
    numbers: list[int] = []
    number = last
    while number > 0:
        numbers.append(number)
        parent = restored.get(number, number - 1)
        if not (0 < parent < number or number == 1):
            raise ValueError(f"entry {number} restores entry {parent}")
        number = parent
    return numbers[::-1]


def restorings(entries: Mapping[int, Sequence[Event]]) -> dict[int, int]:
    """Return which entries restore a position, and from where they go on."""
    return {
        number: event.as_of
        for number, events in entries.items()
        for event in events[:1]
        if isinstance(event, PositionRestored)
    }


def replay(
    rules: Ruleset, seats: int, options: Mapping[str, bool], entries: Iterable[tuple[int, Iterable[Event]]]
) -> State:
    """Return the position after all these entries, each with its number, from 1 on, and its facts.

    It runs reducers only, and never checks and never draws.
    """
    last = deque(along(rules, seats, options, entries), maxlen=1)
    return last.pop() if last else rules.with_options(options).new(rules, seats, dict(options))


def along(
    rules: Ruleset, seats: int, options: Mapping[str, bool], entries: Iterable[tuple[int, Iterable[Event]]]
) -> Iterator[State]:
    """Yield the position after each entry that counts for the last one, oldest first; its `entry` has the number.

    It is one value, which changes on the way: look at it before you go on.
    """
    log = {number: list(events) for number, events in entries}
    rules = rules.with_options(options)
    state, reducers = rules.new(rules, seats, dict(options)), rules.reducers
    for number in lineage(restorings(log), max(log, default=0)):
        state.entry = number
        for event in log[number]:
            reducers[type(event)](state, event)
        yield state
