"""Admins need a second factor: an emailed code neither opens the desk nor adds a passkey to an admin's account."""

import io
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games.models import AdminAct, Cup, League, Player
from games.scopes import FOR_ADMINS
from notifications.doctor import accounts
from tests.api.people import client_of, mailed_code, newest_mail, player
from tests.competitions.cup import made as made_cup
from tests.competitions.league import founded
from tests.games.admins import GROUPS, admin, at_the_desk, show_passkey
from tests.sweeps import at_length
from tests.web.people import browser_of, come_in

pytestmark = pytest.mark.django_db

ADDING = ("/accounts/2fa/webauthn/add/", "/accounts/2fa/totp/activate/")
ASKED = "takes a link that the operator"
HOLE = re.compile(r"\(\?P<\w+>\(?(games)?[^)]*\)+\$?|<[^<>]+>")
KEYS = ("object_id", "game_id", "player_id", "dispute_id", "bulk_id")


@pytest.fixture
def rita() -> Player:
    """Return a player with every admin right, who can prove only her mailbox."""
    return player("Rita", is_staff=True, is_superuser=True)


def link_for(name: str, **options: bool) -> str:
    out = io.StringIO()
    call_command("second_factor_link", name, stdout=out, **options)
    return out.getvalue().strip().removeprefix("https://night-mail.example")


def digits(secret: str) -> str:
    now = int(timezone.now().timestamp())
    return str(format_hotp_value(hotp_value(secret, now // 30)))


def add_app(browser: Client) -> str:
    """Set up an authenticator app, and type its digits; return its secret."""
    page = browser.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200, page.content
    secret: str = browser.session["mfa.totp.secret"]
    typed = digits(secret)
    assert browser.post("/accounts/2fa/totp/activate/", {"code": typed})["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


def patterns(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern).removeprefix("^").removesuffix("$")
        yield from patterns(entry, path) if isinstance(entry, URLResolver) else [(path, entry)]


ALL = list(patterns(get_resolver()))


class TestTheDesk:
    def test_an_emailed_code_opens_it_to_nobody(self, rita: Player) -> None:
        browser = come_in(rita)
        answer = browser.get("/admin/", follow=True)
        assert (answer.status_code, ASKED in answer.content.decode()) == (403, True)

    @pytest.mark.long
    @pytest.mark.parametrize("holds_passkey", [False, True])
    def test_none_of_its_pages_opens(self, rita: Player, holds_passkey: bool) -> None:
        """Check also a session from before the passkey existed."""
        browser = browser_of(rita)
        if holds_passkey:
            show_passkey(rita)
        pages = {HOLE.sub(lambda hole: hole[1] or "1", path) for path, _ in ALL if path.startswith("/admin/")}
        assert len(pages) > 100
        for page in sorted(pages - {"/admin/login/", "/admin/logout/"}):
            for answer in (browser.get(page), browser.post(page)):
                assert (page, answer.status_code) == (page, 302)
                assert answer["Location"].startswith("/admin/login/?next="), page

    def test_it_opens_to_the_passkey_for_eight_hours(self) -> None:
        rita = admin("Rita", "referee")
        browser = at_the_desk(rita, again=False)
        assert browser.get("/admin/").status_code == 200
        with time_machine.travel(timezone.now() + timedelta(hours=8, minutes=1)):
            assert browser.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
            asked = browser.get("/admin/login/?next=/admin/")["Location"]
        assert asked == "/accounts/2fa/webauthn/reauthenticate/?next=%2Fadmin%2F"

    def test_it_closes_with_the_passkey_that_is_lost(self) -> None:
        rita = admin("Rita", "referee")
        browser = at_the_desk(rita, again=False)
        Authenticator.objects.all().delete()
        assert browser.get("/admin/").status_code == 302

    @pytest.mark.django_db(transaction=True)
    def test_whoever_has_the_cookie_from_before_has_shown_nothing(self, rita: Player) -> None:
        """Neither the first passkey added in that browser, nor a later one shown there, upgrades the old cookie."""
        browser, thief = come_in(rita), Client()
        browser.post(link_for("rita"))
        thief.cookies.update(browser.cookies)
        assert "Rita" in thief.get("/settings").content.decode()
        secret = add_app(browser)
        assert (browser.get("/admin/").status_code, thief.get("/admin/").status_code) == (200, 302)

        later = timezone.now() + timedelta(hours=9)
        with time_machine.travel(later):
            thief.cookies.update(browser.cookies)
            shown = browser.post("/accounts/2fa/reauthenticate/?next=/admin/", {"code": digits(secret)})
            assert shown["Location"] == "/admin/"
            assert (browser.get("/admin/").status_code, thief.get("/admin/").status_code) == (200, 302)

    def test_a_clock_that_was_days_fast_opens_it_no_longer_once_put_right(self) -> None:
        rita, now = admin("Rita", "referee"), timezone.now()
        with time_machine.travel(now + timedelta(days=3)):
            browser = at_the_desk(rita, again=False)
        assert browser.get("/admin/").status_code == 302
        assert client_of(rita).get("/api/v1/admin/queue").json()["code"] == "second_factor_not_shown"
        with time_machine.travel(now + timedelta(seconds=30)):
            browser = at_the_desk(rita, again=False)
        with time_machine.travel(now):
            assert browser.get("/admin/").status_code == 200, "by another machine's clock"

    def test_one_that_is_taken_away_at_the_desk_takes_its_recovery_codes_along(self, rita: Player) -> None:
        """Recovery codes replace the passkey, and would open the desk by themselves; changes are among the admins'
        acts."""
        gwen = player("Gwen", is_staff=True, is_superuser=True)
        RecoveryCodes.activate(rita)
        codes = Authenticator.objects.get(user=rita)
        show_passkey(rita)
        browser, passkey = at_the_desk(rita, again=False), Authenticator.objects.get(user=rita, type="webauthn")
        session = browser.session
        session["account_authentication_methods"][0]["id"] = codes.pk
        session.save()
        assert browser.get("/admin/").status_code == 200
        chosen = {"action": "delete_selected", "_selected_action": passkey.pk, "post": "yes"}
        assert at_the_desk(gwen).post("/admin/mfa/authenticator/", chosen).status_code == 302
        assert not Authenticator.objects.filter(user=rita).exists()
        assert browser.get("/admin/").status_code == 302
        act = AdminAct.objects.get(what="second_factor_removed")
        assert (act.by, act.player, act.detail) == (gwen, rita, {"type": "webauthn"})
        assert newest_mail("rita@example.org").template == "mfa/email/webauthn_removed"

    def test_signing_in_with_an_app_opens_it(self, rita: Player) -> None:
        secret = generate_totp_secret()
        TOTP.activate(rita, secret)
        browser = Client()
        browser.post("/accounts/login/", {"email": rita.email, "next": "/admin/"})
        step = browser.post("/accounts/code/", {"code": mailed_code("rita@example.org")})
        assert step["Location"] == "/accounts/2fa/authenticate/"
        assert browser.post(step["Location"], {"code": digits(secret)})["Location"] == "/admin/"
        assert "<strong>Rita</strong>" in browser.get("/admin/").content.decode()


class TestTheFirstOne:
    def test_whoever_reads_an_admins_mail_adds_none(self, rita: Player) -> None:
        browser = come_in(rita)
        for page in ADDING:
            for answer in (browser.get(page), browser.post(page, {"code": "000000", "credential": "{}"})):
                assert (answer.status_code, ASKED in answer.content.decode()) == (403, True)
        assert not Authenticator.objects.exists()

    @pytest.mark.parametrize("right", ["is_staff", "is_superuser", "groups"])
    def test_that_holds_for_every_kind_of_admin(self, right: str) -> None:
        ada = player("Ada", **({right: True} if right != "groups" else {}))
        if right == "groups":
            ada.groups.set(admin("Rita", "support").groups.all())
        assert come_in(ada).get(ADDING[0]).status_code == 403

    def test_players_add_theirs_as_ever(self) -> None:
        assert come_in(player("Ada")).get(ADDING[0]).status_code == 200

    @pytest.mark.django_db(transaction=True)
    def test_the_operators_link_lets_one_browser_add_it(self, rita: Player) -> None:
        link = link_for("rita")
        assert Client().get(link)["Location"].startswith("/accounts/login/?next=")
        thief, browser = come_in(rita), come_in(rita)
        for _ in range(2):
            assert "You are signed in as Rita" in browser.get(link).content.decode(), "looking uses nothing"
        assert browser.post(link)["Location"] == "/accounts/2fa/"
        assert thief.post(link).status_code == browser.get(link).status_code == 410
        assert thief.get(ADDING[1]).status_code == 403

        add_app(browser)

        assert browser.get("/admin/").status_code == 200
        assert browser.get(ADDING[0]).status_code == 200, "and a passkey beside it"
        assert thief.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/2fa/reauthenticate/")
        for page in (*ADDING, "/accounts/2fa/recovery-codes/", "/accounts/2fa/totp/deactivate/"):
            assert thief.get(page).status_code == 302, "its own sign-in was before there was the app"
        acts = AdminAct.objects.order_by("pk").values_list("what", "player", "detail__type", "detail__by")
        assert list(acts) == [
            ("second_factor_allowed", rita.pk, None, "operator"),
            ("second_factor_link_used", rita.pk, None, None),
            ("second_factor_added", rita.pk, "totp", None),
        ]

    def test_the_link_is_for_its_admin_and_for_an_hour(self, rita: Player) -> None:
        link = link_for("rita")
        assert come_in(player("Ada")).post(link).status_code == 410
        browser = come_in(rita)
        with time_machine.travel(timezone.now() + timedelta(minutes=61)):
            assert browser.post(link).status_code == 410
        assert browser.post(link[:-1] + "x").status_code == 410
        assert browser.post(link).status_code == 302
        with time_machine.travel(timezone.now() + timedelta(minutes=31)):
            assert browser_of(rita).get(ADDING[0], follow=True).status_code == 200, "a fresh proof is asked for first"
            assert not Authenticator.objects.exists()

    def test_the_browser_that_used_the_link_has_half_an_hour(self, rita: Player) -> None:
        browser = come_in(rita)
        browser.post(link_for("rita"))
        assert browser.get(ADDING[0]).status_code == 200
        session = browser.session
        session["first_second_factor"] = {"player": rita.pk, "until": timezone.now().timestamp() - 1}
        session.save()
        assert browser.get(ADDING[0]).status_code == 403

    def test_an_older_link_does_nothing_once_there_is_one(self, rita: Player) -> None:
        link = link_for("rita")
        show_passkey(rita)
        assert at_the_desk(rita).post(link).status_code == 410

    def test_a_lost_device_is_replaced_by_the_operator_alone(self, rita: Player) -> None:
        show_passkey(rita)
        browser = at_the_desk(rita, again=False)
        with pytest.raises(CommandError, match="If it is lost, add --lost"):
            link_for("rita")
        link = link_for("rita", lost=True)
        assert not Authenticator.objects.exists()
        assert newest_mail("rita@example.org").template == "mfa/email/webauthn_removed"
        assert browser.get("/admin/")["Location"].startswith("/admin/login/"), "whoever found it is signed out"
        assert come_in(rita).post(link).status_code == 302
        assert AdminAct.objects.filter(what="second_factor_removed", player=rita, detail__type="all").exists()

    def test_the_command_is_for_admins(self) -> None:
        player("Ada")
        for name, why in (("Nobody here", "Nobody is called"), ("Ada", "is no admin")):
            with pytest.raises(CommandError, match=why):
                link_for(name)


class TestTheApi:
    def test_no_address_for_admins_is_reached_without_it(self) -> None:
        """Check any token, and an owner who has not shown a second factor for eight hours."""
        boss = admin("Head", *GROUPS)
        Authenticator.objects.all().delete()
        client, reached = client_of(boss), []
        for path, entry in ALL:
            scopes = getattr(getattr(entry.callback, "cls", None), "scopes", {})
            for method in [method for method, scope in scopes.items() if scope in FOR_ADMINS]:
                words = {name: "1" if name.endswith(("entry", "_id")) else "x" for name in entry.pattern.converters}
                here = reverse(entry.name or "", kwargs=words | dict.fromkeys(set(words) & set(KEYS), "0" * 12))
                for late in (False, True):
                    if late:
                        show_passkey(boss)
                        Authenticator.objects.update(last_used_at=timezone.now() - timedelta(hours=8))
                    answer = getattr(client, method.lower())(here, {}, format="json")
                    told = (path, answer.status_code, answer.json()["code"])
                    assert told == (path, 403, "second_factor_not_shown")
                Authenticator.objects.all().delete()
                reached.append(path)
        documents = {"/api/v1/admin/schema", "/api/v1/admin/docs"}
        assert {path for path, _ in ALL if path.startswith("/api/v1/admin/")} == {*reached, *documents}

    def test_showing_it_anywhere_opens_them(self) -> None:
        boss = admin("Head", *GROUPS)
        assert client_of(boss).get("/api/v1/admin/queue").status_code == 200

    @pytest.mark.parametrize("kind", ["leagues", "cups"])
    def test_no_token_of_an_admin_ends_anything_of_others(self, kind: str) -> None:
        """That takes a page at the desk, with a reason and a second admin."""
        boss, host, now = admin("Head", *GROUPS), player("Ada"), timezone.now()
        there = (
            f"/api/v1/cups/{made_cup(host, now=now).pk}/call-off"
            if kind == "cups"
            else f"/api/v1/leagues/{founded(host, now=now).pk}/close"
        )
        for token in (client_of(boss, ["games:read", "games:create"]), client_of(boss)):
            assert token.post(there).json()["code"] == "only_the_host"


class TestCompetitions:
    @pytest.mark.parametrize("shown", [False, True])
    def test_pages_make_official_ones_only_with_it_and_end_none_of_others(self, shown: bool) -> None:
        boss, host, now = admin("Head", *GROUPS), player("Ada"), timezone.now()
        cup, league = made_cup(host, now=now), founded(host, now=now)
        browser = at_the_desk(boss) if shown else browser_of(boss)
        for page in ("/leagues/new", "/cups/new"):
            assert ('name="official"' in browser.get(page).content.decode()) == shown, page
        assert 'value="call_off"' not in browser.get(f"/cups/{cup.pk}").content.decode()
        assert 'value="close"' not in browser.get(f"/leagues/{league.pk}").content.decode()
        browser.post(f"/cups/{cup.pk}", {"do": "call_off"})
        browser.post(f"/leagues/{league.pk}", {"do": "close"})
        assert Cup.objects.get().state == Cup.State.OPEN
        assert League.objects.get().closed_at is None


def test_doctor_tells_of_admins_without_one(rita: Player) -> None:
    (found,) = accounts.admins()
    assert str(found).startswith("warning  admins: the desk is closed to ")
    assert ", Rita: run night-mail admin NAME" in found.text
    show_passkey(rita)
    assert str(next(iter(accounts.admins()))) == "     ok  admins: each has a passkey or an app"


@pytest.mark.parametrize("page", at_length(["/settings/tokens/new", *ADDING], at_once=[ADDING[0]]))
def test_a_code_typed_before_there_was_a_passkey_proves_nothing_after(page: str) -> None:
    ada = player("Ada")
    browser = come_in(ada)
    assert browser.get(page).status_code == 200
    show_passkey(ada)
    assert browser.get(page)["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")


def test_a_passkey_that_was_removed_proves_nothing_any_more() -> None:
    ada = player("Ada")
    browser = at_the_desk(ada, again=False)
    assert browser.get("/settings/tokens/new").status_code == 200
    Authenticator.objects.all().delete()
    show_passkey(ada)
    assert browser.get("/settings/tokens/new")["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")
