"""Unproved emails to the site do nothing and cause one question at most, sent to the address they name."""

import pytest
from pytest_django import Settings

from games.lobby import lobby
from games.models import Game, Player
from notifications.inbox import acceptance, pipeline
from notifications.inbox import answers as limits
from notifications.inbox.pace import HOUR
from notifications.inbox.site import answers as site_answers
from notifications.models import InboundEmail, SiteEmail
from tests.games.stories import DAY, players
from tests.inbox.letters import NOON, SELECTOR, SigningKey, quoting, reply_address, signed, written
from tests.inbox.names import NameServer
from tests.inbox.site_stories import NEWCOMER, SITE, in_a_line, take, typed, write
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
OWN = "player0@mail.example"
ORDER = "new usa, 3 seats"


def forgeries(key: SigningKey) -> list[bytes]:
    """Return emails in a player's name without proof."""
    honest = signed(typed(ORDER, sender="mallory@mail.example", name="f2"), key)
    return [
        typed(ORDER, sender=OWN, name="f1"),
        b"From: player0@mail.example\r\n" + honest,
        signed(typed(ORDER, sender=OWN, name="f3"), key, domain="evil.example"),
        signed(typed("games", sender=OWN, name="f4"), key).replace(b"games\r", b"new usa, 3 seats\r"),
        signed(typed(ORDER, sender=OWN, name="f5", to="friend@mail.example"), key),
        signed(written(SITE, f"{ORDER}\n", sender=OWN, name="f6", at=NOON - 8 * DAY), key),
        signed(written("play+re1xaaaaaaaaaaaaaaaa@night-mail.example", f"{ORDER}\n", sender=OWN, name="f7"), key),
    ]


def test_nothing_is_done_and_the_player_is_asked_now_and_then(
    carry: Carry, provider_key: SigningKey, names: NameServer
) -> None:
    names.texts[f"{SELECTOR}._domainkey.evil.example"] = provider_key.record
    players(1)
    for raw in forgeries(provider_key):
        take(raw, sender=OWN)
    assert not Game.objects.exists()
    questions = carry(NOON)
    assert len(questions) == limits.MOST_QUESTIONS_AN_HOUR
    assert {tuple(mail.to) for mail in questions} == {(OWN,)}
    assert all("without proof that you wrote it" in in_a_line(mail) for mail in questions)
    assert all("new usa, 3 seats" in mail.text for mail in questions)


def test_a_yes_does_it_once(carry: Carry) -> None:
    players(1)
    take(typed(f"{ORDER}\ngames", sender=OWN), sender=OWN)
    (question,) = carry(NOON)
    to = reply_address(question)
    for place, text in enumerate(["", "no, not now", "I am away until Monday", "> yes", "yes please"]):
        raw = written(to, quoting(question, text), name=f"n{place}", sender=OWN)
        assert take(raw, to).state == SiteEmail.State.DROPPED
    assert not Game.objects.exists()
    take(written(to, quoting(question, "yes"), name="forwarded", sender="bela@elsewhere.example"), to)
    assert not Game.objects.exists()
    for text in ("Yes", "yes!"):
        take(written(to, quoting(question, text), name=text, sender=OWN), to)
    assert Game.objects.get().host.email == OWN
    (answer,) = carry(NOON)
    assert answer.to == [OWN]
    assert "Your table: Ticket to Ride, 3 seats" in in_a_line(answer)


def test_a_no_ends_it(carry: Carry) -> None:
    take(typed("sign up Ada"))
    (question,) = carry(NOON)
    to = reply_address(question)
    take(written(to, quoting(question, "No."), name="n1", sender=NEWCOMER), to)
    assert "All right: nothing was done." in carry(NOON)[0].text
    take(written(to, quoting(question, "yes"), name="n2", sender=NEWCOMER), to)
    assert not Player.objects.filter(email=NEWCOMER).exists()


def test_a_yes_comes_too_late(carry: Carry) -> None:
    players(1)
    take(typed(ORDER, sender=OWN), sender=OWN)
    (question,) = carry(NOON)
    later = NOON + 4 * DAY
    take(written(reply_address(question), "yes", name="y1"), reply_address(question), now=later)
    assert not Game.objects.exists()


def test_whoever_forges_sends_nothing_by_us(carry: Carry) -> None:
    players(1)
    spam = f"{ORDER}, with Gold Cheap, buy@gold.example, called Gold cheap\nsign up Gold\nBuy at https://gold.example"
    take(typed(spam, sender=OWN, subject="Gold"), sender=OWN)
    (question,) = carry(NOON)
    assert "gold" not in str(question.raw).lower()


def test_an_address_that_proved_nothing_may_want_an_account(carry: Carry) -> None:
    take(typed("sign up Ada Buy Gold\nopen tables"))
    (question,) = carry(NOON)
    assert question.to == [NEWCOMER]
    assert "Gold" not in question.text
    assert not Player.objects.exists()
    to = reply_address(question)
    take(written(to, quoting(question, "yes"), name="y1", sender=NEWCOMER), to)
    assert Player.objects.get(email=NEWCOMER).name == "Ada Buy Gold"
    (answer,) = carry(NOON)
    assert "Welcome, Ada Buy Gold!" in answer.text
    assert "No table is open just now." in answer.text


def test_strangers_are_asked_seldom(carry: Carry, settings: Settings) -> None:
    for place in range(3):
        take(typed("sign up Ada", name=f"s{place}"))
    assert len(carry(NOON)) == limits.MOST_QUESTIONS_AN_HOUR
    for hour in range(1, 24):
        take(typed("sign up Ada", name=f"h{hour}"), now=NOON + hour * HOUR)
    mails = [mail for hour in range(1, 24) for mail in carry(NOON + hour * HOUR)]
    assert len(mails) == limits.MOST_QUESTIONS_A_DAY - limits.MOST_QUESTIONS_AN_HOUR
    settings.KNOCKS_PER_HOUR = 4
    for place in range(6):
        take(typed("sign up Ada", sender=f"v{place}@victim.example", name=f"v{place}"), now=NOON + 2 * DAY)
    assert len(carry(NOON + 2 * DAY)) == 4


@pytest.mark.parametrize("text", ["games", "help", "Hello!", "", "sgn up Ada"])
def test_a_stranger_without_proof_hears_nothing_else(carry: Carry, text: str) -> None:
    assert take(typed(text)).state == SiteEmail.State.DROPPED
    assert carry(NOON) == []


@pytest.mark.parametrize(
    ("sender", "headers"),
    [
        (NEWCOMER, {"Auto-Submitted": "auto-replied"}),
        (NEWCOMER, {"List-Id": "<all.mail.example>"}),
        (NEWCOMER, {"Precedence": "bulk"}),
        ("", {}),
        ("mailer-daemon@mail.example", {"From": "mailer-daemon@mail.example"}),
        (SITE, {"From": SITE}),
        (SITE, {"From": "play+re1xaaaaaaaaaaaaaaaa@night-mail.example"}),
    ],
)
def test_machines_lists_bounces_and_ourselves_are_not_answered(
    carry: Carry, provider_key: SigningKey, sender: str, headers: dict[str, str]
) -> None:
    raw = signed(written(SITE, "sign up Ada\n", sender=NEWCOMER, headers=headers), provider_key)
    assert take(raw, sender=sender).state == SiteEmail.State.DROPPED
    assert carry(NOON) == []


def test_a_stranger_who_proves_it_is_answered_so_often_a_day(carry: Carry, provider_key: SigningKey) -> None:
    for place in range(site_answers.MOST_A_DAY + 2):
        write("help", provider_key, name=f"s{place}")
    assert len(carry(NOON)) == site_answers.MOST_A_DAY


def test_numbers_of_anothers_list_mean_nothing(carry: Carry, provider_key: SigningKey) -> None:
    host, _, _ = players(3)
    lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    write("open tables", provider_key, sender="player1@mail.example")
    (answer,) = carry(NOON)
    to = reply_address(answer)
    raw = signed(typed("join 1", sender="player2@mail.example", name="s2", to=to), provider_key)
    take(raw, to, sender="player2@mail.example")
    assert Game.objects.get().seats.count() == 1


def test_nothing_of_a_huge_email_is_kept(carry: Carry) -> None:
    raw = typed("sign up Ada") + b"x" * acceptance.MOST_BYTES
    acceptance.accept(raw, [SITE], NEWCOMER, InboundEmail.Door.PIPE, NOON)
    row = SiteEmail.objects.get()
    assert (row.state, row.raw, row.sender) == (SiteEmail.State.DROPPED, None, "")
    assert pipeline.process_due(now=NOON) == 0
