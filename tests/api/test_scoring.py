"""The final scoring of a game that is over."""

from datetime import datetime, timedelta
from typing import Any

import pgtrigger
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from engine.codec import canonical
from engine.parts.scoring import LEFT, POINTS
from games.api.scoring import BEHIND
from games.lobby import departures
from games.models import Entry, EntrySecret, Game, GameSecret, Player
from games.people.privacy import erase_player
from games.ratings import rating_table
from games.table import store
from games.table.rulings import Correct, End, Reopen
from tests.api.people import API, client_of, stranger
from tests.api.people import player as somebody
from tests.games.courts import rule
from tests.games.stories import NOON, chosen, holder, play_on, players, started
from tests.games.worlds import position
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

AT_ONCE = ("usa@1", "old_west@1", "lagoon@1", "card_game@1", "europe@1")
every_ruleset = pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=AT_ONCE))


def left_alone(ruleset: str = "usa@1", people: list[Player] | None = None, now: datetime = NOON, **wishes: Any) -> Game:
    """Return a game of three that is scored because all but the first player leave."""
    game = chosen(started(people or players(3), ruleset=ruleset, now=now, **wishes), now=now)
    play_on(game, 12, now=now)
    for seat in (2, 1):
        departures.resign(player=holder(game, seat), game_id=game.pk, now=now)
    return store.read(game.pk)


def scoring(game: Game, reader: Player | None = None, status: int = 200) -> Any:
    http = client_of(reader) if reader else stranger()
    answer = http.get(f"{API}/games/{game.pk}/scoring")
    assert answer.status_code == status, answer.content
    return answer.json()


@every_ruleset
def test_each_seats_lines_add_up_to_its_points(ruleset: str) -> None:
    game = left_alone(ruleset)
    standings = {row.seat: row for row in engine.standings(store.load(game).state)}
    rows = scoring(game)["seats"]
    assert [row["rank"] for row in rows] == [1, *[row["rank"] for row in rows[1:]]]
    for row in rows:
        assert row["points"] == sum(line["points"] for line in row["lines"]) == standings[row["seat"]].points
        assert row["lines"][-1]["total"] == row["points"]
        fates = [line["points"] for line in row["lines"] if line["reason"] == "ticket"]
        in_the_ledger = [line.points for line in standings[row["seat"]].ledger if line.reason == "ticket"]
        assert sorted(fates) == sorted(in_the_ledger)


def test_who_left_is_behind_those_who_stayed() -> None:
    rows = scoring(left_alone())["seats"]
    assert rows[0]["behind"] is None
    assert rows[1]["behind"] == {"seat": 0, "by": "left"}


@every_ruleset
def test_it_tells_nothing_that_stays_shut_until_the_secrets_open(ruleset: str) -> None:
    """Two worlds with other hands, decks, draws and returned tickets give the same bytes, and the same tag."""
    game = left_alone(ruleset)
    readers = [stranger(), client_of(somebody("Onlooker")), client_of(holder(game, 0))]
    before = [appearance(http.get(f"{API}/games/{game.pk}/scoring")) for http in readers]
    change_what_stays_shut(game)
    assert [appearance(http.get(f"{API}/games/{game.pk}/scoring")) for http in readers] == before


def appearance(answer: Any) -> tuple[bytes, str]:
    assert answer.status_code == 200
    return answer.content, answer["ETag"]


def change_what_stays_shut(game: Game) -> None:
    """Change what is hidden in an ended game: hands, decks, the order of drawing, and every secret part of the log."""
    hidden = position(game)
    hidden["cards"]["hands"] = hidden["cards"]["hands"][::-1]
    hidden["tickets"]["deck"] = hidden["tickets"]["deck"][::-1]
    hidden["tickets"]["held"] = [held[::-1] for held in hidden["tickets"]["held"]]
    GameSecret.objects.filter(game=game).update(position=canonical(hidden), seed=b"another", key=b"another")
    with pgtrigger.ignore("games.EntrySecret:append_only"):
        EntrySecret.objects.filter(game=game).update(body=b'{"draws": []}', salt=b"another")


def test_a_running_game_is_not_scored() -> None:
    game = chosen(started(players(2)))
    assert scoring(game, status=409)["code"] == "game_not_ended"


def test_an_ended_game_without_a_score_shows_no_ticket() -> None:
    game = chosen(started(players(2)))
    play_on(game, 4)
    rule(game, End("void"))
    answer = scoring(store.read(game.pk))
    assert answer["turning_point"] is None
    assert [(row["rank"], row["behind"]) for row in answer["seats"]] == [(None, None)] * 2
    assert not [line for row in answer["seats"] for line in row["lines"] if line["reason"] == "ticket"]


def test_a_reopened_game_is_not_scored_until_it_ends_again() -> None:
    game = left_alone()
    rule(game, Reopen())
    assert scoring(store.read(game.pk), status=409)["code"] == "game_not_ended"
    rule(store.read(game.pk), End("adjudicated"))
    assert sum(row["points"] for row in scoring(game)["seats"])


def test_a_correction_is_the_last_line() -> None:
    game = chosen(started(players(2)))
    rule(game, Correct(0, -3))
    rule(game, End("adjudicated"))
    last = scoring(game)["seats"][-1]["lines"][-1]
    assert (last["reason"], last["points"], last["total"]) == ("correction", -3, -3)


def test_a_private_game_does_not_exist_for_others() -> None:
    game = left_alone(public=False)
    assert scoring(game, holder(game, 1))["seats"]
    assert scoring(game, status=404)["code"] == "no_such_game"


def test_a_copy_is_confirmed_without_reading_the_log_and_is_out_of_date_with_its_ratings() -> None:
    game = left_alone(rated=True)
    http, path = stranger(), f"{API}/games/{game.pk}/scoring"
    tag = http.get(path).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert http.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert not [query["sql"] for query in asked if Entry._meta.db_table in query["sql"]]
    erase_player(player=holder(game, 2), now=NOON)
    assert http.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_everything_that_can_part_two_seats_is_described() -> None:
    names = {name for rules in engine.RULESETS.values() for name in rules.tie_breaks}
    assert {name for name, _ in BEHIND} == names | {LEFT, POINTS}


class TestRatings:
    def test_before_and_after(self) -> None:
        game = left_alone(rated=True)
        changes = {row["seat"]: row["rating"] for row in scoring(game)["seats"]}
        ratings = {seat: _rating(holder(game, seat)) for seat in changes}
        assert changes == {seat: {"before": 1500, "after": after} for seat, after in ratings.items()}
        assert ratings[0] > 1500 > ratings[2]

    def test_the_next_game_begins_where_the_last_one_ended(self) -> None:
        people = players(3)
        first = left_alone(people=people, rated=True)
        after = {row["seat"]: row["rating"]["after"] for row in scoring(first)["seats"]}
        second = left_alone(people=people, now=NOON + timedelta(hours=1), rated=True)
        assert {row["seat"]: row["rating"]["before"] for row in scoring(second)["seats"]} == after

    def test_a_game_that_does_not_count_has_none(self) -> None:
        assert {row["rating"] for row in scoring(left_alone(rated=False))["seats"]} == {None}

    def test_an_erased_player_has_none(self) -> None:
        game = left_alone(rated=True)
        erase_player(player=holder(game, 2), now=NOON)
        assert [row["rating"] for row in scoring(game)["seats"] if row["seat"] == 2] == [None]


def _rating(player: Player) -> int:
    return rating_table.skill_of(rating_table.ratings_of(player)["usa@1"]).rating
