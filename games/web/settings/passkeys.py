"""Passkeys and recovery codes: those of django-allauth's pages that we offer, in our frame, guarded by `proof`."""

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
    """A form for a passkey. The device asks for a finger, a face or a PIN, so the passkey alone signs its player in."""

    passwordless = forms.BooleanField(widget=forms.HiddenInput, initial=True)
    name = forms.CharField(required=False, max_length=40)

    def clean_name(self) -> str:
        return one_line(self.cleaned_data["name"])


class AddPasskey(webauthn.AddWebAuthnView):
    """The page that adds a passkey, and never a weaker key, whatever the browser sends."""

    form_class = AddPasskeyForm

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Add the options for `navigator.credentials.create` (WebAuthn, 5.4)."""
        context: dict[str, object] = super().get_context_data(**kwargs)
        context["js_data"] = {"creation_options": auth.begin_registration(player_of(self.request), True)}
        return context


def _guard_path(route: str, view: Page, name: str) -> URLPattern:
    return path(route, never_cache(proved_lately(view)), name=name)


def _guard_adding_path(route: str, view: Page, name: str) -> URLPattern:
    return path(route, never_cache(proved_lately(takes_link(view))), name=name)


def _open_path(route: str, view: Page, name: str) -> URLPattern:
    return path(route, never_cache(view), name=name)


def _lead_to_list(*args: object, **kwargs: object) -> HttpResponseBase:
    return RedirectView.as_view(pattern_name="mfa_index")(*args, **kwargs)


urlpatterns = [
    _open_path("", base.index, "mfa_index"),
    path("first/<str:token>", FirstFactorPage.as_view(), name="first-second-factor"),
    _open_path("authenticate/", base.authenticate, "mfa_authenticate"),
    _open_path("reauthenticate/", base.reauthenticate, "mfa_reauthenticate"),
    _open_path("webauthn/", _lead_to_list, "mfa_list_webauthn"),
    _open_path("webauthn/login/", webauthn.login_webauthn, "mfa_login_webauthn"),
    _open_path("webauthn/reauthenticate/", webauthn.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"),
    _guard_adding_path("webauthn/add/", AddPasskey.as_view(), "mfa_add_webauthn"),
    _guard_path("webauthn/keys/<int:pk>/remove/", webauthn.remove_webauthn, "mfa_remove_webauthn"),
    _guard_path("webauthn/keys/<int:pk>/edit/", webauthn.edit_webauthn, "mfa_edit_webauthn"),
    _guard_adding_path("totp/activate/", totp.activate_totp, "mfa_activate_totp"),
    _guard_path("totp/deactivate/", totp.deactivate_totp, "mfa_deactivate_totp"),
    _guard_path("recovery-codes/", recovery_codes.view_recovery_codes, "mfa_view_recovery_codes"),
    _guard_path("recovery-codes/generate/", recovery_codes.generate_recovery_codes, "mfa_generate_recovery_codes"),
    _guard_path("recovery-codes/download/", recovery_codes.download_recovery_codes, "mfa_download_recovery_codes"),
]
