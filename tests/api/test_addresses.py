"""Changing the address: both mailboxes agree, or the change waits if the old one is lost; no token gains rights by
it."""

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import AccessToken, AdminAct, AdminReason, Player
from games.people import addresses
from games.scopes import FOR_ADMINS, SCOPES
from games.tasks import change_addresses
from notifications.models import Mail
from tests.api.described import described
from tests.api.people import API, client_of, confirm, mailed_code, mailed_link, newest_mail, player, stranger
from tests.games.admins import admin, at_the_desk
from tests.locks import in_a_thread, wait_for_a_lock
from tests.web.people import come_in

pytestmark = pytest.mark.django_db

OLD, NEW = "ada@example.org", "ada@new.example.org"
WHOLE = [scope for scope in SCOPES if scope not in FOR_ADMINS]
AFTER_A_WEEK = addresses.WAIT + timedelta(minutes=1)


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def ask(ada: Player, scopes: list[str], address: str = NEW) -> dict[str, Any]:
    answer = client_of(ada, scopes).post(f"{API}/me/address", {"email": address})
    assert answer.status_code == 202, answer.content
    asked: dict[str, Any] = answer.json()
    return asked


def agree(address: str) -> tuple[int, bytes]:
    """Send the link in the newest email to this address to the API."""
    answer = stranger().post(f"{API}/accounts/confirm", {"code": mailed_link(address)})
    return answer.status_code, answer.content


def address_of(ada: Player) -> str | None:
    return Player.objects.get(pk=ada.pk).email


def later(wait: timedelta = AFTER_A_WEEK) -> int:
    with time_machine.travel(timezone.now() + wait):
        return change_addresses()


@pytest.mark.parametrize("order", [(OLD, NEW), (NEW, OLD)])
def test_both_mailboxes_agree_and_nobody_gets_a_token_by_it(ada: Player, order: tuple[str, str]) -> None:
    stranger().post(f"{API}/accounts/sign-in", {"email": OLD})
    still_open = mailed_link(OLD)
    asked = ask(ada, ["account:write"])
    before = AccessToken.objects.count()

    first = {OLD: asked["old_address"]["confirmation"], NEW: asked["confirmation"]}[order[0]]
    typed = {"confirmation": first, "code": mailed_code(order[0])}
    answer = stranger().post(f"{API}/accounts/confirm", typed)
    assert (answer.status_code, answer.content) == (204, b"")
    assert address_of(ada) == OLD
    assert agree(order[1]) == (204, b"")

    assert address_of(ada) == NEW
    assert AccessToken.objects.count() == before
    assert newest_mail(OLD).template == "account/email/email_changed"
    assert stranger().post(f"{API}/accounts/confirm", {"code": still_open}).status_code == 400


def test_the_state_is_as_described_as_long_as_nobody_has_agreed(ada: Player) -> None:
    ask(ada, WHOLE)
    state = client_of(ada, WHOLE).get(f"{API}/me/address").json()
    assert state["change"]["new_agreed_at"] is None
    described("AddressState").validate(state)


def test_a_token_with_account_write_alone_gets_nowhere(ada: Player) -> None:
    """Neither does a token with all scopes but one, however long it waits."""
    for scopes in (["account:write"], [scope for scope in WHOLE if scope != "games:play"]):
        assert ask(ada, scopes)["can_wait"] is False
        assert agree(NEW)[0] == 204
        assert later() == 0
        assert address_of(ada) == OLD


class TestTheOldMailboxIsGone:
    def test_anyone_who_has_the_whole_account_is_back_after_a_week(self, ada: Player) -> None:
        assert ask(ada, WHOLE)["can_wait"] is True
        assert later() == 0, "the new address has not agreed"
        agree(NEW)
        state = client_of(ada).get(f"{API}/me/address").json()
        assert (state["email"], state["change"]["email"], state["change"]["old_agreed_at"]) == (OLD, NEW, None)
        assert later(addresses.WAIT - timedelta(minutes=1)) == 0

        assert later() == 1

        asked = stranger().post(f"{API}/accounts/sign-in", {"email": NEW}).json()
        assert confirm(asked["confirmation"], mailed_code(NEW))["player"]["id"] == ada.pk

    def test_so_is_anyone_signed_in_by_browser(self, ada: Player) -> None:
        browser = come_in(ada)
        assert browser.post("/accounts/address/", {"email": NEW})["Location"] == "/accounts/address/"
        agreed = Client().post(mailed_link(NEW))
        assert "without it, from" in agreed.content.decode()
        assert "Without the old address, the change counts from" in browser.get("/accounts/address/").content.decode()
        assert later() == 1
        assert address_of(ada) == NEW

    def test_an_admin_helps_on_record_and_the_new_address_agrees(self, ada: Player) -> None:
        olga = admin("Olga")
        desk, page = at_the_desk(olga), reverse("admin:games_player_address", args=[ada.pk])
        assert desk.post(page, {"address": NEW, "reason": "She called."}).status_code == 403
        olga.user_permissions.set(_rights("view_player", "change_player"))
        assert "required" in desk.post(page, {"address": NEW, "reason": " "}).content.decode()
        assert desk.get(page).status_code == 200
        assert not AdminAct.objects.filter(what="address_changed").exists()

        assert desk.post(page, {"address": NEW, "reason": "She called."}).status_code == 302

        act = AdminAct.objects.get(what="address_changed")
        assert (act.by, act.player, act.detail) == (olga, ada, {})
        assert AdminReason.objects.get(act=act).text == "She called."
        assert address_of(ada) == OLD
        with time_machine.travel(timezone.now() + timedelta(days=2)):
            assert agree(NEW) == (204, b"")
        assert address_of(ada) == NEW
        assert newest_mail(OLD).template == "account/email/email_changed"


class TestItIsStopped:
    def test_by_the_link_in_the_old_mailbox_which_does_nothing_on_get(self, ada: Player) -> None:
        ask(ada, WHOLE)
        agreeing = mailed_link(OLD)
        agree(NEW)
        told = newest_mail(OLD)
        assert told.template == "account/email/address_waits"
        link = (told.context or {})["stop"].removeprefix("https://night-mail.example")
        assert Client().get(link).status_code == 200
        assert addresses.pending_change(ada) is not None

        assert Client(enforce_csrf_checks=True).post(link).status_code == 200

        assert later() == 0
        assert address_of(ada) == OLD
        assert Client().get(link).status_code == 410
        for dead in (link, f"{link[:-1]}x"):
            assert Client().post(dead).status_code == 410
        assert stranger().post(f"{API}/accounts/confirm", {"code": agreeing}).status_code == 400

    def test_but_not_when_it_is_too_late_which_the_page_says(self, ada: Player) -> None:
        ask(ada, WHOLE)
        agree(NEW)
        link = (newest_mail(OLD).context or {})["stop"].removeprefix("https://night-mail.example")
        later()
        answer = Client().post(link)
        assert (answer.status_code, "It stays as it was" in answer.content.decode()) == (410, False)
        assert address_of(ada) == NEW

    @pytest.mark.django_db(transaction=True)
    def test_at_the_moment_when_the_new_address_agrees(self, ada: Player) -> None:
        ask(ada, WHOLE)
        told = list[int]()
        agreeing = threading.Thread(target=in_a_thread, args=[lambda: told.append(agree(NEW)[0])])
        with transaction.atomic():
            assert addresses.stop(player=ada)
            agreeing.start()
            wait_for_a_lock()
        agreeing.join()
        assert told == [400]
        assert addresses.pending_change(ada) is None

    def test_by_anybody_with_the_account(self, ada: Player) -> None:
        ask(ada, WHOLE)
        agree(NEW)
        for _ in range(2):
            assert client_of(ada, ["account:write"]).delete(f"{API}/me/address").status_code == 204
        assert later() == 0
        browser = Client()
        browser.force_login(ada)
        ask(ada, WHOLE)
        browser.post("/accounts/address/", {"do": "stop"})
        assert addresses.pending_change(ada) is None

    def test_by_asking_for_another_one(self, ada: Player) -> None:
        ask(ada, WHOLE, "typo@example.org")
        ask(ada, WHOLE)
        assert agree("typo@example.org")[0] == 400
        assert agree(OLD)[0] == 204
        assert agree(NEW)[0] == 204
        assert address_of(ada) == NEW


class TestNobodyBecomesAnAdmin:
    def test_by_waiting(self, ada: Player) -> None:
        rita = admin("Rita", "referee")
        assert ask(rita, list(SCOPES))["can_wait"] is False
        agree(NEW)
        assert later() == 0
        ask(ada, WHOLE, "ada@third.example.org")
        agree("ada@third.example.org")
        Player.objects.filter(pk=ada.pk).update(is_staff=True)
        assert later() == 0
        assert addresses.pending_change(ada) is None

    def test_by_an_admin_below(self) -> None:
        rita, olga = admin("Rita", "referee"), admin("Olga")
        olga.user_permissions.set(_rights("view_player", "change_player"))
        for whom in (rita, olga):
            page = reverse("admin:games_player_address", args=[whom.pk])
            assert at_the_desk(olga).post(page, {"address": NEW, "reason": "x"}).status_code == 403
        assert not AdminAct.objects.filter(what="address_changed").exists()


def test_it_must_be_another_one_and_nobody_elses(ada: Player) -> None:
    same = client_of(ada).post(f"{API}/me/address", {"email": OLD.upper()})
    assert (same.status_code, same.json()["code"]) == (409, "nothing_changes")
    bob = player("Bob")
    ask(ada, WHOLE, bob.email or "")
    answer = stranger().post(f"{API}/accounts/confirm", {"code": mailed_link(bob.email or "")})
    assert answer.json()["code"] == "address_taken"
    ask(ada, WHOLE)
    agree(NEW)
    Player.objects.filter(pk=bob.pk).update(email=NEW)
    assert later() == 0
    assert address_of(ada) == OLD


def test_the_emails_name_neither_address(ada: Player) -> None:
    ask(ada, WHOLE)
    agree(NEW)
    for mail in Mail.objects.filter(address=OLD):
        assert NEW not in str(mail.context)
    for mail in Mail.objects.filter(address=NEW):
        assert OLD not in str(mail.context)


def _rights(*names: str) -> Any:
    return Permission.objects.filter(content_type__app_label="games", codename__in=names)
