"""Bounces and complaints: which ones mark an address, are only recorded, or are ignored; each counts once."""

import smtplib
import time
from datetime import timedelta

import pytest
from pytest_django import Settings

from games.models import Player
from notifications.inbox import acceptance, pipeline, queue
from notifications.inbox.reports import parser
from notifications.inbox.reports.parser import Bounce, Complaint, Harmless
from notifications.letters import addresses
from notifications.models import DeadAddress, FirstBounce, InboundEmail, Mail, MailReport
from notifications.outbox import dead_addresses
from tests.games.stories import chosen, players, started
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, reply_address, sent, written
from tests.inbox.replies import OWN, asked, take
from tests.inbox.replies import answers as got
from tests.inbox.reports import (
    complaint,
    deliver_report,
    delivery,
    enclosing,
    exchange,
    exim,
    gmail,
    postfix,
    report,
    send_code,
)
from tests.notifications.conftest import Carry

SECONDS = 2.0
"""Far more than any of them takes here, and far less than they would take without limits."""


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
    ],
)
def test_what_is_a_bounce(raw: bytes, code: str) -> None:
    bounce = parser.read(raw)
    assert isinstance(bounce, Bounce)
    assert bounce.code == code
    assert "player0@mail.example" in bounce.addresses


def test_a_bounce_says_of_which_email_and_which_recipients_it_is() -> None:
    raw = exchange().replace(b"{identifier}", b"<1a@night-mail.example>")
    assert parser.read(raw) == Bounce(
        "550 5.1.10", ["player0@mail.example", "p.zero@tenant.example"], ["<1a@night-mail.example>"]
    )


@pytest.mark.parametrize("kind", ["abuse", "fraud", "Abuse ; by the user"])
def test_what_is_a_complaint(kind: str) -> None:
    assert parser.read(complaint(kind)) == Complaint()


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
    assert parser.read(raw) == Harmless(reason)


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
    assert isinstance(parser.read(raw), Harmless)
    assert time.thread_time() - begin < SECONDS


DAY = timedelta(days=1)


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in")
class TestItsRow:
    def test_a_second_bounce_on_another_day_marks_the_address(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = deliver_report(postfix(), mail)
        assert (row.state, row.reason) == (MailReport.State.NOTED, "550 5.1.1")
        assert not DeadAddress.objects.exists()
        row = deliver_report(exim(), send_code(carry, OWN), at=NOON + DAY)
        assert (row.state, row.reason) == (MailReport.State.MARKED, "550")
        dead = DeadAddress.objects.get()
        assert (dead.player.email, dead.address, dead.code, dead.since) == (OWN, OWN, "550", NOON + DAY)
        assert not FirstBounce.objects.exists()

    def test_no_more_emails_go_to_a_marked_address(self, carry: Carry) -> None:
        people = players(2)
        deliver_report(postfix(), send_code(carry, OWN))
        deliver_report(postfix(), send_code(carry, OWN), at=NOON + DAY)
        chosen(started(people))
        assert {to for mail in carry(NOON) for to in mail.to} == {people[1].email}

    @pytest.mark.parametrize(
        "later", [timedelta(0), timedelta(hours=11), timedelta(hours=11, minutes=59, seconds=59), timedelta(days=31)]
    )
    def test_a_second_bounce_on_the_same_day_or_a_month_later_marks_nothing(
        self, carry: Carry, later: timedelta
    ) -> None:
        deliver_report(postfix(), asked(carry)[1])
        assert deliver_report(postfix(), send_code(carry, OWN), at=NOON + later).state == MailReport.State.NOTED
        assert not DeadAddress.objects.exists()

    def test_a_mistake_around_midnight_is_not_two_days(self, carry: Carry) -> None:
        late = NOON.replace(hour=23, minute=55)
        deliver_report(postfix(), asked(carry)[1], at=late)
        assert (
            deliver_report(postfix(), send_code(carry, OWN), at=late + timedelta(minutes=10)).state
            == MailReport.State.NOTED
        )
        assert (
            deliver_report(postfix(), send_code(carry, OWN), at=late + timedelta(hours=12)).state
            == MailReport.State.MARKED
        )

    def test_the_day_is_that_on_which_it_came_however_late_it_is_read(self, carry: Carry) -> None:
        for mail in (asked(carry)[1], send_code(carry, OWN)):
            acceptance.accept(enclosing(mail, postfix()), [mail.sender], "", InboundEmail.Door.PIPE, NOON)
        pipeline.process_due(now=NOON, limit=1)
        pipeline.process_due(now=NOON + DAY)
        assert not DeadAddress.objects.exists()

    def test_the_same_email_counts_once_however_many_bounces_come(self, carry: Carry) -> None:
        _, mail = asked(carry)
        deliver_report(postfix(), mail, times=2)
        row = deliver_report(exim(), mail, at=NOON + DAY)
        assert (row.state, row.reason) == (MailReport.State.IGNORED, "not_its_address")
        assert MailReport.objects.count() == 2
        assert not DeadAddress.objects.exists()

    def test_a_bounce_of_another_address_is_not_heeded(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = deliver_report(postfix().replace(b"player0@mail.example", b"elsewhere@other.example"), mail)
        assert (row.state, row.reason) == (MailReport.State.IGNORED, "not_its_address")
        row = deliver_report(exchange(), mail)
        assert (row.state, row.reason) == (MailReport.State.NOTED, "550 5.1.10")

    @pytest.mark.parametrize("identifier", ["<1@night-mail.example>", "", "player0@mail.example"])
    def test_a_bounce_of_another_email_is_not_heeded(self, carry: Carry, identifier: str) -> None:
        _, mail = asked(carry)
        row = deliver_report(postfix().replace(b"{identifier}", identifier.encode()), mail)
        assert (row.state, row.reason) == (MailReport.State.IGNORED, "not_its_email")
        assert not FirstBounce.objects.exists()

    def test_a_bounce_that_encloses_nothing_is_not_heeded(self, carry: Carry) -> None:
        _, mail = asked(carry)
        assert deliver_report(postfix().replace(b"text/rfc822-headers", b"text/plain"), mail).reason == "not_its_email"

    def test_an_address_that_the_player_has_changed_meanwhile_is_not_marked(self, carry: Carry) -> None:
        _, mail = asked(carry)
        Player.objects.filter(email=OWN).update(email="new@mail.example", email_key="new@mail.example")
        assert deliver_report(postfix(), mail).reason == "not_its_address"
        assert not FirstBounce.objects.exists()

    def test_a_bounce_of_the_address_before_is_not_the_first_of_the_new_one(self, carry: Carry) -> None:
        deliver_report(postfix(), asked(carry)[1])
        Player.objects.filter(email=OWN).update(email="new@mail.example", email_key="new@mail.example")
        new = send_code(carry, "new@mail.example")
        row = deliver_report(postfix().replace(b"player0@mail.example", b"new@mail.example"), new, at=NOON + DAY)
        assert row.state == MailReport.State.NOTED
        assert FirstBounce.objects.get().address == "new@mail.example"

    def test_who_says_that_the_mailbox_works_again_begins_anew(self, carry: Carry) -> None:
        deliver_report(postfix(), asked(carry)[1])
        dead_addresses.try_again(Player.objects.get(email=OWN), NOON)
        assert deliver_report(postfix(), send_code(carry, OWN), at=NOON + DAY).state == MailReport.State.NOTED

    def test_a_bounce_at_a_reply_address_is_not_heeded(self, carry: Carry) -> None:
        """Anyone with a forwarded email knows that address; only servers on its way know its return path."""
        _, mail = asked(carry)
        for day, raw in enumerate((postfix(), exim())):
            row = take(enclosing(mail, raw), reply_address(mail), sender="")
            assert (row.state, row.reason) == (InboundEmail.State.DROPPED, "automatic"), day
        assert not FirstBounce.objects.exists()
        assert got(carry) == []

    def test_whoever_knows_a_message_id_does_not_know_the_return_path(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = Mail.objects.get(token=str(mail.message["Message-ID"]).strip("<>").partition("@")[0])
        local, _, mac = mail.sender.partition("@")[0].partition("x")
        for guess in (f"post+{row.token}", f"{local}x{'a' * len(mac)}", f"post+b{row.pk + 1:x}x{mac}"):
            at = f"{guess}@night-mail.example"
            assert acceptance.accept(enclosing(mail, postfix()), [at], "", InboundEmail.Door.PIPE, NOON) == 0
            assert not acceptance.is_ours(at, NOON)

    def test_a_complaint_stops_all_but_what_is_asked_for(self, carry: Carry) -> None:
        _, mail = asked(carry)
        deliver_report(complaint(), mail)
        assert DeadAddress.objects.get().code == dead_addresses.COMPLAINT
        assert send_code(carry, OWN).to == [OWN]

    def test_a_complaint_at_a_reply_address_is_not_heeded(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = take(enclosing(mail, complaint()), reply_address(mail))
        assert (row.state, row.reason) == (InboundEmail.State.DROPPED, "automatic")
        assert not DeadAddress.objects.exists()
        assert got(carry) == []

    @pytest.mark.parametrize("raw", [postfix("451 4.4.1", "4.4.1", "delayed"), written("x@y.example", "I am away")])
    def test_nothing_is_answered(self, carry: Carry, raw: bytes) -> None:
        _, mail = asked(carry)
        assert deliver_report(raw, mail).state == MailReport.State.IGNORED
        assert got(carry) == []
        assert not DeadAddress.objects.exists()

    def test_an_email_that_never_went_out_marks_nothing(self, carry: Carry) -> None:
        asked(carry)
        player = Player.objects.get(email=OWN)
        waiting = Mail.objects.create(player=player, created_at=NOON, next_attempt_at=NOON + timedelta(days=1))
        at, identifier = addresses.return_path(waiting), addresses.message_id(waiting.token)
        raw = postfix().replace(b"{identifier}", identifier.encode())
        assert acceptance.accept(raw, [at], "", InboundEmail.Door.PIPE, NOON) == 1
        pipeline.process_due(now=NOON)
        assert MailReport.objects.get().reason == "not_its_address"

    def test_whoever_knows_a_return_path_cannot_fill_the_database(self, carry: Carry) -> None:
        _, mail = asked(carry)
        for count in range(acceptance.MOST_REPORTS + 2):
            raw = written(mail.sender, "I am away", name=f"m{count}")
            assert acceptance.accept(raw, [mail.sender], "", InboundEmail.Door.PIPE, NOON) == 1
        assert MailReport.objects.count() == acceptance.MOST_REPORTS

    def test_its_bytes_are_sealed_and_end(self, carry: Carry) -> None:
        _, mail = asked(carry)
        row = deliver_report(postfix(), mail)
        assert b"Recipient" not in bytes(row.raw or b"")
        assert queue.erase_old(now=NOON + acceptance.KEPT - timedelta(seconds=1)) == 0
        assert queue.erase_old(now=NOON + acceptance.KEPT) == 1
        assert MailReport.objects.get().raw is None

    def test_what_raises_is_put_off_and_stops_no_other(self, carry: Carry) -> None:
        _, mail = asked(carry)
        for raw in (postfix(), exim()):
            acceptance.accept(enclosing(mail, raw), [mail.sender], "", InboundEmail.Door.PIPE, NOON)
        broken = MailReport.objects.earliest("pk")
        MailReport.objects.filter(pk=broken.pk).update(raw=b"\x01 is no seal of ours")
        assert pipeline.process_due(now=NOON) == 2
        states = MailReport.objects.order_by("pk").values_list("state", flat=True)
        assert list(states) == [MailReport.State.WAITING, MailReport.State.NOTED]
        later = NOON + queue.GIVE_UP_AFTER + timedelta(hours=1)
        assert pipeline.process_due(now=later) == 1
        broken.refresh_from_db()
        assert (broken.state, broken.settled_at) == (MailReport.State.IGNORED, later)
        assert queue.REPORTS.again(MailReport.objects.all(), now=later) == 1


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
    about_ours = enclosing(mail, complaint())
    forged = complaint().replace(b"{identifier}", str(mail.message["Message-ID"]).encode())
    for raw in (
        complaint(),
        forged,
        forged.replace(b"{sender}", b"post@night-mail.example"),
        about_ours.replace(b"feedback-report", b"rfc822-headers"),
        b"Where is my order?",
        about_ours.replace(b"Mail-From: <", b"Mail-From: <x").replace(b"Return-Path: <post", b"X: <post"),
        about_ours,
    ):
        assert MailReport.objects.count() == 0
        assert acceptance.accept(raw, ["Complaints@night-mail.example"], "x@mail.example", InboundEmail.Door.PIPE, NOON)
    pipeline.process_due(now=NOON)
    dead = DeadAddress.objects.get()
    assert (dead.address, dead.code) == (OWN, dead_addresses.COMPLAINT)
    settings.MAIL_COMPLAINTS_ADDRESS = ""
    assert not acceptance.is_ours("complaints@night-mail.example", NOON)
