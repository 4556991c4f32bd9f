"""Microsoft's signatures cover the author, not the recipient: replies that quote ours are played, others confirmed
once."""

import re
from base64 import encodebytes
from email.message import EmailMessage
from email.utils import format_datetime
from html import escape

import pytest
from django.test import Client

from games.models import Game, Player
from notifications import sender_addresses
from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail, SenderAddress
from tests.games.stories import DAY, chosen, default, players, post, started
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.inbox.replies import OWN, answers, asked, played, take
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
FIELDS = ("from", "date", "subject", "message-id", "content-type", "mime-version")
"""Fields that Outlook.com and Microsoft 365 sign."""
FRIEND = "mallory@evil.example"
State = InboundEmail.State


def in_html(mail: Received, text: str, *, above: str = "", name: str = "m1", to: str = "") -> bytes:
    """Return a reply by Outlook: HTML, with our email quoted below a block of fields, and the same as plain text."""
    message = EmailMessage()
    fields = {
        "From": f"Ada <{OWN}>",
        "To": to or reply_address(mail),
        "Subject": f"Re: {mail.message['Subject']}",
        "Date": format_datetime(NOON),
        "Message-ID": f"<{name}@mail.example>",
    }
    for field, value in fields.items():
        message[field] = value
    block = f"<div><b>From:</b> Night Mail &lt;post@night-mail.example&gt;<br><b>To:</b> {OWN}<br></div>"
    message.set_content(
        f"{text}\n\n{above}\n________________________________\nFrom: Night Mail <post@night-mail.example>\n"
    )
    message.add_alternative(f"<div>{escape(text)}</div><p>{above}</p><hr>{block}{mail.html}", subtype="html")
    return message.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def without_quote(mail: Received, text: str, name: str = "m1", subject: str = "") -> bytes:
    """Return a reply of which the player has deleted everything but the order."""
    fields = {"Subject": subject or f"Re: {mail.message['Subject']}"}
    return written(reply_address(mail), text, name=name, headers=fields)


def unbound(raw: bytes, key: SigningKey) -> bytes:
    return signed(raw, key, headers=FIELDS)


def believed(carry: Carry, key: SigningKey) -> tuple[Game, Received]:
    """Return a game whose player has confirmed emails signed in this way, and the email about the next turn."""
    game, mail = asked(carry)
    take(unbound(without_quote(mail, "tickets"), key), reply_address(mail))
    (question,) = answers(carry)
    take(unbound(without_quote(question, quoting(question, "yes"), "y1"), key), reply_address(question))
    assert SenderAddress.objects.get().address == "@mail.example"
    post(game, 0, default(game, 0))
    post(game, 1, default(game, 1))
    post(game, 1, default(game, 1))
    return game, [mail for mail in carry(NOON) if mail.to == [OWN]][-1]


# What quotes our email ----------------------------------------------------------------------------------------------


def test_a_reply_that_quotes_our_links_is_played_at_once(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    assert take(unbound(in_html(mail, "draw deck"), provider_key), reply_address(mail)).state == State.ACTED
    assert played(game) == ["draw_blind"]
    (answer,) = answers(carry)
    assert "You drew " in answer.text


def test_a_reply_as_text_with_links_is_played_at_once(carry: Carry, provider_key: SigningKey) -> None:
    """Thunderbird quotes HTML in this way."""
    game, mail = asked(carry)
    link = reply_address(mail).replace("+", "%2B")
    quote = f"draw deck\n\nOn 2026-03-02 12:00, Night Mail wrote:\n> 1 Draw tickets <mailto:{link}?subject=Re>\n"
    assert take(unbound(without_quote(mail, quote), provider_key), reply_address(mail)).state == State.ACTED
    assert played(game) == ["draw_blind"]


def test_it_plays_once_whatever_is_changed_on_its_way(carry: Carry, provider_key: SigningKey) -> None:
    """To, and spaces at the ends of lines, are not signed."""
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = unbound(in_html(mail, "draw deck"), provider_key)
    take(raw, to)
    named = raw.replace(b"To: " + to.encode(), b"To: Ada <" + to.encode() + b">")
    again = named.replace(b"draw deck\r\n", b"draw deck \r\n")
    assert raw != named != again
    acceptance.accept(again, [to], OWN, InboundEmail.Door.PIPE, NOON)
    pipeline.process_due(now=NOON)
    assert InboundEmail.objects.count() == 1
    assert played(game) == ["draw_blind"]


def test_sent_on_to_another_game_it_plays_nothing(carry: Carry, provider_key: SigningKey) -> None:
    people = players(2)
    games = [chosen(started(people, name=name)) for name in ("North", "South")]
    north, south = (
        next(mail for mail in mails if mail.to == [OWN] and name in str(mail.message["Subject"]))
        for mails in [carry(NOON)]
        for name in ("North", "South")
    )
    raw = unbound(in_html(north, "draw deck", to=reply_address(south)), provider_key)
    assert take(raw, reply_address(south)).state == State.REFUSED
    assert [played(game) for game in games] == [[], []]


def test_sent_on_to_another_seat_it_plays_nothing(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    post(game, 0, "draw deck", "draw deck")
    theirs = next(one for one in carry(NOON) if one.to == ["player1@mail.example"])
    raw = unbound(in_html(mail, "draw deck", to=reply_address(theirs)), provider_key)
    assert take(raw, reply_address(theirs)).state != State.ACTED
    assert played(game, 1) == []


@pytest.mark.parametrize(
    "above",
    [
        f"On Mon, 2 Mar 2026, Mallory &lt;{FRIEND}&gt; wrote:",
        f"<b>From:</b> Mallory <a href='mailto:{FRIEND}'>{FRIEND}</a>",
        "<blockquote><blockquote>",
    ],
)
def test_an_answer_to_a_friend_who_had_our_email_is_asked_about(
    carry: Carry, provider_key: SigningKey, above: str
) -> None:
    """Forwarded, answered, and answered again: "draw deck" was meant for the friend, who sends it to us."""
    game, mail = asked(carry)
    take(unbound(in_html(mail, "draw deck", above=above), provider_key), reply_address(mail))
    assert played(game) == []
    (question,) = answers(carry)
    assert "Did you write this email?" in question.text


def test_what_was_signed_to_somebody_else_is_not_for_us_whatever_it_quotes(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = asked(carry)
    take(signed(in_html(mail, "draw deck", to=FRIEND), provider_key, headers=(*FIELDS, "to")), reply_address(mail))
    assert played(game) == []


@pytest.mark.parametrize("left_out", FIELDS)
def test_all_else_must_be_signed(carry: Carry, provider_key: SigningKey, left_out: str) -> None:
    game, mail = asked(carry)
    fields = tuple(field for field in FIELDS if field != left_out)
    if left_out == "from":
        return  # the library always signs it
    take(signed(in_html(mail, "draw deck"), provider_key, headers=fields), reply_address(mail))
    assert played(game) == []


# What quotes nothing ------------------------------------------------------------------------------------------------


def test_without_a_quote_the_player_is_asked_once_for_good(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    assert played(game) == []
    (question,) = answers(carry)
    assert "Your provider has signed it, but not to whom it goes (@mail.example)." in " ".join(question.text.split())
    take(unbound(without_quote(question, quoting(question, "yes"), "y1"), provider_key), reply_address(question))
    assert played(game) == ["draw_blind"]
    (answer,) = answers(carry)
    assert "Emails of yours that @mail.example has signed are not asked about any more." in " ".join(
        answer.text.split()
    )
    assert (
        take(unbound(without_quote(answer, "draw deck", "m2"), provider_key), reply_address(answer)).state
        == State.ACTED
    )
    assert played(game) == ["draw_blind", "draw_blind"]


def test_the_page_does_the_same(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    (question,) = answers(carry)
    found = re.search(r"https://night-mail\.example(/emails/\S+)", question.text)
    assert found is not None
    assert "@mail.example has signed it, but not to whom it goes." in Client().get(found[1]).content.decode()
    Client().post(found[1], {"always": "1"})
    assert played(game) == ["draw_blind"]
    assert SenderAddress.objects.get().address == "@mail.example"


def test_an_unsigned_yes_is_for_that_email_alone(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(unbound(without_quote(mail, "draw deck"), provider_key), reply_address(mail))
    (question,) = answers(carry)
    take(written(reply_address(question), quoting(question, "yes"), name="y1"), reply_address(question))
    assert played(game) == ["draw_blind"]
    assert not SenderAddress.objects.exists()


def test_the_believed_player_plays_without_a_question(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = believed(carry, provider_key)
    before = len(played(game))
    assert take(unbound(without_quote(mail, "draw deck", "m5"), provider_key), reply_address(mail)).state == State.ACTED
    assert len(played(game)) == before + 1


@pytest.mark.parametrize("how", ["old", "other_subject", "unnamed", "quotes_another", "not_signed"])
def test_what_is_not_plainly_for_this_email_is_asked_about_still(
    carry: Carry, provider_key: SigningKey, how: str
) -> None:
    game, mail = believed(carry, provider_key)
    before = played(game)
    raw = without_quote(mail, "draw deck", "m5")
    if how == "old":
        raw = written(
            reply_address(mail),
            "draw deck",
            name="m5",
            at=NOON - 8 * DAY,
            headers={"Subject": f"Re: {mail.message['Subject']}"},
        )
    elif how == "other_subject":
        raw = without_quote(mail, "draw deck", "m5", subject="Re: Dinner")
    elif how == "unnamed":
        raw = re.sub(rb"Message-ID: [^\r]+\r\n", b"", raw)
    elif how == "quotes_another":
        raw = without_quote(
            mail, f"draw deck\n\nOn 1 Mar 2026, Night Mail wrote:\n> play+{'a' * 30}@night-mail.example\n", "m5"
        )
    take(raw if how == "not_signed" else unbound(raw, provider_key), reply_address(mail))
    assert played(game) == before


def test_what_came_to_another_address_of_ours_before_is_asked_about(carry: Carry, provider_key: SigningKey) -> None:
    """A recipient of a copy sends it to the player's other table."""
    people = players(2)
    chosen(started(people, name="North"))
    south = chosen(started(people, name="North and South"))
    mails = [mail for mail in carry(NOON) if mail.to == [OWN]]
    sender_addresses.accept(Player.objects.get(email=OWN), "@mail.example", NOON)
    first, second = sorted(mails, key=lambda mail: len(str(mail.message["Subject"])))
    raw = without_quote(first, "tickets", subject=f"Re: {second.message['Subject']}")
    take(unbound(raw, provider_key), reply_address(first))
    take(unbound(raw, provider_key), reply_address(second))
    assert played(south) == []


def test_the_settings_list_the_domain_and_end_it(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = believed(carry, provider_key)
    before = played(game)
    player = Player.objects.get(email=OWN)
    assert [one.address for one in sender_addresses.of_player(player)] == ["@mail.example"]
    sender_addresses.end(player, SenderAddress.objects.get().pk)
    take(unbound(without_quote(mail, "draw deck", "m5"), provider_key), reply_address(mail))
    assert played(game) == before


def test_another_address_that_is_believed_is_bound_likewise(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    phone = "ada@mail.example"
    sender_addresses.accept(Player.objects.get(email=OWN), phone, NOON)
    raw = in_html(mail, "draw deck").replace(f"Ada <{OWN}>".encode(), phone.encode())
    assert take(unbound(raw, provider_key), reply_address(mail), sender=phone).state == State.ACTED
    assert played(game) == ["draw_blind"]


def test_a_quote_in_base64_is_found(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    text = f"draw deck\n\nOn 2026-03-02 12:00, Night Mail wrote:\n> <mailto:{reply_address(mail)}>\n".encode()
    head, _, _ = without_quote(mail, "x").partition(b"\r\n\r\n")
    head = re.sub(rb"Content-Transfer-Encoding: [^\r]+", b"Content-Transfer-Encoding: base64", head)
    raw = head + b"\r\n\r\n" + encodebytes(text).replace(b"\n", b"\r\n")
    assert take(unbound(raw, provider_key), reply_address(mail)).state == State.ACTED
    assert played(game) == ["draw_blind"]
