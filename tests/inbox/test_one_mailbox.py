"""A player whose domain uses another alphabet can answer emails, however the mail program encodes the address."""

import pytest

from games.models import Player
from tests.games.stories import NOON, chosen, players, started
from tests.inbox import site_stories
from tests.inbox.letters import SELECTOR, SigningKey, quoting, reply_address, signed, written
from tests.inbox.names import NameServer
from tests.inbox.replies import played, take
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in")]
IN_LETTERS, IN_THE_DNS = "c@bücher.example", "c@xn--bcher-kva.example"


@pytest.fixture
def cleo(names: NameServer, provider_key: SigningKey) -> Player:
    names.texts[f"{SELECTOR}._domainkey.xn--bcher-kva.example"] = provider_key.record
    return Player.objects.create_user(IN_LETTERS, "Cleo")


@pytest.mark.parametrize(
    ("author", "proves"),
    [(IN_THE_DNS, True), (IN_LETTERS, True), ("Cleo <C@BÜCHER.example>", True), ("c@bucher.example", False)],
)
def test_a_reply_is_played(cleo: Player, author: str, proves: bool, carry: Carry, provider_key: SigningKey) -> None:
    game = chosen(started([cleo, *players(1)]))
    mail = next(mail for mail in carry(NOON) if mail.to == [IN_THE_DNS])
    to = reply_address(mail)
    plain = written(to, quoting(mail, "draw deck"), sender="c@placeholder.example")
    raw = plain.replace(b"From: c@placeholder.example", f"From: {author}".encode())
    take(signed(raw, provider_key, domain="xn--bcher-kva.example"), to, sender=IN_THE_DNS)
    assert (played(game) == ["draw_blind"]) is proves


def test_an_email_to_the_site_is_the_player_s(cleo: Player, carry: Carry, provider_key: SigningKey) -> None:
    raw = signed(site_stories.typed("games", sender=IN_THE_DNS), provider_key, domain="xn--bcher-kva.example")
    site_stories.take(raw, sender=IN_THE_DNS)
    assert [mail.to for mail in carry(NOON)] == [[IN_THE_DNS]]
