"""Ratings follow only from the results of games that people have played."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.errors import Forbidden, Unprocessable
from games.lobby import departures, lobby
from games.models import Game, Player, RatedSeat, Rating
from games.people.privacy import erase_player, export_player
from games.ratings import rating_table
from games.ratings.skill import NEWCOMER, Skill
from games.table import rulings
from tests.api.people import API, client_of
from tests.games.courts import rule, undo
from tests.games.stories import DAY, NOON, chosen, holder, play_on, players, started
from tests.ratings.strengths import by_luck_and_strength, figures, rated
from tests.web.people import text_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def begun(people: list[Player], now: datetime = NOON, **wishes: Any) -> Game:
    """Return a game in which everyone has moved twice: drawing two cards in a turn counts as two answers."""
    game = chosen(started(people, now=now, **wishes), now=now)
    play_on(game, 2 * len(people), now=now)
    return game


def ended(people: list[Player], now: datetime = NOON, **wishes: Any) -> Game:
    """Return a game that everyone but the first resigns, the last one first."""
    game = begun(people, now, **wishes)
    for seat in range(len(people) - 1, 0, -1):
        departures.resign(player=holder(game, seat), game_id=game.pk, now=now)
    return Game.objects.get(pk=game.pk)


def ratings() -> dict[str, tuple[int, int]]:
    """Return everyone's rating, and the number of games behind it."""
    return {row.player.name: (rating_table.skill_of(row).rating, row.games) for row in Rating.objects.all()}


def rederived() -> str:
    """Return the output of `manage.py rate`."""
    out, err = StringIO(), StringIO()
    with suppress(CommandError):
        call_command("rate", stdout=out, stderr=err)
    return out.getvalue() + err.getvalue()


class TestWhatCounts:
    def test_winners_rise_and_losers_fall_when_the_game_has_ended_and_not_before(self) -> None:
        people = players(3)
        game = begun(people)
        departures.resign(player=people[2], game_id=game.pk, now=NOON)
        assert not Rating.objects.exists()  # two are still playing
        departures.resign(player=people[1], game_id=game.pk, now=NOON)
        first, second, third = (ratings()[player.name] for player in people)
        assert first[0] > 1500 > second[0]
        assert second == third
        assert {games for _, games in ratings().values()} == {1}

    @pytest.mark.parametrize("wishes", [{"public": False}, {"rated": False}])
    def test_private_and_unrated_games_count_for_nobody(self, wishes: dict[str, Any]) -> None:
        game = ended(players(2), **wishes)
        assert game.ended_at
        assert not game.rated
        assert not RatedSeat.objects.exists()

    def test_nor_does_one_that_a_stand_in_began(self) -> None:
        people = players(2)
        wishes = lobby.Wishes("usa@1", 3, DAY, stand_ins=1, order="fixed")
        game = lobby.create_game(host=people[0], wishes=wishes, now=NOON)
        lobby.join_game(player=people[1], game_id=game.pk, now=NOON)
        for player in people:
            departures.resign(player=player, game_id=game.pk, now=NOON)
        assert not RatedSeat.objects.exists()

    def test_each_ruleset_by_itself(self) -> None:
        people = players(2)
        ended(people)
        ended(people, ruleset="lagoon@1")
        assert set(Rating.objects.values_list("ruleset", "games")) == {("usa@1", 1), ("lagoon@1", 1)}


class TestRulings:
    def test_a_void_game_counts_no_longer_and_everything_after_it_follows(self) -> None:
        ada, bob, cleo = players(3)
        first = ended([ada, bob])
        ended([bob, cleo], NOON + HOUR)
        before = ratings()
        rule(first, rulings.Reopen(), now=NOON + 2 * HOUR)
        ruling = rule(Game.objects.get(pk=first.pk), rulings.End("void"), now=NOON + 2 * HOUR)
        assert ada.name not in ratings()
        assert ratings()[cleo.name] != before[cleo.name]
        assert "0 differences" in rederived()
        undo(Game.objects.get(pk=first.pk), ruling, now=NOON + 3 * HOUR)
        departures.resign(player=bob, game_id=first.pk, now=NOON + 4 * HOUR)
        assert ratings()[ada.name][1] == 1
        assert "0 differences" in rederived()

    def test_a_game_that_is_resumed_counts_when_it_has_ended_again(self) -> None:
        ada, bob = players(2)
        game = ended([ada, bob])
        rule(game, rulings.Reopen(), now=NOON + HOUR)
        assert not Rating.objects.exists()
        departures.resign(player=bob, game_id=game.pk, now=NOON + 2 * HOUR)
        assert ratings()[ada.name][1] == 1
        assert "0 differences" in rederived()


class TestDeriving:
    def test_whatever_the_order_in_which_they_are_recorded(self) -> None:
        ada, bob, cleo = players(3)
        for hour, people in enumerate(([ada, bob], [bob, cleo], [cleo, ada])):
            ended(people, NOON + hour * HOUR)
        before = ratings()
        late = ended([ada, cleo], NOON + timedelta(minutes=90))  # its end was recorded last, but it did not end last
        assert ratings() != before
        assert "0 differences" in rederived()
        Game.objects.filter(pk=late.pk).update(rated=False)
        assert "differences" in rederived()
        assert ratings() == before

    def test_what_is_wrong_is_said_and_put_right(self) -> None:
        people = players(2)
        ended(people)
        right = ratings()
        Rating.objects.filter(player=people[0]).update(mu=40)
        said = rederived()
        assert f"usa@1 rating {people[0].pk}: 1 40 " in said
        assert ratings() == right

    def test_erased_players_are_nowhere_and_the_others_keep_their_ratings(self) -> None:
        ada, bob, cleo = players(3)
        ended([ada, bob])
        ended([bob, cleo], NOON + HOUR)
        before = ratings()
        assert len(export_player(player=ada)["rated_games"]) == 1
        erase_player(player=ada, now=NOON)
        assert "0 differences" in rederived()
        assert ratings()[cleo.name] == before[cleo.name]
        Rating.objects.update(games=rating_table.FEWEST_GAMES)
        assert {row.player for row in rating_table.leaders("usa@1")} == {bob, cleo}


class TestTablesThatAsk:
    def table(self, host: Player, **wishes: Any) -> Game:
        return lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY, **wishes), now=NOON)

    def test_whoever_is_outside_cannot_join_and_newcomers_have_1500(self) -> None:
        winner, loser, newcomer = players(3)
        ended([winner, loser])
        for asked, ins, outs in (
            ({"minimum_rating": 1501}, [winner], [loser, newcomer]),
            ({"maximum_rating": 1500}, [loser, newcomer], [winner]),
            ({"minimum_rating": 1500, "maximum_rating": 1500}, [newcomer], [winner, loser]),
        ):
            (host,) = players(1, f"Host {len(ins)} {min(asked)}"[:20])
            for player in ins + outs:
                table = self.table(host, **asked)
                if player in ins:
                    lobby.join_game(player=player, game_id=table.pk, now=NOON)
                    continue
                with pytest.raises(Forbidden, match="rating_out_of_range"):
                    lobby.join_game(player=player, game_id=table.pk, now=NOON)
                with pytest.raises(Forbidden, match="rating_out_of_range"):
                    lobby.invite(host=host, game_id=table.pk, names=[player.name], now=NOON)

    def test_the_host_need_not_fit_but_somebody_must(self) -> None:
        (host,) = players(1)
        assert self.table(host, minimum_rating=2000).seats.count() == 1
        with pytest.raises(Unprocessable, match="ratings_crossed"):
            self.table(host, minimum_rating=2000, maximum_rating=1999)

    def test_in_the_api(self) -> None:
        ada, bob = players(2)
        body = {"ruleset": "usa@1", "seats": 3, "clock": "daily", "rated": False, "minimum_rating": 1600}
        made = client_of(ada).post(f"{API}/games", body, format="json").json()
        assert (made["rated"], made["minimum_rating"], made["maximum_rating"]) == (False, 1600, None)
        refused = client_of(bob).post(f"{API}/games/{made['id']}/join", format="json").json()
        assert refused["detail"] == "This table is for ratings from 1600 to 4000; Player 1 has 1500."


class TestLeaderboard:
    def crowd(self, count: int) -> list[Player]:
        people = players(count, "Leader")
        for number, player in enumerate(people):
            skill = Skill(NEWCOMER.mu + number, 1.5)
            Rating.objects.create(
                player=player, ruleset="usa@1", games=9 + number % 5, cautious=skill.cautious, **skill._asdict()
            )
        return people

    def test_ten_games_bring_a_player_on_it(self) -> None:
        people = self.crowd(6)
        shown = client_of(people[0]).get(f"{API}/rulesets/usa@1/leaderboard").json()
        assert [(row["place"], row["player"]["name"]) for row in shown["results"]] == [
            (1, "Leader 4"),
            (2, "Leader 3"),
            (3, "Leader 2"),
            (4, "Leader 1"),
        ]
        assert shown["results"][0]["rating"] == {"rating": 1660, "uncertainty": 120, "games": 13}
        page = text_of(Client(), "/leaderboard?ruleset=usa@1")
        assert "1660 ± 120" in page
        assert "Leader 0" not in page
        assert client_of(people[0]).get(f"{API}/rulesets/usa@9/leaderboard").status_code == 404
        assert client_of(people[0]).get(f"{API}/rulesets/usa@1/leaderboard?page=0").status_code == 400
        assert client_of(people[0]).get(f"{API}/rulesets/usa@1/leaderboard?page=2").json()["results"] == []

    def test_a_full_page_asks_as_much_as_an_empty_one(self) -> None:
        (reader,) = players(1)
        client = client_of(reader)

        def asked(call: Callable[[], object]) -> int:
            with CaptureQueriesContext(connection) as captured:
                call()
            return len(captured)

        calls: list[Callable[[], object]] = [
            lambda: client.get(f"{API}/rulesets/usa@1/leaderboard"),
            lambda: Client().get("/leaderboard?ruleset=usa@1"),
        ]
        calls[0]()
        self.crowd(5)
        few = [asked(call) for call in calls]
        for player in players(60, "More"):
            Rating.objects.create(player=player, ruleset="usa@1", games=20, mu=20, sigma=2, cautious=16)
        assert [asked(call) for call in calls] == few

    def test_on_the_players_page_and_in_the_api(self) -> None:
        ada, bob = players(2)
        ended([ada, bob])
        (row,) = client_of(bob).get(f"{API}/players/{ada.pk}").json()["ratings"]
        assert (row["ruleset"], row["games"]) == ("usa@1", 1)
        assert f"{row['rating']} ± {row['uncertainty']}" in text_of(Client(), f"/players/{ada.pk}")


def test_ratings_recover_strengths_and_predict_who_wins() -> None:
    """`make bench ARGS=ratings` does the same with more games, played by bots."""
    strengths = [strength for strength in range(4) for _ in range(3)]
    skills, calibration = rated(strengths, 1000, 4, by_luck_and_strength)
    order = sorted(range(len(strengths)), key=lambda one: skills[one].mu)
    assert [strengths[one] for one in order] == strengths, figures(strengths, skills, calibration)
    assert calibration.error < 0.05, figures(strengths, skills, calibration)
