"""A ruling sent twice at the same moment, on the real database."""

import threading
from datetime import timedelta

import pytest
from django.db import transaction

from games.errors import NotFound, Refused
from games.models import AdminAct, Dispute, Game, Player, Ruling
from games.table.disputes import lifecycle
from games.table.rulings import Correct, Extend, MoveFor, Order
from games.table.rulings.board import NotLegal
from tests.games.admins import admin
from tests.games.courts import agree
from tests.games.stories import NOON, chosen, players, started
from tests.locks import in_a_thread, wait_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rita() -> Player:
    return admin("Rita", "referee")


@pytest.fixture
def dispute(rita: Player) -> Dispute:
    people = players(2)
    game = chosen(started(people, pause_on_dispute=True))
    return lifecycle.open_dispute(player=people[0], game_id=game.pk, kind="late", text="No mail came.", now=NOON)


def rule(dispute: Dispute, order: Order, *, game_id: str | None = None, resolves: bool = True) -> Ruling:
    return lifecycle.rule(
        admin=Player.objects.get(name="Rita"),
        dispute_id=dispute.pk,
        game_id=game_id or dispute.game_id,
        order=order,
        now=NOON + timedelta(hours=1),
        text="A day more.",
        resolves=resolves,
    )


def test_the_second_of_two_at_once_finds_the_dispute_closed(dispute: Dispute) -> None:
    told: list[str] = []

    def late() -> None:
        with pytest.raises(Refused) as refusal:
            rule(dispute, Extend(hours=24))
        told.append(refusal.value.code)

    waiting = threading.Thread(target=in_a_thread, args=[late])
    with transaction.atomic():
        rule(dispute, Extend(hours=24))
        waiting.start()
        wait_for_a_lock()
    waiting.join()
    assert told == ["dispute_closed"]
    assert Ruling.objects.filter(kind="extended").count() == 1
    agree(Game.objects.get(pk=dispute.game_id))


def test_one_that_settles_nothing_leaves_it_open(dispute: Dispute) -> None:
    assert rule(dispute, Extend(hours=24), resolves=False).dispute == dispute
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.OPEN


def test_a_dispute_of_another_game_is_none(dispute: Dispute) -> None:
    other = chosen(started(players(2, "Other")))
    with pytest.raises(NotFound, match="no_such_dispute"):
        rule(dispute, Correct(seat=0, points=1), game_id=other.pk)
    assert not Ruling.objects.exists()


def test_a_move_that_was_only_tried_stays_on_record(dispute: Dispute) -> None:
    with pytest.raises(NotLegal):
        rule(dispute, MoveFor(0, "keep 1 2 3 4 5"))
    dispute.refresh_from_db()
    assert (dispute.state, AdminAct.objects.filter(what="move_tried").count()) == ("open", 1)
