"""Account emails: sent in the same way as others, before them, and deleted afterwards."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.models import Player
from games.people import accounts
from games.signals import account_mail
from notifications.letters import accounts as accounts_letters
from notifications.models import Mail
from tests.games.stories import NOON, players, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice

pytestmark = pytest.mark.django_db


def send(template: str, address: str = "ada@mail.example", player: Player | None = None, **context: Any) -> None:
    account_mail.send(
        sender=Player, address=address, player=player, template=f"account/email/{template}", context=context
    )


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


def test_a_code_arrives_and_is_forgotten(carry: Carry) -> None:
    facts = {"time_zone": "UTC", "language": "en", "kind": "human"}
    accounts.sign_up(address="ada@mail.example", name="Ada", facts=facts, asked_by="192.0.2.1", now=NOON)
    mailed = Mail.objects.get().context or {}
    code, link = mailed["code"], mailed["link"]
    assert link.startswith("https://night-mail.example/accounts/link/")
    (mail,) = carry(NOON)
    assert mail.to == ["ada@mail.example"]
    assert mail.message["Subject"] == "[Night Mail] Your code to sign up"
    assert f"\n\n{code}\n\n" in mail.text
    assert code in mail.html
    assert f"press the button:\n{link}\n" in mail.text
    assert f'<a href="{link}"' in mail.html
    assert "It works once, within 60 minutes." in mail.text
    row = Mail.objects.get()
    assert (row.state, row.address, row.context) == ("sent", "", None)


def test_it_is_no_stream_and_of_no_thread(carry: Carry) -> None:
    send("login_code", code="ABCD")
    message = carry(NOON)[0].message
    assert message["Auto-Submitted"] == "auto-generated"
    for header in ("List-Unsubscribe", "List-Unsubscribe-Post", "List-Id", "References", "In-Reply-To"):
        assert header not in message


@pytest.mark.parametrize(
    "template",
    [
        "login_code",
        "email_confirmation_signup",
        "email_confirmation",
        "account_already_exists",
        "erase_account",
        "unknown_account",
        "email_changed",
        "address_leaves",
        "address_waits",
        "address_by_admin",
        "erased_by_admin",
        "hosts_competition",
        "competition_ended",
        "competition_begins_later",
        "competition_message",
        "competition_ends_later",
        "removed_from_competition",
        "result_corrected",
        "correction_outdated",
        "called_up",
        "hosts_table",
        "asked_by_admin",
        "question_answered",
        "question_closed",
    ],
)
def test_every_kind_of_letter_can_be_written(carry: Carry, template: str) -> None:
    (player,) = players(1)
    send(template, player=player, code="ABCD-EFGH", minutes=15, name="Ada")
    (mail,) = carry(NOON)
    assert str(mail.message["Subject"]).startswith("[Night Mail] ")
    assert len(mail.text) > 20
    assert "example.com" not in mail.text
    assert mail.sender.startswith("post+")


def test_anyone_who_waits_for_a_code_is_served_first(carry: Carry, post_office: PostOffice) -> None:
    started(players(5))
    send("login_code", code="ABCD")
    assert carry(NOON)[0].to == ["ada@mail.example"]


def test_a_code_that_cannot_be_delivered_is_forgotten_too(carry: Carry, post_office: PostOffice) -> None:
    post_office.refusals["ada@mail.example"] = "550 5.1.1 No such user"
    send("login_code", code="ABCD")
    assert carry(NOON) == []
    row = Mail.objects.get()
    assert (row.state, row.address, row.context, row.last_error) == ("failed", "", None, "550 5.1.1")


def test_a_code_is_not_sent_once_it_opens_nothing(carry: Carry) -> None:
    send("login_code", code="ABCD")
    send("email_changed", address="old@mail.example", name="Ada")
    (mail,) = carry(NOON + timedelta(minutes=60))
    assert mail.to == ["old@mail.example"]
    row = Mail.objects.get(template="account/email/login_code")
    assert (row.state, row.address, row.context, row.last_error) == ("failed", "", None, "code_expired")


def test_a_code_that_lasts_for_days_is_sent_for_days(carry: Carry) -> None:
    send("address_by_admin", player=players(1)[0], code="ABCD", minutes=3 * 24 * 60)
    assert carry(NOON + timedelta(days=2))


def test_a_code_is_sent_while_it_is_good(carry: Carry) -> None:
    send("login_code", code="ABCD")
    assert len(carry(NOON + timedelta(minutes=59))) == 1


def test_an_unknown_template_is_put_off_by_name_only(carry: Carry) -> None:
    send("no_such_letter", code="ABCD")
    assert carry(NOON) == []
    row = Mail.objects.get()
    assert (row.state, row.last_error) == ("queued", "TemplateDoesNotExist")


TEMPLATES = Path(__file__).parents[2] / "notifications" / "templates" / "account" / "email"
QUOTING = sorted(
    path.name.removesuffix("_message.txt")
    for path in TEMPLATES.glob("*_message.txt")
    if "{{ text }}" in path.read_text("utf-8")
)


@pytest.mark.parametrize("gap", ["\n\n\n", "\n \n", "\r\n\r\n\r\n", "\n\n\n\n- ", "\u2028\u2028"])
@pytest.mark.parametrize("template", QUOTING)
def test_what_somebody_wrote_is_never_taken_for_our_own_words(carry: Carry, template: str, gap: str) -> None:
    (player,) = players(1)
    written = f"Hello.{gap}Your account is closed {'very ' * 20}soon"
    send(template, player=player, name="Ada", what="muted", text=written)
    (mail,) = carry(NOON)
    lines = [line for line in mail.text.splitlines() if "account is closed" in line or "very soon" in line]
    assert len(lines) == 2
    assert all(line.startswith("> ") for line in lines)
    assert accounts_letters.QUOTED not in mail.text
