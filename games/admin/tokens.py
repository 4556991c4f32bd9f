"""Access: what each player's programs and apps can do, and how to revoke it. No secret is shown, not even a hash."""

# These two register pages that are replaced below, so they have to be imported first.
import allauth.mfa.admin
import oauth2_provider.admin
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from oauth2_provider.models import revoke_access_token

from games.admin import people
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.models import AccessToken, Grant, IDToken, RefreshToken
from games.people import second_factors

__all__ = ["AccessTokenAdmin", "allauth", "oauth2_provider"]

for _secret in (AccessToken, Authenticator, Grant, IDToken, RefreshToken):
    admin.site.unregister(_secret)


@admin.register(AccessToken)
class AccessTokenAdmin(Reading):
    """Personal tokens and those of apps. Revoking an app's token also revokes its refresh token."""

    list_display = ("id", "owner", "application", "label", "prefix", "scope", "expires", "last_used_at")
    list_filter = ("application", "expires")
    list_select_related = ("user", "application")
    search_fields = ("=user__id", "=prefix")
    fields = ("user", "application", "label", "prefix", "scope", "created", "expires", "last_used_at")
    actions = ("revoke",)

    @admin.display(description=_("player"), ordering="user__name")
    def owner(self, token: AccessToken) -> str:
        return people.link(token.user)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.delete_accesstoken")

    @admin.action(description=_("Revoke"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[AccessToken]) -> None:
        """Revoke the tokens at once."""
        chosen = list(tokens)
        for token in chosen:
            revoke_access_token(token)
        sentence = ngettext("%(n)d token was revoked.", "%(n)d tokens were revoked.", len(chosen)) % {"n": len(chosen)}
        self.message_user(request, sentence, messages.SUCCESS)


@admin.register(Authenticator)
class AuthenticatorAdmin(Reading):
    """Second factors: deleting one lets an owner who has lost it in again."""

    list_display = ("type", "owner", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("=user__id",)
    fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)

    @admin.display(description=_("player"), ordering="user__name")
    def owner(self, factor: Authenticator) -> str:
        return people.link(factor.user)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("mfa.delete_authenticator")

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        second_factors.take_away(obj, admin_of(request), timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Authenticator]) -> None:
        for factor in queryset:
            self.delete_model(request, factor)
