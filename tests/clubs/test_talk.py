"""The talk of a club: who reads it, who joins in, how much, and what becomes of a line that is reported."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.competitions.clubs import announcements, membership, reports, talk
from games.errors import Refused
from games.models import AdminAct, Block, ClubAnnouncement, ClubLine, ClubReport, Player, TalkMute
from games.people import moderation, relations
from games.people.privacy import erase_player, export_player
from tests.api.people import API, client_of, stranger
from tests.clubs.club import OPEN, PRIVATE, filled
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def refusal(act: Any, **wanted: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(**{"now": NOON, **wanted})
    return refused.value.code


def test_members_talk_and_nobody_else_reads_it() -> None:
    host, member, outsider = players(3)
    club = filled([host, member], **OPEN)
    browser_of(member).post(f"/clubs/{club.pk}/talk", {"do": "say", "text": "Who is in for\nFriday?"})
    path = f"{API}/clubs/{club.pk}/talk"
    assert client_of(host).post(path, {"text": "I am."}, format="json").status_code == 201
    answer = client_of(host).get(path).json()
    assert [(line["number"], line["text"]) for line in answer["results"]] == [
        (1, "Who is in for Friday?"),
        (2, "I am."),
    ]
    assert [line["number"] for line in client_of(host).get(f"{path}?since=1").json()["results"]] == [2]
    for page in (f"/clubs/{club.pk}", f"/clubs/{club.pk}/talk"):
        assert "Who is in for Friday?" in text_of(browser_of(host), page)
    for reader in (browser_of(outsider), Client()):
        assert "Friday" not in text_of(reader, f"/clubs/{club.pk}")
        assert reader.get(f"/clubs/{club.pk}/talk").status_code == 404
    assert client_of(outsider).get(path).json()["code"] == "only_members"
    assert stranger().get(path).status_code == 401


def test_it_has_the_rules_of_a_tables_talk(carry: Carry) -> None:
    host, member, muted, outsider = players(4)
    club = filled([host, member, muted], **PRIVATE)
    moderation.moderate(admin=admin("Judge", *GROUPS), player_id=muted.pk, kind="muted", now=NOON, until=NOON + DAY)
    carry(NOON)
    assert refusal(talk.say, player=muted, club_id=club.pk, text="Hm") == "account_muted"
    assert refusal(talk.say, player=outsider, club_id=club.pk, text="Hm") == "no_such_club"
    assert refusal(talk.say, player=member, club_id=club.pk, text=" ") == "nothing_said"
    for number in range(30):
        talk.say(player=member, club_id=club.pk, text=f"Line {number}", now=NOON)
    assert refusal(talk.say, player=member, club_id=club.pk, text="More") == "too_many_lines"
    talk.say(player=host, club_id=club.pk, text="Enough", now=NOON)
    talk.say(player=member, club_id=club.pk, text="Later", now=NOON + timedelta(hours=1))
    assert carry(NOON + timedelta(hours=2)) == [], "nothing of it is emailed"


def test_a_line_that_is_sent_twice_is_said_once() -> None:
    host, member = players(2)
    club = filled([host, member])
    for seconds in (0, 20, 60):
        talk.say(player=host, club_id=club.pk, text="Who is in?", now=NOON + timedelta(seconds=seconds))
    talk.say(player=member, club_id=club.pk, text="Who is in?", now=NOON + timedelta(seconds=61))
    assert [line.by.name for line in ClubLine.objects.order_by("number")] == [host.name, host.name, member.name]


def test_the_muted_and_the_blocked_are_not_read() -> None:
    host, rude, loud = players(3)
    club = filled([host, rude, loud])
    for player in (rude, loud):
        talk.say(player=player, club_id=club.pk, text=f"By {player.name}", now=NOON)
    browser_of(host).post(f"/clubs/{club.pk}/talk", {"do": "mute", "number": "1"})
    relations.add(Block, player=host, other_id=loud.pk, now=NOON)
    assert client_of(host).get(f"{API}/clubs/{club.pk}/talk").json()["results"] == []
    assert len(client_of(rude).get(f"{API}/clubs/{club.pk}/talk").json()["results"]) == 2


def test_a_reported_line_is_judged_at_the_desk_and_both_hear_what_they_should(carry: Carry) -> None:
    host, rude, other = players(3)
    club, judge = filled([host, rude, other], **PRIVATE), admin("Judge", *GROUPS)
    for text in ("Before", "Rude words", "After"):
        talk.say(player=rude, club_id=club.pk, text=text, now=NOON)
    carry(NOON)
    browser = browser_of(host)
    assert "Rude words" in text_of(browser, f"/clubs/{club.pk}/talk?report=2")
    for _click in range(2):
        browser.post(f"/clubs/{club.pk}/talk", {"do": "report", "number": "2", "text": "Look at this."})
    api = client_of(other)
    assert api.post(f"{API}/clubs/{club.pk}/talk/2/report", {}, format="json").status_code == 204
    assert refusal(reports.report, player=rude, club_id=club.pk, number=2) == "own_line"
    assert refusal(reports.report, player=host, club_id=club.pk, number=9) == "no_such_line"
    assert ClubReport.objects.count() == 2
    (mail,) = carry(NOON + 365 * DAY)
    assert (mail.to, "Rude" in mail.whole) == ([judge.email], False)
    desk, report = at_the_desk(judge), ClubReport.objects.get(by=host)
    assert "Rude words" in text_of(desk, "/admin/games/game/queue/")
    page = f"/admin/games/clubreport/{report.pk}/change/"
    shown = text_of(desk, page)
    assert all(words in shown for words in ("Before", "Rude words", "After", "Look at this."))
    desk.post(page, {"remove": "1", "text": "Thank you."})
    assert [line.text for line in ClubLine.objects.order_by("number")] == ["Before", "", "After"]
    assert set(ClubReport.objects.values_list("outcome", flat=True)) == {"removed"}
    assert AdminAct.objects.get(what="club_report_closed").detail == {"club": club.pk, "line": 2, "removed": True}
    mails = carry(NOON + 365 * DAY)
    assert {mail.to[0] for mail in mails} == {host.email, other.email}
    assert all("removed it" in mail.text for mail in mails)
    assert [mail.to for mail in mails if "Thank you." in mail.text] == [[host.email]], "it was said to this reporter"
    assert refusal(reports.close, admin=judge, report_id=report.pk, removes=False) == "dispute_closed"


def test_a_report_that_came_too_late_is_not_put_into_the_box_for_all() -> None:
    host, rude = players(2)
    club = filled([host, rude])
    talk.say(player=rude, club_id=club.pk, text="Rude words", now=NOON)
    ClubLine.objects.update(text="")
    answer = browser_of(host).post(f"/clubs/{club.pk}/talk", {"do": "report", "number": "1", "text": "Between us."})
    assert "Between us." not in answer.content.decode()
    answer = browser_of(host).post(f"/clubs/{club.pk}/talk", {"do": "say", "text": "x" * 501})
    assert "x" * 501 in answer.content.decode()


def test_who_has_muted_somebody_can_report_their_lines() -> None:
    host, rude = players(2)
    club = filled([host, rude])
    talk.say(player=rude, club_id=club.pk, text="Rude words", now=NOON)
    relations.add(TalkMute, player=host, other_id=rude.pk, now=NOON)
    assert "Rude words" in text_of(browser_of(host), f"/clubs/{club.pk}/talk?report=1")
    path = f"{API}/clubs/{club.pk}/talk/1/report"
    assert client_of(host).post(path, {}, format="json").status_code == 204


def test_what_was_said_goes_with_the_club_and_a_reported_line_once_it_is_judged(carry: Carry) -> None:
    host, rude = players(2)
    club, judge = filled([host, rude]), admin("Judge", *GROUPS)
    announcements.announce(host=host, club_id=club.pk, text="News", now=NOON)
    for text in ("Before", "Rude words"):
        talk.say(player=rude, club_id=club.pk, text=text, now=NOON)
    report = reports.report(player=host, club_id=club.pk, number=2, now=NOON)
    for player in (rude, host):
        membership.leave(player=player, club_id=club.pk, now=NOON)
    assert [line.text for line in ClubLine.objects.order_by("number")] == ["", "Rude words"]
    assert ClubAnnouncement.objects.get().text == ""
    carry(NOON + 365 * DAY)
    reports.close(admin=judge, report_id=report.pk, removes=False, now=NOON)
    (mail,) = carry(NOON + 365 * DAY)
    assert (mail.to, f"/clubs/{club.pk}" in mail.text) == ([host.email], False)
    assert not ClubLine.objects.exclude(text="").exists()


def test_many_reports_of_one_line_are_one_case_for_the_admins(carry: Carry) -> None:
    host, *members = players(4)
    club, judge = filled([host, *members]), admin("Judge", *GROUPS)
    talk.say(player=host, club_id=club.pk, text="Harmless", now=NOON)
    carry(NOON)
    for member in members[:2]:
        reports.report(player=member, club_id=club.pk, number=1, now=NOON)
    (report,) = reports.waiting_for(judge)
    reports.close(admin=judge, report_id=report.pk, removes=False, now=NOON)
    assert list(reports.waiting_for(judge)) == []
    reports.report(player=members[2], club_id=club.pk, number=1, now=NOON)
    mails = carry(NOON + 365 * DAY)
    assert len(mails) == 3
    assert {mail.to[0] for mail in mails} == {judge.email, *(member.email for member in members[:2])}
    assert len(reports.waiting_for(judge)) == 1
    erase_player(player=host, now=NOON)
    assert list(reports.waiting_for(judge)) == [], "no words are left to judge"


def test_whose_line_stays_is_not_told_of_the_report() -> None:
    host, rude = players(2)
    club, judge = filled([host, rude], **PRIVATE), admin("Judge", *GROUPS)
    talk.say(player=rude, club_id=club.pk, text="Harmless", now=NOON)
    report = reports.report(player=host, club_id=club.pk, number=1, now=NOON)
    reports.close(admin=judge, report_id=report.pk, removes=False, now=NOON)
    assert list(export_player(player=rude)["admins_acts_about_you"]) == []


def test_nobody_judges_a_report_of_their_own_or_without_the_right() -> None:
    judge = admin("Judge", *GROUPS)
    host, rude = players(2)
    club = filled([host, rude, judge])
    talk.say(player=rude, club_id=club.pk, text="Rude words", now=NOON)
    for reporter in (judge, host):  # a verdict about the other report of the line would be one about their own, too
        report = reports.report(player=reporter, club_id=club.pk, number=1, now=NOON)
        page = f"/admin/games/clubreport/{report.pk}/change/"
        assert list(reports.waiting_for(judge)) == []
        assert at_the_desk(judge).get(page).status_code == 404
        assert refusal(reports.close, admin=judge, report_id=report.pk, removes=True) == "not_yourself"
    support = at_the_desk(Player.objects.create_user("s@desk.example", "Sue", is_staff=True))
    assert support.get(page).status_code in (302, 403)


def test_an_erased_members_lines_go_and_are_in_the_export_before() -> None:
    host, member = players(2)
    club = filled([host, member])
    talk.say(player=member, club_id=club.pk, text="My words", now=NOON)
    talk.say(player=host, club_id=club.pk, text="Theirs", now=NOON)
    reports.report(player=member, club_id=club.pk, number=2, text="My report", now=NOON)
    copy = export_player(player=member)
    assert [row["text"] for row in copy["club_lines"] + copy["club_reports"]] == ["My words", "My report"]
    erase_player(player=member, now=NOON)
    assert [line.text for line in ClubLine.objects.order_by("number")] == ["", "Theirs"]
    assert ClubReport.objects.get().text == ""


def test_the_talk_takes_as_many_statements_for_many_lines_as_for_one() -> None:
    host, member = players(2)
    club = filled([host, member])
    browser, counts = browser_of(host), []
    for count in (1, 8):
        for line in range(count):
            talk.say(player=member, club_id=club.pk, text=f"Hello {line}", now=NOON)
        for path in (f"/clubs/{club.pk}", f"/clubs/{club.pk}/talk"):
            with CaptureQueriesContext(connection) as queries:
                browser.get(path)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
