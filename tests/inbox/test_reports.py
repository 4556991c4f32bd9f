"""Bounces and complaints: what marks an address, what marks nothing, and that a report marks once."""

import smtplib
import time
from datetime import timedelta

import pytest
from pytest_django import Settings

from games.models import Player
from notifications.inbox import accepting
from notifications.inbox.reports import processing, reading
from notifications.inbox.reports.reading import Dead, Harmless
from notifications.models import DeadAddress, InboundEmail, Mail, MailReport
from notifications.outbox import dead_addresses
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, sent, written
from tests.inbox.replies import OWN, asked, take
from tests.inbox.replies import answers as got
from tests.inbox.reports import complaint, delivery, exchange, exim, gmail, postfix, report, told
from tests.notifications.conftest import Carry

SECONDS = 2.0
"""Far more than any of them takes here, and far less than they would without bounds."""


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (postfix(), "550 5.1.1"),
        (postfix("450 4.1.1", "5.1.1").replace(b"smtp; 450 4.1.1", b"X-Postfix; unknown"), "5.1.1"),
        (postfix().replace(b"smtp; 550", b"X-Postfix; host not found").replace(b"5.1.1", b"5.4.4"), "5.4.4"),
        (exim(), "550"),
        (exim("550 5.2.1 Mailbox disabled"), "550 5.2.1"),
        (exchange(), "550 5.1.10"),
        (gmail(), "550 5.1.1"),
        (postfix().replace(b"message/delivery-status", b"message/global-delivery-status"), "550 5.1.1"),
        (complaint(), "complaint"),
        (complaint("fraud"), "complaint"),
        (complaint("Abuse ; by the user"), "complaint"),
    ],
)
def test_what_marks_an_address(raw: bytes, code: str) -> None:
    assert reading.read(raw) == Dead(code)


NESTED = b"Content-Type: multipart/report; boundary=b\r\n\r\n"
ARRIVED = """Reporting-MTA: dns; list.example

Final-Recipient: rfc822; one@list.example
Action: failed
Status: 5.1.1

Final-Recipient: rfc822; other@list.example
Action: {}
Status: 2.0.0
"""


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        *((postfix("250 2.0.0", "2.0.0", action), "not_failed") for action in ("delivered", "relayed", "expanded")),
        (postfix("451 4.4.1", "4.4.1", "delayed"), "not_failed"),
        (postfix("550 5.1.1", "5.1.1", "delayed"), "not_failed"),
        (delivery(ARRIVED.format("delivered")), "not_failed"),
        (postfix("421 4.4.2", "4.4.7"), "given_up"),
        (exim("452 Mailbox busy"), "given_up"),
        (exim(None), "other_failure"),
        (exim("554 5.7.1 We do not like your network"), "other_failure"),
        (postfix("552 5.2.2", "5.2.2"), "other_failure"),
        (exchange("5.7.1", "550 5.7.1 Access denied"), "other_failure"),
        (delivery("Reporting-MTA: dns; mx.example\n"), "no_recipient"),
        (delivery(""), "no_recipient"),
        (complaint("not-spam"), "no_complaint"),
        (complaint("auth-failure"), "no_complaint"),
        (report(("text/plain", "I am away.\nAction: failed\nStatus: 5.1.1\n")), "no_report"),
        (written("post+1@night-mail.example", "550 5.1.1 User unknown\nAction: failed\nStatus: 5.1.1"), "no_report"),
        (b"", "no_report"),
    ],
)
def test_what_marks_nothing(raw: bytes, reason: str) -> None:
    assert reading.read(raw) == Harmless(reason)


@pytest.mark.parametrize(
    "raw",
    [
        report(("message/delivery-status", "Action: failed\nStatus: 4.0.0\n\n" * 20_000)),
        report(("message/delivery-status", " " * 300_000)),
        report(("message/delivery-status", "\n" * 300_000)),
        report(("message/delivery-status", "Action: failed\nDiagnostic-Code: smtp;" + " " * 200_000)),
        report(("message/delivery-status", "Action: failed\nStatus: " + "5" * 300_000)),
        report(("message/delivery-status", "X: y\n" * 60_000)),
        report(*[("message/feedback-report", "Feedback-Type: none")] * 5_000),
        b"Content-Type: multipart/report; boundary=b\r\n\r\n"
        + b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n" * 900,
        b"Content-Type: multipart/report\r\n\r\nAction: failed",
        b"X: y\r\n" * 20_000,
        bytes(range(256)) * 1000,
    ],
)
def test_bombs_are_bounded(raw: bytes) -> None:
    begin = time.thread_time()
    assert isinstance(reading.read(raw), Harmless)
    assert time.thread_time() - begin < SECONDS


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in")
class TestItsRow:
    def test_a_bounce_marks_the_address_and_no_more_emails_go_there(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = told(postfix(), mail)
        assert (row.state, row.reason) == (MailReport.State.MARKED, "550 5.1.1")
        dead = DeadAddress.objects.get()
        assert (dead.player.email, dead.address, dead.code, dead.since) == (OWN, OWN, "550 5.1.1", NOON)
        assert carry(NOON) == []

    def test_the_token_decides_whatever_address_the_report_names(self, carry: Carry) -> None:
        _, mail = asked(carry)
        told(postfix().replace(b"player0@mail.example", b"elsewhere@other.example"), mail)
        assert DeadAddress.objects.get().address == OWN

    def test_an_address_that_the_player_has_changed_meanwhile_is_not_marked(self, carry: Carry) -> None:
        _, mail = asked(carry)
        Player.objects.filter(email=OWN).update(email="new@mail.example")
        assert told(postfix(), mail).reason == "not_its_address"
        assert not DeadAddress.objects.exists()

    def test_it_marks_once_however_often_it_comes(self, carry: Carry) -> None:
        _, mail = asked(carry)
        told(postfix(), mail, times=2)
        assert MailReport.objects.count() == 1
        dead_addresses.try_again(Player.objects.get(email=OWN), NOON)
        told(exim(), mail)
        assert not DeadAddress.objects.exists()

    def test_a_complaint_stops_all_but_what_is_asked_for(self, carry: Carry) -> None:
        _, mail = asked(carry)
        told(complaint(), mail)
        assert DeadAddress.objects.get().code == dead_addresses.COMPLAINT
        player = Player.objects.get(email=OWN)
        facts = {"player": player, "address": OWN, "created_at": NOON, "next_attempt_at": NOON}
        told_of = {"name": "x", "code": "123456", "link": "https://night-mail.example/"}
        Mail.objects.create(template="account/email/login_code", urgent=True, context=told_of, **facts)
        assert [mail.to for mail in carry(NOON)] == [[OWN]]

    def test_a_complaint_at_the_reply_address_marks_it_too(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = take(complaint(), str(mail.message["Reply-To"]))
        assert (row.state, row.reason) == (InboundEmail.State.DROPPED, "reported")
        assert DeadAddress.objects.get().code == dead_addresses.COMPLAINT
        assert got(carry) == []

    @pytest.mark.parametrize("raw", [postfix("451 4.4.1", "4.4.1", "delayed"), written("x@y.example", "I am away")])
    def test_nothing_is_answered(self, carry: Carry, raw: bytes) -> None:
        _, mail = asked(carry)
        assert told(raw, mail).state == MailReport.State.IGNORED
        assert got(carry) == []
        assert not DeadAddress.objects.exists()

    def test_an_email_that_never_went_out_marks_nothing(self, carry: Carry) -> None:
        asked(carry)
        player = Player.objects.get(email=OWN)
        waiting = Mail.objects.create(player=player, created_at=NOON, next_attempt_at=NOON + timedelta(days=1))
        at = f"post+{waiting.token}@night-mail.example"
        assert accepting.accept(postfix(), [at], "", InboundEmail.Door.PIPE, NOON) == 1
        processing.read_due(now=NOON)
        assert not DeadAddress.objects.exists()

    def test_whoever_knows_a_return_path_cannot_fill_the_database(self, carry: Carry) -> None:
        _, mail = asked(carry)
        for count in range(accepting.MOST_REPORTS + 2):
            raw = written(mail.sender, "I am away", name=f"m{count}")
            assert accepting.accept(raw, [mail.sender], "", InboundEmail.Door.PIPE, NOON) == 1
        assert MailReport.objects.count() == accepting.MOST_REPORTS

    def test_its_bytes_are_sealed_and_end(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = told(postfix(), mail)
        assert b"Recipient" not in bytes(row.raw or b"")
        assert processing.erase_old(now=NOON + accepting.KEPT - timedelta(seconds=1)) == 0
        assert processing.erase_old(now=NOON + accepting.KEPT) == 1
        assert MailReport.objects.get().raw is None

    def test_what_raises_is_put_off_and_stops_no_other(self, carry: Carry) -> None:
        _, mail = asked(carry)
        for raw in (postfix(), exim()):
            accepting.accept(raw, [mail.sender], "", InboundEmail.Door.PIPE, NOON)
        broken = MailReport.objects.earliest("pk")
        MailReport.objects.filter(pk=broken.pk).update(raw=b"\x01 is no seal of ours")
        assert processing.read_due(now=NOON) == 2
        states = MailReport.objects.order_by("pk").values_list("state", flat=True)
        assert list(states) == [MailReport.State.WAITING, MailReport.State.MARKED]
        later = NOON + processing.GIVE_UP_AFTER + timedelta(hours=1)
        assert processing.read_due(now=later) == 1
        broken.refresh_from_db()
        assert (broken.state, broken.settled_at) == (MailReport.State.IGNORED, later)
        assert processing.again(MailReport.objects.all(), now=later) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("mail_in")
@pytest.mark.parametrize("kind", ["lmtp", "smtp"])
def test_doors_take_what_comes_to_a_return_path_and_to_no_other(
    carry: Carry, open_door: OpenDoor, settings: Settings, kind: str
) -> None:
    _, mail = asked(carry)
    port = open_door(kind)
    sent(port, postfix(), mail.sender.upper(), sender="", lmtp=kind == "lmtp")
    assert MailReport.objects.get().door == kind
    for nobody in ("post@night-mail.example", f"post+{'0' * 30}@night-mail.example", f"x{mail.sender}"):
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            sent(port, postfix(), nobody, sender="", lmtp=kind == "lmtp")
    settings.MAIL_RETURN_ADDRESS = "play@night-mail.example"
    sent(port, exim(), mail.sender.replace("post+", "play+"), sender="", lmtp=kind == "lmtp")
    assert MailReport.objects.count() == 2
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        sent(port, postfix(), mail.sender, sender="", lmtp=kind == "lmtp")


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in")
def test_complaints_may_come_to_an_address_of_their_own(carry: Carry, settings: Settings) -> None:
    _, mail = asked(carry)
    settings.MAIL_COMPLAINTS_ADDRESS = "complaints@night-mail.example"
    ours = mail.message["Message-ID"].encode()
    about_ours = complaint().replace(b"<{token}@night-mail.example>", ours)
    for raw in (
        complaint(),
        about_ours.replace(b"feedback-report", b"rfc822-headers"),
        b"Where is my order?",
        about_ours,
    ):
        assert MailReport.objects.count() == 0
        assert accepting.accept(raw, ["Complaints@night-mail.example"], "x@mail.example", InboundEmail.Door.PIPE, NOON)
    processing.read_due(now=NOON)
    dead = DeadAddress.objects.get()
    assert (dead.address, dead.code) == (OWN, dead_addresses.COMPLAINT)
    settings.MAIL_COMPLAINTS_ADDRESS = ""
    assert not accepting.is_ours("complaints@night-mail.example", NOON)
