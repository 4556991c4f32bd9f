"""A USA game over HTTP, using only its players' tokens, except for skipping its middle."""

import json
from collections import defaultdict
from datetime import timedelta
from pathlib import Path

import jsonschema_rs
import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from engine.verify import verify
from games.models import Player, TalkLine
from tests.api.table import API, Guest, choose_tickets, guest, guests, play_to_the_end, sit_down
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_players_play_to_the_standings_which_the_log_confirms() -> None:
    """The shortest game; the others are in `tests.api.test_all_games`."""
    people = guests(2)
    game = sit_down(people, ruleset="lagoon@1")
    choose_tickets(people, game)
    play_to_the_end(people, game)

    shown = people[0].get(f"/games/{game}")
    assert shown["status"] == "ended"
    with time_machine.travel(timezone.now() + timedelta(hours=73)):
        export = people[-1].get(f"/games/{game}/export")
    assert verify(export) == shown["head"]
    as_described(export)
    points: defaultdict[int, int] = defaultdict(int)
    for entry in export["entries"]:
        for event in entry["public"]["events"]:
            if event["type"] == "points_scored":
                points[event["seat"]] += event["points"]
    assert {row["seat"]: row["points"] for row in shown["standings"]} == dict(points)
    assert {row["seat"]: row["points"] for row in shown["seats"]} == dict(points)


def as_described(export: dict[str, object]) -> None:
    """Check that the schema names and describes every member of the export, and no others exist."""
    document = Client().get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    schema = document["components"]["schemas"]["GameExport"]
    assert schema["properties"].keys() == export.keys() == set(schema["required"])
    jsonschema_rs.validate({**schema, "components": document["components"]}, export)


def test_an_exported_game_is_accepted_by_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = guests(2)
    game = sit_down(people)
    people[1].post(f"/games/{game}/resign")
    for someone in people:
        someone.post(f"/games/{game}/open-secrets")

    file = tmp_path / "game.json"
    file.write_text(json.dumps(people[0].get(f"/games/{game}/export")))

    from engine.__main__ import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["engine", "verify", str(file)])
        assert main() == 0
    assert "ok" in capsys.readouterr().out


def test_secrets_stay_sealed_for_72_hours_unless_all_agree() -> None:
    people = guests(2)
    game = sit_down(people)
    people[1].post(f"/games/{game}/resign")

    assert people[0].do("get", f"/games/{game}/export", status=409)["code"] == "secrets_sealed"
    people[0].post(f"/games/{game}/open-secrets")
    assert people[0].do("get", f"/games/{game}/export", status=409)["code"] == "secrets_sealed"
    people[1].post(f"/games/{game}/open-secrets")
    assert people[0].get(f"/games/{game}/export")["seed"]


def test_anyone_checks_a_public_game_and_nobody_else_a_private_one() -> None:
    people = guests(2)
    games = [sit_down(people), sit_down(people, public=False)]
    for game in games:
        people[1].post(f"/games/{game}/resign")
        for someone in people:
            someone.post(f"/games/{game}/open-secrets")

    passer_by = Guest("Passer-by")
    assert passer_by.get(f"/games/{games[0]}/export") == people[0].get(f"/games/{games[0]}/export")
    assert passer_by.do("get", f"/games/{games[1]}/export", status=404)["code"] == "no_such_game"


def test_each_player_sees_their_own_hand_only_and_a_spectator_none() -> None:
    people = guests(2)
    game = sit_down(people)
    views = [someone.get(f"/games/{game}") for someone in (*people, guest("Watcher"))]

    assert [view["your_seat"] for view in views] == [0, 1, None]
    assert sum(views[0]["position"]["you"]["hand"].values()) == 4
    assert views[2]["position"]["you"] is None
    assert all("offer" not in prompt for prompt in views[2]["position"]["prompts"])


def test_a_private_game_is_not_there_for_strangers() -> None:
    people = guests(2)
    game = sit_down(people, public=False)
    stranger = guest("Stranger")

    for path in ("", "/log", "/options", "/export"):
        assert stranger.do("get", f"/games/{game}{path}", status=404)["code"] == "no_such_game"


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ("claim nowhere-omaha blue 3", 400, "unknown_route"),
        ("fly to omaha", 400, "unknown_verb"),
        ("claim boston-miami blue 3", 400, "unknown_route"),
        ("claim seattle-portland-1 loco 2", 422, "wrong_number_of_cards"),
        ("pass", 422, "pass_not_allowed"),
        ("keep 1 2", 422, "not_an_answer"),
        ({"type": "claim_route", "route": "denver-omaha", "color": "red", "locomotives": 0}, 422, "wrong_color"),
        ({"type": "claim_route", "route": "denver-omaha", "color": "pink", "locomotives": 0}, 400, "bad_value"),
        ({"type": "take_card"}, 400, "missing_field"),
        ({"type": "take_card", "place": 6}, 400, "bad_value"),
        ({"type": "forfeit"}, 400, "not_a_turn_move"),
        (7, 400, "invalid"),
    ],
)
def test_a_refused_move_is_named_by_its_code(move: object, status: int, code: str) -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    before = people[0].get(f"/games/{game}/log")["head"]

    assert people[0].move(game, move, status=status)["code"] == code
    assert people[0].get(f"/games/{game}/log")["head"] == before


SAME = [
    (
        "claim denver-omaha purple 3",
        {"type": "claim_route", "route": "denver-omaha", "color": "purple", "locomotives": 9},
    ),
    ("claim denver-omaha red 4", {"type": "claim_route", "route": "denver-omaha", "color": "red", "locomotives": 0}),
    ("draw 6", {"type": "take_card", "place": 6}),
    ("keep 99", {"type": "keep", "tickets": [99]}),
    ("keep 1 1", {"type": "keep", "tickets": [1, 1]}),
    ("resign", {"type": "resign"}),
]


@pytest.mark.parametrize(("line", "thing"), at_length(SAME, at_once=SAME[::3]))
def test_a_mistake_has_one_status_as_text_and_as_object_whatever_is_asked(line: str, thing: dict[str, object]) -> None:
    people = guests(2)
    game = sit_down(people)
    for _ in ("while tickets are chosen", "at the turn"):
        prompt = people[0].asked(game)["id"]
        answers = [
            people[0].http.post(f"{API}/games/{game}/moves", {"prompt": prompt, "move": move}, format="json")
            for move in (line, thing)
        ]
        assert answers[0].status_code == answers[1].status_code
        if answers[0].status_code == 422:
            assert {**answers[0].json(), "request_id": ""} == {**answers[1].json(), "request_id": ""}
        if prompt == "1.0":
            choose_tickets(people, game)


def test_of_a_second_move_it_is_told_that_the_first_one_ended_the_turn() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    headers = {"Idempotency-Key": "three-cards"}
    body = {"prompt": people[0].asked(game)["id"], "moves": ["draw deck", "draw deck", "draw deck"]}

    refused = people[0].post(f"/games/{game}/moves", body, 201, **headers)["refused"]

    assert (refused["index"], refused["code"]) == (2, "turn_ended")
    assert "ended your turn" in refused["detail"]
    assert people[0].post(f"/games/{game}/moves", body, 201, **headers)["refused"] == refused


def test_of_a_second_move_that_the_rules_forbid_the_rule_is_told() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)

    refused = people[0].move(game, "draw deck", "tickets")["refused"]

    assert (refused["index"], refused["code"], refused["rule"]) == (1, "not_an_answer", "B5")
    assert refused["detail"].startswith("That does not answer what you are asked now: draw a second card.")


def test_a_stale_page_is_told_what_is_open_now() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    stale = people[0].asked(game)
    people[0].move(game, "draw deck", "draw deck")

    answer = people[0].post(f"/games/{game}/moves", {"prompt": stale["id"], "move": "draw deck"}, 409)

    assert answer["code"] == "prompt_not_open"
    assert [prompt["seat"] for prompt in answer["open"]] == [1]


def test_a_repeated_request_gets_its_first_answer() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    body = {"prompt": people[0].asked(game)["id"], "moves": ["draw deck", "draw deck"]}
    headers = {"Idempotency-Key": "my-key-1"}

    first = people[0].post(f"/games/{game}/moves", body, 201, **headers)
    again = people[0].post(f"/games/{game}/moves", body, 201, **headers)
    other = people[0].post(f"/games/{game}/moves", {**body, "moves": ["draw deck"]}, 422, **headers)

    assert again == first
    assert other["code"] == "idempotency_key_reused"


def test_a_dry_run_answers_like_the_move_and_plays_nothing() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    prompt = people[0].asked(game)["id"]

    moves, body = f"/games/{game}/moves", {"prompt": prompt, "move": "draw deck"}
    assert people[0].post(f"{moves}?dry_run=true", body) == {"entries": [], "refused": None, "prompt": prompt}
    assert people[0].post(f"{moves}?dry_run=true", body | {"move": "pass"}, 422)["rule"] == "B11"
    assert people[0].post(f"{moves}?dry_run=yes", body, 400)["errors"][0]["parameter"] == "dry_run"
    assert people[0].asked(game)["id"] == prompt


@pytest.mark.parametrize(("move", "instead"), [("resign", "resign"), ({"type": "come_back"}, "return")])
def test_what_is_no_answer_to_a_question_says_where_it_is_done(move: object, instead: str) -> None:
    people = guests(2)
    game = sit_down(people)

    refusal = people[0].move(game, move, status=400)

    assert (refusal["code"], refusal["instead"]) == ("not_a_turn_move", f"POST /games/{{game_id}}/{instead}")


def test_a_dry_run_refuses_the_words_that_the_move_would_not_be_heard_with() -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    body = {"prompt": people[0].asked(game)["id"], "move": "draw deck", "say": "All aboard!"}

    def refused(body: dict[str, str], status: int) -> str:
        codes = [people[0].post(f"/games/{game}/moves{query}", body, status)["code"] for query in ("?dry_run=true", "")]
        assert codes[0] == codes[1]
        return str(codes[0])

    assert "say" not in people[0].post(f"/games/{game}/moves?dry_run=true", body)
    assert people[0].do("get", f"/games/{game}/talk")["results"] == []
    assert refused(body | {"say": "\u200b"}, 422) == "nothing_said"
    player, now = Player.objects.get(name=people[0].name), timezone.now()
    lines = [TalkLine(game_id=game, number=number, by=player, text="x", said_at=now) for number in range(1, 121)]
    TalkLine.objects.bulk_create(lines)
    assert refused(body, 403) == "too_many_lines"
    Player.objects.filter(pk=player.pk).update(muted_until=now + timedelta(days=1))
    assert refused(body, 403) == "account_muted"


def test_anyone_who_has_the_newest_gets_304() -> None:
    people = guests(2)
    game = sit_down(people)
    path = f"/api/v1/games/{game}"
    tag = people[0].http.get(path).headers["ETag"]

    assert people[0].http.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert people[1].http.get(path, headers={"If-None-Match": tag}).status_code == 200
    choose_tickets(people, game)
    assert people[0].http.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_game_brings_the_legal_moves_of_its_reader_along() -> None:
    *people, watcher = guests(3)
    game = sit_down(people)
    path, including = f"/api/v1/games/{game}", f"/api/v1/games/{game}?include=legal_moves"
    alone, answer = (people[0].http.get(address) for address in (path, including))

    assert answer.json() == alone.json() | {"legal_moves": people[0].get(f"/games/{game}/options")}
    assert answer["ETag"] != alone["ETag"]
    assert people[0].http.get(including, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    choose_tickets(people, game)
    later = people[0].http.get(including, headers={"If-None-Match": answer["ETag"]}).json()
    assert "draw deck" in [option["notation"] for option in later["legal_moves"]["moves"]]
    assert people[1].get(f"/games/{game}?include=legal_moves")["legal_moves"]["moves"] == []
    assert watcher.get(f"/games/{game}?include=legal_moves")["legal_moves"] is None
    refused = people[0].do("get", f"/games/{game}?include=hands", status=400)
    assert refused["errors"][0]["parameter"] == "include"


def test_lists_of_games() -> None:
    host, other = guests(2)
    waiting = sit_down([host, other])
    free = host.post("/games", {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P2D"}}, 201)["id"]

    assert [row["id"] for row in other.get("/games?filter=open")["results"]] == [free]
    assert {row["id"] for row in host.get("/games?filter=mine")["results"]} == {waiting, free}
    assert [row["id"] for row in host.get("/games?filter=waiting")["results"]] == [waiting]
    assert host.do("get", "/games?filter=nonsense", status=400)["code"] == "invalid"


def test_by_invitation_only() -> None:
    host, friend, stranger = guests(3)
    body = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}, "access": "invitation"}
    watched = host.post("/games", {**body, "public": True}, 201)["id"]
    assert stranger.post(f"/games/{watched}/join", status=403)["code"] == "not_invited"
    game = host.post("/games", body, 201)["id"]

    assert stranger.post(f"/games/{game}/join", status=404)["code"] == "no_such_game"
    assert friend.post(f"/games/{watched}/invitations", {"players": ["Guest 2"]}, 403)["code"] == "only_the_host"
    host.do("post", f"/games/{watched}/leave", status=204)
    refused = host.post(f"/games/{game}/invitations", {"players": ["Nobody", "No one"]}, 404)
    assert (refused["code"], refused["detail"]) == ("no_such_player", "Nobody is called Nobody, No one.")
    host.post(f"/games/{game}/invitations", {"players": ["guest 1"]}, 201)
    assert [row["id"] for row in friend.get("/games?filter=open")["results"]] == [game]
    assert friend.post(f"/games/{game}/join")["status"] == "running"


def test_the_board_is_all_there_to_draw() -> None:
    board = guest("Reader").get("/rulesets/usa@1")["board"]

    assert (len(board["cities"]), len(board["routes"]), len(board["tickets"])) == (36, 100, 30)
    assert {"id": "denver-omaha", "length": 4}.items() <= next(
        r for r in board["routes"] if r["id"] == "denver-omaha"
    ).items()
