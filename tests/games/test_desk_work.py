"""Admins at the queue see who is at what, note things for each other, and ask for those who may."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import AdminAct, AdminReason, Dispute, Moderation
from games.people.moderation import moderate
from games.people.privacy import erase_player
from games.table.disputes import appeals, lifecycle
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, players, started

pytestmark = pytest.mark.django_db
QUEUE = "/admin/games/game/queue/"


@pytest.fixture(autouse=True)
def clock(time_machine: Any) -> Any:
    time_machine.move_to(NOON, tick=False)
    return time_machine


@pytest.fixture
def item() -> dict[str, str]:
    """Open a dispute; return its item as the forms of the queue name it."""
    game = chosen(started(players(3)))
    dispute = lifecycle.open_dispute(player=holder(game, 0), game_id=game.pk, kind="other", text="Help.", now=NOON)
    return {"item": f"dispute {dispute.pk}"}


def test_an_item_is_claimed_by_one_admin_seen_by_others_and_given_back(item: dict[str, str]) -> None:
    first, second = (at_the_desk(admin(name, "support")) for name in ("First", "Second"))
    assert "I’m at it" in first.get(QUEUE).content.decode()
    first.post(QUEUE, {**item, "claim": "1"})
    assert "First is at it" in second.get(QUEUE).content.decode()
    assert "First has claimed it" in second.post(QUEUE, {**item, "claim": "1"}, follow=True).content.decode()
    second.post(QUEUE, {**item, "release": "1"})
    first.post(QUEUE, {**item, "claim": "1"})
    assert "First is at it" in second.get("/admin/").content.decode()
    first.post(QUEUE, {**item, "release": "1"})
    assert "is at it" not in second.get(QUEUE).content.decode()
    acts = AdminAct.objects.filter(what__startswith="item_").values_list("what", flat=True).order_by("pk")
    assert list(acts) == ["item_claimed", "item_given_back"]


def test_a_claim_ends_after_a_day(item: dict[str, str], clock: Any) -> None:
    first, second = (at_the_desk(admin(name, "support")) for name in ("First", "Second"))
    first.post(QUEUE, {**item, "claim": "1"})
    clock.move_to(NOON + DAY, tick=False)
    assert "is at it" not in second.get(QUEUE).content.decode()
    second.post(QUEUE, {**item, "claim": "1"})
    assert "Second is at it" in first.get(QUEUE).content.decode()


def test_a_note_is_for_admins_and_asks_for_those_who_may(item: dict[str, str]) -> None:
    writer, other = admin("First", "support"), at_the_desk(admin("Second", "referee"))
    desk = at_the_desk(writer)
    desk.post(QUEUE, {**item, "claim": "1"})
    desk.post(QUEUE, {**item, "text": "Looks like a bug.", "asks_for": "referee"})
    shown = other.get(QUEUE).content.decode()
    assert "Looks like a bug." in shown
    assert "asks for: referee" in shown
    assert "is at it" not in shown
    desk.post(QUEUE, {**item, "text": "x", "asks_for": "emperor"})
    assert AdminReason.objects.count() == 1
    erase_player(player=writer, now=NOON)
    assert "Looks like a bug." not in other.get(QUEUE).content.decode()


def test_what_is_settled_or_not_ones_own_matter_is_not_touched(item: dict[str, str]) -> None:
    game = Dispute.objects.get().game
    playing = admin("Playing", "support")
    game.seats.filter(number=2).update(player=playing)
    answer = at_the_desk(playing).post(QUEUE, {**item, "claim": "1"}, follow=True)
    assert "no longer waits for you" in answer.content.decode()
    judge = admin("Judge", "support")
    lifecycle.dismiss(admin=judge, dispute_id=Dispute.objects.get().pk, text="No.", now=NOON)
    at_the_desk(judge).post(QUEUE, {**item, "claim": "1"})
    assert not AdminAct.objects.filter(what__startswith="item_").exists()


def test_everybody_reads_how_often_admins_did_what_without_names(item: dict[str, str], clock: Any) -> None:
    judge, (villain,) = admin("Judge", "operator"), players(1, "Villain")
    moderate(admin=judge, player_id=villain.pk, kind="warned", now=NOON, text="Be kind.")
    moderate(admin=judge, player_id=villain.pk, kind="warned", now=NOON - 40 * DAY)
    moderate(admin=judge, player_id=villain.pk, kind="muted", now=NOON - 400 * DAY, until=NOON + DAY)
    appeal = appeals.appeal(player=villain, subject=f"m{Moderation.objects.latest('pk').pk}", text="I am.", now=NOON)
    appeals.judge(admin=judge, appeal_id=appeal.pk, lifts=True, text="Yes.", now=NOON)
    at_the_desk(judge).get(QUEUE)
    page = Client().get("/admins").content.decode()
    rows = re.findall(r"<h2>(.*?)</h2>|<td>(.*?)</td><td class=\"total\">(\d+)</td>", page)
    assert [tuple(filter(None, row)) for row in rows] == [
        ("March 2026",),
        ("Warnings", "1"),
        ("Mutes ended early", "1"),
        ("Appeals: the player was right", "1"),
        ("January 2026",),
        ("Warnings", "1"),
    ]
    for name in ("Judge", "Villain", "Be kind.", "I am."):
        assert name not in page
