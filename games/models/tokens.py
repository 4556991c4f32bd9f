"""Access tokens and the apps that hold them: django-oauth-toolkit's models, ours from the first migration.

A token without an application is a personal one, made by its player.
"""

from typing import ClassVar, Final
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import (
    AbstractAccessToken,
    AbstractApplication,
    AbstractGrant,
    AbstractIDToken,
    AbstractRefreshToken,
)

LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})


class Application(AbstractApplication):
    """Somebody's program that may ask players for access (RFC 6749).

    It is answered over https, or, on the player's own machine, over http at a loopback address with any port (RFC 8252,
    7.3): a native app cannot know beforehand which port is free.
    """

    class Meta(AbstractApplication.Meta):
        verbose_name, verbose_name_plural = _("app"), _("apps")

    def get_allowed_schemes(self) -> list[str]:
        return [*super().get_allowed_schemes(), "http"]  # type: ignore[no-untyped-call]

    def clean(self) -> None:
        super().clean()
        if not all(_stays_private(uri) for uri in self.redirect_uris.split()):
            raise ValidationError({"redirect_uris": _("Use https, or http with 127.0.0.1 or [::1].")})

    def redirect_uri_allowed(self, uri: str) -> bool:
        return _stays_private(uri) and bool(super().redirect_uri_allowed(uri))


def _stays_private(uri: str) -> bool:
    """Whether a code sent to this address can be read by nobody on the way."""
    parts = urlsplit(uri)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


class Grant(AbstractGrant):
    """An authorization code: it lives for a minute."""

    class Meta(AbstractGrant.Meta):
        verbose_name, verbose_name_plural = _("grant"), _("grants")


class AccessToken(AbstractAccessToken):
    """What a client shows with each request. Only its hash is kept."""

    label = models.CharField(_("label"), max_length=60, blank=True, help_text=_("The player's name for it."))
    prefix = models.CharField(_("begins with"), max_length=12, blank=True, help_text=_("Tells it apart from others."))
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, help_text=_("To the hour."))

    class Meta(AbstractAccessToken.Meta):
        verbose_name, verbose_name_plural = _("access token"), _("access tokens")
        constraints: ClassVar = [
            models.CheckConstraint(name="token_is_hashed", condition=Q(token="")),
            models.CheckConstraint(
                name="personal_token_has_player", condition=Q(application__isnull=False) | Q(user__isnull=False)
            ),
        ]


class RefreshToken(AbstractRefreshToken):
    """What an app trades for its next access token. Only its hash is kept."""

    class Meta(AbstractRefreshToken.Meta):
        verbose_name, verbose_name_plural = _("refresh token"), _("refresh tokens")
        constraints: ClassVar = [models.CheckConstraint(name="refresh_token_is_hashed", condition=Q(token=""))]


class IDToken(AbstractIDToken):
    """OpenID Connect is switched off; the library wants the table all the same."""

    class Meta(AbstractIDToken.Meta):
        verbose_name, verbose_name_plural = _("ID token"), _("ID tokens")
