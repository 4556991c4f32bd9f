"""Limits on codes stop new emails, but codes already emailed keep working. Programs and browsers share the limits."""

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.errors import Refused
from games.models import MailedCode, Player
from games.people import accounts, addresses, tokens
from games.people.codes import FROM_ALL, FROM_ONE
from notifications.models import Mail
from tests.api.people import API, mailed_code, mailed_link, player, stranger
from tests.locks import in_a_thread, wait_for_a_lock

pytestmark = pytest.mark.django_db

HERE, THERE = "192.0.2.1", "198.51.100.1"


def ask(address: str = "ada@example.org", network: str = HERE) -> int:
    """Ask for a sign-in code over the API."""
    return stranger().post(f"{API}/accounts/sign-in", {"email": address}, REMOTE_ADDR=network).status_code


def ask_by_browser(address: str = "ada@example.org", network: str = HERE) -> int:
    return Client().post("/accounts/login/", {"email": address}, REMOTE_ADDR=network).status_code


def send_back(**typed: str) -> int:
    status: int = stranger().post(f"{API}/accounts/confirm", typed).status_code
    return status


def test_programs_and_browsers_share_one_limit() -> None:
    player("Ada")
    assert [ask(), ask_by_browser(), ask(), ask_by_browser(), ask()] == [202, 302, 202, 302, 202]
    assert (ask(), ask_by_browser()) == (429, 429)
    assert Mail.objects.count() == FROM_ONE
    asked = Client().post("/accounts/login/", {"email": "ada@example.org"}, REMOTE_ADDR=HERE)
    assert 0 < int(asked["Retry-After"]) <= 3600
    assert "What we sent you within the last hour still opens the door" in asked.content.decode()


def test_an_address_is_no_target_for_many() -> None:
    sent = [ask(network=f"192.0.2.{number}") for number in range(FROM_ALL + 1)]
    assert sent == [202] * FROM_ALL + [429]


def test_news_that_there_is_no_account_keeps_nobody_from_making_one() -> None:
    """Anyone can have such emails sent to any address, and none of them contains a usable code."""
    for number in range(FROM_ALL + 1):
        ask(network=f"192.0.2.{number}")
    wishes = {"email": "ada@example.org", "name": "Ada", "time_zone": "UTC", "kind": "human"}
    asked = stranger().post(f"{API}/accounts", wishes, REMOTE_ADDR=THERE)
    assert asked.status_code == 202
    code = mailed_code("ada@example.org")
    assert send_back(confirmation=asked.json()["confirmation"], code=code) == 200


def test_a_network_has_a_limit_whichever_addresses_it_names(settings: Settings) -> None:
    settings.KNOCKS_PER_HOUR = 2
    assert [ask(f"a{number}@example.org") for number in range(2)] == [202, 202]
    assert (ask("b@example.org"), ask_by_browser("c@example.org")) == (429, 429)
    assert (
        stranger().post(f"{API}/accounts", {"email": "d@example.org", "name": "D"}, REMOTE_ADDR=HERE).status_code == 429
    )
    assert ask("b@example.org", THERE) == 202


def test_nobody_is_locked_out_by_somebody_who_asks_and_guesses() -> None:
    """An attacker asks for all possible codes and spoils each; the player can still sign in with any of the emails."""
    player("Ada")
    for number in range(FROM_ALL):
        asked = stranger().post(
            f"{API}/accounts/sign-in", {"email": "ada@example.org"}, REMOTE_ADDR=f"192.0.2.{number}"
        )
        for _ in range(5):
            assert send_back(confirmation=asked.json()["confirmation"], code="XXXX-XXXX") == 400
    assert send_back(confirmation=asked.json()["confirmation"], code=mailed_code("ada@example.org")) == 400
    assert ask(network=THERE) == 429

    with time_machine.travel(timezone.now() + timedelta(minutes=59)):
        link = mailed_link("ada@example.org")
        assert ask(network=THERE) == 429
        assert send_back(code=f"https://night-mail.example{link}") == 200
        assert Client().post(link).status_code == 400  # once only
        assert ask(network=THERE) == 202


def test_wrong_guesses_with_one_confirmation_leave_the_others_alone() -> None:
    player("Ada")
    eves = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).json()["confirmation"]
    adas = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).json()["confirmation"]
    for _ in range(6):
        send_back(confirmation=eves, code="XXXX-XXXX")
    assert send_back(confirmation=adas, code=mailed_code("ada@example.org")) == 200


def test_no_limit_of_requests_keeps_a_code_from_being_typed(settings: Settings) -> None:
    player("Ada")
    asked = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).json()
    settings.REQUESTS_PER_MINUTE = {"stranger": 0, "player": 0}
    assert send_back(confirmation=asked["confirmation"], code=mailed_code("ada@example.org")) == 200


def test_anyone_who_comes_in_may_come_in_again_and_again() -> None:
    player("Ada")
    for _ in range(FROM_ONE + 2):
        assert ask() == 202
        assert send_back(code=mailed_link("ada@example.org")) == 200


def test_strangers_cannot_use_up_the_codes_of_an_account() -> None:
    """The player's own requests are counted separately."""
    ada = player("Ada")
    for number in range(FROM_ALL):
        ask(network=f"192.0.2.{number}")
    accounts.ask_to_erase(player=ada, now=timezone.now())
    assert MailedCode.objects.filter(purpose="erase").exists()


def test_a_player_is_no_better_at_flooding_others() -> None:
    ada = player("Ada")
    now = timezone.now()
    for _ in range(FROM_ONE):
        addresses.ask(player=ada, address="bob@example.org", whole=True, now=now)
    with pytest.raises(Refused, match="too_many_codes"):
        addresses.ask(player=ada, address="bob@example.org", whole=True, now=now)


def test_a_code_is_as_good_as_before_where_it_could_do_nothing() -> None:
    """Somebody else takes the name meanwhile, and then gives it up."""
    asked = stranger().post(f"{API}/accounts", {"email": "ada@example.org", "name": "Ada"}).json()
    code = mailed_code("ada@example.org")
    faster = Player.objects.create_user("eve@example.org", "Ada")
    assert send_back(confirmation=asked["confirmation"], code=code) == 409
    faster.name = "Eve"
    faster.save()
    assert send_back(confirmation=asked["confirmation"], code=code) == 200


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def second(self, count: int) -> list[str]:
        """Ask for a code while another transaction has just taken `count` of them; return the outcome."""
        told: list[str] = []

        def late() -> None:
            try:
                accounts.sign_in(address="ada@example.org", asked_by=HERE, now=timezone.now())
                told.append("sent")
            except Refused as refusal:
                told.append(refusal.code)

        waiting = threading.Thread(target=in_a_thread, args=[late])
        with transaction.atomic():
            for _ in range(count):
                accounts.sign_in(address="ada@example.org", asked_by=HERE, now=timezone.now())
            waiting.start()
            wait_for_a_lock()
        waiting.join()
        return told

    def test_codes_are_counted_one_by_one(self) -> None:
        assert self.second(FROM_ONE) == ["too_many_codes"]

    def test_so_are_tokens(self) -> None:
        ada, told, now = player("Ada"), list[str](), timezone.now()

        def make(label: str) -> None:
            soon = now + timedelta(days=1)
            tokens.create_personal_token(player=ada, label=label, scopes=["games:read"], expires_at=soon, now=now)

        for number in range(tokens.MOST_TOKENS - 1):
            make(str(number))

        def late() -> None:
            try:
                make("late")
            except Refused as refusal:
                told.append(refusal.code)

        waiting = threading.Thread(target=in_a_thread, args=[late])
        with transaction.atomic():
            make("last")
            waiting.start()
            wait_for_a_lock()
        waiting.join()
        assert told == ["too_many_tokens"]
