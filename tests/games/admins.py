"""Admins for the tests: members of the groups that migrations create, signed in by browser with a passkey."""

from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.people.second_factors import SHOWN_FOR

GROUPS = ("support", "referee", "operator")


def admin(name: str, *groups: str) -> Player:
    """Return a member of these groups, who may enter the admin."""
    made = Player.objects.create_user(f"{name.lower()}@desk.example", name, is_staff=True)
    made.groups.set(Group.objects.filter(name__in=groups))
    show_passkey(made)
    return made


class Desk(Client):
    """A browser in which an admin is signed in, with the passkey as second factor.

    `again`: whether the admin uses the passkey again whenever the test's clock has moved on and the desk requires it.
    """

    def __init__(self, who: Player, *, again: bool) -> None:
        super().__init__()
        self._who, self._again = who, again
        self._show()

    def request(self, **request: Any) -> Any:
        if self._again and not timedelta() <= timezone.now() - self._shown_at < SHOWN_FOR:
            self._show()
        return super().request(**request)

    def _show(self) -> None:
        self.force_login(self._who)
        passkey, self._shown_at = show_passkey(self._who), timezone.now()
        session = self.session
        session["account_authentication_methods_user"] = self._who.pk
        session["account_authentication_methods"] = [
            {"method": "mfa", "type": passkey.type, "id": passkey.pk, "at": self._shown_at.timestamp()}
        ]
        session.save()


def at_the_desk(who: Player, *, again: bool = True) -> Client:
    """Return a browser in which this player is signed in as an admin."""
    return Desk(who, again=again)


def show_passkey(who: Player) -> Authenticator:
    """Give the player a passkey, used just now."""
    own = Authenticator.objects.filter(user=who, type="webauthn")
    passkey: Authenticator = own.first() or own.create(user=who, type="webauthn", data={"name": "Key"})
    passkey.record_usage()
    return passkey
