"""Staff's view of emails, and their actions on them."""

import pytest
from django.test import Client

from games.admin import panels
from games.models import Game, Player
from games.signals import account_mail
from notifications.models import Mail
from tests.games.admins import at_the_desk
from tests.games.stories import NOON, players, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice

pytestmark = pytest.mark.django_db

OUTBOX = "/admin/notifications/mail/"


def staff() -> Client:
    return at_the_desk(Player.objects.create_superuser("staff@mail.example", "Staff"))


@pytest.fixture
def stuck(carry: Carry, post_office: PostOffice) -> Game:
    """Return a game whose first player's email was refused."""
    post_office.refusals["player0@mail.example"] = "554 5.5.0 No"
    game = started(players(2))
    carry(NOON)
    post_office.refusals.clear()
    return game


def test_the_outbox_can_be_read_and_filtered(stuck: Game) -> None:
    page = staff().get(OUTBOX, {"state": "failed"}).content.decode()
    assert "554 5.5.0" in page
    assert "1 email" in page
    assert stuck.pk in page


@pytest.mark.parametrize("model", ["mail", "notification", "deadaddress", "preference"])
def test_no_page_adds_or_changes(stuck: Game, model: str) -> None:
    browser = staff()
    assert browser.get(f"/admin/notifications/{model}/add/").status_code in {403, 404}


def test_neither_addresses_nor_contents_are_shown(stuck: Game) -> None:
    account_mail.send(
        sender=Player,
        address="secret@mail.example",
        player=None,
        template="account/email/login_code",
        context={"code": "SECRET-CODE"},
    )
    browser = staff()
    pages = [browser.get(OUTBOX)] + [browser.get(f"{OUTBOX}{mail.pk}/change/") for mail in Mail.objects.all()]
    assert {page.status_code for page in pages} == {200}
    text = "".join(page.content.decode() for page in pages).lower()
    for word in ("secret@", "secret-code", "player0@", "player1@"):
        assert word not in text


def test_an_email_that_failed_can_be_tried_again(stuck: Game, carry: Carry) -> None:
    failed = Mail.objects.get(state="failed")
    action = {"action": "retry", "_selected_action": [mail.pk for mail in Mail.objects.all()]}
    page = staff().post(OUTBOX, action, follow=True).content.decode()
    assert "1 email will be tried again." in page
    (mail,) = carry(Mail.objects.get(pk=failed.pk).next_attempt_at)
    assert mail.to == ["player0@mail.example"]
    assert set(Mail.objects.values_list("state", flat=True)) == {"sent"}


def test_only_staff_who_may_change_emails_may_try_again(stuck: Game) -> None:
    browser = at_the_desk(Player.objects.create_user("reader@mail.example", "Reader", is_staff=True))
    assert browser.get(OUTBOX).status_code == 403
    browser.post(OUTBOX, {"action": "retry", "_selected_action": [mail.pk for mail in Mail.objects.all()]})
    assert Mail.objects.filter(state="failed").count() == 1


def test_a_game_has_a_panel_of_its_undelivered_emails(stuck: Game) -> None:
    (panel,) = [panel for panel in panels.of_game(stuck) if panel.title == "Undelivered emails"]
    assert [row[1:4] for row in panel.rows] == [["failed", "turns", "1"]]
