"""Cups at the admins' desk: status, problems, cancelling; and players' names in cups' names."""

from datetime import datetime

import pytest

from games.competitions.cups import creation, sweeps
from games.models import AdminAct, Cup, CupRound, Game, Mention, Player
from games.people import mentions
from games.people.privacy import erase_player
from games.table.disputes import desk_queue
from tests.competitions.cup import BEGINS, begun, enters, made, won
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db
LIST = "/admin/games/cup/"
ENDS = BEGINS + 21 * DAY


def test_an_admin_sees_what_holds_a_cup_up_and_calls_it_off_on_record() -> None:
    boss, helper = admin("Boss", *GROUPS), admin("Helper", "support")
    few = made(players(1)[0], name="Small Cup")
    enters(few, players(3, "Few"))
    sweeps.sweep(now=BEGINS)
    desk = at_the_desk(boss)
    page = desk.get(f"{LIST}{few.pk}/change/").content.decode()
    assert "put off once: too few players" in page
    assert "Small Cup" in desk.get(LIST).content.decode()
    end, words = f"{LIST}{few.pk}/end/", {"reason": "Nobody comes."}
    assert at_the_desk(helper).post(end, words).status_code == 403
    assert Cup.objects.get().state == Cup.State.OPEN
    desk.post(end, words)
    assert desk.post(end, words).status_code == 404
    assert Cup.objects.get().state == Cup.State.CALLED_OFF
    assert AdminAct.objects.get(what="call_off_cup").detail["subject"] == few.pk
    desk.post(LIST, {"action": "take_name", "_selected_action": [few.pk]})
    assert (Cup.objects.get().name, AdminAct.objects.get(what="cup_unnamed").by) == ("", boss)
    assert at_the_desk(players(1, "Stranger")[0]).get(LIST).status_code == 302


def test_what_admins_make_and_hosts_call_off() -> None:
    boss = admin("Boss", *GROUPS)
    cup = made(boss, official=True)
    assert AdminAct.objects.get(what="cup_made").by == boss
    (host,) = players(1)
    for player, one in ((boss, cup), (host, made(host, name="Own Cup"))):
        creation.call_off(player=player, cup_id=one.pk, now=NOON)
    assert AdminAct.objects.get(what="cup_called_off").detail == {"cup": cup.pk}


def test_a_cup_that_does_not_go_on_waits_for_an_admin_and_is_not_called_off() -> None:
    boss = admin("Boss", *GROUPS)
    cup, _ = begun(4)
    late = made(players(1, "Late")[0], entry_closes_at=ENDS)
    assert _waiting(boss, ENDS) == []
    assert _waiting(boss, ENDS + DAY) == [f"{LIST}{cup.pk}/change/", f"{LIST}{late.pk}/change/"]
    Cup.objects.filter(pk=late.pk).delete()
    Game.objects.filter(pk=Game.objects.earliest("pk").pk).update(quarantined_until=NOON + 1000 * 366 * DAY)
    desk = at_the_desk(boss)
    page = desk.get(f"{LIST}{cup.pk}/change/").content.decode()
    assert "games put aside: 1" in page
    assert "round 1, until " in page
    answer = desk.post(f"{LIST}{cup.pk}/end/", {"reason": "Late."}).content.decode()
    assert "The cup has begun" in answer
    assert Cup.objects.get().state == Cup.State.RUNNING
    won(cup, 0, 1, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    assert CupRound.objects.get().closed_at == BEGINS + DAY
    assert not _waiting(boss, BEGINS + 2 * DAY)
    assert _waiting(boss, BEGINS + 3 * DAY) == [f"{LIST}{cup.pk}/change/"]
    assert "next round on " in desk.get(LIST).content.decode()


def _waiting(boss: Player, now: datetime) -> list[str]:
    """Return the links in the queue that concern cups."""
    return [one.address for one in desk_queue.queue(boss, now) if "cup" in one.what]


def test_a_name_in_the_name_of_a_cup() -> None:
    """A name of somebody else waits for staff; the host's own name is removed at once, as a whole word."""
    cup, people = begun(4)
    name = people[2].name
    Cup.objects.filter(pk=cup.pk).update(name=f"Beat {name}")
    own, other = made(people[2], name=f"{name}’s Cup"), made(people[2], name=f"{name}1 Alpine")
    erase_player(player=people[2], now=BEGINS + DAY)
    names = dict(Cup.objects.values_list("pk", "name"))
    assert (names[own.pk], names[other.pk]) == ("", f"{name}1 Alpine")
    (asked,) = Mention.objects.filter(source="cup", row=str(cup.pk))
    mentions.take_out(admin=admin("Boss", *GROUPS), mention_id=asked.pk, now=BEGINS + DAY)
    assert Cup.objects.get(pk=cup.pk).name == "Beat […]"
