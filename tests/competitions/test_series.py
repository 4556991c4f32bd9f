"""A series: the same people play several games, with standings over all of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.competitions.series import creation, departures, progress, selectors
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import departures as seats
from games.lobby import lobby
from games.models import Game, Player, Seat, Series, SeriesGame
from games.people.privacy import erase_player
from games.table.rulings import End, Reopen
from notifications.models import Notification
from tests.api.table import guests
from tests.games.courts import rule
from tests.games.races import both
from tests.games.stories import DAY, NOON, holder, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def series_of(games: int, people: list[Player], **wishes: Any) -> Game:
    """Return the first game of a series, which has begun."""
    told = {"ruleset": "usa@1", "seats": len(people), "order": "fixed", "time_per_move": DAY, **wishes}
    game = creation.create(host=people[0], wishes=lobby.Wishes(**told), games=games, now=NOON)
    for player in people[1:]:
        lobby.join_game(player=player, game_id=game.pk, now=NOON)
    return Game.objects.get(pk=game.pk)


def over(game: Game, how: str = "adjudicated") -> None:
    """End the game now."""
    rule(game, End(how=how))


def go_on() -> int:
    return progress.advance_due(now=NOON)


def game_of(first: Game, number: int) -> Game:
    return Game.objects.get(seriesgame__number=number, seriesgame__series__places__game=first)


def sitting(game: Game) -> list[str]:
    return [holder(game, seat).name for seat in range(game.seats_wanted)]


def test_the_ended_games_of_a_series_can_be_told_apart_at_no_more_queries() -> None:
    people = players(2)
    first = series_of(3, people, name="Best of three")
    browser, asked = browser_of(people[0]), []
    for number in (1, 2, 3):
        over(game_of(first, number), how="void" if number == 2 else "adjudicated")
        with CaptureQueriesContext(connection) as queries:
            text = text_of(browser, "/games")
        asked.append(len(queries))
        assert f"Game {number} of 3" in text
        go_on()
    assert text.count("Game ") == 3
    assert text.count("Won by") == 2
    assert text.count("No result") == 1
    assert asked[0] == asked[1] == asked[2]


class TestFromGameToGame:
    def test_the_next_game_starts_at_once_with_the_same_people_and_the_second_of_them_begins(self) -> None:
        people = players(3)
        first = series_of(3, people, name="Coast to coast")
        assert go_on() == 0  # the first game goes on
        over(first)
        assert go_on() == 1
        assert go_on() == 0  # only once
        second = game_of(first, 2)
        assert second.status == Game.Status.RUNNING
        assert second.name == "Coast to coast"
        assert sitting(second) == ["Player 1", "Player 2", "Player 0"]
        over(second)
        go_on()
        assert sitting(game_of(first, 3)) == ["Player 2", "Player 0", "Player 1"]
        over(game_of(first, 3))
        assert go_on() == 1
        assert Series.objects.get().ended_at == NOON
        assert SeriesGame.objects.count() == 3
        assert go_on() == 0

    def test_a_player_who_has_left_or_cannot_play_is_followed_by_a_stand_in(self) -> None:
        people = players(5)
        first = series_of(2, people)
        seats.resign(player=people[1], game_id=first.pk, now=NOON)
        departures.leave(player=people[2], series_id=first.seriesgame.series_id, now=NOON)
        Player.objects.filter(pk=people[3].pk).update(suspended_until=NOON + DAY)
        over(first)
        go_on()
        second = game_of(first, 2)
        people_there = [seat.player for seat in second.seats.select_related("player") if not seat.of_house]
        assert people_there == [people[4], people[0]]
        assert second.seats_wanted == 5

    def test_leaving_can_be_taken_back_while_the_game_runs(self) -> None:
        people = players(2)
        first = series_of(2, people)
        series = first.seriesgame.series_id
        departures.leave(player=people[1], series_id=series, now=NOON)
        departures.leave(player=people[1], series_id=series, now=NOON)
        departures.stay(player=people[1], series_id=series)
        over(first)
        go_on()
        assert sitting(game_of(first, 2)) == ["Player 1", "Player 0"]
        with pytest.raises(Refused, match="series_over"):  # nothing follows the last game
            departures.leave(player=people[0], series_id=series, now=NOON)
        with pytest.raises(Refused, match="series_over"):
            departures.stay(player=players(1, "Stranger")[0], series_id=series)

    def test_with_fewer_than_two_people_it_is_over_and_those_who_are_there_hear_of_it(self) -> None:
        people = players(2)
        first = series_of(5, people)
        erase_player(player=people[1], now=NOON)
        go_on()
        assert Series.objects.get().ended_at == NOON
        assert not Game.objects.exclude(pk=first.pk).exists()
        told = Notification.objects.get(kind="series_over")
        assert told.player == people[0]

    def test_one_that_never_began_ends_without_a_word(self) -> None:
        host = players(1)[0]
        wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY)
        game = creation.create(host=host, wishes=wishes, games=2, now=NOON)
        lobby.leave_game(player=host, game_id=game.pk, now=NOON)
        assert go_on() == 1
        assert not Notification.objects.filter(kind="series_over").exists()

    def test_a_void_game_is_not_played_again_and_all_share_its_first_place(self) -> None:
        people = players(3)
        first = series_of(2, people)
        over(first, "void")
        go_on()
        assert game_of(first, 2).status == Game.Status.RUNNING
        lines = selectors.seen_by(None, first.seriesgame.series_id).standings
        assert [(line.rank, line.points) for line in lines] == [(1, 2)] * 3

    def test_a_ruling_that_resumes_the_last_game_resumes_the_series(self) -> None:
        people = players(2)
        first = series_of(2, people)
        over(first)
        go_on()
        second = game_of(first, 2)
        over(second)
        go_on()
        rule(second, Reopen())
        assert Series.objects.get().ended_at is None
        assert go_on() == 0
        seats.resign(player=people[0], game_id=second.pk, now=NOON)
        assert go_on() == 1

    def test_it_is_for_people(self) -> None:
        host = players(1)[0]
        wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY, stand_ins=1)
        with pytest.raises(Unprocessable, match="series_needs_people"):
            creation.create(host=host, wishes=wishes, games=2, now=NOON)
        with pytest.raises(Unprocessable, match="series_too_long"):
            creation.create(host=host, wishes=wishes, games=11, now=NOON)

    @pytest.mark.django_db(transaction=True)
    def test_two_workers_open_one_game(self) -> None:
        first = series_of(2, players(2))
        over(first)
        assert both(go_on, go_on) == "done"
        assert Game.objects.count() == 2


class TestStandings:
    def test_over_all_games_by_match_points_and_they_follow_the_results(self) -> None:
        people = players(2)
        first = series_of(2, people)
        seats.resign(player=people[1], game_id=first.pk, now=NOON)
        series = first.seriesgame.series_id
        lines = selectors.seen_by(None, series).standings
        assert [(line.contestant.name, line.rank, line.points) for line in lines] == [
            ("Player 0", 1, 2),
            ("Player 1", 2, 0),
        ]
        Seat.objects.filter(game=first).update(rank=1)  # as a ruling could
        assert [line.points for line in selectors.seen_by(None, series).standings] == [1, 1]

    def test_the_page_asks_as_much_after_many_games_as_after_one(self) -> None:
        first = series_of(4, players(3))
        series = first.seriesgame.series_id

        def asked() -> int:
            with CaptureQueriesContext(connection) as told:
                Client().get(f"/series/{series}")
            return len(told)

        over(first)
        go_on()
        one = asked()
        for number in (2, 3):
            over(game_of(first, number))
            go_on()
        assert asked() == one


class TestWhoSeesIt:
    def test_a_private_series_does_not_exist_for_strangers(self) -> None:
        people = players(3)
        stranger = players(1, "Stranger")[0]
        first = series_of(2, people[:2], public=False)
        path = f"/series/{first.seriesgame.series_id}"
        assert Client().get(path).status_code == 404
        assert browser_of(stranger).get(path).status_code == 404
        for what in ("leave", "stay", ""):
            assert browser_of(stranger).post(path, {"do": what}).status_code == 404
        assert "Player 1" in text_of(browser_of(people[0]), path)
        with pytest.raises(NotFound, match="no_such_series"):
            departures.leave(player=stranger, series_id=first.seriesgame.series_id, now=NOON)

    def test_anyone_else_can_look_but_not_leave(self) -> None:
        first = series_of(2, players(2))
        stranger = players(1, "Stranger")[0]
        text = text_of(browser_of(stranger), f"/series/{first.seriesgame.series_id}")
        assert "Leave after this game" not in text
        with pytest.raises(Forbidden, match="not_in_this_series"):
            departures.leave(player=stranger, series_id=first.seriesgame.series_id, now=NOON)

    def test_a_player_who_is_erased_has_no_name_there(self) -> None:
        people = players(3)
        first = series_of(2, people)
        over(first)
        erase_player(player=people[1], now=NOON)
        text = text_of(Client(), f"/series/{first.seriesgame.series_id}")
        assert "Player 1" not in text
        assert "erased" not in text
        assert "a former player" in text

    def test_nothing_of_a_running_game_shows(self) -> None:
        """Whatever the seats hold, draw or have scored, the page is the same byte for byte."""
        first = series_of(2, players(2))
        path = f"/series/{first.seriesgame.series_id}"
        before = Client().get(path).content
        Seat.objects.filter(game=first, number=0).update(points=55)
        Game.objects.filter(pk=first.pk).update(head=7, chain="f" * 64)
        assert Client().get(path).content == before


class TestWaysIn:
    def test_on_the_web(self) -> None:
        host, other = players(2)
        page = browser_of(host)
        wishes = {"ruleset": "usa@1", "seats": "2", "clock": "daily", "access": "open", "games": "3"}
        made = page.post("/tables/new", wishes)
        assert "Game 1 of 3" in text_of(page, made["Location"])
        game = Game.objects.get()
        lobby.join_game(player=other, game_id=game.pk, now=NOON)
        assert "Game 1 of 3" in text_of(page, f"/games/{game.pk}")
        path = f"/series/{game.seriesgame.series_id}"
        assert "Leave after this game" in text_of(page, path)
        page.post(path, {"do": "leave"})
        assert "Play on after all" in text_of(page, path)
        page.post(path, {"do": "stay"})
        over(game)
        assert "Leave before the next game" in text_of(page, path)
        assert "Standings of the series" in text_of(page, f"/games/{game.pk}")

    def test_in_the_api(self) -> None:
        host, other = guests(2)
        body = {"ruleset": "usa@1", "seats": 2, "clock": "daily", "games": 2}
        made = host.post("/games", body, 201)
        path = "/series/" + host.get(f"/games/{made['id']}/series")["id"]
        other.post(f"/games/{made['id']}/join")
        assert other.post(f"{path}/leave")["you_leave"]
        assert not other.post(f"{path}/stay")["you_leave"]
        shown = other.get(path)
        assert [one["number"] for one in shown["games"]] == [1]
        assert [line["points"] for line in shown["standings"]] == [0, 0]
        answer = host.http.get(f"/api/v1{path}")
        again = host.http.get(f"/api/v1{path}", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304

    def test_emails_say_which_game_has_started_and_who_has_won(self, carry: Carry) -> None:
        people = players(2)
        first = series_of(2, people)
        over(first)
        carry(NOON)
        go_on()
        begun = carry(NOON)
        assert all("This is game 2 of 2" in mail.text for mail in begun)
        seats.resign(player=people[0], game_id=game_of(first, 2).pk, now=NOON)
        assert carry(NOON) == []  # the result waits for the standings, which come a moment later
        go_on()
        told = carry(NOON)
        assert sorted(mail.to[0] for mail in told) == ["player0@mail.example", "player1@mail.example"]
        assert all("The series is over." in mail.text and "1. Player 1" in mail.text for mail in told)
        assert all(mail.text.count("Player 1") > 1 for mail in told)  # the game's own standings, too
        assert carry(NOON + timedelta(days=1)) == []

    def test_a_result_does_not_wait_for_standings_that_do_not_come(self, carry: Carry) -> None:
        people = players(2)
        first = series_of(2, people)
        over(first)
        carry(NOON)
        go_on()
        carry(NOON)
        seats.resign(player=people[0], game_id=game_of(first, 2).pk, now=NOON)
        assert carry(NOON + timedelta(minutes=9)) == []
        assert len(carry(NOON + timedelta(minutes=10))) == 2
