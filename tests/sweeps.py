"""Long parametrized tests: `make test` runs a few of their cases, and the nightly run all others.

Cases for games that play like another (`TWINS`) run nightly by themselves, but for tests marked `twins`.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import pytest

import engine


def at_length(every: Iterable[Any], *, at_once: Sequence[Any]) -> list[Any]:
    """Return all cases for pytest's `parametrize` or `params`: those in `at_once`, and the others marked `nightly`.

    Choose for `at_once` the cases that check the most in their time. A new case runs nightly until somebody names it
    there.
    """
    cases = list(every)
    assert all(case in cases for case in at_once), "a case to see at once is none of the sweep's"
    return [case if case in at_once else _nightly(case) for case in cases]


def _nightly(case: Any) -> Any:
    values = case if type(case) is tuple else (case,)  # the values for several names; a named tuple is one value
    return pytest.param(*values, marks=pytest.mark.nightly)


def find_twins(rulesets: Iterable[engine.Ruleset]) -> frozenset[str]:
    """Return the ids of the rulesets that play like one before them: on the same map, with the same moves and facts.

    They differ in tickets, numbers and bonuses only, which tests of their own check at every change.
    """
    leaders: dict[object, str] = {}
    alike = {rules.id: leaders.setdefault(_key(rules), rules.id) for rules in rulesets}
    return frozenset(name for name, leader in alike.items() if leader != name)


def _key(rules: engine.Ruleset) -> object:
    answers = frozenset((prompt, *(rule.move for rule in choices)) for prompt, choices in rules.moves.items())
    return rules.board.map, rules.position, frozenset(rules.reducers.items()), answers, frozenset(rules.variants)


NIGHTLY_ANYWAY: Final = ("clients", "engines")
"""Marks of tests that run at night without being marked for it."""
TWINS: Final = find_twins(engine.RULESETS.values())


def is_of_twin(item: pytest.Item) -> bool:
    """Check whether this is a test's case for a twin, which runs nightly unless the test is marked `twins`."""
    callspec = getattr(item, "callspec", None)
    if callspec is None or any(item.get_closest_marker(mark) for mark in ("twins", *NIGHTLY_ANYWAY)):
        return False
    return any(map(_names_twin, callspec.params.values()))


def _names_twin(value: object) -> bool:
    if isinstance(value, engine.Ruleset):
        return value.id in TWINS
    return any(map(_names_twin, value)) if isinstance(value, tuple) else isinstance(value, str) and value in TWINS
