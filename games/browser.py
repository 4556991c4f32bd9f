"""Adapters for django-allauth, which keeps browsers' sessions and second factors; `games.web.sign_in` signs in.

The library's own sign-in is not used: it has limits separate from the API's, and pages for passwords, which nobody has
here.
"""

from typing import Final
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games import email_addresses
from games.models import Player
from games.people.player_rows import with_address
from games.signals import account_mail

SITE: Final = "Night Mail"


class Adapter(DefaultAccountAdapter):
    """The adapter for accounts.

    Nobody can sign up through the library, redirects never leave this site, and every email goes through the outbox.
    """

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def clean_email(self, email: str) -> str:
        """Return the address in the form that the library both stores and compares, as it has one column for both."""
        return email_addresses.comparison_key(super().clean_email(email))

    def is_safe_url(self, url: str | None) -> bool:
        return _is_ours(url)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign in, which also counts as proof that the user owns the account (`web.settings.proof`)."""
        super().login(request, user)
        record_authentication(request, user, method="sign_in", reauthenticated=True)

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, object]]:
        """Return the ways to prove ownership of the account when signed in: a second factor, else an emailed code."""
        methods = {way["id"]: way for way in super().get_reauthentication_methods(user)}
        names = {"mfa_reauthenticate:webauthn": _("Use a passkey"), "mfa_reauthenticate": _("Type a code")}
        described = [
            {**methods[method_id], "description": name} for method_id, name in names.items() if method_id in methods
        ]
        return described or [{"id": "code", "description": _("Have a code emailed"), "url": reverse("settings-proof")}]

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, object] | None = None,
        email: str | None = None,
    ) -> None:
        """Notify a player that a passkey, an app or recovery codes were added or removed."""
        if isinstance(user, Player) and user.email:
            self.send_mail(template_prefix, user.email, {"language": user.language})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Hand over the email, leaving out the requesting browser and its network address for privacy."""
        plain_context = {name: value for name, value in context.items() if isinstance(value, str | int)}
        for name in ("ip", "user_agent"):
            plain_context.pop(name, None)
        player = with_address(email)
        account_mail.send(sender=Player, address=email, player=player, template=template_prefix, context=plain_context)


def own_path(url: str | None) -> str:
    """Return the URL as a path of this site with its query; empty if it leads anywhere else.

    PUBLIC_URL defines what this site is, not the Host of a request.
    """
    if not url or not _is_ours(url):
        return ""
    parts = urlsplit(url)
    return urlunsplit(("", "", "/" + parts.path.lstrip("/\\"), parts.query, ""))


def _is_ours(url: str | None) -> bool:
    here = urlsplit(settings.PUBLIC_URL)
    return url_has_allowed_host_and_scheme(url, {here.netloc}, require_https=here.scheme == "https")


def shown_name(player: Player) -> str:
    """Return the name of a player on the library's pages."""
    return player.name


class SecondFactors(DefaultMFAAdapter):
    """The adapter for second factors. TOTP secrets are encrypted with the keys that also encrypt the games' seeds.

    A passkey is bound to the host of PUBLIC_URL, whatever Host a request has.
    """

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the relying party of our passkeys (WebAuthn, 5.4.2)."""
        return {"id": urlsplit(settings.PUBLIC_URL).hostname or "", "name": SITE}

    def get_totp_issuer(self) -> str:
        """Return the issuer under which an authenticator app lists the account."""
        return SITE

    def generate_authenticator_name(self, user: object, type: object) -> str:
        """Return the default name of a passkey."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey") if number == 1 else _("Passkey %(n)d") % {"n": number}

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])
