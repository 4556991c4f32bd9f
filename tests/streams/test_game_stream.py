"""A game's stream: the game's state, then its events, each once, for those who may see them."""

import json

from games.models import Player, Seat
from tests.api.table import choose_tickets, guest, guests, sit_down
from tests.streams.listening import Process


def test_a_game_is_told_from_its_lobby_to_a_move(streams: Process) -> None:
    people = guests(2)
    wishes = {"ruleset": "usa@1", "seats": 2, "order": "fixed", "clock": {"time_per_move": "P1D"}}
    game = people[0].post("/games", wishes, 201)["id"]
    ear = streams.heard_by(people[0], f"/games/{game}/stream")
    assert (ear.status, ear.headers["cache-control"], ear.headers["x-accel-buffering"]) == (200, "no-store", "no")
    assert "content-length" not in ear.headers
    first = ear.next()
    assert first.type == "game"
    assert first.data == people[0].get(f"/games/{game}")

    people[1].post(f"/games/{game}/join")
    entry, now = ear.some(2)
    assert (entry.type, entry.data["kind"], now.type, now.data["status"]) == ("entry", "started", "game", "running")

    choose_tickets(people, game)
    people[0].move(game, "draw deck")
    told = ear.some(3)
    assert [one.type for one in told] == ["entry"] * 3
    assert [entry.data, *[one.data for one in told]] == people[0].get(f"/games/{game}/log")["results"]

    people[1].post(f"/games/{game}/talk", {"text": "Hello"}, 201)
    said = ear.next()
    assert (said.type, said.data) == ("talk", {"last": 1})
    assert said.id.startswith("4.1.")


def test_after_a_break_everything_comes_once_from_any_process_in_any_form(streams: Process) -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    lines = streams.heard_by(people[1], f"/games/{game}/stream", accept="application/x-ndjson")
    assert lines.headers["content-type"].startswith("application/x-ndjson")
    first = lines.next()
    people[0].move(game, "draw deck")
    assert lines.next().data["number"] == 4
    streams.leave(lines)

    people[0].move(game, "draw deck")
    people[0].post(f"/games/{game}/talk", {"text": "Your turn"}, 201)
    people[1].move(game, "draw deck", "draw deck")
    again = streams.heard_by(people[1], f"/games/{game}/stream", last=first.id)
    told = again.some(5)
    assert [one.data["number"] for one in told[:4]] == [4, 5, 6, 7]
    assert told[4].type == "talk"
    people[0].move(game, "draw deck")
    assert again.next().data["number"] == 8
    nowhere = streams.heard_by(people[1], f"/games/{game}/stream", last="99.0.00000000")
    assert [one.type for one in nowhere.some(2)] == ["reset", "game"]


def test_each_seat_hears_what_it_may_know_and_nobody_else_hears_of_a_private_game(streams: Process) -> None:
    people, stranger = guests(2), guest("Stranger")
    game = sit_down(people, public=False)
    choose_tickets(people, game)
    ears = [streams.heard_by(someone, f"/games/{game}/stream") for someone in people]
    for ear in ears:
        ear.next()
    people[0].move(game, "draw deck")
    own, others = [ear.next().data for ear in ears]
    assert own == people[0].get(f"/games/{game}/log?after=3")["results"][0]
    assert others == people[1].get(f"/games/{game}/log?after=3")["results"][0]
    assert json.dumps(own) != json.dumps(others)

    refused = streams.heard_by(stranger, f"/games/{game}/stream")
    missing = streams.heard_by(stranger, "/games/000000000000/stream")
    assert (refused.status, refused.headers["content-type"]) == (404, "application/problem+json")
    told = [{**answer.body(), "request_id": ""} for answer in (refused, missing)]
    assert told[0] == told[1]
    assert streams.listen(f"/games/{game}/stream").status == 401


def test_whoever_loses_a_seat_hears_nothing_more(streams: Process) -> None:
    people, later = guests(2), guest("Later")
    game = sit_down(people)
    choose_tickets(people, game)
    ears = [streams.heard_by(someone, f"/games/{game}/stream") for someone in [*people, later]]
    for ear in ears:
        ear.next()
    Seat.objects.filter(game=game, number=1).update(player=Player.objects.get(name="Later"))
    people[0].move(game, "draw deck")
    assert ears[1].ends() == []
    assert all(one.type != "entry" or "draws" not in json.dumps(one.data) for one in ears[2].ends())
    # A poll between the two changes reports the seat first.
    heard = ears[0].next()
    assert (ears[0].next() if heard.type == "game" else heard).type == "entry"


def test_whoever_gets_another_seat_before_the_start_goes_on_where_the_stream_ended(streams: Process) -> None:
    host, second, third = guests(3)
    wishes = {"ruleset": "usa@1", "seats": 4, "clock": {"time_per_move": "P1D"}}
    game = host.post("/games", wishes, 201)["id"]
    for one in (second, third):
        one.post(f"/games/{game}/join")
    ear = streams.heard_by(third, f"/games/{game}/stream")
    last = ear.next().id
    second.post(f"/games/{game}/leave", status=204)
    assert ear.ends() == []
    again = streams.heard_by(third, f"/games/{game}/stream", last=last)
    assert again.next().type == "game"
