"""What django-allauth asks us: it keeps browsers' sessions and second factors. We sign in by `games.web.sign_in`.

Its own sign-in is not used: it has limits of its own beside the API's, and pages for passwords, which nobody has here.
"""

from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
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
    """What the library asks about accounts here.

    Nobody signs up the library's way, nobody is led off this site, and every email goes through the outbox.
    """

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def clean_email(self, email: str) -> str:
        """Return what the library keeps and compares: it has one column for both."""
        return email_addresses.comparison_key(super().clean_email(email))

    def is_safe_url(self, url: str | None) -> bool:
        return _is_ours(url)

    def login(self, request: HttpRequest, user: Any) -> None:
        """Signing in with all that sign-in asks for proves that you own the account (`web.settings.proof`)."""
        super().login(request, user)
        record_authentication(request, user, method="sign_in", reauthenticated=True)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, object]]:
        """Return how signed-in players prove that it is their account: by a second factor, else by an emailed code."""
        methods = {way["id"]: way for way in super().get_reauthentication_methods(user)}
        names = {"mfa_reauthenticate:webauthn": _("Use a passkey"), "mfa_reauthenticate": _("Type a code")}
        described = [
            {**methods[method_id], "description": name} for method_id, name in names.items() if method_id in methods
        ]
        return described or [{"id": "code", "description": _("Have a code emailed"), "url": reverse("settings-proof")}]

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, object] | None = None, email: str | None = None
    ) -> None:
        """Tell a player that a passkey, an app or recovery codes have come or gone."""
        self.send_mail(template_prefix, user.email, {"language": user.language})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Hand the email over. The asking browser and its address are nobody's business, and stay out."""
        plain_context = {name: value for name, value in context.items() if isinstance(value, str | int)}
        for name in ("ip", "user_agent"):
            plain_context.pop(name, None)
        player = with_address(email)
        account_mail.send(sender=Player, address=email, player=player, template=template_prefix, context=plain_context)


def own_path(url: str | None) -> str:
    """Return where on this site an address leads, as a path with its query; empty if it leads anywhere else.

    PUBLIC_URL says what is on this site, not the Host of a request.
    """
    if not url or not _is_ours(url):
        return ""
    parts = urlsplit(url)
    return urlunsplit(("", "", "/" + parts.path.lstrip("/\\"), parts.query, ""))


def _is_ours(url: str | None) -> bool:
    here = urlsplit(settings.PUBLIC_URL)
    return url_has_allowed_host_and_scheme(url, {here.netloc}, require_https=here.scheme == "https")


def shown_name(player: Player) -> str:
    """Return what the library's pages call a player."""
    return player.name


class SecondFactors(DefaultMFAAdapter):
    """What makes the six digits is kept encrypted, with the keys that guard the games' seeds.

    A passkey is bound to the host of PUBLIC_URL, whichever Host a request came with.
    """

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the relying party of our passkeys (WebAuthn, 5.4.2)."""
        return {"id": urlsplit(settings.PUBLIC_URL).hostname or "", "name": SITE}

    def get_totp_issuer(self) -> str:
        """Return what an app with six digits lists them under."""
        return SITE

    def generate_authenticator_name(self, user: object, type: object) -> str:
        """Return what a passkey is called until its owner says otherwise."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey") if number == 1 else _("Passkey %(n)d") % {"n": number}

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])
