"""Long parametrized tests: `make test` runs a few of their cases, and the nightly run all others."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


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
