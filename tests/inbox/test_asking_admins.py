"""Asking for an admin by email: who reads the words is said before, and afterwards."""

import pytest

from tests.inbox.letters import NOON, SigningKey
from tests.inbox.replies import OWN, asked, reply
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
SECRET = "Player 1 told me on the phone that she holds Denver - Pittsburgh."


def test_the_table_hears_that_an_admin_was_asked_and_none_of_the_words(carry: Carry, provider_key: SigningKey) -> None:
    _game, mail = asked(carry)
    reply(mail, f"admin Please check: {SECRET}", provider_key)
    told = {mail.to[0]: " ".join(mail.text.split()) for mail in carry(NOON)}
    assert "Only the admins read your words; the others at the table hear that you asked." in told[OWN]
    heard = told["player1@mail.example"]
    assert "Player 0 has asked for an admin. What it is about is between Player 0 and the admins." in heard
    assert "Denver" not in heard


def test_the_help_says_so_before(carry: Carry, provider_key: SigningKey) -> None:
    _game, mail = asked(carry)
    reply(mail, "help", provider_key)
    (answer,) = [mail for mail in carry(NOON) if mail.to == [OWN]]
    text = " ".join(answer.text.split())
    assert "“admin”, and your words behind it, asks an admin: only admins read them, and the table hears that" in text
