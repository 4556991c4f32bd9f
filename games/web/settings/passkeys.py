"""Passkeys and recovery codes: django-allauth's pages in our frame, guarded by `proof`, and no more than is offered."""

from typing import Any

from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from games.names import one_line
from games.web.settings.first_factor import FirstFactorPage, takes_link
from games.web.settings.pages import player_of
from games.web.settings.proof import Page, proved_lately


class AddPasskeyForm(AddWebAuthnForm):
    """The device keeps it and asks for a finger, a face or a PIN: so it opens the account by itself."""

    passwordless = forms.BooleanField(widget=forms.HiddenInput, initial=True)
    name = forms.CharField(required=False, max_length=40)

    def clean_name(self) -> str:
        return one_line(self.cleaned_data["name"])


class AddPasskey(webauthn.AddWebAuthnView):
    """What the browser is asked for is a passkey, whatever the page says."""

    form_class = AddPasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the options for `navigator.credentials.create` (WebAuthn, 5.4)."""
        told: dict[str, Any] = super().get_context_data(**kwargs)
        told["js_data"] = {"creation_options": auth.begin_registration(player_of(self.request), True)}
        return told


def _guarded(route: str, view: Page, name: str) -> URLPattern:
    return path(route, never_cache(proved_lately(view)), name=name)


def _adding(route: str, view: Page, name: str) -> URLPattern:
    return path(route, never_cache(proved_lately(takes_link(view))), name=name)


def _open(route: str, view: Page, name: str) -> URLPattern:
    return path(route, never_cache(view), name=name)


def _list(*args: Any, **kwargs: Any) -> HttpResponseBase:
    return RedirectView.as_view(pattern_name="mfa_index")(*args, **kwargs)


urlpatterns = [
    _open("", base.index, "mfa_index"),
    path("first/<str:token>", FirstFactorPage.as_view(), name="first-second-factor"),
    _open("authenticate/", base.authenticate, "mfa_authenticate"),
    _open("reauthenticate/", base.reauthenticate, "mfa_reauthenticate"),
    _open("webauthn/", _list, "mfa_list_webauthn"),
    _open("webauthn/login/", webauthn.login_webauthn, "mfa_login_webauthn"),
    _open("webauthn/reauthenticate/", webauthn.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"),
    _adding("webauthn/add/", AddPasskey.as_view(), "mfa_add_webauthn"),
    _guarded("webauthn/keys/<int:pk>/remove/", webauthn.remove_webauthn, "mfa_remove_webauthn"),
    _guarded("webauthn/keys/<int:pk>/edit/", webauthn.edit_webauthn, "mfa_edit_webauthn"),
    _adding("totp/activate/", totp.activate_totp, "mfa_activate_totp"),
    _guarded("totp/deactivate/", totp.deactivate_totp, "mfa_deactivate_totp"),
    _guarded("recovery-codes/", recovery_codes.view_recovery_codes, "mfa_view_recovery_codes"),
    _guarded("recovery-codes/generate/", recovery_codes.generate_recovery_codes, "mfa_generate_recovery_codes"),
    _guarded("recovery-codes/download/", recovery_codes.download_recovery_codes, "mfa_download_recovery_codes"),
]
