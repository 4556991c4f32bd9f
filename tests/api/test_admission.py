"""The operator decides who can sign up: anyone, invited people, nobody. Pages and API agree."""

import io
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Player, SignUpInvitation
from games.people import admission
from games.tasks import forget_old_access
from tests.api.people import API, client_of, mailed_code, mailed_link, player, stranger

pytestmark = pytest.mark.django_db


@pytest.fixture
def by_invitation(settings: Settings) -> None:
    settings.SIGN_UP = "invited"


def ask(name: str, **more: str) -> Any:
    return stranger().post(f"{API}/accounts", {"email": f"{name}@example.org", "name": name, **more})


def ask_by_browser(name: str, **more: str) -> Any:
    return Client().post(
        "/accounts/signup/", {"email": f"{name}@example.org", "name": name, "time_zone": "UTC", **more}
    )


def send_back(asked: Any, name: str) -> Any:
    typed = {"confirmation": asked.json()["confirmation"], "code": mailed_code(f"{name}@example.org")}
    return stranger().post(f"{API}/accounts/confirm", typed)


def invited_by(somebody: Player) -> str:
    """Return the invitation in the player's link."""
    made = client_of(somebody, ["account:write"]).post(f"{API}/me/sign-up-invitations")
    assert made.status_code == 201, made.content
    link: str = made.json()["link"]
    return parse_qs(urlsplit(link).query)["invitation"][0]


def test_where_it_is_closed_nobody_new_comes_in_and_those_inside_do(settings: Settings) -> None:
    player("Ada")
    asked = ask("Bob")
    settings.SIGN_UP = "closed"

    for name in ("Carl", "Ada"):  # people with an account get the same answer
        refused = ask(name)
        assert (refused.status_code, refused.json()["code"]) == (403, "sign_up_closed")
    assert ask_by_browser("Carl").status_code == 403
    page = Client().get("/accounts/signup/")
    assert (page.status_code, b"<form" in page.content, b"No new accounts" in page.content) == (403, False, True)
    assert b"/accounts/signup/" not in Client().get("/").content
    assert send_back(asked, "Bob").json()["code"] == "sign_up_closed"
    assert stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).status_code == 202


@pytest.mark.usefixtures("by_invitation")
class TestByInvitation:
    def test_nobody_comes_in_without_one(self) -> None:
        for more in ({}, {"invitation": "0123456789ab"}):
            refused = ask("Bob", **more)
            assert (refused.status_code, refused.json()["code"]) == (403, "invitation_needed")
            assert ask_by_browser("Bob", **more).status_code == 403

    def test_each_lets_one_person_in(self) -> None:
        key = invited_by(player("Ada"))
        first, second = ask("Bob", invitation=key), ask("Carl", invitation=key)
        assert send_back(first, "Bob").json()["player"]["name"] == "Bob"
        refused = send_back(second, "Carl")
        assert (refused.status_code, refused.json()["code"]) == (403, "invitation_needed")
        assert ask("Carl", invitation=key).status_code == 403
        assert not Player.objects.filter(name="Carl").exists()

    def test_in_the_browser_from_link_to_player(self) -> None:
        ada, inside = player("Ada"), Client()
        inside.force_login(ada)
        assert inside.post("/accounts/invitations/")["Location"] == "/accounts/invitations/"
        link = admission.link(SignUpInvitation.objects.get())
        assert link in inside.get("/accounts/invitations/").content.decode()

        visitor = Client()
        form = visitor.get(link.removeprefix("https://night-mail.example")).content.decode()
        key = SignUpInvitation.objects.get().pk
        assert f'name="invitation" value="{key}"' in form
        said = {"email": "bob@example.org", "name": "Bob", "time_zone": "UTC", "invitation": key}
        assert visitor.post("/accounts/signup/", said).status_code == 302
        assert visitor.post(mailed_link("bob@example.org"))["Location"] == "/games"
        assert Player.objects.filter(name="Bob").exists()

    def test_one_that_is_withdrawn_or_old_opens_nothing(self) -> None:
        ada = player("Ada")
        key, old = invited_by(ada), invited_by(ada)
        eve = client_of(player("Eve"), ["account:write"])
        assert eve.delete(f"{API}/me/sign-up-invitations/{key}").status_code == 204
        assert SignUpInvitation.objects.filter(pk=key).exists(), "it is not hers"
        assert client_of(ada, ["account:write"]).delete(f"{API}/me/sign-up-invitations/{key}").status_code == 204
        assert ask("Bob", invitation=key).status_code == 403
        with time_machine.travel(timezone.now() + admission.LASTS + timedelta(days=1, minutes=1)):
            assert ask("Bob", invitation=old).status_code == 403
            forget_old_access()
            assert not SignUpInvitation.objects.exists()

    def test_a_player_has_a_few_at_once_and_anyone_suspended_makes_none(self) -> None:
        ada = player("Ada")
        for _ in range(admission.MOST_OPEN):
            invited_by(ada)
        answer = client_of(ada).post(f"{API}/me/sign-up-invitations")
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_sign_up_invitations")
        assert len(client_of(ada).get(f"{API}/me/sign-up-invitations").json()["results"]) == admission.MOST_OPEN
        eve = player("Eve", suspended_until=timezone.now() + timedelta(days=1))
        assert client_of(eve).post(f"{API}/me/sign-up-invitations").json()["code"] == "account_suspended"

    def test_anyone_who_runs_the_server_makes_the_first(self) -> None:
        out = io.StringIO()
        call_command("invite", stdout=out)
        (key,) = parse_qs(urlsplit(out.getvalue().strip()).query)["invitation"]
        assert ask("Bob", invitation=key).status_code == 202


def test_where_it_is_open_an_invitation_does_no_harm() -> None:
    key = invited_by(player("Ada"))
    assert send_back(ask("Bob", invitation=key), "Bob").status_code == 200
    assert send_back(ask("Carl", invitation=key), "Carl").status_code == 200


def test_where_it_takes_none_no_invitation_is_made() -> None:
    inside = Client()
    inside.force_login(player("Ada"))
    assert inside.get("/accounts/invitations/").status_code == inside.post("/accounts/invitations/").status_code == 404
    assert not SignUpInvitation.objects.exists()
