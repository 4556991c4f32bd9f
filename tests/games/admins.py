"""Admins for the tests: members of the groups that migrations make, signed in by browser."""

from django.contrib.auth.models import Group
from django.test import Client

from games.models import Player

GROUPS = ("support", "referee", "operator")


def admin(name: str, *groups: str) -> Player:
    """A member of these groups, who may enter the admin."""
    made = Player.objects.create_user(f"{name.lower()}@desk.example", name, is_staff=True)
    made.groups.set(Group.objects.filter(name__in=groups))
    return made


def at_the_desk(who: Player) -> Client:
    """A browser in which this player is signed in."""
    browser = Client()
    browser.force_login(who)
    return browser
