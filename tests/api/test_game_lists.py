"""A club's secretary creates an evening's games from a list, and gets the results for a spreadsheet."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from games.models import Block, Game, GameList, Invitation, Player
from games.people import privacy, relations
from notifications.models import Notification
from tests.api.table import API, Guest, guest, guests
from tests.bots.workshop import bot_of
from tests.games.stories import NOON

pytestmark = pytest.mark.django_db

WISH = {"ruleset": "usa@1", "clock": {"time_per_move": "P1D"}}
EVENING = "player,player,name\nguest 1,Guest 2,Board 1\nGuest 1,Guest 3,=Board 2\n"


def pairings(*rows: list[str]) -> dict[str, Any]:
    return {**WISH, "games": [{"players": row} for row in rows]}


def results(someone: Guest, made: str) -> list[dict[str, str]]:
    answer: Any = someone.http.get(f"{API}/game-lists/{made}/results.csv")
    assert answer.status_code == 200, answer.content
    return list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))


def tried(someone: Guest, body: dict[str, Any]) -> list[str | None]:
    rows = someone.post("/game-lists?dry_run=true", body)["games"]
    return [row["problem"] and row["problem"]["code"] for row in rows]


def test_an_evening_of_a_club() -> None:
    secretary, one, two, *_ = guests(4)
    body = {**WISH, "csv": EVENING}
    assert tried(secretary, body) == [None, None]
    assert not Game.objects.exists()
    assert not Notification.objects.exists()

    made = secretary.post("/game-lists", body, 201, **{"Idempotency-Key": "evening"})
    again = secretary.post("/game-lists", body, 201, **{"Idempotency-Key": "evening"})
    assert again == made == secretary.get(f"/game-lists/{made['id']}")
    assert Game.objects.count() == 2
    other = {**WISH, "csv": EVENING.replace("Guest 3", "Guest 2")}
    reused = secretary.post("/game-lists", other, 422, **{"Idempotency-Key": "evening"})
    assert reused["code"] == "idempotency_key_reused"

    first, second = made["games"]
    for someone in (one, two):
        someone.post(f"/games/{first}/join")
    rows = results(secretary, made["id"])
    assert [(row["game"], row["status"], row["seat"]) for row in rows] == [
        (first, "running", "0"),
        (first, "running", "1"),
        (second, "open", ""),
    ]
    assert {row["points"] for row in rows} == {""}
    two.post(f"/games/{first}/resign")
    rows = results(secretary, made["id"])
    assert {row["player"]: row["rank"] for row in rows} == {"Guest 1": "1", "Guest 2": "2", "": ""}
    assert [row["name"] for row in rows] == ["Board 1", "Board 1", "'=Board 2"]


def test_a_list_that_is_half_bad_makes_nothing_and_says_why() -> None:
    secretary, *_ = guests(4)
    host = Player.objects.get(name="Guest 0")
    bot_of(Player.objects.get(name="Guest 1"), challenges="at_once")
    relations.add(Block, player=host, other_id=Player.objects.get(name="Guest 3").pk, now=NOON)
    body = pairings(
        ["Guest 1", "Guest 2"],
        ["Guest 1", "guest 1"],
        ["Guest 1", "Nobody"],
        ["Guest 1", "Guest 3"],
        ["Guest 2", "Rook"],
    )
    codes = [None, "listed_twice", "no_such_player", "you_blocked", "bots_not_allowed"]
    assert tried(secretary, body) == codes
    refused = secretary.post("/game-lists", body, 422)
    assert refused["code"] == "list_refused"
    assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [
        (f"#/games/{row}", code) for row, code in enumerate(codes) if code
    ]
    assert not Game.objects.exists()
    assert not GameList.objects.exists()
    assert not Invitation.objects.exists()


def test_bots_answer_as_they_always_do() -> None:
    secretary, _ = guests(2)
    bot_of(Player.objects.get(name="Guest 1"), challenges="at_once", most_games=1)
    body = {**pairings(["Guest 0", "Rook"], ["Guest 0", "Rook"]), "bots": "allowed"}
    assert tried(secretary, body) == [None, "bot_is_busy"]
    body["games"].pop()
    assert [row["starts"] for row in secretary.post("/game-lists?dry_run=true", body)["games"]] == [True]
    assert not Game.objects.exists()
    made = secretary.post("/game-lists", body, 201)
    assert secretary.get(f"/games/{made['games'][0]}")["status"] == "running"


def test_the_limits_of_a_host_count_over_all_rows() -> None:
    secretary, *_ = guests(4)
    codes = tried(secretary, pairings(*[["Guest 1", "Guest 2"]] * 6))
    assert codes == [None] * 5 + ["too_many_invitations_to_one"]
    too_long = secretary.post("/game-lists", pairings(*[["Guest 1", "Guest 2"]] * 10_000), 400)
    assert too_long["errors"][0]["pointer"] == "#/games"
    assert secretary.post("/game-lists", {**WISH, "csv": EVENING + "Guest 1,Guest 2\n" * 10_000}, 400)["errors"]


@pytest.mark.parametrize(
    "text", ["Guest 1,Guest 2\n", "player,player,rank\nGuest 1,Guest 2,3\n", "player,player\na,b,c\n", 'player\n"a', ""]
)
def test_a_list_that_cannot_be_read_is_refused(text: str) -> None:
    (secretary,) = guests(1)
    assert secretary.post("/game-lists", {**WISH, "csv": text}, 400)["errors"][0]["pointer"] == "#/csv"


def test_a_row_of_a_csv_is_named_by_its_number() -> None:
    (secretary,) = guests(1)
    wrong = {**WISH, "csv": "player;player\nGuest 1;Guest 2\nGuest 1;\n"}
    assert secretary.post("/game-lists", wrong, 400)["errors"][0]["pointer"] == "#/games/1/players"


def test_either_as_json_or_as_csv() -> None:
    (secretary,) = guests(1)
    assert secretary.post("/game-lists", WISH, 400)["code"] == "invalid"
    assert secretary.post("/game-lists", {**pairings(["Guest 1", "Guest 2"]), "csv": EVENING}, 400)["code"] == "invalid"


def test_a_list_is_its_hosts_alone() -> None:
    secretary, one, *_ = guests(3)
    made = secretary.post("/game-lists", pairings(["Guest 1", "Guest 2"]), 201)["id"]
    for path in (f"/game-lists/{made}", f"/game-lists/{made}/results.csv", "/game-lists/000000000000/results.csv"):
        assert one.do("get", path, status=404)["code"] == "no_such_list"


def test_a_private_game_is_for_its_players() -> None:
    secretary, _, _ = guests(3)
    body = {**pairings(["Guest 1", "Guest 2"], ["Guest 0", "Guest 2"]), "public": False}
    assert tried(secretary, body) == ["private_without_host", None]


def test_what_waits_is_called_off_when_its_host_is_erased() -> None:
    secretary = guest("Secretary")
    guests(3)
    made = secretary.post("/game-lists", pairings(["Guest 1", "Guest 2"]), 201)
    privacy.erase_player(player=Player.objects.get(name="Secretary"), now=NOON)
    assert Game.objects.get(pk=made["games"][0]).status == Game.Status.CLOSED
    assert not GameList.objects.exists()


def test_its_host_calls_a_table_off_without_sitting_there() -> None:
    secretary, *_ = guests(3)
    game = secretary.post("/game-lists", pairings(["Guest 1", "Guest 2"]), 201)["games"][0]
    browser = Client()
    browser.force_login(Player.objects.get(name="Guest 0"))
    page = browser.get(f"/tables/{game}", follow=True)
    shown = page.content.decode()
    assert "Call it off" in shown
    assert "Guest 2" in shown
    assert "ask its host" not in shown
    browser.post(page.redirect_chain[-1][0] if page.redirect_chain else f"/tables/{game}", {"do": "leave"})
    assert Game.objects.get(pk=game).status == Game.Status.CLOSED
