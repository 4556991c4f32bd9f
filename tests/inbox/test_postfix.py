"""The site behind a real Postfix: emails refused and passed on, and no bounces."""

import smtplib
import tempfile
from pathlib import Path

import pytest
from pytest_django import Settings

from deploy.ports import free_port
from notifications.inbox import pipeline
from notifications.models import FirstBounce, InboundEmail, ReplyAddress
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, sent, signed, written
from tests.inbox.names import NameServer
from tests.inbox.postfix import Postfix, open_postfix
from tests.inbox.replies import answers, asked, played
from tests.inbox.reports import enclosing
from tests.inbox.reports import postfix as bounce
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice

pytestmark = [pytest.mark.deploy, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in")]
DOMAIN = "night-mail.example"
READ_BY_THE_OPERATOR = ("post", "postmaster", "abuse")
"""The visible local part, and the ones that each domain must have (RFC 5321 4.5.1, RFC 2142 4)."""


def code_for(server: Postfix, to: str, sender: str = "forged@victim.example") -> int:
    with smtplib.SMTP("127.0.0.1", server.port, timeout=60) as line:
        line.ehlo("a.example")
        line.mail(sender)
        return int(line.rcpt(to)[0])


def test_a_reply_goes_through_and_is_played(
    carry: Carry, postfix: Postfix, provider_key: SigningKey, names: NameServer
) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    sent(postfix.port, signed(written(to, quoting(mail, "draw deck")), provider_key), to)
    assert postfix.says("status=sent (250 2.0.0 Taken")
    assert pipeline.process_due(now=NOON) == 1
    assert played(game) == ["draw_blind"]
    assert len(answers(carry)) == 1


def test_unknown_and_ended_addresses_are_refused_and_nobody_gets_a_bounce(
    carry: Carry, postfix: Postfix, post_office: PostOffice
) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    before = len(post_office.received)
    assert code_for(postfix, f"play+0123456789@{DOMAIN}") == 550
    assert code_for(postfix, f"plays@{DOMAIN}") == 550
    assert code_for(postfix, f"play@{DOMAIN}") == 250
    assert code_for(postfix, to) == 250
    with smtplib.SMTP("127.0.0.1", postfix.port, timeout=60) as line:
        line.ehlo("a.example")
        line.mail("forged@victim.example")
        line.rcpt(to)
        ReplyAddress.objects.all().update(revoked_at=NOON)
        line.data(written(to, "1", sender="forged@victim.example"))
    assert code_for(postfix, to) == 550
    assert postfix.says("from=<forged@victim.example>")
    assert postfix.says("status=sent (250 2.0.0 Taken")
    assert not InboundEmail.objects.exists()
    assert "bounce" not in postfix.log.replace("double-bounce", "")
    assert len(post_office.received) == before


def test_a_bounce_goes_through_to_a_return_path_and_to_no_other(carry: Carry, postfix: Postfix) -> None:
    _, mail = asked(carry)
    assert code_for(postfix, f"post+{'0' * 30}@{DOMAIN}", sender="") == 550
    assert code_for(postfix, f"bounces@{DOMAIN}", sender="") == 550
    sent(postfix.port, enclosing(mail, bounce()), mail.sender, sender="")
    assert postfix.says("status=sent (250 2.0.0 Taken")
    assert pipeline.process_due(now=NOON) == 1
    assert FirstBounce.objects.get().address == mail.to[0]


def test_while_the_door_is_closed_senders_try_again(carry: Carry, post_office: PostOffice) -> None:
    _, mail = asked(carry)
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        open_postfix(
            Path(folder), domain=DOMAIN, lmtp=free_port(), policy=free_port(), elsewhere=post_office.port
        ) as server,
    ):
        assert code_for(server, reply_address(mail)) == 450


# What people write to the address that they see ----------------------------------------------------------------------


def test_what_people_write_to_our_from_is_for_the_operator_and_bounces_are_not(
    carry: Carry, postfix: Postfix, post_office: PostOffice, settings: Settings
) -> None:
    settings.MAIL_RETURN_ADDRESS = f"play@{DOMAIN}"
    _, mail = asked(carry)
    for name in READ_BY_THE_OPERATOR:
        sent(postfix.port, written(f"{name}@{DOMAIN}", "Hello, who are you?"), f"{name}@{DOMAIN}")
        assert postfix.says(f"to=<you@example.org>, orig_to=<{name}@{DOMAIN}>")
    assert code_for(postfix, mail.sender, sender="") == 250
    sent(postfix.port, enclosing(mail, bounce()), mail.sender, sender="")
    assert postfix.says("status=sent (250 2.0.0 Taken")
    assert pipeline.process_due(now=NOON) == 1
    assert [one.to for one in post_office.received if "who are you" in one.text] == [["you@example.org"]] * 3


# Beside other mail ---------------------------------------------------------------------------------------------------


def test_beside_other_mail_only_our_domain_is_asked_about(
    carry: Carry, open_door: OpenDoor, post_office: PostOffice, provider_key: SigningKey, names: NameServer
) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        open_postfix(
            Path(folder),
            domain=DOMAIN,
            lmtp=open_door("lmtp"),
            policy=open_door("policy"),
            elsewhere=post_office.port,
            other="shop.example",
        ) as server,
    ):
        assert code_for(server, f"play+0123456789@{DOMAIN}") == 550
        assert code_for(server, "anybody@shop.example") == 250
        assert code_for(server, "anybody@elsewhere.example") in (454, 554)
        assert {code_for(server, f"{name}@{DOMAIN}") for name in READ_BY_THE_OPERATOR} == {250}
        sent(server.port, signed(written(to, quoting(mail, "draw deck")), provider_key), to)
        assert server.says("status=sent (250 2.0.0 Taken")
    assert pipeline.process_due(now=NOON) == 1
    assert played(game) == ["draw_blind"]
