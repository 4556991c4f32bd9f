"""Batches of stand-ins, pauses, proposals and bulk rulings: the same events as one by one, in few statements."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from games.models import AdminAct, BulkItem, Game, Proposal, Ruling
from games.signals import entry_recorded
from games.table.agreements import settlement
from games.table.play import deadlines, stand_ins
from games.table.play.batches import Batches
from games.table.rulings import Extend, Replace, bulk, pauses
from tests.agreements.table import HOUR, pause, propose, say
from tests.entropy import drawn_from
from tests.games.batching import facts, takes_at_most_three_each
from tests.games.courts import admin, rule
from tests.games.stories import DAY, NOON, chosen, holder, players, post, started
from tests.undone import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long]

THEN = NOON + DAY
MINUTE = timedelta(minutes=1)
NO_LONGER_WAITED_FOR = THEN + 12 * HOUR + 2 * MINUTE


def games(count: int, name: str, seats: int = 2) -> list[Game]:
    return [chosen(started(players(seats, f"{name} {number} "), now=THEN), now=THEN) for number in range(count)]


def house(tables: list[Game]) -> None:
    """Seat a house player in the first seat of these games, with the turn."""
    for game in tables:
        rule(game, Replace(0), now=THEN)


def rest(tables: list[Game]) -> None:
    """Have both players agree to pause."""
    for game in tables:
        for seat in (0, 1):
            pause(holder(game, seat), game, THEN)


def agree_on_two_things(tables: list[Game]) -> None:
    """Agree on two proposals without the player who has vanished, which takes effect after some time."""
    for game in tables:
        for seat in (1, 2):
            proposal = propose(game, seat, THEN + MINUTE, kind="extended", hours=seat)
            assert say(game, 3 - seat, proposal, now=THEN + MINUTE).state == "open"


def tables_of_every_kind() -> None:
    agreeing = [chosen(started(players(3, f"Agreeing {number} "))) for number in range(3)]
    deadlines.sweep(now=THEN)
    agree_on_two_things(agreeing)
    house(games(3, "House", 3))
    rest(games(3, "Rest"))
    for game in games(3, "Silent", 3):
        propose(game, 1, THEN, kind="ended", how="void")
    for game in games(2, "Quick", 3):
        propose(game, 1, THEN, kind="ended", how="adjudicated")
        post(game, 0, "draw deck", "draw deck", now=THEN)
    bulk.start(admin=admin("operator", "Olga"), order=Extend(hours=1), text="An outage.", note="Ours.", now=THEN)


def together(sweep: Batches[Any], now: datetime) -> int:
    return sweep.run(now)


def alone(sweep: Batches[Any], now: datetime) -> int:
    return sum(sweep.one(row, now) for row in list(sweep.rows(now)))


def everything(how: Callable[[Batches[Any], datetime], int], most: int) -> None:
    """Run everything due; two proposals at one table take two sweeps."""
    assert how(stand_ins.STAND_INS, THEN + HOUR) >= 3
    for now in (THEN + HOUR, *[NO_LONGER_WAITED_FOR] * 2, THEN + 9 * DAY):
        how(settlement.PROPOSALS, now)
    how(pauses.LONG_PAUSES, THEN + 61 * DAY)
    while bulk.work(now=THEN + 61 * DAY, limit=most):
        pass


def test_a_batch_leaves_what_each_would_by_itself() -> None:
    tables_of_every_kind()
    with undone(), drawn_from("the same salts"):
        everything(together, 200)
        of_batches = facts()
        states = sorted(Proposal.objects.values_list("state", flat=True))
        assert states == [*["agreed"] * 9, *["expired"] * 3, *["overtaken"] * 2]
        assert Ruling.objects.count() == AdminAct.objects.filter(what="ruled").count() + 9
        assert not Game.objects.exclude(proposals_open=0).exists()
        call_command("replay")
    with undone(), drawn_from("the same salts"):
        everything(alone, 1)
        by_themselves = facts()
    for what, found in by_themselves.items():
        assert of_batches[what] == found, what


def test_it_takes_at_most_three_statements_each() -> None:
    tables = games(20, "Table", 3)
    house(tables)
    for game in tables:
        propose(game, 1, THEN, kind="ended", how="void")
    takes_at_most_three_each(settlement.PROPOSALS, THEN + 9 * DAY)
    resting = games(20, "Rest")
    rest(resting)
    takes_at_most_three_each(pauses.LONG_PAUSES, THEN + 61 * DAY)
    order = Extend(hours=1)
    ordered = bulk.start(admin=admin("operator", "Olga"), order=order, text="An outage.", note="Ours.", now=THEN)
    takes_at_most_three_each(bulk.BulkSweep(ordered).batches, THEN + 61 * DAY)
    takes_at_most_three_each(stand_ins.STAND_INS, THEN + 9 * DAY)


def test_a_ruling_in_bulk_that_raises_when_it_is_recorded_takes_no_other_with_it() -> None:
    tables = games(5, "Table")
    bulk.start(admin=admin("operator", "Olga"), order=Extend(hours=1), text="An outage.", now=THEN)

    def trouble(game: Game, **_: object) -> None:
        if game.pk == tables[2].pk:
            raise RuntimeError("a secret")

    entry_recorded.connect(trouble)
    try:
        assert bulk.work(now=THEN) == 5
    finally:
        entry_recorded.disconnect(trouble)
    failed = BulkItem.objects.get(state=BulkItem.State.FAILED)
    assert (failed.game_id, failed.code) == (tables[2].pk, "RuntimeError")
    assert Game.objects.get(quarantined_until__isnull=False).pk == tables[2].pk
    ruled = set(Ruling.objects.values_list("game_id", flat=True))
    assert ruled == set(AdminAct.objects.filter(what="ruled").values_list("game_id", flat=True))
    assert ruled == {game.pk for game in tables if game.pk != tables[2].pk}
