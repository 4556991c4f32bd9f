"""A sanction is answered by replying to the email that says so; what is typed reaches the admins as it is."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from games.lobby import departures
from games.models import Appeal, Player
from games.people import moderation
from games.table import rulings
from games.table.disputes import appeals
from games.table.rulings import Remove, Replace
from notifications.models import InboundEmail, Mail
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, holder, players, started
from tests.inbox.letters import quoting, reply_address, written
from tests.inbox.replies import OWN, take
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.django_db
WORDS = "1\nIt was my brother."


def suspend(player: Player) -> None:
    judge = admin("Judge", "operator")
    moderation.moderate(admin=judge, player_id=player.pk, kind="suspended", now=NOON, until=NOON + DAY)


def to_player(mails: list[Received]) -> list[Received]:
    return [mail for mail in mails if mail.to == [OWN]]


def answered(mail: Received, text: str, name: str = "m1", **headers: str) -> InboundEmail:
    to = reply_address(mail)
    return take(written(to, quoting(mail, text), name=name, headers=headers), to)


def test_the_suspended_reply_to_the_email_and_can_add_until_it_is_judged(mail_in: None, carry: Carry) -> None:
    (player,) = players(1)
    suspend(player)
    (mail,) = to_player(carry(NOON))
    assert "or by replying to this email" in " ".join(mail.text.split())
    assert answered(mail, WORDS).state == "acted"
    assert answered(mail, "Ask him.", "m2").state == "acted"
    appeal = Appeal.objects.get()
    assert appeal.text == f"{WORDS}\n\nAsk him."
    assert [mail.text for mail in to_player(carry(NOON)) if "We have your answer" in str(mail.message["Subject"])]
    appeals.judge(admin=Player.objects.get(name="Judge"), appeal_id=appeal.pk, lifts=False, text="No.", now=NOON)
    carry(NOON)
    for name in ("m3", "m4"):
        assert answered(mail, "But", name).state == "refused"
    (sorry,) = to_player(carry(NOON))
    assert "Already decided" in sorry.text
    assert Appeal.objects.get().text == f"{WORDS}\n\nAsk him."


def test_an_absence_notice_is_nobodys_answer(mail_in: None, carry: Carry) -> None:
    (player,) = players(1)
    suspend(player)
    (mail,) = to_player(carry(NOON))
    assert answered(mail, "I am away.", **{"Auto-Submitted": "auto-replied"}).state == "dropped"
    assert answered(mail, "", "m2").state == "refused", "there is nothing in it"
    (sorry,) = to_player(carry(NOON))
    assert "We could not read your email." in sorry.text
    assert not Appeal.objects.exists()


def test_without_a_mailbox_of_ours_the_email_invites_no_reply(settings: Settings, carry: Carry) -> None:
    settings.MAIL_IN_ADDRESS = ""
    (player,) = players(1)
    suspend(player)
    (mail,) = to_player(carry(NOON))
    assert "answer on this page" in mail.text
    assert mail.message["Reply-To"] is None


@pytest.mark.parametrize("order", [Remove(0), Replace(0, None)])
def test_who_is_put_out_of_a_game_replies_to_the_email_about_it(
    mail_in: None, carry: Carry, order: rulings.Order
) -> None:
    game = chosen(started(players(3)))
    carry(NOON)
    removed = holder(game, 0)
    rulings.rule(admin=admin("Judge", "referee"), game_id=game.pk, order=order, now=NOON, text="Too slow.")
    (mail,) = to_player(carry(NOON))
    assert "/appeals/" in mail.text
    assert "“return”" not in mail.text
    assert answered(mail, WORDS).state == "acted"
    assert (Appeal.objects.get().player, Appeal.objects.get().text) == (removed, WORDS)
    others = [mail for mail in carry(NOON) if mail.to != [OWN]]
    assert not [mail for mail in others if "/appeals/" in mail.text]


def test_who_had_resigned_before_has_nothing_to_answer(mail_in: None, carry: Carry) -> None:
    game = chosen(started(players(3)))
    departures.resign(player=holder(game, 0), game_id=game.pk, now=NOON)
    carry(NOON)
    rulings.rule(admin=admin("Judge", "referee"), game_id=game.pk, order=Replace(0, None), now=NOON)
    (mail,) = to_player(carry(NOON))
    assert "/appeals/" not in mail.text


@pytest.mark.parametrize("kind", ["unnamed", "tables_off"])
def test_the_owner_of_a_bot_reads_that_it_is_about_the_bot(kind: str, carry: Carry) -> None:
    (owner,) = players(1)
    bot = Player.objects.create(name="Vile Villain", kind=Player.Kind.BOT, owner=owner)
    moderation.moderate(admin=admin("Judge", "operator"), player_id=bot.pk, kind=kind, now=NOON)
    (mail,) = to_player(carry(NOON))
    assert "Your bot’s" in str(mail.message["Subject"])
    text = " ".join(mail.text.split())
    assert "your tables" not in text
    assert "in its settings" not in text, "a bot has none"


def test_no_template_invites_a_reply_of_its_own(carry: Carry) -> None:
    """The fixture `carry` checks every email; these are the ones about accounts, of which tests send only some."""
    folder = Path(__file__).parents[2] / "notifications/templates"
    facts: dict[str, Any] = {"bot": "", "text": "Be kind.", "link": "https://x.example", "minutes": 5, "code": "A"}
    for path in (*folder.glob("account/email/*_message.txt"), *folder.glob("mfa/email/*_message.txt")):
        template = str(path.relative_to(folder)).removesuffix("_message.txt")
        if not template.endswith("/base"):
            Mail.objects.create(
                address=OWN, template=template, context=facts, created_at=NOON, next_attempt_at=NOON, urgent=False
            )
    carry(NOON)
    assert not Mail.objects.exclude(state="sent").exists()
