"""An old game changes: a worker recomputes the later ratings, in batches, and nobody waits for it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player, RatedSeat, StaleRatings
from games.ratings import derivation
from games.table import rulings
from games.tasks import derive_ratings
from tests.games.courts import rule
from tests.games.stories import NOON, players
from tests.ratings.test_ratings import ended, ratings, rederived

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MINUTE = timedelta(minutes=1)
LATER = NOON + 100 * MINUTE


@pytest.fixture
def people() -> list[Player]:
    return players(4)


@pytest.fixture
def games(people: list[Player]) -> list[Game]:
    """Return twelve games of two, three of which ended at each of four instants."""
    pairs = [(0, 1), (2, 3), (1, 2)]
    return [ended([people[one], people[other]], NOON + minute * MINUTE) for minute in range(4) for one, other in pairs]


def make_void(game: Game) -> None:
    """Reopen the game, and end it without a result that counts."""
    rule(game, rulings.Reopen(), now=LATER)
    rule(Game.objects.get(pk=game.pk), rulings.End("void"), now=LATER)


def test_the_ruling_leaves_it_to_a_worker_if_much_follows(games: list[Game]) -> None:
    before, rows = ratings(), RatedSeat.objects.count()
    with CaptureQueriesContext(connection) as captured:
        make_void(games[0])
    assert not [query for query in captured if 'INSERT INTO "games_ratedseat"' in query["sql"]]
    assert (ratings(), RatedSeat.objects.count()) == (before, rows)
    assert StaleRatings.objects.get().since == NOON

    assert derive_ratings() == 1

    assert not StaleRatings.objects.exists()
    assert RatedSeat.objects.count() == rows - 2
    assert ratings() != before
    assert "0 differences" in rederived()
    assert derive_ratings() == 0


@pytest.mark.parametrize("some", [1, 2, 3, 5, 11, 12, 13])
def test_in_batches_of_any_size_it_comes_to_the_same(games: list[Game], some: int) -> None:
    """Also if a batch ends between games that ended at the same instant."""
    make_void(games[4])
    assert derivation.catch_up(games=some) >= 8 // some
    assert "0 differences" in rederived()


def test_games_go_on_ending_meanwhile(people: list[Player], games: list[Game]) -> None:
    make_void(games[0])
    newest = ended([people[3], people[0]], NOON + 50 * MINUTE)
    assert not RatedSeat.objects.filter(game=newest).exists()
    derive_ratings()
    assert RatedSeat.objects.filter(game=newest).count() == 2
    assert "0 differences" in rederived()


def test_an_older_game_that_changes_meanwhile_is_gone_back_to(games: list[Game]) -> None:
    """The worker was stopped halfway."""
    make_void(games[1])
    assert derivation._catch_up_some("usa@1", 7)
    stale = StaleRatings.objects.get()
    assert (stale.since, stale.after) > (NOON, "")
    make_void(games[0])
    assert (StaleRatings.objects.get().since, StaleRatings.objects.get().after) == (NOON, "")
    derive_ratings()
    assert "0 differences" in rederived()


def test_where_little_follows_it_follows_at_once(people: list[Player], games: list[Game]) -> None:
    make_void(games[-1])
    assert not StaleRatings.objects.exists()
    assert "0 differences" in rederived()


def test_rate_leaves_nothing_stale(games: list[Game]) -> None:
    make_void(games[0])
    assert "differences" in rederived()
    assert not StaleRatings.objects.exists()
    assert "0 differences" in rederived()
