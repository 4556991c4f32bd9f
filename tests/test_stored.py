"""What is stored, signed or has been emailed can be read for ever: no name in it changes."""

import pytest

from tests import stored


@pytest.fixture(scope="module")
def found() -> set[str]:
    return set(stored.found())


def test_every_name_is_still_known(found: set[str]) -> None:
    """If one is missing here, old games, queues, links or rows can no longer be read."""
    assert sorted(set(stored.listed()) - found) == []


def test_every_name_is_listed(found: set[str]) -> None:
    """If one is missing here: python -m tests.stored"""
    assert sorted(found - set(stored.listed())) == []


def test_each_kind_of_name_is_found(found: set[str]) -> None:
    """A list that has lost its way would agree with anything."""
    few = {"key signed_links:{}:{}", "link seat-page", "task games.tasks.sweep_deadlines", "notice your_turn"}
    assert few <= found
    kinds = {name.partition(" ")[0] for name in found}
    assert kinds == {"address", "event", "key", "link", "move", "notice", "prompt", "task", "value"}
