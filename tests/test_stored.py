"""Stored, signed and emailed data stay readable for ever: no name in them changes."""

import pytest

from tests import stored


@pytest.fixture(scope="module")
def current() -> set[str]:
    return set(stored.current())


def test_every_name_is_still_known(current: set[str]) -> None:
    """If a name is missing here, old games, queues, links or rows can no longer be read."""
    assert sorted(set(stored.listed()) - current) == []


def test_every_name_is_listed(current: set[str]) -> None:
    """If a name is missing here, run: python -m tests.stored"""
    assert sorted(current - set(stored.listed())) == []


def test_each_kind_of_name_is_found(current: set[str]) -> None:
    """Check that the collector finds names of every kind; an empty set would pass the other tests."""
    few = {"key signed_links:{}:{}", "link seat-page", "task games.tasks.sweep_deadlines", "notice your_turn"}
    assert few <= current
    kinds = {name.partition(" ")[0] for name in current}
    assert kinds == {"address", "event", "key", "link", "move", "notice", "prompt", "task", "value"}
