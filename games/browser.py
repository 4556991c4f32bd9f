"""The door for browsers: django-allauth's pages, which the admin and the consent page of apps send people to.

The API's own door is `games.services.accounts`; django-allauth's headless one answers a sign-up with 401, keeps codes
and addresses readable in its sessions, and speaks neither problem+json nor our schema.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest

from games.models import Player
from games.signals import account_mail


class Adapter(DefaultAccountAdapter):
    """Nobody signs up by browser, and every mail goes the way that all mails go."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hands the mail over. Where it was asked from (address, browser) is nobody's business, and stays out."""
        told = {name: value for name, value in context.items() if isinstance(value, str | int)}
        for name in ("ip", "user_agent"):
            told.pop(name, None)
        player = Player.objects.filter(email=email.lower()).first()
        account_mail.send(sender=Player, address=email, player=player, template=template_prefix, context=told)


def shown_name(player: Player) -> str:
    """What the doors' own pages call a player."""
    return player.name


class SecondFactors(DefaultMFAAdapter):
    """What makes the six digits is kept encrypted, with the keys that guard the games' seeds."""

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])
