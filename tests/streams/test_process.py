"""The stream process: its limits, stuck readers, its stop, lost notifications, and its cost for a move."""

import time
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from redis import Redis

from notifications import stream_calls
from notifications.streams import channel, hub
from notifications.streams.answer import SLOW
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down
from tests.patience import AT_ONCE
from tests.streams.listening import Process


def test_limits(streams: Process, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_OF_ONE", 2)
    people = guests(2)
    ears = [streams.heard_by(people[0], "/stream") for _ in range(2)]
    refused = streams.heard_by(people[0], "/stream")
    assert (refused.status, refused.headers["retry-after"], refused.body()["code"]) == (429, "5", "too_many_streams")
    settings.MOST_STREAMS = 2
    full = streams.heard_by(people[1], "/stream")
    assert (full.status, full.headers["retry-after"], full.body()["code"]) == (503, "5", "streams_full")
    streams.leave(ears[0])
    while len(streams.streams.hub) == 2:
        time.sleep(0.01)
    assert streams.heard_by(people[1], "/stream").status == 200


def test_a_quiet_stream_says_that_it_is_there_and_a_slow_reader_is_dropped(
    streams: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "KEPT", 2)
    people = guests(2)
    game = sit_down(people)
    quiet = streams.heard_by(people[0], "/stream", accept="application/x-ndjson")
    slow, behind = (streams.heard_by(people[1], f"/games/{game}/stream") for _ in range(2))
    for ear in (quiet, slow, behind):
        ear.next()
    (here,) = [one for one in streams.streams.hub._all() if one.listener.player == _id(people[0])]
    before = len(quiet.raw)
    here._sent_at -= 8
    here.keep_up(time.monotonic())
    while len(quiet.raw) == before:
        quiet.sign_of_life()
    assert quiet.raw[before:] == b"\n"

    slow.takes = behind.takes = False
    choose_tickets(people, game)
    while not all(one._sending for one in streams.streams.hub._all() if one is not here):
        time.sleep(0.01)
    behind.takes = True
    assert [one.data["number"] for one in behind.some(2)] == [2, 3]
    (stuck,) = [one for one in streams.streams.hub._all() if one._sending]
    streams.loop.call_soon_threadsafe(stuck.keep_up, time.monotonic() + SLOW + 1)
    while len(streams.streams.hub) == 3:
        time.sleep(0.01)


def _id(someone: Guest) -> str:
    return str(someone.get("/me")["id"])


def test_when_it_stops_all_end_at_once_and_later_ones_are_sent_away(streams: Process) -> None:
    people = guests(2)
    ears = [streams.heard_by(someone, "/stream") for someone in people * 5]
    for ear in ears:
        ear.next()
    begin = time.monotonic()
    streams.loop.call_soon_threadsafe(streams.streams.hub.stop)
    assert [ear.ends() for ear in ears] == [[]] * 10
    assert time.monotonic() - begin < AT_ONCE
    assert streams.heard_by(people[0], "/stream").status == 503


def test_a_lost_call_costs_a_second_and_no_event(streams: Process, settings: Settings) -> None:
    people = guests(2)
    game = sit_down(people)
    ears = [streams.heard_by(people[0], path) for path in ("/stream", f"/games/{game}/stream")]
    for ear in ears:
        ear.next()
    with Redis.from_url(settings.REDIS_URL) as redis:
        while not redis.pubsub_numsub(stream_calls.channel())[0][1]:
            time.sleep(0.01)
    settings.REDIS_PREFIX = "elsewhere"  # on a port where nobody listens
    choose_tickets(people, game)
    assert [ear.some(2)[1].data["kind"] for ear in ears] == ["move", "move"]


def test_a_move_costs_no_further_statement_and_one_message(streams: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    calls: list[str] = []

    def publish(redis: Redis, channel: str, message: str) -> Any:
        calls.append(message)
        return redis.execute_command("PUBLISH", channel, message)  # type: ignore[no-untyped-call]

    def cost(someone: Guest) -> int:
        prompt = someone.asked(game)["id"]
        calls.clear()
        with CaptureQueriesContext(connection) as asked:
            someone.post(f"/games/{game}/moves", {"prompt": prompt, "moves": ["draw deck", "draw deck"]}, 201)
        return len(asked)

    monkeypatch.setattr(Redis, "publish", publish)
    alone = cost(people[0])
    ears = [streams.heard_by(someone, "/stream") for someone in people]
    for ear in ears:
        ear.next()
    assert (cost(people[1]), len(calls)) == (alone, 1)
    assert [[one.data["entry"] for one in ear.some(2)] for ear in ears] == [[6, 7], [6, 7]]


def test_another_address_is_not_served_here(streams: Process) -> None:
    assert streams.listen("/games").status == 404
    assert streams.heard_by(guest("Guest"), "/stream", accept="text/html").status == 406
