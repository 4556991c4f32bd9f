"""Announcements: who makes them, who reads them where, who hears of them by email, and how they go away again."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import TimeMachineFixture

from games.competitions.clubs import announcements, membership
from games.errors import Refused
from games.models import AdminAct, Block, Club, ClubAnnouncement, Player, TalkMute
from games.models.relations import Relation
from games.people import moderation, relations
from games.people.privacy import erase_player, export_player
from notifications import noticeboard
from notifications.lists import Mode, Stream
from notifications.models import InboundEmail
from notifications.policy import preferences
from tests.api.people import API, client_of
from tests.clubs.club import OPEN, PRIVATE, filled
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, players
from tests.inbox.letters import quoting, reply_address, written
from tests.inbox.replies import take
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
WORDS = "The winter cup begins on Friday.\n\nBring tea."


def announced(club: Club, host: Player, text: str = WORDS, now: Any = NOON) -> ClubAnnouncement:
    return announcements.announce(host=host, club_id=club.pk, text=text, now=now)


def told(player: Player) -> list[str]:
    return [noticeboard.tell(notice) for notice in noticeboard.list_notices(player, NOON)]


def refusal(**wanted: Any) -> str:
    with pytest.raises(Refused) as refused:
        announcements.announce(**{"text": WORDS, "now": NOON, **wanted})
    return refused.value.code


def test_members_read_it_on_the_page_and_by_email_and_nobody_else_does(carry: Carry) -> None:
    host, member, muted, outsider = players(4)
    club = filled([host, member, muted], **OPEN)
    carry(NOON)
    moderation.moderate(admin=admin("Judge", *GROUPS), player_id=muted.pk, kind="muted", now=NOON, until=NOON + DAY)
    carry(NOON)
    announced(club, host)
    mails = carry(NOON)
    assert [mail.to for mail in mails] == [[member.email], [muted.email]]
    (text,) = {mail.text for mail in mails if mail.to == [member.email]}
    assert str(mails[0].message["Subject"]) == "Announcement: The Sleepers"
    assert "Player 0 writes to all members:\n\n> The winter cup begins on Friday.\n\n> Bring tea." in text
    assert "Bring tea." in text_of(browser_of(member), f"/clubs/{club.pk}")
    assert [row["text"] for row in client_of(member).get(f"{API}/clubs/{club.pk}/announcements").json()["results"]] == [
        WORDS
    ]
    for reader in (outsider, None):
        assert "Bring tea." not in text_of(browser_of(reader) if reader else Client(), f"/clubs/{club.pk}")
    assert client_of(outsider).get(f"{API}/clubs/{club.pk}/announcements").json()["code"] == "only_members"


def test_only_hosts_who_may_speak_announce_and_three_times_a_day(carry: Carry) -> None:
    host, second, member, outsider = players(4)
    club = filled([host, second, member], **PRIVATE)
    membership.make_host(host=host, club_id=club.pk, player_id=second.pk, now=NOON)
    assert refusal(host=member, club_id=club.pk) == "only_hosts"
    assert refusal(host=outsider, club_id=club.pk) == "no_such_club"
    assert refusal(host=host, club_id=club.pk, text=" \n ") == "nothing_announced"
    assert refusal(host=host, club_id=club.pk, text="x" * 1001) == "announcement_too_long"
    first = announced(club, host)
    announced(club, second)
    announcements.take_back(host=second, club_id=club.pk, announcement_id=first.pk, now=NOON)
    announced(club, host, "And another")
    assert refusal(host=second, club_id=club.pk, text="One more") == "too_many_announcements"
    announced(club, host, now=NOON + DAY)
    moderation.moderate(admin=admin("Judge", *GROUPS), player_id=host.pk, kind="muted", now=NOON, until=NOON + 3 * DAY)
    assert refusal(host=host, club_id=club.pk, now=NOON + 2 * DAY) == "account_muted"


def test_an_announcement_that_is_sent_twice_is_made_once(carry: Carry) -> None:
    host, member = players(2)
    club = filled([host, member])
    carry(NOON)
    first = announced(club, host)
    assert announced(club, host, now=NOON + timedelta(minutes=9)) == first
    assert len(carry(NOON + timedelta(minutes=9))) == 1
    assert announced(club, host, now=NOON + timedelta(minutes=10)) != first


def test_what_is_taken_back_or_away_is_nowhere_and_is_not_emailed_any_more(carry: Carry) -> None:
    host, member = players(2)
    club, judge = filled([host, member]), admin("Judge", *GROUPS)
    carry(NOON)
    back, away = announced(club, host, "Back"), announced(club, host, "Rude")
    assert told(member).count("A host has announced something.") == 2
    browser_of(host).post(f"/clubs/{club.pk}/announcements", {"do": "take_back", "announcement": back.pk})
    at_the_desk(judge).post("/admin/games/clubannouncement/", {"action": "remove", "_selected_action": [away.pk]})
    assert AdminAct.objects.get(what="announcement_removed").detail == {"club": club.pk, "announcement": away.pk}
    assert carry(NOON) == []
    switch = f'href="/clubs/{club.pk}/announcements"'
    assert switch in browser_of(member).get(f"/clubs/{club.pk}").content.decode(), "the switch of the emails is there"
    assert client_of(member).get(f"{API}/clubs/{club.pk}/announcements").json()["results"] == []
    assert "A host has announced something." not in told(member)


def test_one_tap_in_the_email_stops_the_emails_of_this_club_alone(carry: Carry) -> None:
    host, member = players(2)
    club, other = filled([host, member], **PRIVATE), filled([host, member], name="Another")
    carry(NOON)
    announced(club, host)
    (mail,) = carry(NOON)
    assert "The Sleepers" in mail.html
    link = str(mail.message["List-Unsubscribe"]).strip("<>")
    path = link[link.index("/api/") :]
    assert "Sleepers" not in text_of(Client(), path), "the link may be anybody's by now"
    assert Client().post(path).json() == {"stream": f"club-{club.pk}", "on": False}
    announced(club, host, "Again")
    announced(other, host)
    (mail,) = carry(NOON + timedelta(minutes=1))
    assert "Another" in str(mail.message["Subject"])
    browser_of(member).post(f"/clubs/{club.pk}/announcements", {"do": "emails", "on": "1"})
    assert client_of(member).get(f"{API}/clubs/{club.pk}").json()["emails"] is True
    client_of(member).put(f"{API}/clubs/{club.pk}/emails", {"on": False}, format="json")
    announced(club, host, "And again")
    assert carry(NOON + timedelta(minutes=2)) == []
    assert told(member).count("A host has announced something.") == 4, "only the emails stop"


def test_the_emails_follow_each_members_settings(carry: Carry) -> None:
    host, daily, never, blocks, mutes = players(5)
    club = filled([host, daily, never, blocks, mutes])
    preferences.put(daily, {Stream.GAMES: Mode.DAILY}, now=NOON)
    preferences.put(never, {Stream.GAMES: Mode.OFF}, now=NOON)
    carry(NOON)
    relations.add(Block, player=blocks, other_id=host.pk, now=NOON)
    relations.add(TalkMute, player=mutes, other_id=host.pk, now=NOON)
    announced(club, host)
    assert carry(NOON + timedelta(minutes=5)) == []
    (digest,) = carry(NOON + DAY)
    assert digest.to == [daily.email]
    assert "Bring tea." in digest.text
    for reader, reads in ((never, True), (blocks, False), (mutes, False)):
        assert ("Bring tea." in text_of(browser_of(reader), f"/clubs/{club.pk}")) is reads


@pytest.mark.parametrize("relation", [Block, TalkMute])
def test_a_host_who_is_muted_or_blocked_meanwhile_is_not_in_the_digest(carry: Carry, relation: type[Relation]) -> None:
    host, daily = players(2)
    club = filled([host, daily])
    preferences.put(daily, {Stream.GAMES: Mode.DAILY}, now=NOON)
    carry(NOON)
    announced(club, host)
    relations.add(relation, player=daily, other_id=host.pk, now=NOON)
    assert "A host has announced something." not in told(daily)
    assert carry(NOON + DAY) == []


def test_who_answers_by_email_is_told_that_nobody_reads_it(
    mail_in: None, carry: Carry, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(NOON, tick=False)
    host, member = players(2)
    club = filled([host, member])
    carry(NOON)
    announced(club, host)
    (mail,) = carry(NOON)
    to = reply_address(mail)
    for name in ("m1", "m2"):
        assert take(written(to, quoting(mail, "I am in!"), name=name), to).state == "refused"
    notice = written(to, quoting(mail, "I am away."), name="m3", headers={"Auto-Submitted": "auto-replied"})
    assert take(notice, to).state == "dropped"
    (sorry,) = carry(NOON)
    assert (sorry.to, f"/clubs/{club.pk}" in sorry.text) == ([member.email], True)
    assert InboundEmail.objects.count() == 3


def test_older_ones_are_on_a_page_of_their_own(carry: Carry) -> None:
    host, member = players(2)
    club = filled([host, member])
    for number in range(5):
        announced(club, host, f"News {number}", now=NOON + number * DAY)
    browser = browser_of(member)
    page, older = text_of(browser, f"/clubs/{club.pk}"), text_of(browser, f"/clubs/{club.pk}/announcements")
    assert [f"News {number}" in page for number in range(5)] == [False, False, True, True, True]
    assert all(f"News {number}" in older for number in range(5))


def test_an_erased_hosts_words_go_and_are_in_the_export_before() -> None:
    host, member = players(2)
    club = filled([host, member])
    row = announced(club, host)
    assert [section["text"] for section in export_player(player=host)["club_announcements"]] == [WORDS]
    erase_player(player=host, now=NOON)
    row.refresh_from_db()
    assert row.text == ""


def test_the_desks_list_takes_as_many_statements_for_many_clubs_as_for_one() -> None:
    host, judge = *players(1), admin("Judge", *GROUPS)
    desk, counts = at_the_desk(judge), []
    for _round in range(2):
        announced(filled([host]), host)
        desk.get("/admin/games/clubannouncement/")
        with CaptureQueriesContext(connection) as queries:
            desk.get("/admin/games/clubannouncement/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
