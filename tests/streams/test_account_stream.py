"""An account's stream: everything waiting for the player, then everything that concerns the account, each once."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

import psycopg
import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Player
from games.table.play import moves
from notifications.models import AccountEvent, Listening
from notifications.streams import accounts
from tests import database
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down
from tests.locks import in_a_thread
from tests.streams.listening import Process


def test_an_account_hears_of_all_that_concerns_it(streams: Process) -> None:
    people = guests(2)
    game = sit_down(people)
    ear = streams.heard_by(people[0], "/stream")
    first = ear.next()
    assert first.type == "account"
    (listed,) = first.data["games"]
    assert (listed["game"], listed["your_seat"], listed["waiting"]["prompt"]) == (game, 0, "1.0")

    choose_tickets(people, game)
    kept, turn = ear.some(2)
    assert (kept.type, kept.data["seat"], kept.data["prompt"]) == ("entry", 0, None)
    assert (turn.type, turn.data["prompt"]) == ("your_turn", people[0].asked(game)["id"])
    assert [kept.id, turn.id] == [str(int(first.id) + 1), str(int(first.id) + 2)]

    people[1].post(f"/games/{game}/talk", {"text": "Hello"}, 201)
    people[1].post(f"/games/{game}/disputes", {"kind": "other", "text": "Rude"}, 201)
    other = guest("Other")
    table = other.post("/games", {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}, 201)["id"]
    other.post(f"/games/{table}/invitations", {"players": ["Guest 0"]}, 201)
    people[1].post(f"/games/{game}/resign")
    told = ear.some(4)
    assert [one.type for one in told] == ["talk", "dispute_opened", "invitation", "game_over"]
    assert (told[0].data["line"], told[2].data["game"]) == (1, table)
    assert set(told[1].data) == {"game", "at", "dispute"}

    streams.leave(ear)
    again = streams.heard_by(people[0], "/stream", last=kept.id, accept="application/x-ndjson")
    assert [one.id for one in again.some(5)] == [turn.id, *[one.id for one in told]]
    assert again.next().type == "account"


def test_a_program_that_comes_back_is_asked_again_what_it_has_not_answered(streams: Process) -> None:
    """It may have heard of the question while it could not answer: suspended, refused, or killed."""
    people = guests(2)
    game = sit_down(people)
    ear = streams.heard_by(people[0], "/stream")
    ear.next()
    choose_tickets(people, game)
    _, turn = ear.some(2)
    streams.leave(ear)
    again = streams.heard_by(people[0], "/stream", last=turn.id).next()
    assert (again.type, again.id) == ("account", turn.id)
    (listed,) = again.data["games"]
    assert listed["waiting"]["prompt"] == turn.data["prompt"]


def test_after_a_pause_whoever_is_asked_is_asked_again(streams: Process) -> None:
    """A program that waits for its turn would otherwise wait for ever: the question is older than the pause."""
    people = guests(2)
    game = sit_down(people)
    choose_tickets(people, game)
    asked, other = [streams.heard_by(someone, "/stream") for someone in people]
    (listed,) = asked.next().data["games"]
    other.next()
    for someone in people:
        someone.post(f"/games/{game}/proposals", {"kind": "paused"}, 201)
    people[1].do("delete", f"/games/{game}/pause", status=204)

    paused, again = asked.some(2)
    assert (paused.type, paused.data["prompt"]) == ("paused", None)
    assert (again.type, again.data["kind"], again.data["prompt"]) == ("your_turn", "ruled", listed["waiting"]["prompt"])
    (turn,) = people[0].get(f"/games/{game}")["turns"]
    assert again.data["deadline_at"] == turn["deadline_at"]
    assert [one.type for one in other.some(3)] == ["proposal", "paused", "resumed"]


def test_an_old_event_cannot_be_gone_on_from(streams: Process) -> None:
    people = guests(2)
    game = sit_down(people)
    ear = streams.heard_by(people[0], "/stream")
    first = ear.next()
    choose_tickets(people, game)
    last = ear.some(2)[1]
    streams.leave(ear)
    accounts.forget_old(now=timezone.now() + timedelta(days=8))
    assert not AccountEvent.objects.exists()
    assert not Listening.objects.filter(listens=True).exists()
    people[0].move(game, "draw deck", "draw deck")
    assert not AccountEvent.objects.exists()
    for id in (first.id, last.id, "99999", "x"):
        told = streams.heard_by(people[0], "/stream", last=id).some(2)
        assert [one.type for one in told] == ["reset", "account"]
        assert told[1].data["games"][0]["head"] == 5


def test_too_much_is_not_told_again(streams: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    people = guests(2)
    game = sit_down(people)
    ear = streams.heard_by(people[0], "/stream")
    first = ear.next()
    choose_tickets(people, game)
    ear.some(2)
    for most, told in ((2, ["entry", "your_turn"]), (1, ["reset", "account"])):
        monkeypatch.setattr(accounts, "MOST_MISSED", most)
        again = streams.heard_by(people[0], "/stream", last=first.id)
        assert [one.type for one in again.some(2)] == told


def test_a_lock_that_is_held_for_ever_keeps_nobody_else_waiting(streams: Process) -> None:
    """A machine that vanishes while it numbers events leaves such a lock."""
    people = guests(2)
    game = sit_down(people)
    ears = [streams.heard_by(someone, "/stream") for someone in people]
    in_game = streams.heard_by(people[0], f"/games/{game}/stream")
    for ear in (*ears, in_game):
        ear.next()
    with psycopg.connect(database.url()) as vanished:
        vanished.execute(
            "SELECT FROM notifications_listening WHERE player_id = %s FOR NO KEY UPDATE", [id_of(people[0])]
        )
        choose_tickets(people, game)
        assert [one.data["entry"] for one in ears[1].some(2)] == [2, 3]
        assert [one.data["number"] for one in in_game.some(2)] == [2, 3]
        accounts.still_heard([id_of(someone) for someone in people], timezone.now())
        assert streams.heard_by(people[0], "/stream").status == 503
    assert [one.data["entry"] for one in ears[0].some(2)] == [2, 3]


def id_of(someone: Guest) -> str:
    return Player.objects.get(name=someone.name).pk


class Moves:
    """Choices of tickets, made in their own thread; the first waits before it is committed."""

    def __init__(self, someone: Guest, games: list[str]) -> None:
        self._player = Player.objects.get(name=someone.name)
        self._asked = {game: someone.asked(game) for game in games}
        self._written, self._may_go_on = threading.Event(), threading.Event()

    def make(self, game: str) -> None:
        numbers = [ticket["number"] for ticket in self._asked[game]["offer"]]
        request = moves.Request(prompt=self._asked[game]["id"], moves=[f"keep {numbers[0]} {numbers[1]}"])
        moves.post_moves(player=self._player, game_id=game, request=request, now=timezone.now())

    @contextmanager
    def held_up(self, game: str, seconds: float | None = None) -> Iterator[None]:
        """Keep the move uncommitted within the block, or for this many seconds."""
        slow = threading.Thread(target=in_a_thread, args=[partial(self._make_slowly, game)])
        slow.start()
        self._written.wait(20)
        if seconds is not None:
            threading.Timer(seconds, self._may_go_on.set).start()
        yield
        self._may_go_on.set()
        slow.join()

    def _make_slowly(self, game: str) -> None:
        with transaction.atomic():
            self.make(game)
            self._written.set()
            self._may_go_on.wait(20)


def test_what_is_committed_late_is_told_nevertheless(streams: Process) -> None:
    """One move began before anyone listened; another's row got its number before that of a later one."""
    people = guests(2)
    first, second = games = [sit_down(people), sit_down(people)]
    before, after = Moves(people[0], games), Moves(people[1], games)
    with before.held_up(first, seconds=0.3):
        ear = streams.heard_by(people[0], "/stream")
        assert {one["game"]: one["head"] for one in ear.next().data["games"]} == {first: 2, second: 1}
    with after.held_up(first):
        after.make(second)
        assert ear.next().data["game"] == second
    assert ear.next().data["game"] == first


def test_what_another_database_is_doing_keeps_nobody_waiting(streams: Process) -> None:
    """The server may have other databases, with transactions that take hours."""
    (person,) = guests(1)
    with psycopg.connect(os.environ["DATABASE_URL"]) as elsewhere:
        elsewhere.execute("SELECT pg_current_xact_id()")
        ear = streams.heard_by(person, "/stream")
        assert ear.status == 200
        assert ear.next().type == "account"
