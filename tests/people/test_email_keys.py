"""Addresses from before normalization: all accounts of one mailbox stayed, and one of them has the address."""

import pytest
from django.utils import timezone

from games import encryption
from games.lobby import by_address
from games.models import AddressChange, MailedCode, Player
from games.people import accounts, addresses
from games.people.player_rows import with_address
from notifications import links
from notifications.doctor import Level
from notifications.doctor import accounts as checked
from notifications.models import DeadAddress
from notifications.outbox import dead_addresses
from tests.api.people import confirm, mailed_code
from tests.games.admins import admin, at_the_desk
from tests.games.stories import NOON, players

pytestmark = pytest.mark.django_db
CLEO = "c@xn--bcher-kva.example"


def without_the_address(name: str) -> Player:
    """Return an account of Cleo's mailbox whose address belongs to another account of hers."""
    made = Player.objects.create_user("x@mail.example", name)
    Player.objects.filter(pk=made.pk).update(email=CLEO, email_key=None)
    Player.objects.filter(pk=made.pk).update(email_key=None)
    return Player.objects.get(pk=made.pk)


def address(player: Player) -> tuple[str | None, str | None]:
    player.refresh_from_db()
    return player.email, player.email_key


def test_several_accounts_of_one_mailbox_stay_and_the_doctor_names_those_without_it() -> None:
    others = [without_the_address("Cleo a"), without_the_address("Cleo b")]
    cleo = Player.objects.create_user(CLEO, "Cleo")
    assert with_address("c@bücher.example") == cleo
    for player in (cleo, *others):
        player.time_zone = "Europe/Oslo"
        player.save()
    assert [address(player)[1] for player in (cleo, *others)] == [CLEO, None, None]
    (told,) = checked.mailboxes()
    assert (told.level, told.text[:2]) == (Level.WARNING, "2 ")


def test_admins_see_who_shares_a_mailbox_and_can_give_another_address() -> None:
    without_the_address("Cleo a")
    Player.objects.create_user(CLEO, "Cleo b")
    page = at_the_desk(admin("Rita", "support")).get("/admin/games/player/?shares_mailbox=yes").content.decode()
    assert ("Cleo a" in page, "Cleo b" in page) == (True, False)


def test_nobody_shares_a_mailbox_where_all_is_well() -> None:
    players(2)
    assert [told.level for told in checked.mailboxes()] == [Level.FINE]


def test_whoever_has_lost_the_address_gets_it_once_the_other_has_another() -> None:
    lost, kept = without_the_address("Cleo b"), Player.objects.create_user(CLEO, "Cleo a")
    kept.email = "other@mail.example"
    kept.save()
    change = AddressChange.objects.create(
        player=lost, address=CLEO, asked_at=NOON, can_wait=True, new_at=NOON, holds_at=NOON
    )
    assert addresses.settle_due(now=NOON) == 1
    assert not AddressChange.objects.filter(pk=change.pk).exists()
    assert address(lost) == (CLEO, CLEO)
    assert with_address("c@bücher.example") == lost


def test_what_was_made_with_the_old_spelling_still_counts() -> None:
    """Check links in emails, stop lists, bounce reports, and marks on dead addresses."""
    cleo = Player.objects.create_user(CLEO, "Cleo")
    Player.objects.filter(pk=cleo.pk).update(email="c@bücher.example")
    cleo.refresh_from_db()
    token = links.mail_token(cleo, NOON)
    stopped = encryption.digests(by_address.PURPOSE, "c@bücher.example".encode())
    DeadAddress.objects.create(player=cleo, address="c@bücher.example", code="550 5.1.1", since=NOON)
    Player.objects.filter(pk=cleo.pk).update(email=CLEO)
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
