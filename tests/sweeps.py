"""Sweeps: a test of many cases alike, a few of which are seen by every run of `make test`, and all others at length."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def at_length(every: Iterable[Any], *, at_once: Sequence[Any]) -> list[Any]:
    """All cases for pytest's `parametrize` or `params`: those `at_once`, and the others marked `long` and `sweep`.

    At once is what sees the most for its time. A case that is added is seen at length, until somebody names it.
    """
    cases = list(every)
    assert all(case in cases for case in at_once), "a case to see at once is none of the sweep's"
    return [case if case in at_once else _long(case) for case in cases]


def _long(case: Any) -> Any:
    values = case if type(case) is tuple else (case,)  # the values of several names; a named tuple is one value
    return pytest.param(*values, marks=(pytest.mark.long, pytest.mark.sweep))
