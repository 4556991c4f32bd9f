"""A plan belongs to its player, not to the seat: its fate when they part."""

import pytest
from django.db import transaction

from games.lobby import departures
from games.models import Game, Plan, Player, Seat
from games.table import rulings, store
from games.table.plans import execution
from games.table.play import seat_changes
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, players, post, prompts, started
from tests.plans.carrying import SOON, give, holder, plan_of, planned_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Return a game of three at the first turn, seat 0's."""
    return chosen(started(players(3)))


def test_a_plan_goes_with_its_player(game: Game) -> None:
    """P2: taking a seat over brings its secrets, but not the former player's plans."""
    give(game, 0, "draw deck")
    rule(game, rulings.Replace(seat=0, player=None))
    execution.act_due(now=SOON)
    assert planned_entries(game) == []
    assert not Plan.objects.filter(game=game).exists()


def test_a_plan_does_not_outlast_another_holder(game: Game) -> None:
    first = holder(game, 1)
    give(game, 1, "draw deck")
    rule(game, rulings.Replace(seat=1, player=None))
    rule(game, rulings.Replace(seat=1, player=first.pk))
    post(game, 0, "draw deck", "draw deck")
    assert execution.act_due(now=SOON) == 0
    assert not Plan.objects.filter(game=game).exists()


def test_anyone_who_leaves_leaves_no_plan(game: Game) -> None:
    give(game, 0, "draw deck")
    player = holder(game, 0)
    departures.hand_to_stand_in(player=player, game_id=game.pk, now=NOON)
    assert not Plan.objects.filter(game=game).exists()
    departures.come_back(player=player, game_id=game.pk, now=NOON)
    assert execution.act_due(now=SOON) == 0


def test_anyone_who_is_suspended_does_not_play_by_a_plan(game: Game) -> None:
    give(game, 0, "draw deck")
    Player.objects.filter(pk=holder(game, 0).pk).update(suspended_until=NOON + DAY)
    execution.act_due(now=SOON)
    assert planned_entries(game) == []
    assert plan_of(game, 0).reason["code"] == "suspended"


def test_an_absent_seat_is_asked_nothing_by_its_plan(game: Game) -> None:
    give(game, 1, "draw deck")
    with_seat = Seat.objects.get(game=game, number=1)
    with transaction.atomic():
        seat_changes.mark_absent(store.load(store.lock(game.id)), with_seat, NOON)
    post(game, 0, "draw deck", "draw deck")
    assert execution.act_due(now=SOON) == 0
    assert prompts(game)[0]["seat"] == 2
