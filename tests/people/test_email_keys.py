"""Addresses of before: each account gets its key beside a running site; of two with one mailbox both stay."""

import importlib

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection
from django.utils import timezone

from games import encryption
from games.models import AccessToken, AddressChange, MailedCode, Player
from games.people import accounts, addresses
from games.people.player_rows import with_address
from games.seats import by_address
from notifications import links
from notifications.doctor import Level
from notifications.doctor import accounts as checked
from notifications.models import DeadAddress
from notifications.outbox import dead_addresses
from tests.api.people import confirm, mailed_code, secret_of
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db
migration = importlib.import_module("games.migrations.0062_email_keys")
MAKE_UNIQUE = """
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE games_player ADD CONSTRAINT player_email_key_unique UNIQUE (email_key)
"""


@pytest.fixture(autouse=True)
def _before_the_keys_are_unique() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_player DROP CONSTRAINT player_email_key_unique")


def of_before(name: str, email: str, days_ago: int = 0, **facts: object) -> Player:
    """An account as the release before has kept it."""
    made = Player.objects.create_user("x@mail.example", name)
    rows = Player.objects.filter(pk=made.pk)
    rows.update(email=email, last_login=NOON - days_ago * DAY, date_joined=NOON - 100 * DAY, **facts)
    rows.update(email_key=None)
    return Player.objects.get(pk=made.pk)


def fill() -> None:
    migration.fill(apps, None)


def address(player: Player) -> tuple[str | None, str | None]:
    player.refresh_from_db()
    return player.email, player.email_key


def test_each_account_gets_its_key_and_keeps_the_mailbox_that_it_has_proved() -> None:
    """The release before mailed by IDNA 2003: whoever has the account of b@straße.example reads b@strasse.example."""
    ann, cleo, bea = (
        of_before(name, email)
        for name, email in [("Ann", "ann@mail.example"), ("Cleo", "c@bücher.example"), ("Bea", "b@straße.example")]
    )
    people = players(2)
    fill()
    assert address(ann) == ("ann@mail.example", "ann@mail.example")
    assert address(cleo) == ("c@xn--bcher-kva.example", "c@xn--bcher-kva.example")
    assert address(bea) == ("b@strasse.example", "b@strasse.example")
    assert [address(one) for one in people] == [(one.email, one.email) for one in people]
    assert with_address("c@BÜCHER.example") == cleo
    assert with_address("b@straße.example") is None


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_of_several_with_one_mailbox_the_one_that_signed_in_last_has_the_address(kept: int) -> None:
    spelled = ["c@bücher.example", "c@xn--bcher-kva.example", "c@bu\u0308cher.example"]
    people = [
        of_before(f"Cleo {letter}", email, days_ago=0 if place == kept else 1 + place)
        for place, (letter, email) in enumerate(zip("abc", spelled, strict=True))
    ]
    fill()
    fill()
    assert [address(one)[1] for one in people] == [
        "c@xn--bcher-kva.example" if place == kept else None for place in range(3)
    ]
    assert Player.objects.count() == 3
    assert with_address("c@bücher.example") == people[kept]
    with connection.cursor() as cursor:
        cursor.execute(MAKE_UNIQUE)
    for one in people:
        one.time_zone = "Europe/Oslo"
        one.save()
    (told,) = checked.mailboxes()
    assert (told.level, told.text[:2]) == (Level.WARNING, "2 ")


def test_a_sign_in_by_token_counts_as_one() -> None:
    by_token, by_browser = of_before("Cleo a", "c@bücher.example", 9), of_before("Cleo b", "c@xn--bcher-kva.example", 1)
    secret_of(by_token)
    AccessToken.objects.update(created=NOON)
    fill()
    assert (address(by_token)[1], address(by_browser)[1]) == ("c@xn--bcher-kva.example", None)


def test_admins_see_who_shares_a_mailbox_and_can_give_another_address() -> None:
    of_before("Cleo b", "c@xn--bcher-kva.example")
    of_before("Cleo a", "c@bücher.example", 1)
    fill()
    page = at_the_desk(admin("Rita", "support")).get("/admin/games/player/?shares_mailbox=yes").content.decode()
    assert ("Cleo a" in page, "Cleo b" in page) == (True, False)


def test_nobody_shares_a_mailbox_where_all_is_well() -> None:
    players(2)
    assert [told.level for told in checked.mailboxes()] == [Level.FINE]


def test_whoever_has_lost_the_address_gets_it_once_the_other_has_another() -> None:
    kept, lost = of_before("Cleo a", "c@xn--bcher-kva.example"), of_before("Cleo b", "c@bücher.example", 1)
    fill()
    with connection.cursor() as cursor:
        cursor.execute(MAKE_UNIQUE)
    kept.refresh_from_db()
    kept.email = "other@mail.example"
    kept.save()
    change = AddressChange.objects.create(
        player=lost, address="c@xn--bcher-kva.example", asked_at=NOON, can_wait=True, new_at=NOON, holds_at=NOON
    )
    assert addresses.settle_due(now=NOON) == 1
    assert not AddressChange.objects.filter(pk=change.pk).exists()
    assert address(lost) == ("c@xn--bcher-kva.example", "c@xn--bcher-kva.example")
    assert with_address("c@bücher.example") == lost


def test_what_waits_and_what_the_library_keeps_get_the_same_form() -> None:
    cleo = of_before("Cleo", "c@bücher.example")
    EmailAddress.objects.create(user=cleo, email="c@bücher.example", verified=True, primary=True)
    AddressChange.objects.create(player=cleo, address="cleo@straße.example", asked_at=NOON, can_wait=False)
    fill()
    assert EmailAddress.objects.get().email == "c@xn--bcher-kva.example"
    assert AddressChange.objects.get().address == "cleo@strasse.example"


def test_what_was_made_with_the_old_spelling_still_counts() -> None:
    """Links in emails, stop lists, reports of bounces, and marks on dead addresses."""
    cleo = of_before("Cleo", "c@bücher.example")
    token = links.mail_token(cleo, NOON)
    stopped = encryption.digests(by_address.PURPOSE, "c@bücher.example".encode())
    DeadAddress.objects.create(player=cleo, address="c@bücher.example", code="550 5.1.1", since=NOON)
    fill()
    cleo.refresh_from_db()
    assert links.read_mail(token, NOON) == cleo
    assert set(stopped) <= set(by_address.hashes(cleo.email or ""))
    assert dead_addresses.dead_address_of(cleo) is not None


def test_a_code_that_was_on_its_way_proves_the_mailbox_that_it_went_to() -> None:
    facts = {"time_zone": "UTC", "language": "en", "kind": "human"}
    now = timezone.now()
    code = accounts.sign_up(address="b@strasse.example", name="Bea", facts=facts, asked_by="192.0.2.1", now=now)
    MailedCode.objects.update(address="b@straße.example")
    confirm(code.pk, mailed_code("b@strasse.example"))
    assert Player.objects.get().email == "b@strasse.example"
