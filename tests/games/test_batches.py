"""Due things are done in batches: the same events as one by one, in few statements, without long waits."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from structlog.testing import capture_logs

from engine import verify
from engine.parts.tickets import TicketView
from games.lobby import closure, lobby
from games.models import Entry, Game, Heartbeat, Player, Seat, Turn
from games.signals import entry_recorded
from games.table import store
from games.table.clocks import heartbeats
from games.table.clocks.terms import Bank, Terms
from games.table.plans import execution
from games.table.play import batches, deadlines, grace
from games.table.play.batches import Batches
from games.table.play.sweeps import DueRow
from notifications.models import Listening
from tests.entropy import drawn_from
from tests.games.batching import facts, takes_at_most_three_each
from tests.games.stories import DAY, NOON, chosen, players, post, prompts, started
from tests.locks import held
from tests.plans.carrying import SOON, give
from tests.undone import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LATER = NOON + DAY + timedelta(minutes=1)


def tables_of_every_kind() -> None:
    """Make tables whose time is over, each with a different consequence."""
    chosen(started(players(2, "Plain")))
    first = started(players(3, "First"))
    post(first, 1, "keep " + " ".join(str(ticket["number"]) for ticket in _offer(first, 1)))
    for name, terms in (("Absent", Terms(DAY)), ("Replaced", Terms(DAY, when_over="stand_in"))):
        missed = chosen(started(players(2, name), clock=terms))
        Seat.objects.filter(game=missed, number=0).update(timeouts_in_a_row=2)
    for seats in (3, 2):
        chosen(started(players(seats, f"Lost {seats} "), clock=Terms(DAY, when_over="forfeit")))
    saved = chosen(started(players(2, "Saved"), clock=Terms(DAY / 2, bank=Bank(DAY / 4, DAY / 24, DAY / 4))))
    give(saved, 1, "draw deck")
    for player in Player.objects.filter(name__startswith="Replaced"):
        Listening.objects.create(player=player, listens=True, since=NOON, heard_at=NOON)


def _offer(game: Game, seat: int) -> list[TicketView]:
    shown = store.view_for(store.read(game.id), seat)["prompts"]
    return next(prompt["offer"] for prompt in shown if prompt["seat"] == seat)


def test_a_batch_leaves_what_each_would_by_itself() -> None:
    tables_of_every_kind()
    with undone(), drawn_from("the same salts"):
        done = deadlines.DEADLINES.run(LATER)
        together = facts()
    with undone(), drawn_from("the same salts"):
        rows = list(deadlines.DEADLINES.rows(LATER))
        assert sum(deadlines.DEADLINES.one(row, LATER) for row in rows) == done == 8
        alone = facts()
    for what, found in alone.items():
        assert together[what] == found, what
    deadlines.DEADLINES.run(LATER)
    call_command("replay")
    (over,) = Game.objects.filter(status=Game.Status.ENDED)
    assert verify.verify(store.export(store.read(over.pk))) == over.head


def test_plans_of_a_batch_act_as_they_would_alone() -> None:
    for number in range(3):
        game = chosen(started(players(2, f"Table {number} ")))
        give(game, 0, "draw deck", "keep all")
        give(game, 1, "draw deck", "stop when holding 1 cards")
    give(chosen(started(players(2, "Silent"))), 0, "keep all")
    with undone(), drawn_from("the same instants"):
        done = execution.act_due(now=SOON)
        together = facts()
    with undone(), drawn_from("the same instants"):
        assert sum(execution.PLANS.one(row, SOON) for row in list(execution.PLANS.rows(SOON))) == done == 4
        alone = facts()
    for what, found in alone.items():
        assert together[what] == found, what


def games(count: int = 20, **wishes: Any) -> list[Game]:
    return [chosen(started(players(2, f"Table {number} "), **wishes)) for number in range(count)]


def overdue(now: datetime) -> int:
    Heartbeat.objects.update_or_create(source=heartbeats.SWEEP, defaults={"at": now})
    return deadlines.sweep(now=now)


def test_what_is_due_takes_at_most_three_statements_each() -> None:
    for game in games(20, clock=Terms(DAY, grace=DAY / 4)):
        give(game, 0, "draw deck")
    for player in players(20, "Host"):
        waiting = lobby.create_game(host=player, wishes=lobby.Wishes("usa@1", 2, DAY), now=NOON)
        Game.objects.filter(pk=waiting.pk).update(closes_at=NOON, closing_told_at=NOON)
    takes_at_most_three_each(execution.PLANS, SOON)
    takes_at_most_three_each(grace.GRACES, SOON + DAY)
    takes_at_most_three_each(deadlines.DEADLINES, SOON + 2 * DAY)
    takes_at_most_three_each(closure.CLOSING, NOON + DAY)


@pytest.mark.parametrize("bad", [0, 5])
def test_a_game_that_raises_when_it_is_recorded_takes_no_other_with_it(bad: int) -> None:
    tables = games(6)

    def trouble(game: Game, **_: object) -> None:
        if game.pk == tables[bad].pk:
            raise RuntimeError("a secret")

    before = Game.objects.get(pk=tables[bad].pk).head
    entry_recorded.connect(trouble)
    try:
        with capture_logs() as logged:
            assert deadlines.DEADLINES.run(LATER) == 5
    finally:
        entry_recorded.disconnect(trouble)

    apart = [line for line in logged if line["event"] == "batch_taken_apart"]
    assert {(line["sweep"], line["error"]) for line in apart} == {(deadlines.DEADLINES.name, "RuntimeError")}
    assert "secret" not in str(apart)
    aside = Game.objects.get(quarantined_until__isnull=False)
    assert (aside.pk, aside.head) == (tables[bad].pk, before)
    assert not Turn.objects.filter(game=aside, closed_at__gt=NOON).exists()
    assert {prompts(game)[0]["seat"] for game in tables if game.pk != aside.pk} == {1}
    call_command("replay")


def test_a_game_whose_rows_are_refused_takes_no_other_with_it() -> None:
    """PostgreSQL refuses the rows only when the batch is written."""
    tables = games(6)
    taken = Entry.objects.filter(game=tables[3]).latest("number")
    taken.number += 1
    taken.save(force_insert=True)

    assert deadlines.DEADLINES.run(LATER) == 5

    assert Game.objects.get(quarantined_until__isnull=False).pk == tables[3].pk
    assert {prompts(game)[0]["seat"] for game in tables if game.pk != tables[3].pk} == {1}


@pytest.mark.django_db(transaction=True)
def test_a_game_that_somebody_holds_waits_for_the_next_sweep_and_holds_up_none() -> None:
    tables = games(6)
    with held(Game.objects.filter(pk=tables[2].pk)):
        assert deadlines.DEADLINES.run(LATER) == 5
    assert deadlines.DEADLINES.run(LATER) == 1


def test_a_batch_that_takes_long_lets_the_other_games_go() -> None:
    """When its time is up, a batch writes the work done so far."""
    games(6)
    together: list[int] = []
    seconds = 0.0

    def slowly(_game: store.HeldGame, _turn: int, _now: datetime, _known: None) -> int:
        nonlocal seconds
        seconds += batches.ACTED_SECONDS * 1.1
        together[-1] += 1
        return 1

    def begins(_rows: Sequence[DueRow], _held: Mapping[str, store.HeldGame]) -> None:
        together.append(0)

    slow = Batches(name="slow", due=deadlines.due_turns, read=begins, act=slowly, clock=lambda: seconds)
    assert slow.run(LATER) == 6
    assert together == [1] * 6


def test_batches_grow_as_long_as_they_are_quick() -> None:
    games(20)
    together: list[int] = []

    def begins(rows: Sequence[DueRow], _held: Mapping[str, store.HeldGame]) -> None:
        together.append(len(rows))

    quick = Batches(name="quick", due=deadlines.due_turns, read=begins, act=lambda *_: 1, clock=lambda: 0.0)
    assert quick.run(LATER) == 20
    assert together == [4, 8, 8]


def test_a_move_that_came_first_counts() -> None:
    tables = games(3)
    rows = list(deadlines.DEADLINES.rows(LATER))
    post(tables[1], 0, "draw deck", "draw deck", now=LATER)

    assert [deadlines.DEADLINES.one(row, LATER) for row in rows] == [1, 0, 1]
    assert not Entry.objects.filter(game=tables[1], kind="timeout").exists()
