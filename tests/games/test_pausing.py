"""Pauses agreed by all players."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from games.errors import Forbidden, Refused
from games.lobby import departures
from games.models import Game, Player, Proposal, Turn
from games.table.agreements import new_proposals
from games.table.rulings import Pause, Replace, pauses
from tests.agreements.table import pause
from tests.games import indexes
from tests.games.courts import last, rule
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def people() -> list[Player]:
    return players(3)


@pytest.fixture
def game(people: list[Player]) -> Game:
    return chosen(started(people))


def agree(game: Game, *people: Player) -> Game:
    for player in people:
        found = pause(player, game, NOON + HOUR)
    return found


def deadline(game: Game) -> object:
    return Turn.objects.get(game=game, closed_at=None).deadline_at


def test_it_takes_all(people: list[Player], game: Game) -> None:
    assert agree(game, people[0], people[1]).pauses == []

    assert agree(game, people[2]).pauses == ["agreement"]
    call_command("replay")


def test_an_answer_that_comes_too_late_proposes_it_anew(people: list[Player], game: Game) -> None:
    agree(game, people[0], people[1])
    late = Proposal.objects.get()
    new = new_proposals.propose(
        player=people[2], game_id=game.id, asked={"kind": "paused"}, now=late.closes_at + timedelta(seconds=1)
    )
    late.refresh_from_db()
    game.refresh_from_db()
    assert (late.state, new.state, new.by, game.pauses) == ("expired", "open", people[2], [])


def test_a_game_that_goes_on_goes_on(people: list[Player], game: Game) -> None:
    agree(game, people[0])
    for _ in range(2):
        pauses.resume(player=people[0], game_id=game.id, now=NOON + HOUR)

    assert agree(game, people[1], people[2]).pauses == ["agreement"]


def test_whoever_plays_with_stand_ins_alone_pauses_at_once(people: list[Player], game: Game) -> None:
    rule(game, Replace(0), now=NOON)
    assert agree(game, people[1]).pauses == []

    new_proposals.withdraw(player=people[1], proposal_id=Proposal.objects.get().pk, now=NOON + HOUR)
    departures.resign(player=people[2], game_id=game.id, now=NOON + HOUR)
    assert agree(game, people[1]).pauses == ["agreement"]
    assert last(game)["agreed"] == [1]
    call_command("replay")


def test_a_guest_needs_an_address_only_where_others_hear_of_it(people: list[Player], game: Game) -> None:
    Player.objects.filter(pk=people[1].pk).update(kind=Player.Kind.GUEST)
    with pytest.raises(Forbidden, match="address_needed"):
        agree(game, people[1])
    for seat in (0, 2):
        rule(game, Replace(seat), now=NOON)
    assert agree(game, people[1]).pauses == ["agreement"]


def test_any_of_them_lets_the_game_go_on_and_nobody_has_lost_time(people: list[Player], game: Game) -> None:
    agree(game, *people)

    pauses.resume(player=people[1], game_id=game.id, now=NOON + 9 * DAY)

    assert Game.objects.get(id=game.id).pauses == []
    assert deadline(game) == NOON + 10 * DAY - HOUR
    call_command("replay")


def test_nobody_else_lets_it_go_on(people: list[Player], game: Game) -> None:
    agree(game, *people)
    (stranger,) = players(1, "Stranger")
    departures.resign(player=people[2], game_id=game.id, now=NOON + HOUR)

    for player, code in ((stranger, "not_in_this_game"), (people[2], "seat_not_active")):
        with pytest.raises(Refused, match=code):
            pauses.resume(player=player, game_id=game.id, now=NOON + DAY)


def test_anyone_who_has_left_is_not_asked(people: list[Player], game: Game) -> None:
    departures.resign(player=people[2], game_id=game.id, now=NOON)

    assert agree(game, people[0], people[1]).pauses == ["agreement"]
    with pytest.raises(Refused, match="already_paused"):
        agree(game, people[0])


def test_anyone_who_has_left_has_no_say(people: list[Player], game: Game) -> None:
    departures.resign(player=people[2], game_id=game.id, now=NOON)

    with pytest.raises(Refused, match="seat_not_active"):
        agree(game, people[2])


def test_an_admin_s_pause_outlives_it(people: list[Player], game: Game) -> None:
    agree(game, *people)
    rule(game, Pause(), now=NOON + 2 * HOUR)

    pauses.resume(player=people[0], game_id=game.id, now=NOON + DAY)
    assert Game.objects.get(id=game.id).pauses == ["ruling"]


def test_which_games_are_paused_an_index_tells(people: list[Player], game: Game) -> None:
    indexes.used(lambda: pauses.end_long_ones(now=NOON), "game_paused")


def test_it_ends_when_stand_ins_alone_play_on(people: list[Player], game: Game) -> None:
    agree(game, *people)
    rule(game, Replace(0), now=NOON + 2 * HOUR)
    rule(game, Replace(1), now=NOON + 2 * HOUR)
    assert pauses.end_long_ones(now=NOON + 2 * HOUR) == 0

    departures.resign(player=people[2], game_id=game.id, now=NOON + 2 * HOUR)
    assert pauses.end_long_ones(now=NOON + 2 * HOUR) == 1
    assert pauses.end_long_ones(now=NOON + 2 * HOUR) == 0


def test_it_ends_by_itself(people: list[Player], game: Game) -> None:
    agree(game, *people)

    assert pauses.end_long_ones(now=NOON + 60 * DAY) == 0
    assert pauses.end_long_ones(now=NOON + 60 * DAY + HOUR) == 1
    assert pauses.end_long_ones(now=NOON + 60 * DAY + HOUR) == 0
    assert Game.objects.get(id=game.id).pauses == []
    assert deadline(game) == NOON + 61 * DAY
