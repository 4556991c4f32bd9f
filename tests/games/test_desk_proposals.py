"""What cannot be undone at the desk: one at a time, with its consequences, a reason, and a second admin."""

import json
from datetime import timedelta

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from games.competitions import handover
from games.models import AdminAct, AdminReason, Cup, DeskProposal, League, Player
from games.people.privacy import erase_player
from games.table.disputes import desk_queue
from notifications.models import Mail
from tests.competitions import cup as cups
from tests.competitions import league as leagues
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, players, started

pytestmark = pytest.mark.django_db
WORDS = {"text": "You asked us to.", "reason": "Asked by post, with a copy of an old email."}


def superuser(name: str) -> Player:
    return Player.objects.create_superuser(f"{name.lower()}@mail.example", name)


def erasing(player: Player) -> str:
    return reverse("admin:games_player_erase", args=[player.pk])


def acts() -> list[str]:
    return list(
        AdminAct.objects.exclude(what__in=["looked_at", "searched", "words_erased"]).values_list("what", flat=True)
    )


def test_the_only_superuser_erases_one_person_on_record_with_a_last_email() -> None:
    desk, people = at_the_desk(superuser("Boss")), players(3)
    game = started(people, name="The Old Line")
    league = leagues.founded(people[0], name="Northern League")
    leagues.entered(league, people[1:])
    assert b"Erase forever" not in desk.get(reverse("admin:games_player_changelist")).content
    page = desk.get(erasing(people[0])).content.decode()
    for consequence in ("The Old Line", "Northern League", "Player 1 will host it", "It cannot be undone."):
        assert consequence in page
    assert desk.post(erasing(people[0]), {"text": "Bye"}).status_code == 200, "it takes a reason"
    assert Player.objects.get(pk=people[0].pk).erased_at is None
    assert desk.post(erasing(people[0]), WORDS).status_code == 302
    assert Player.objects.get(pk=people[0].pk).erased_at is not None
    assert acts() == ["erase_player"]
    assert AdminReason.objects.get(act__what="erase_player").text == WORDS["reason"]
    (mail,) = Mail.objects.filter(address=people[0].email)
    assert (mail.template, mail.context["text"]) == ("account/email/erased_by_admin", WORDS["text"])
    assert game.seats.get(number=0).player_id == people[0].pk
    assert desk.get(erasing(people[0])).status_code == 404
    kept = json.dumps(json.loads(serializers.serialize("json", DeskProposal.objects.all())))
    assert "old email" not in kept


def test_where_two_may_erase_one_proposes_and_the_other_agrees() -> None:
    boss, second, lost = superuser("Boss"), superuser("Second"), players(1)[0]
    desk, other = at_the_desk(boss), at_the_desk(second)
    assert "Another admin has to agree" in desk.get(erasing(lost)).content.decode()
    desk.post(erasing(lost), WORDS)
    assert "Already proposed" in other.post(erasing(lost), WORDS, follow=True).content.decode()
    (item,) = [item for item in desk_queue.queue(second, NOON) if item.kind == "proposal"]
    assert (item.what, item.by, item.said) == ("Erase Player 0", boss, WORDS["reason"])
    assert b"Agree and carry out" not in desk.get(item.address).content
    desk.post(item.address, {"agree": "1"})
    assert Player.objects.get(pk=lost.pk).erased_at is None
    page = other.get(item.address).content.decode()
    assert WORDS["reason"] in page
    assert "Agree and carry out" in page
    other.post(item.address, {"agree": "1"})
    assert Player.objects.get(pk=lost.pk).erased_at is not None
    assert sorted(acts()) == ["erase_player", "erase_player_proposed"]
    assert AdminAct.objects.get(what="erase_player").detail["proposed_by"] == boss.pk
    assert not [item for item in desk_queue.queue(second, NOON) if item.kind == "proposal"]


def test_a_proposal_is_withdrawn_and_can_be_made_again() -> None:
    boss, lost = superuser("Boss"), players(1)[0]
    desk, other = at_the_desk(boss), at_the_desk(superuser("Second"))
    desk.post(erasing(lost), WORDS)
    page = reverse("admin:games_deskproposal_change", args=[DeskProposal.objects.get().pk])
    other.post(page, {"withdraw": "1"})
    other.post(page, {"agree": "1"})
    assert Player.objects.get(pk=lost.pk).erased_at is None
    assert desk.post(erasing(lost), WORDS).status_code == 302
    assert sorted(DeskProposal.objects.values_list("state", flat=True)) == ["proposed", "withdrawn"]


def test_who_cannot_be_erased_and_by_whom() -> None:
    boss, lost = superuser("Boss"), players(2)
    desk = at_the_desk(boss)
    for page, status in ((erasing(boss), 403), (erasing(lost[0]), 422)):
        answer = desk.post(page, {**WORDS, "reason": f"{lost[0].name} asked."})
        assert answer.status_code in (status, 409)
    started([boss, *lost])
    assert desk.post(erasing(lost[1]), WORDS).status_code == 403, "they play together"
    referee = at_the_desk(admin("Ruth", "referee", "operator"))
    assert referee.get(erasing(lost[0])).status_code == 403
    assert referee.post(erasing(lost[0]), WORDS).status_code == 403
    assert not Player.objects.filter(erased_at__isnull=False).exists()


def test_a_league_is_closed_by_two_and_its_people_are_told() -> None:
    referee, second, (host, *people) = admin("Ruth", "referee"), admin("Rolf", "referee"), players(3)
    league = leagues.founded(host)
    leagues.entered(league, people)
    end = reverse("admin:games_league_end", args=[league.pk])
    assert at_the_desk(admin("Sue", "support")).post(end, WORDS).status_code == 403
    at_the_desk(referee).post(end, WORDS)
    assert League.objects.get().closed_at is None
    (item,) = [item for item in desk_queue.queue(second, NOON) if item.kind == "proposal"]
    at_the_desk(second).post(item.address, {"agree": "1"})
    assert League.objects.get().closed_at is not None
    told = Mail.objects.filter(template="account/email/competition_ended").order_by("address")
    assert [mail.address for mail in told] == sorted(str(player.email) for player in (host, *people))
    assert sorted(acts()) == ["close_league", "close_league_proposed"]


def test_a_cup_that_has_not_begun_is_called_off_and_a_running_one_is_not() -> None:
    desk = at_the_desk(admin("Ruth", "referee"))
    running, _people = cups.begun(4)
    cup = cups.made(players(1, "Host")[0], name="Own Cup")
    at_the_desk(admin("Sue", "support")).post(reverse("admin:games_cup_end", args=[cup.pk]), WORDS)
    assert b"What will happen" not in desk.get(reverse("admin:games_cup_end", args=[running.pk])).content
    for each in (running, cup):
        desk.post(reverse("admin:games_cup_end", args=[each.pk]), WORDS)
    states = dict(Cup.objects.values_list("pk", "state"))
    assert states == {running.pk: "running", cup.pk: "called_off"}


def test_a_host_names_the_next_one_who_is_told() -> None:
    host, *people = players(3)
    league = leagues.founded(host)
    leagues.entered(league, people)
    own = Client()
    own.force_login(host)
    assert "You host Northern League." in own.get("/settings/erase").content.decode()
    for name in (admin("Ruth", "referee").name, "Nobody"):
        with pytest.raises(Exception, match="cannot_host"):
            handover.hand_over(player=host, competition=league, name=name, now=NOON)
    own.post(f"/leagues/{league.pk}", {"do": "hand_over", "name": people[1].name.upper()})
    assert League.objects.get().host == people[1]
    assert [mail.player for mail in Mail.objects.filter(template="account/email/hosts_competition")] == [people[1]]
    assert acts() == []
    with pytest.raises(Exception, match="only_the_host"):
        handover.hand_over(player=host, competition=league, name=host.name, now=NOON)


def test_an_admin_hands_over_on_record() -> None:
    host, *people = players(3)
    cup = cups.made(host)
    cups.enters(cup, people)
    page = reverse("admin:games_cup_end", args=[cup.pk])
    at_the_desk(admin("Ruth", "referee")).post(page, {"heir": people[0].name})
    assert Cup.objects.get().host == people[0]
    assert AdminAct.objects.get(what="competition_handed_over").detail == {"cup": cup.pk}


def test_who_has_been_in_it_longest_hosts_what_an_erased_player_hosted() -> None:
    host, suspended, heir, *more = players(5)
    league, cup = leagues.founded(host, name="League of Player 0"), cups.made(host)
    leagues.entered(league, [host, suspended, heir, *more])
    cups.enters(cup, [host, suspended, heir, *more])
    alone, open_cup = leagues.founded(host, name="Alone"), cups.made(host, name="Alone Cup")
    Player.objects.filter(pk=suspended.pk).update(suspended_until=NOON + 30 * DAY)
    erase_player(player=host, now=NOON + timedelta(hours=1))
    for row in (league, cup, alone, open_cup):
        row.refresh_from_db()
    assert (league.host, cup.host, league.name) == (heir, heir, "")
    assert (alone.closed_at is not None, open_cup.state) == (True, "called_off")
