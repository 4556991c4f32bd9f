"""The ladder of a club: its own games alone, and nothing outside changes with it."""

import pytest

from games.competitions.clubs import ladder, membership
from games.lobby import lobby
from games.models import Club, Game, Player, Seat
from tests.api.people import API, client_of
from tests.clubs.club import filled, opened
from tests.games.stories import NOON, players, started

pytestmark = pytest.mark.django_db


def ended(club: Club, people: list[Player], *points: int) -> None:
    """Let these people have played a game of the club with these points."""
    game = opened(club, people[0], seats=len(people))
    for player in people[1:]:
        lobby.join_game(player=player, game_id=game.pk, now=NOON)
    _end(game.pk, points)


def _end(game_id: str, points: tuple[int, ...]) -> None:
    Game.objects.filter(pk=game_id).update(status=Game.Status.ENDED, ended_at=NOON)
    for number, each in enumerate(points):
        rank = 1 + sum(other > each for other in points)
        Seat.objects.filter(game=game_id, number=number).update(points=each, rank=rank)


def test_members_are_ranked_by_the_games_of_the_club_alone() -> None:
    ada, ben, cleo, dan = people = players(4)
    club = filled(people)
    ended(club, [ada, ben, cleo], 90, 100, 80)
    ended(club, [ben, ada], 120, 60)
    elsewhere = started([dan, ada])
    _end(elsewhere.pk, (200, 10))
    lines = ladder.build_ladder(club)
    assert [(line.player, line.played, line.won, line.second, line.points) for line in lines] == [
        (ben, 2, 2, 0, 220),
        (ada, 2, 0, 2, 150),
        (cleo, 1, 0, 0, 80),
        (dan, 0, 0, 0, 0),
    ]
    assert lines[0].rating > lines[1].rating > lines[2].rating
    assert lines[3].rating == 1500


def test_whoever_has_left_is_not_listed_and_outsiders_see_none_of_it() -> None:
    ada, ben, cleo = players(3)
    club = filled([ada, ben])
    ended(club, [ada, ben], 90, 100)
    membership.leave(player=ben, club_id=club.pk, now=NOON)
    rows = client_of(ada).get(f"{API}/clubs/{club.pk}/ladder").json()["results"]
    assert [(row["player"]["name"], row["played"], row["won"], row["second"]) for row in rows] == [
        ("Player 0", 1, 0, 1)
    ]
    assert rows[0]["rating"] < 1500
    assert client_of(cleo).get(f"{API}/clubs/{club.pk}/ladder").status_code == 403
