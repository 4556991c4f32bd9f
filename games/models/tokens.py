"""Access tokens and the apps that hold them: django-oauth-toolkit's models, swapped for ours from the first migration.

A token without an application is a personal one, made by its player.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final
from urllib.parse import urlsplit

import idna
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import (
    AbstractAccessToken,
    AbstractApplication,
    AbstractGrant,
    AbstractIDToken,
    AbstractRefreshToken,
)

from games import names
from games.models.personal import Deleted, Exported
from games.models.texts import OneLineField

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})
PRIVATE_USE: Final = re.compile(r"[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/(?!/)[^\s#\\]*")
"""A redirect URI of an app on the same device (RFC 8252, 7.1).

Its scheme is a reversed domain name of the author's. Schemes that browsers handle themselves, such as `javascript:` or
`data:`, have no dot.
"""


class Application(AbstractApplication):
    """An app that may ask players for access (RFC 6749).

    It is answered over https, or on the player's own machine: over http at a loopback address with any port, since a
    native app cannot know beforehand which port is free (RFC 8252, 7.3), or by the app's own scheme (7.1). Its owner
    (`user`) has registered it; an app without an owner was registered by an admin.
    """

    name_key = models.TextField(
        blank=True, editable=False, help_text=_("The same for all names that look alike (UTS 39).")
    )
    personal = (Exported("apps", "name client_id redirect_uris created", of="user"), Deleted("user"))

    class Meta(AbstractApplication.Meta):
        verbose_name, verbose_name_plural = _("app"), _("apps")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name_key"], condition=~Q(name_key=""), name="app_name_key_unique"),
        ]

    @property
    def own_schemes(self) -> list[str]:
        """The app's own URI schemes, by which it is answered on the player's device."""
        return [uri.partition(":")[0] for uri in self.redirect_uris.split() if PRIVATE_USE.fullmatch(uri)]

    def is_usable(self, request: object) -> bool:
        """Check whether the app may connect and get tokens, which it may not while its owner is suspended."""
        until = self.user.suspended_until if self.user else None
        return until is None or until <= timezone.now()

    def get_allowed_schemes(self) -> list[str]:
        return [*super().get_allowed_schemes(), "http", *self.own_schemes]  # type: ignore[no-untyped-call]

    def clean(self) -> None:
        """Convert redirect URIs to the form that browsers and apps send, with an international host in IDNA.

        Raises ValidationError for URIs to which a code would not be sent privately, and for a name that looks like
        another app's.
        """
        self.redirect_uris = " ".join(dict.fromkeys(map(_in_ascii, self.redirect_uris.split())))
        wrong = {"redirect_uris": self._wrong_addresses(), "name": self._wrong_name()}
        if errors := {field: words for field, words in wrong.items() if words}:
            raise ValidationError(errors)
        super().clean()

    def _wrong_addresses(self) -> "_StrOrPromise":
        if not all(_stays_private(uri) for uri in self.redirect_uris.split()):
            return _("Use https; http with 127.0.0.1 or [::1]; or a scheme of your own, as in com.example.app:/back")
        if self.client_type != self.CLIENT_PUBLIC and self.own_schemes:
            return _("An app on other people’s devices can keep no secret.")
        return ""

    def _wrong_name(self) -> "_StrOrPromise":
        alike = Q(name_key=names.key(self.name)) | Q(name__iexact=self.name)
        is_taken = self.name and Application.objects.filter(alike).exclude(pk=self.pk).exists()
        return _("Another app has this name, or one that looks like it.") if is_taken else ""

    def save(
        self,
        *,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Save the name's key with the name."""
        self.name_key = names.key(self.name) if self.name else ""
        if "name" in (fields := set(update_fields or ())):
            update_fields = {*fields, "name_key"}
        super().save(force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields)

    def redirect_uri_allowed(self, uri: str) -> bool:
        return _stays_private(uri) and bool(super().redirect_uri_allowed(uri))


def _in_ascii(uri: str) -> str:
    """Return a URI in ASCII (RFC 3986): the host by IDNA 2008, the rest percent-encoded. Raises ValidationError."""
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname or "", "" if parts.port is None else f":{parts.port}"
        if host.isascii() or "@" in parts.netloc:
            return iri_to_uri(uri)
        encoded = idna.encode(host, uts46=True).decode()
    except ValueError as error:
        wrong = ValidationError(_("This is not an address: %(uri)s"), params={"uri": uri})
        raise ValidationError({"redirect_uris": wrong}) from error
    return iri_to_uri(parts._replace(netloc=encoded + port).geturl())


def _stays_private(uri: str) -> bool:
    """Check that nobody can read a code on its way to this URI."""
    parts = urlsplit(uri)
    if parts.scheme == "https":
        return "@" not in parts.netloc and "\\" not in uri
    return (parts.scheme == "http" and parts.hostname in LOOPBACK) or bool(PRIVATE_USE.fullmatch(uri))


class Grant(AbstractGrant):
    """An authorization code, which is valid for a minute."""

    personal = (Exported("grants", "application__name scope created expires", of="user"), Deleted("user"))

    class Meta(AbstractGrant.Meta):
        verbose_name, verbose_name_plural = _("grant"), _("grants")


class AccessToken(AbstractAccessToken):
    """An access token, which a client sends with each request. Only its hash is stored."""

    label = OneLineField(_("label"), max_length=60, blank=True, help_text=_("The player's name for it."))
    prefix = models.CharField(_("begins with"), max_length=12, blank=True, help_text=_("Tells it apart from others."))
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, help_text=_("To the hour."))
    personal = (
        Exported("tokens", "label prefix scope created expires last_used_at application__name", of="user"),
        Deleted("user"),
    )

    class Meta(AbstractAccessToken.Meta):
        verbose_name, verbose_name_plural = _("access token"), _("access tokens")
        constraints: ClassVar = [
            models.CheckConstraint(name="token_is_hashed", condition=Q(token="")),
            models.CheckConstraint(
                name="personal_token_has_player", condition=Q(application__isnull=False) | Q(user__isnull=False)
            ),
        ]


class RefreshToken(AbstractRefreshToken):
    """A refresh token, which an app exchanges for its next access token. Only its hash is stored."""

    again_at = models.DateTimeField(
        _("traded again"), null=True, blank=True, editable=False, help_text=_("Since the first answer was lost.")
    )
    personal = (Deleted("user"),)

    class Meta(AbstractRefreshToken.Meta):
        verbose_name, verbose_name_plural = _("refresh token"), _("refresh tokens")
        constraints: ClassVar = [models.CheckConstraint(name="refresh_token_is_hashed", condition=Q(token=""))]


class IDToken(AbstractIDToken):
    """An unused table that the library requires although OpenID Connect is switched off."""

    personal = (Deleted("user"),)

    class Meta(AbstractIDToken.Meta):
        verbose_name, verbose_name_plural = _("ID token"), _("ID tokens")
