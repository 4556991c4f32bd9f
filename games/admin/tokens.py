"""Access: what each player's programs and apps can do, and how to revoke it. No secret is shown, not even a hash."""

# These three register pages that are replaced below, so they have to be imported first.
import allauth.account.admin
import allauth.mfa.admin
import oauth2_provider.admin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin import people
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.models import AccessToken, Application, Grant, IDToken, RefreshToken
from games.people import own_apps, second_factors, tokens

__all__ = ["AccessTokenAdmin", "allauth", "oauth2_provider"]

for _model in (AccessToken, Application, Authenticator, EmailAddress, Grant, IDToken, RefreshToken):
    admin.site.unregister(_model)


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
    def revoke(self, request: HttpRequest, selected: QuerySet[AccessToken]) -> None:
        """Revoke the tokens at once, and record it."""
        chosen = list(selected)
        for token in chosen:
            tokens.revoke_as_admin(admin=admin_of(request), token=token, now=timezone.now())
        sentence = ngettext("%(n)d token was revoked.", "%(n)d tokens were revoked.", len(chosen)) % {"n": len(chosen)}
        self.message_user(request, sentence, messages.SUCCESS)


@admin.register(Application)
class ApplicationAdmin(Reading):
    """Apps that players offer to others: deleting one ends all access that it has."""

    list_display = ("name", "owner", "client_type", "created")
    search_fields = ("name", "=user__id", "=client_id")
    fields = ("name", "user", "client_id", "client_type", "redirect_uris", "created", "updated")
    list_select_related = ("user",)
    ordering = ("-created",)

    @admin.display(description=_("owner"), ordering="user__name")
    def owner(self, app: Application) -> str:
        return people.link(app.user)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("games.delete_application")

    def delete_model(self, request: HttpRequest, obj: Application) -> None:
        own_apps.delete_as_admin(admin=admin_of(request), app=obj, now=timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Application]) -> None:
        for app in queryset:
            self.delete_model(request, app)


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
