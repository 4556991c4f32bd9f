"""The author of an email must be proved: otherwise nothing is played, and the real player gets one email at most."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Player
from notifications import links
from notifications.inbox import acceptance, answers, pipeline
from notifications.models import InboundEmail, SenderAddress
from tests.games.stories import DAY
from tests.inbox.letters import HEADERS, NOON, SELECTOR, SigningKey, quoting, reply_address, signed, written
from tests.inbox.names import NameServer
from tests.inbox.replies import OWN, asked, played, reply, take
from tests.inbox.replies import answers as got
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length

EVIL = "mallory@evil.example"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
Forger = Callable[[Received, SigningKey], bytes]
ORDER = "draw deck"


def plain(mail: Received, _key: SigningKey) -> bytes:
    """Return an email with the player's address and no signature."""
    return written(reply_address(mail), quoting(mail, ORDER))


def other_sender(mail: Received, key: SigningKey) -> bytes:
    """Return an honestly signed email of another customer of the player's provider."""
    return signed(written(reply_address(mail), ORDER, sender="mallory@mail.example"), key)


def other_domain(mail: Received, key: SigningKey) -> bytes:
    """Return an email with the player's address, signed by another domain."""
    return signed(written(reply_address(mail), ORDER), key, domain="evil.example")


def two_authors(mail: Received, key: SigningKey) -> bytes:
    """Return an email honestly signed by Mallory, with the player's From added above."""
    raw = signed(written(reply_address(mail), ORDER, sender="mallory@mail.example"), key)
    return b"From: player0@mail.example\r\n" + raw


def two_in_one(mail: Received, key: SigningKey) -> bytes:
    """Return an email with two authors in one From field."""
    return signed(written(reply_address(mail), ORDER, sender=f"{OWN}, mallory@mail.example"), key)


def hidden_author(mail: Received, key: SigningKey) -> bytes:
    """Return an email with the player's address as a display name."""
    return signed(written(reply_address(mail), ORDER, sender=f'"{OWN}" <mallory@mail.example>'), key)


def changed_text(mail: Received, key: SigningKey) -> bytes:
    """Return an email whose text was changed after signing."""
    return signed(written(reply_address(mail), "tickets"), key).replace(b"tickets", b"draw deck")


def second_type(mail: Received, key: SigningKey) -> bytes:
    """Return an email with a second Content-Type, by which the text is read differently."""
    return b'Content-Type: text/plain; charset="utf-7"\r\n' + signed(written(reply_address(mail), ORDER), key)


def unsigned_author(mail: Received, key: SigningKey) -> bytes:
    """Return an email whose signature does not cover the subject."""
    return signed(written(reply_address(mail), ORDER), key, headers=("from", "to", "date"))


def to_another(mail: Received, key: SigningKey) -> bytes:
    """Return an email that the player once sent to somebody else, forwarded to the site."""
    return signed(written("friend@mail.example", ORDER), key)


def only_so_long(mail: Received, key: SigningKey) -> bytes:
    """Return an email whose signature covers its first octets only (l=)."""
    import dkim

    raw = written(reply_address(mail), "\r\n")
    fields = [name.encode() for name in HEADERS]
    made = dkim.sign(raw, SELECTOR.encode(), b"mail.example", key.private, include_headers=fields, length=True)
    return bytes(made) + raw + b"draw deck\r\n"


def in_a_line(mail: Received) -> str:
    return " ".join(mail.text.split())


FORGERS = [
    plain,
    other_sender,
    other_domain,
    two_authors,
    two_in_one,
    hidden_author,
    changed_text,
    second_type,
    unsigned_author,
    to_another,
    only_so_long,
]


@pytest.mark.parametrize("forge", at_length(FORGERS, at_once=FORGERS[::3]), ids=lambda forge: forge.__name__)
def test_nothing_is_played_and_the_player_is_asked_once(
    carry: Carry, provider_key: SigningKey, names: NameServer, forge: Forger
) -> None:
    names.texts[f"{SELECTOR}._domainkey.evil.example"] = provider_key.record
    game, mail = asked(carry)
    take(forge(mail, provider_key), reply_address(mail))
    assert played(game) == []
    emails = carry(NOON)
    assert [one.to for one in emails] in ([], [[OWN]])
    for one in emails:
        assert "without proof that you wrote it" in in_a_line(one)
        assert "YOUR MOVES" not in one.text


def test_the_player_says_yes(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(plain(mail, provider_key), reply_address(mail))
    (question,) = got(carry)
    assert "- Take one from the deck" in question.text
    yes = written(reply_address(question), quoting(question, "Yes"), name="m2")
    assert take(yes, reply_address(question)).state == InboundEmail.State.ACTED
    assert played(game) == ["draw_blind"]
    assert "You drew " in got(carry)[0].text
    assert acceptance.accept(yes + b"\r\n", [reply_address(question)], OWN, InboundEmail.Door.PIPE, NOON) == 0


@pytest.mark.parametrize("text", at_length(["yes", "yes always"], at_once=["yes always"]))
@pytest.mark.parametrize("is_signed", at_length([True, False], at_once=[True]))
def test_to_whom_the_question_was_forwarded_cannot_say_yes(
    carry: Carry, provider_key: SigningKey, names: NameServer, text: str, is_signed: bool
) -> None:
    names.texts[f"{SELECTOR}._domainkey.evil.example"] = provider_key.record
    game, mail = asked(carry)
    order = written(reply_address(mail), "draw deck", sender=EVIL)
    take(signed(order, provider_key, domain="evil.example"), reply_address(mail), sender=EVIL)
    to = reply_address(got(carry)[0])
    yes = written(to, text, name="m2", sender=EVIL)
    take(signed(yes, provider_key, domain="evil.example") if is_signed else yes, to, sender=EVIL)
    assert played(game) == []
    assert not SenderAddress.objects.exists()


def test_the_player_says_no_and_that_ends_it(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(plain(mail, provider_key), reply_address(mail))
    (question,) = got(carry)
    take(written(reply_address(question), quoting(question, "No."), name="m2"), reply_address(question))
    assert "All right: nothing was done." in got(carry)[0].text
    yes = written(reply_address(question), quoting(question, "yes"), name="m3")
    assert acceptance.accept(yes, [reply_address(question)], OWN, InboundEmail.Door.PIPE, NOON) == 0
    assert played(game) == []


NO_YES = ["", "I am away until Monday.", "no, away", "yes please, says > my robot", "> yes"]


@pytest.mark.parametrize("text", at_length(NO_YES, at_once=["", "> yes"]))
def test_an_answer_alone_is_no_yes(carry: Carry, provider_key: SigningKey, text: str) -> None:
    game, mail = asked(carry)
    take(plain(mail, provider_key), reply_address(mail))
    (question,) = got(carry)
    away = written(reply_address(question), quoting(question, text), name="m2")
    assert take(away, reply_address(question)).state == InboundEmail.State.DROPPED
    assert played(game) == []
    assert carry(NOON) == []


def test_whoever_forges_sends_nothing_by_us(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    raw = written(reply_address(mail), "draw deck\nBuy gold at https://gold.example", sender="gold@evil.example")
    take(raw, reply_address(mail))
    (question,) = got(carry)
    assert "gold.example" not in question.text + question.html
    take(written(reply_address(mail), "Buy gold", name="m2"), reply_address(mail))
    assert carry(NOON) == []


def test_the_player_is_not_asked_often(carry: Carry) -> None:
    game, mail = asked(carry)
    for number in range(20):
        take(written(reply_address(mail), ORDER, name=f"m{number}"), reply_address(mail))
    assert len(carry(NOON)) == answers.MOST_QUESTIONS_AN_HOUR
    assert played(game) == []


def test_a_signature_that_has_ended_proves_nothing(carry: Carry, provider_key: SigningKey) -> None:
    import dkim

    game, mail = asked(carry)
    raw = written(reply_address(mail), ORDER)
    until = int((NOON - timedelta(hours=1)).timestamp())
    signer = dkim.DKIM(raw)
    original = signer.gen_header

    def ending(fields: list[tuple[bytes, bytes]], *rest: object, **more: object) -> bytes:
        kept = [(name, value) for name, value in fields if name != b"t"]
        at = next(place for place, (name, _) in enumerate(kept) if name == b"bh")
        dated = [*kept[:at], (b"t", b"%d" % (until - 60)), (b"x", b"%d" % until), *kept[at:]]
        return bytes(original(dated, *rest, **more))

    signer.gen_header = ending
    fields = [name.encode() for name in HEADERS]
    header = bytes(signer.sign(SELECTOR.encode(), b"mail.example", provider_key.private, include_headers=fields))
    assert re.search(rb"x=\d+", header)
    assert dkim.DKIM(header + raw).verify(dnsfunc=lambda name, timeout=5: provider_key.record)
    take(header + raw, reply_address(mail))
    assert played(game) == []


def test_a_domain_that_only_tests_its_keys_proves_nothing(
    carry: Carry, provider_key: SigningKey, names: NameServer
) -> None:
    names.texts[f"{SELECTOR}._domainkey.mail.example"] = provider_key.record.replace(b"k=rsa", b"k=rsa; t=y")
    game, mail = asked(carry)
    reply(mail, ORDER, provider_key)
    assert played(game) == []


def test_while_the_dns_is_away_the_email_waits_and_then_the_player_is_asked(
    carry: Carry, provider_key: SigningKey, names: NameServer
) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    names.away = True
    acceptance.accept(signed(written(to, ORDER), provider_key), [to], OWN, InboundEmail.Door.PIPE, NOON)
    pipeline.process_due(now=NOON)
    assert InboundEmail.objects.get().reason == "keys_are_away"
    assert carry(NOON) == []
    pipeline.process_due(now=NOON + timedelta(hours=2))
    assert "without proof" in in_a_line(carry(NOON + timedelta(hours=2))[0])
    names.away = False
    acceptance.accept(signed(written(to, ORDER, name="m2"), provider_key), [to], OWN, InboundEmail.Door.PIPE, NOON)
    pipeline.process_due(now=NOON)
    assert played(game) == ["draw_blind"]


AUTOMATIC = [
    {"Auto-Submitted": "auto-replied (vacation)"},
    {"Precedence": "bulk"},
    {"List-Id": "<all.mail.example>"},
    {"X-Autoreply": "yes"},
    {"Return-Path": "<>"},
]


@pytest.mark.parametrize(
    "headers", at_length(AUTOMATIC, at_once=AUTOMATIC[::4]), ids=lambda headers: next(iter(headers))
)
def test_machines_get_no_answer(carry: Carry, provider_key: SigningKey, headers: dict[str, str]) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    row = take(signed(written(to, ORDER, headers=headers), provider_key), to)
    assert (row.state, row.reason) == (InboundEmail.State.DROPPED, "automatic")
    assert played(game) == []
    assert carry(NOON) == []


def test_two_machines_that_answer_each_other_stop_at_once(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, ORDER, provider_key)
    (answer,) = got(carry)
    echo = answer.raw.replace(b"From: Night Mail <post@night-mail.example>", b"From: player0@mail.example")
    row = take(echo, reply_address(answer))
    assert row.reason == "automatic"
    assert carry(NOON) == []


def test_a_bounce_is_dropped(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    assert take(signed(written(to, ORDER), provider_key), to, sender="").reason == "automatic"
    assert carry(NOON) == []


RESULTS = "Authentication-Results"
TRUSTED = "mx.night-mail.example"


SAID_BY_SERVERS = [
    (f"{TRUSTED}; dkim=pass header.d=mail.example", True),
    (f"{TRUSTED}; dmarc=pass header.from=mail.example", True),
    (f"{TRUSTED}; spf=pass smtp.mailfrom=mail.example", False),
    (f"{TRUSTED}; dkim=fail header.d=mail.example", False),
    (f"{TRUSTED}; dkim=pass header.d=evil.example", False),
    ("mx.evil.example; dkim=pass header.d=mail.example", False),
    ("; ; ((", False),
]


@pytest.mark.parametrize(("results", "believed"), at_length(SAID_BY_SERVERS, at_once=SAID_BY_SERVERS[:6:2]))
def test_a_server_that_the_operator_trusts_is_believed(
    carry: Carry, settings: Settings, results: str, believed: bool
) -> None:
    settings.MAIL_IN_TRUSTED = [TRUSTED]
    game, mail = asked(carry)
    take(written(reply_address(mail), ORDER, headers={RESULTS: results}), reply_address(mail))
    assert (played(game) == ["draw_blind"]) is believed


def test_where_we_are_the_first_server_nobody_vouches(carry: Carry, settings: Settings) -> None:
    settings.MAIL_IN_TRUSTED = [TRUSTED]
    game, mail = asked(carry)
    results = f"{TRUSTED}; dkim=pass header.d=mail.example"
    raw = written(reply_address(mail), ORDER, headers={RESULTS: results})
    take(raw, reply_address(mail), door=InboundEmail.Door.SMTP)
    assert played(game) == []


def test_a_result_below_the_trusted_servers_own_does_not_count(carry: Carry, settings: Settings) -> None:
    settings.MAIL_IN_TRUSTED = [TRUSTED]
    game, mail = asked(carry)
    forged = written(reply_address(mail), ORDER, headers={RESULTS: f"{TRUSTED}; dkim=pass header.d=mail.example"})
    raw = f"Authentication-Results: {TRUSTED}; dkim=none\r\n".encode() + forged
    take(raw, reply_address(mail))
    assert played(game) == []


def test_another_players_address_plays_for_nobody(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    raw = signed(written(reply_address(mail), ORDER, sender="player1@mail.example"), provider_key)
    take(raw, reply_address(mail), sender="player1@mail.example")
    assert played(game) == []
    assert [one.to for one in carry(NOON)] == [[OWN]]


def test_an_address_ends(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, ORDER), provider_key)
    assert acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON + 61 * DAY) == 0
    Player.objects.filter(email=OWN).update(is_active=False)
    assert acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON) == 0


def page_of(question: Received) -> str:
    """Return the path of the page where the player can say yes."""
    found = re.search(r"https://night-mail\.example(/emails/\S+)", question.text)
    assert found is not None
    return found[1]


def test_the_player_says_yes_on_a_page_and_only_once(carry: Carry, provider_key: SigningKey, client: Client) -> None:
    game, mail = asked(carry)
    take(plain(mail, provider_key), reply_address(mail))
    (question,) = got(carry)
    address = page_of(question)
    assert "Take one from the deck" in client.get(address).content.decode()
    assert played(game) == []
    assert "You drew " in client.post(address).content.decode()
    assert "nothing to answer here any more" in client.post(address).content.decode()
    assert played(game) == ["draw_blind"]
    yes = written(reply_address(question), "yes", name="m2")
    assert acceptance.accept(yes, [reply_address(question)], OWN, InboundEmail.Door.PIPE, NOON) == 0


def test_a_page_is_of_one_email(carry: Carry, provider_key: SigningKey, client: Client) -> None:
    _, mail = asked(carry)
    row = take(plain(mail, provider_key), reply_address(mail))
    address = page_of(got(carry)[0])
    assert client.get(address.replace(f".{row.pk}.", f".{row.pk + 1}.")).status_code == 404
    assert (
        client.get(links.confirm_url(Player.objects.get(email="player1@mail.example"), row.pk, NOON)).status_code == 404
    )


@pytest.mark.parametrize(
    ("typed", "asks"),
    [
        ("1", "- Claim "),
        ("draw deck", "- Take one from the deck"),
        ("draw red", "- Take red"),
    ],
)
def test_the_question_says_in_words_what_would_be_played(carry: Carry, typed: str, asks: str) -> None:
    _game, mail = asked(carry)
    take(written(reply_address(mail), quoting(mail, typed), sender=OWN), reply_address(mail))
    (question,) = got(carry)
    assert asks in question.text
    assert "_" not in question.text.partition(asks)[2].partition("\n")[0]


def test_the_question_names_the_orders_as_they_follow_each_other(carry: Carry) -> None:
    _game, mail = asked(carry)
    take(written(reply_address(mail), "nudge\ndraw deck\nstatus", sender=OWN), reply_address(mail))
    assert "- nudge\n- Take one from the deck\n- help" in got(carry)[0].text
