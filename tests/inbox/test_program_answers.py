"""Answers written by real mail programs, from their bytes to the move: one per program, with its defaults."""

import re
from pathlib import Path
from typing import Final

import pytest

from notifications.models import InboundEmail
from tests.inbox.letters import SigningKey, reply_address, signed
from tests.inbox.replies import OWN, answers, asked, played, take
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
PROGRAMS: Final = Path(__file__).parent / "programs"
BY_DEFAULT: Final = [
    "alpine-below",
    "balsa-default",
    "bsd-mailx-noquote",
    "claws-default",
    "evolution-default",
    "evolution-html",
    "geary-default",
    "kmail-default",
    "mutt-below",
    "neomutt-below",
    "s-nail-set-quote",
    "sylpheed-default",
    "thunderbird-default",
]


def readdress(raw: bytes, to: str) -> bytes:
    """Return a program's answer as from these tests' player, to an address they were given.

    bsd-mailx leaves From to sendmail.
    """
    header, blank_line, body = raw.partition(b"\n\n")
    others = re.sub(rb"(?m)^(?:From|To):.*\n(?:[ \t].*\n)*", b"", header + b"\n").removesuffix(b"\n")
    fields = f"From: Emil <{OWN}>\nTo: Night Mail <{to}>\n".encode()
    return (fields + others + blank_line + body).replace(b"\n", b"\r\n")


@pytest.mark.parametrize("name", BY_DEFAULT)
def test_the_order_in_a_program_s_answer_is_played(carry: Carry, provider_key: SigningKey, name: str) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = readdress((PROGRAMS / f"{name}.eml").read_bytes(), to)
    assert take(signed(raw, provider_key), to).state == InboundEmail.State.ACTED
    assert played(game) != []
    (answer,) = answers(carry)
    assert "You claimed " in answer.text
