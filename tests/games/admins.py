"""Admins for the tests: members of the groups that migrations make, signed in by browser with a passkey."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.models import Player

GROUPS = ("support", "referee", "operator")


def admin(name: str, *groups: str) -> Player:
    """A member of these groups, who may enter the admin."""
    made = Player.objects.create_user(f"{name.lower()}@desk.example", name, is_staff=True)
    made.groups.set(Group.objects.filter(name__in=groups))
    show_passkey(made)
    return made


def at_the_desk(who: Player) -> Client:
    """A browser in which this player is signed in, with the passkey that is the second factor."""
    browser = Client()
    browser.force_login(who)
    passkey, now = show_passkey(who), timezone.now()
    session = browser.session
    session["account_authentication_methods_user"] = who.pk
    session["account_authentication_methods"] = [
        {"method": "mfa", "type": passkey.type, "id": passkey.pk, "at": now.timestamp()}
    ]
    session.save()
    return browser


def show_passkey(who: Player) -> Authenticator:
    """The player has one, and has used it just now."""
    own = Authenticator.objects.filter(user=who, type="webauthn")
    passkey: Authenticator = own.first() or own.create(user=who, type="webauthn", data={"name": "Key"})
    passkey.record_usage()
    return passkey
