"""Pauses agreed by all players."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from games.errors import Refused
from games.lobby import departures
from games.models import Game, Player, Seat, Turn
from games.table.rulings import Pause, Replace, pauses
from tests.games import indexes
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def people() -> list[Player]:
    return players(3)


@pytest.fixture
def game(people: list[Player]) -> Game:
    return chosen(started(people))


def wish(game: Game, *people: Player) -> Game:
    for player in people:
        found = pauses.wish(player=player, game_id=game.id, now=NOON + HOUR)
    return found


def deadline(game: Game) -> object:
    return Turn.objects.get(game=game, closed_at=None).deadline_at


def test_it_takes_all(people: list[Player], game: Game) -> None:
    assert wish(game, people[0], people[1]).pauses == []

    assert wish(game, people[2]).pauses == ["agreement"]
    call_command("replay")


def test_a_wish_can_be_taken_back(people: list[Player], game: Game) -> None:
    wish(game, people[0])
    pauses.take_back(player=people[0], game_id=game.id, now=NOON + HOUR)

    assert wish(game, people[1], people[2]).pauses == []


def test_any_of_them_lets_the_game_go_on_and_nobody_has_lost_time(people: list[Player], game: Game) -> None:
    wish(game, *people)

    again = pauses.take_back(player=people[1], game_id=game.id, now=NOON + 9 * DAY)

    assert again.pauses == []
    assert deadline(game) == NOON + 10 * DAY - HOUR
    assert not Seat.objects.filter(game=game, wants_pause=True).exists()
    call_command("replay")


def test_anyone_who_has_left_is_not_asked(people: list[Player], game: Game) -> None:
    departures.resign(player=people[2], game_id=game.id, now=NOON)

    assert wish(game, people[0], people[1]).pauses == ["agreement"]
    with pytest.raises(Refused, match="already_paused"):
        wish(game, people[0])


def test_anyone_who_has_left_has_no_say(people: list[Player], game: Game) -> None:
    departures.resign(player=people[2], game_id=game.id, now=NOON)

    with pytest.raises(Refused, match="seat_not_active"):
        wish(game, people[2])


def test_an_admin_s_pause_outlives_it(people: list[Player], game: Game) -> None:
    wish(game, *people)
    rule(game, Pause(), now=NOON + 2 * HOUR)

    assert pauses.take_back(player=people[0], game_id=game.id, now=NOON + DAY).pauses == ["ruling"]


def test_which_games_are_paused_an_index_tells(people: list[Player], game: Game) -> None:
    indexes.used(lambda: pauses.end_long_ones(now=NOON), "game_paused")


def test_it_ends_when_stand_ins_alone_play_on(people: list[Player], game: Game) -> None:
    wish(game, *people)
    rule(game, Replace(0), now=NOON + 2 * HOUR)
    rule(game, Replace(1), now=NOON + 2 * HOUR)
    assert pauses.end_long_ones(now=NOON + 2 * HOUR) == 0

    departures.resign(player=people[2], game_id=game.id, now=NOON + 2 * HOUR)
    assert pauses.end_long_ones(now=NOON + 2 * HOUR) == 1
    assert pauses.end_long_ones(now=NOON + 2 * HOUR) == 0


def test_it_ends_by_itself(people: list[Player], game: Game) -> None:
    wish(game, *people)

    assert pauses.end_long_ones(now=NOON + 60 * DAY) == 0
    assert pauses.end_long_ones(now=NOON + 60 * DAY + HOUR) == 1
    assert pauses.end_long_ones(now=NOON + 60 * DAY + HOUR) == 0
    assert Game.objects.get(id=game.id).pauses == []
    assert deadline(game) == NOON + 61 * DAY
