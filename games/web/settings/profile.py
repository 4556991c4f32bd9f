"""Your name, your language, and the color scheme of pages."""

from typing import Final

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import languages
from games.errors import Refused
from games.models import Player
from games.people import accounts
from games.web import light as lights
from games.web.forms import PlayerNameField
from games.web.settings.pages import SettingsPage, blame, done, player_of

KEPT: Final = 365 * 24 * 3600
"""How long a browser remembers its color scheme, in seconds."""


class ProfileForm(forms.Form):
    """A form for a player's name and language, as the API's `PATCH /me` accepts them."""

    name = PlayerNameField(
        label=_("Name"),
        max_length=30,
        validators=Player._meta.get_field("name").validators,
        help_text=_("Others see it. Letters and digits, with . ' - or blanks between them."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=languages.list_offered)


class LightForm(forms.Form):
    """A form for the color scheme, day or night; empty for the browser's system's."""

    light = forms.ChoiceField(
        label=_("Light"),
        required=False,
        choices=[("", _("As this device")), ("day", _("Day")), ("night", _("Night"))],
        help_text=_("For this browser alone."),
    )


class ProfilePage(SettingsPage):
    """A page with two forms: name and language belong to the account, the color scheme to this browser."""

    template = "web/settings/profile.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._show_page(request, _build_profile_form(request))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Save one of the two forms."""
        if request.POST.get("do") == "light":
            return self._set_light(request)
        form = ProfileForm(request.POST)
        if form.is_valid():
            try:
                accounts.change_profile(player=player_of(request), changes=form.cleaned_data, now=timezone.now())
            except Refused as refusal:
                blame(form, "name", refusal)
            else:
                return done(request, "settings-profile")
        return self._show_page(request, form, status=400)

    def _set_light(self, request: HttpRequest) -> HttpResponse:
        form = LightForm(request.POST)
        if not form.is_valid():
            return self._show_page(request, _build_profile_form(request), form, status=400)
        answer = done(request, "settings-profile")
        secure = settings.SESSION_COOKIE_SECURE
        answer.set_cookie(lights.COOKIE, form.cleaned_data["light"], max_age=KEPT, secure=secure, samesite="Lax")
        return answer

    def _show_page(
        self, request: HttpRequest, form: ProfileForm, light: LightForm | None = None, status: int = 200
    ) -> HttpResponse:
        now = request.COOKIES.get(lights.COOKIE, "")
        context: dict[str, object] = {
            "form": form,
            "light": light or LightForm(initial={"light": now if now in lights.CHOICES else ""}),
        }
        return self.shown(request, context, status=status)


def _build_profile_form(request: HttpRequest) -> ProfileForm:
    player = player_of(request)
    return ProfileForm(initial={"name": player.name, "language": languages.of_player(player)})
