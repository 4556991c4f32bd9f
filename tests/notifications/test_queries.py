"""The outbox's query counts: the same for a batch as for one email, except to lease each of them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.games.stories import NOON, chosen, play_on, players, prompts, started
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db

A_MAIL = 3
"""Queries per email: a savepoint, taking the email, and releasing the savepoint."""


def cost(people: list[Player], games: int, carry: Carry) -> int:
    """Return how many queries it takes to send the emails about the start of this many games."""
    for _ in range(games):
        started(people)
    with CaptureQueriesContext(connection) as asked:
        assert len(carry(NOON)) == games * len(people)
    return len(asked)


def test_a_batch_costs_what_its_emails_cost(carry: Carry) -> None:
    two, five = players(5)[:2], list(Player.objects.order_by("email"))
    one_game = cost(two, 1, carry)
    assert cost(two, 4, carry) - one_game == 3 * 2 * A_MAIL
    news_of_the_table = 1  # what three answers would have told the host before it began is dropped by one query
    assert cost(five, 1, carry) - one_game == 3 * A_MAIL + news_of_the_table


def test_a_long_game_costs_no_more_than_a_short_one(carry: Carry) -> None:
    game = started(players(2))
    carry(NOON)
    chosen(game)
    with CaptureQueriesContext(connection) as early:
        assert len(carry(NOON)) == 1
    play_on(game, 120)
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1)
    with CaptureQueriesContext(connection) as late:
        assert len(carry(NOON)) == 1
    # Turns played meanwhile are marked in both players' emails, and one of the emails is dropped.
    assert len(late) <= len(early) + 3
