"""Sweeps: a test of many cases alike, a few of which every run of `make test` sees, and all others each night."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def at_length(every: Iterable[Any], *, at_once: Sequence[Any]) -> list[Any]:
    """All cases for pytest's `parametrize` or `params`: those `at_once`, and the others marked `nightly`.

    At once is what sees the most for its time. A case that is added is seen at night, until somebody names it.
    """
    cases = list(every)
    assert all(case in cases for case in at_once), "a case to see at once is none of the sweep's"
    return [case if case in at_once else _nightly(case) for case in cases]


def _nightly(case: Any) -> Any:
    values = case if type(case) is tuple else (case,)  # the values of several names; a named tuple is one value
    return pytest.param(*values, marks=pytest.mark.nightly)
