"""Answers to Postfix about whether an address exists, many times over one connection."""

import socket

import pytest

from notifications.inbox import acceptance, policy
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import reply_address
from tests.inbox.replies import asked
from tests.inbox.site_stories import SITE
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in")]


def asking(line: socket.socket, address: str) -> str:
    """Return the policy server's answer about an email to this address."""
    request = f"request=smtpd_access_policy\nprotocol_state=RCPT\nrecipient={address}\nsender=a@b.example\n\n"
    line.sendall(request.encode())
    answer = b""
    while not answer.endswith(b"\n\n"):
        answer += line.recv(1000)
    return answer.decode().strip()


def test_it_says_which_addresses_are_ours(carry: Carry, open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mail = asked(carry)
    with socket.create_connection(("127.0.0.1", open_door("policy")), timeout=20) as line:
        for address in (reply_address(mail), SITE, SITE.upper()):
            assert asking(line, address) == "action=DUNNO"
        for address in ("play+0123456789@night-mail.example", "postmaster@night-mail.example", "", "é\0=@ü"):
            assert asking(line, address) == f"action={policy.UNKNOWN}"

        def fails(*_: object) -> bool:
            raise OSError

        monkeypatch.setattr(acceptance, "is_ours", fails)
        assert asking(line, SITE) == f"action={policy.TROUBLE}"


@pytest.mark.parametrize("said", [b"a" * 10_000, b"a=b\n" * 200, b"\n", b"GET / HTTP/1.1\r\n\r\n"])
def test_whatever_else_is_said_it_goes_on(open_door: OpenDoor, said: bytes) -> None:
    port = open_door("policy")
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(said)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        assert asking(line, SITE) == "action=DUNNO"
