"""Players who write from another address are asked once, can accept it, and can remove it again."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Game, Player
from games.people.privacy import erase_player, export_player
from notifications import sender_addresses
from notifications.models import InboundEmail, SenderAddress
from tests.games.stories import default, post
from tests.inbox.letters import NOON, SELECTOR, SigningKey, quoting, reply_address, signed, written
from tests.inbox.names import NameServer
from tests.inbox.replies import OWN, answers, asked, played, take
from tests.notifications.api import client as signed_in
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.web.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "_phone")]
PHONE = "ada@phone.example"


@pytest.fixture
def _phone(names: NameServer, provider_key: SigningKey) -> None:
    """Have the other address's provider sign as well."""
    names.texts[f"{SELECTOR}._domainkey.phone.example"] = provider_key.record


def from_the_phone(mail: Received, text: str, key: SigningKey, name: str = "m1", domain: str = "phone.example") -> None:
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, text), name=name, sender=PHONE), key, domain=domain)
    take(raw, to, sender=PHONE)


def doubted(carry: Carry, key: SigningKey) -> tuple[Game, Received]:
    """Return a game, and our question about an email from the phone."""
    game, mail = asked(carry)
    from_the_phone(mail, "draw deck", key)
    assert played(game) == []
    (question,) = answers(carry)
    assert f"Do you also write from {PHONE}?" in " ".join(question.text.split())
    return game, question


def yes(question: Received, text: str, key: SigningKey | None = None) -> None:
    raw = written(reply_address(question), quoting(question, text), name="m2")
    take(signed(raw, key) if key else raw, reply_address(question))


def next_turn(carry: Carry, game: Game) -> Received:
    post(game, 0, "draw deck")
    post(game, 1, default(game, 1))
    post(game, 1, default(game, 1))
    return [mail for mail in carry(NOON) if mail.to == [OWN]][-1]


def test_yes_always_accepts_the_address_from_now_on(carry: Carry, provider_key: SigningKey) -> None:
    game, question = doubted(carry, provider_key)
    yes(question, "Yes, always.", provider_key)
    assert played(game) == ["draw_blind"]
    text = " ".join(answers(carry)[0].text.split())
    assert f"Emails from {PHONE} count as yours from now on." in text
    mail = next_turn(carry, game)
    before = len(played(game))
    from_the_phone(mail, "draw deck", provider_key, "m3")
    assert len(played(game)) == before + 1
    (answer,) = carry(NOON)
    assert answer.to == [OWN]


@pytest.mark.parametrize(("text", "is_signed"), [("yes", True), ("yes", False), ("yes always", False)])
def test_a_yes_without_always_or_proof_accepts_nothing_else(
    carry: Carry, provider_key: SigningKey, text: str, is_signed: bool
) -> None:
    game, question = doubted(carry, provider_key)
    yes(question, text, provider_key if is_signed else None)
    assert played(game) == ["draw_blind"]
    assert not SenderAddress.objects.exists()


def test_the_second_button_of_the_page_accepts_it(carry: Carry, provider_key: SigningKey) -> None:
    game, question = doubted(carry, provider_key)
    found = re.search(r"https://night-mail\.example(/emails/\S+)", question.text)
    assert found is not None
    page = Client().get(found[1]).content.decode()
    assert f"It came from {PHONE}." in page
    assert not SenderAddress.objects.exists()
    assert "count as yours from now on" in Client().post(found[1], {"always": "1"}).content.decode()
    assert played(game) == ["draw_blind"]
    assert SenderAddress.objects.get().address == PHONE


def test_what_an_accepted_address_has_not_signed_is_asked_about(
    carry: Carry, provider_key: SigningKey, settings: Settings
) -> None:
    settings.MAIL_IN_TRUSTED = ["mx.night-mail.example"]
    game, mail = asked(carry)
    sender_addresses.accept(Player.objects.get(email=OWN), PHONE, NOON)
    to = reply_address(mail)
    dmarc = "mx.night-mail.example; dmarc=pass header.from=phone.example"
    take(written(to, "draw deck", sender=PHONE), to, sender=PHONE)
    take(written(to, "tickets", sender=PHONE, name="m2", headers={"Authentication-Results": dmarc}), to, sender=PHONE)
    from_the_phone(mail, "draw 1", provider_key, "m3", domain="mail.example")
    partly = signed(
        written(to, "draw 2", sender=PHONE, name="m4"),
        provider_key,
        domain="phone.example",
        headers=("from", "to", "date"),
    )
    take(partly, to, sender=PHONE)
    assert played(game) == []
    assert all("Do you also write" not in mail.text for mail in answers(carry))
    dkim = "mx.night-mail.example; dkim=pass header.d=phone.example"
    take(written(to, "draw deck", sender=PHONE, name="m5", headers={"Authentication-Results": dkim}), to, sender=PHONE)
    assert played(game) == ["draw_blind"]


def test_it_counts_for_one_player_alone_and_signs_nobody_in(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    sender_addresses.accept(Player.objects.get(email="player1@mail.example"), PHONE, NOON)
    from_the_phone(mail, "draw deck", provider_key)
    assert played(game) == []
    carry(NOON)
    Client().post("/accounts/login/", {"email": PHONE})
    assert [one for one in carry(NOON) if "code" in str(one.message["Subject"])] == []


def test_a_strange_author_makes_no_trouble(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    for place, author in enumerate((f"{'a' * 64}@{'b.' * 120}phone.example", "a\0b@phone.example")):
        raw = written(to, "draw deck", name=f"m{place}").replace(OWN.encode(), author.encode(), 1)
        take(signed(raw, provider_key, domain="phone.example"), to)
    assert played(game) == []
    assert InboundEmail.objects.filter(reason="unproved").count() == len(answers(carry))


def test_the_player_sees_and_ends_it(carry: Carry, provider_key: SigningKey) -> None:
    asked(carry)
    player = Player.objects.get(email=OWN)
    sender_addresses.accept(player, PHONE.upper(), NOON)
    assert f"'address': '{PHONE}'" in str(export_player(player=player)["sender_addresses"])
    row = SenderAddress.objects.get()
    other, own = map(browser_of, (Player.objects.get(email="player1@mail.example"), player))
    other.post("/mail/", {"do": "end_address", "address": row.pk})
    assert PHONE in own.get("/mail/").content.decode()
    assert own.post("/mail/", {"do": "end_address", "address": row.pk}).status_code == 303
    assert PHONE not in own.get("/mail/").content.decode()


def test_programs_list_and_end_them(carry: Carry) -> None:
    asked(carry)
    player = Player.objects.get(email=OWN)
    sender_addresses.accept(player, PHONE, NOON)
    client = signed_in(player)
    (row,) = client.get("/api/v1/me/mail/addresses").json()["results"]
    assert (row["address"], row["since"]) == (PHONE, "2026-03-02T12:00:00Z")
    other = signed_in(Player.objects.get(email="player1@mail.example"))
    assert other.get("/api/v1/me/mail/addresses").json()["results"] == []
    assert other.delete(f"/api/v1/me/mail/addresses/{row['id']}").status_code == 204
    assert SenderAddress.objects.exists()
    assert client.delete(f"/api/v1/me/mail/addresses/{row['id']}").status_code == 204
    assert not SenderAddress.objects.exists()


def test_they_are_bounded_and_go_with_the_player(carry: Carry) -> None:
    asked(carry)
    player = Player.objects.get(email=OWN)
    for number in range(sender_addresses.MOST + 2):
        sender_addresses.accept(player, f"a{number}@phone.example", NOON)
    assert SenderAddress.objects.count() == sender_addresses.MOST
    assert not sender_addresses.is_accepted(player, "a0@phone.example")
    erase_player(player=player, now=NOON)
    assert not SenderAddress.objects.exists()


def test_an_author_with_a_name_behind_the_address_is_believed(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = written(to, quoting(mail, "draw deck")).replace(b"From: " + OWN.encode(), b"From: %b (Otto)" % OWN.encode())
    assert take(signed(raw, provider_key), to).state == InboundEmail.State.ACTED
    assert played(game) == ["draw_blind"]


@pytest.mark.parametrize("text", ["yes always", "yes", "no"])
def test_a_yes_from_another_address_is_told_where_it_must_come_from(
    carry: Carry, provider_key: SigningKey, text: str
) -> None:
    """The question was forwarded to this player's only address."""
    game, question = doubted(carry, provider_key)
    assert f"from your account’s address, {OWN}." in " ".join(question.text.split())
    from_the_phone(question, text, provider_key, "m2")
    assert played(game) == [], "whoever the question was forwarded to can say nothing for the player"
    (told,) = answers(carry)
    assert told.to == [OWN]
    said = " ".join(told.text.split())
    assert f"It came from {PHONE}, so nothing has been done. Please answer from {OWN}, or on the page below." in said
    assert "You were asked for a" not in said, said
    found = re.search(r"https://night-mail\.example(/emails/\S+)", told.text)
    assert found is not None
    Client().post(found[1], {"always": "1"})
    assert played(game) == ["draw_blind"]
    assert SenderAddress.objects.get().address == PHONE


def test_the_answer_to_a_misplaced_yes_can_be_answered_from_home(carry: Carry, provider_key: SigningKey) -> None:
    game, question = doubted(carry, provider_key)
    from_the_phone(question, "yes always", provider_key, "m2")
    (told,) = answers(carry)
    raw = signed(written(reply_address(told), quoting(told, "yes always"), name="m3"), provider_key)
    take(raw, reply_address(told))
    assert played(game) == ["draw_blind"]
    assert SenderAddress.objects.get().address == PHONE


def test_nobody_is_written_to_again_and_again_about_answers_from_elsewhere(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, question = doubted(carry, provider_key)
    for place in range(5):
        from_the_phone(question, "yes", provider_key, f"n{place}")
    assert len(answers(carry)) == 1
    assert played(game) == []
