"""Replay of a log in which some entries may have been taken back.

Entries follow one another, but some of them may no longer count: an entry with `PositionRestored(k)` continues from the
position after entry k. So each entry has a parent, either the entry before it or the one that it restored, and the
position after an entry is the fold along its ancestors, its `lineage`. Nothing is ever removed: entries that were taken
back stay in the log, and restoring such an entry brings it back.

Restoring stamps the open prompts with the number of the restoring entry, so that an answer to a prompt from before the
restoration never answers the prompt after it. Chance does not go back: no draw is repeated.
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
    """Ask the open prompts of the restored position again (a reducer on the position after entry `as_of`)."""
    state.prompts = tuple(replace(prompt, opened=state.entry) for prompt in state.prompts)


FEATURE: Final = Feature(reducers={PositionRestored: _position_restored})
"""The feature of every game that its positions can be restored."""


def lineage(restored: Mapping[int, int], last: int) -> list[int]:
    """Return the numbers of the entries that lead to the position after entry `last`, oldest first.

    `restored` maps each entry that restores a position to the entry whose position it restores. Raises ValueError if
    that is not an earlier entry.
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
    """Return the entries that restore a position, each with the number of the entry whose position it restores."""
    return {
        number: event.as_of
        for number, events in entries.items()
        for event in events[:1]
        if isinstance(event, PositionRestored)
    }


def replay(
    rules: Ruleset, seats: int, options: Mapping[str, bool], entries: Iterable[tuple[int, Iterable[Event]]]
) -> State:
    """Return the position after all these entries, given as (number, facts) with numbers from 1.

    It only runs reducers and never checks or draws.
    """
    last = deque(along(rules, seats, options, entries), maxlen=1)
    return last.pop() if last else rules.with_options(options).new(rules, seats, dict(options))


def along(
    rules: Ruleset, seats: int, options: Mapping[str, bool], entries: Iterable[tuple[int, Iterable[Event]]]
) -> Iterator[State]:
    """Yield the position after each entry that leads to the last one, oldest first, numbered in its `entry`.

    The same object is yielded each time and changed in between: use it before you advance the iterator.
    """
    log = {number: list(events) for number, events in entries}
    rules = rules.with_options(options)
    state, reducers = rules.new(rules, seats, dict(options)), rules.reducers
    for number in lineage(restorings(log), max(log, default=0)):
        state.entry = number
        for event in log[number]:
            reducers[type(event)](state, event)
        yield state
