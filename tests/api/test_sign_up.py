"""Signing up as a player."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Player
from games.people.codes import forget_old_codes
from tests.api.people import (
    API,
    confirm,
    mailed_code,
    mailed_link,
    newest_mail,
    player,
    sign_up,
    stranger,
    with_secret,
)
from tests.games.test_sealing import statements

pytestmark = pytest.mark.django_db


def ask(email: str = "ada@example.org", name: str = "Ada", **facts: str) -> str:
    answer = stranger().post(f"{API}/accounts", {"email": email, "name": name, **facts})
    assert answer.status_code == 202, answer.content
    confirmation: str = answer.json()["confirmation"]
    return confirmation


def send_back(confirmation: str, code: str) -> str:
    """Send a code to the API; return the refusal's code, or "ok"."""
    answer = stranger().post(f"{API}/accounts/confirm", {"confirmation": confirmation, "code": code})
    return "ok" if answer.status_code == 200 else answer.json()["code"]


def test_ada_signs_up_and_plays_with_what_she_got() -> None:
    signed_in = sign_up("Ada@Example.org", "Ada", time_zone="Europe/London")

    me = with_secret(signed_in["token"]["secret"]).get(f"{API}/me").json()

    assert me == signed_in["player"]
    assert (me["name"], me["email"], me["time_zone"], me["kind"]) == (
        "Ada",
        "Ada@example.org",
        "Europe/London",
        "human",
    )


def test_nobody_is_a_player_before_the_code_came_back() -> None:
    ask()
    assert not Player.objects.exists()


def test_a_bot_does_not_sign_up_but_is_made_by_its_owner() -> None:
    wish = {"email": "rook@example.org", "name": "Rook", "kind": "bot"}
    refused = stranger().post(f"{API}/accounts", wish)
    assert (refused.status_code, refused.json()["code"]) == (403, "bots_have_owners")


def test_the_code_may_be_typed_carelessly() -> None:
    confirmation = ask()
    code = mailed_code("ada@example.org")
    assert send_back(confirmation, f" {code.lower().replace('-', ' ').replace('0', 'O').replace('1', 'l')} ") == "ok"


def test_a_code_works_once() -> None:
    confirmation = ask()
    assert send_back(confirmation, mailed_code("ada@example.org")) == "ok"
    assert send_back(confirmation, mailed_code("ada@example.org")) == "wrong_code"


def test_a_code_belongs_to_its_own_confirmation() -> None:
    ask("ada@example.org", "Ada")
    eves = ask("eve@example.org", "Eve")
    assert send_back(eves, mailed_code("ada@example.org")) == "wrong_code"


def test_a_code_grows_old() -> None:
    confirmation = ask()
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1), tick=False):
        assert send_back(confirmation, mailed_code("ada@example.org")) == "wrong_code"


def test_five_wrong_guesses_end_a_code() -> None:
    confirmation = ask()
    assert [send_back(confirmation, "XXXX-XXXX") for _ in range(5)] == ["wrong_code"] * 5
    assert send_back(confirmation, mailed_code("ada@example.org")) == "wrong_code"


def test_the_database_alone_gives_no_code_away() -> None:
    """Neither do its logs, which include the statement of a failed write, nor the email while it waits."""
    with statements() as said:
        ask()
    code, link = mailed_code("ada@example.org"), mailed_link("ada@example.org")
    text = "\n".join(said)
    assert 'INTO "notifications_mail"' in text
    assert [secret for secret in (code, code.replace("-", ""), link) if secret.lower() in text.lower()] == []


def test_codes_are_forgotten_once_they_no_longer_count() -> None:
    ask()
    now = timezone.now()
    assert forget_old_codes(now=now + timedelta(minutes=59)) == 0
    assert forget_old_codes(now=now + timedelta(hours=1)) == 1


def test_a_name_can_be_had_once_whatever_its_case() -> None:
    player("Ada")
    answer = stranger().post(f"{API}/accounts", {"email": "other@example.org", "name": "aDA"})
    assert (answer.status_code, answer.json()["code"], answer.json()["name"]) == (409, "name_taken", "aDA")


def test_anyone_who_comes_second_with_a_name_hears_it_at_the_latest_in_the_end() -> None:
    first, second = ask("one@example.org", "Ada"), ask("two@example.org", "Ada")
    assert send_back(first, mailed_code("one@example.org")) == "ok"
    assert send_back(second, mailed_code("two@example.org")) == "name_taken"


def test_an_address_that_was_shut_out_is_taken() -> None:
    asked = ask("ada@example.org", "Somebody")
    ada = player("Ada")
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    assert send_back(asked, mailed_code("ada@example.org")) == "address_taken"


@pytest.mark.parametrize("name", ["", " ", "_x", "a\nb", "x" * 31, "erased-ada", "Ada\u202e", "<b>", "a@b"])
def test_names_that_cannot_be(name: str) -> None:
    answer = stranger().post(f"{API}/accounts", {"email": "ada@example.org", "name": name})
    assert answer.status_code == 400
    assert {mistake["pointer"] for mistake in answer.json()["errors"]} == {"#/name"}


@pytest.mark.parametrize("name", ["Ada", "Åse Ødegård", "O'Neill", "Jean-Luc", "王小明", "R2.D2", "x"])
def test_names_that_can(name: str) -> None:
    assert sign_up(name=name)["player"]["name"] == name


def test_the_house_hires_nobody_by_form() -> None:
    answer = stranger().post(f"{API}/accounts", {"email": "a@example.org", "name": "A", "kind": "house"})
    assert answer.json()["errors"][0]["pointer"] == "#/kind"


class TestNobodyLearnsWhoHasAnAccount:
    def test_signing_up_again_looks_the_same_and_signs_in(self) -> None:
        ada = player("Ada")
        known = stranger().post(f"{API}/accounts", {"email": "ada@example.org", "name": "Somebody"})
        unknown = stranger().post(f"{API}/accounts", {"email": "bob@example.org", "name": "Somebody"})

        assert known.status_code == unknown.status_code == 202
        assert known.json().keys() == unknown.json().keys()
        assert newest_mail("ada@example.org").template == "account/email/account_already_exists"
        signed_in = confirm(known.json()["confirmation"], mailed_code("ada@example.org"))
        assert signed_in["player"]["id"] == ada.id
        assert signed_in["player"]["name"] == "Ada"

    def test_signing_in_looks_the_same(self) -> None:
        player("Ada")
        known = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"})
        unknown = stranger().post(f"{API}/accounts/sign-in", {"email": "bob@example.org"})

        assert known.status_code == unknown.status_code == 202
        assert known.json().keys() == unknown.json().keys()
        assert newest_mail("ada@example.org").template == "account/email/login_code"
        assert newest_mail("bob@example.org").template == "account/email/unknown_account"

    def test_the_limit_is_the_same(self) -> None:
        player("Ada")
        for address in ("ada@example.org", "bob@example.org"):
            answers = [stranger().post(f"{API}/accounts/sign-in", {"email": address}).status_code for _ in range(6)]
            assert answers == [202] * 5 + [429]


def test_ada_comes_back() -> None:
    ada = player("Ada")
    asked = stranger().post(f"{API}/accounts/sign-in", {"email": "ADA@example.org"}).json()
    signed_in = confirm(asked["confirmation"], mailed_code("ada@example.org"))
    assert signed_in["player"]["id"] == ada.id
    assert signed_in["token"]["label"] == "sign-in"


def test_anyone_who_was_shut_out_cannot_sign_in() -> None:
    ada = player("Ada")
    asked = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).json()
    code = mailed_code("ada@example.org")
    Player.objects.filter(pk=ada.pk).update(is_active=False)

    assert send_back(asked["confirmation"], code) == "wrong_code"
    stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"})
    assert newest_mail("ada@example.org").template == "account/email/unknown_account"
