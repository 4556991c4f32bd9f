"""Apps that you offer to others: register, change and delete them, and renew their secrets. No admin is needed.

Anyone who changes where an app redirects can get into the accounts of all who authorized it. So these pages ask for a
proof, like those that guard the account. A secret is shown once (`games.web.settings.handed`).
"""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import names
from games.errors import Refused
from games.ids import random_text
from games.models import Application
from games.people import own_apps
from games.people.own_apps import AppWish
from games.web.forms import PlayerNameField
from games.web.settings.handed import HandedSecret, is_first
from games.web.settings.pages import SettingsPage, done, player_of
from games.web.settings.proof import proved_lately

HANDED: Final = HandedSecret("new-app-secret", "settings-app-secret")
FIELDS: Final[Mapping[str, str]] = {"name": "name", "redirect_uris": "redirects"}
"""The forms' field for each field of an app."""
KINDS: Final = (
    ("public", gettext_lazy("On people’s own devices, or in a web page: without a secret")),
    ("confidential", gettext_lazy("On a server of mine: with a secret")),
)


class AppForm(forms.Form):
    """A form for an app: its name, and its redirect addresses."""

    name = PlayerNameField(
        label=gettext_lazy("What is it called?"),
        max_length=30,
        help_text=gettext_lazy("Players read it when they are asked to let it in."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    redirects = forms.CharField(
        label=gettext_lazy("Where are players led back?"),
        max_length=4000,
        help_text=gettext_lazy(
            "One address a line: https; http with 127.0.0.1 or [::1], at any port; or a scheme of your own, as in "
            "com.example.app:/back"
        ),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )

    @property
    def wish(self) -> AppWish:
        """Return the input as the service takes it."""
        return AppWish(self.cleaned_data["name"], self.cleaned_data["redirects"].split())

    def blame(self, error: ValidationError) -> None:
        """Show the service's errors beside the fields that they concern."""
        for field, errors in error.message_dict.items():
            self.add_error(FIELDS.get(field), errors)


class NewAppForm(AppForm):
    """A form for a new app, which asks whether it can keep a secret: that never changes. `form_id` is valid once."""

    kind = forms.ChoiceField(label=gettext_lazy("Where does it run?"), choices=KINDS, widget=forms.RadioSelect)
    form_id = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def with_new_id(self) -> "NewAppForm":
        """Return the form as it was sent but with a new id, so that it can be sent again."""
        self.data = {name: self.data[name] for name in self.fields if name in self.data} | {"form_id": random_text(20)}
        return self


class OwnAppsPage(SettingsPage):
    """The list of the player's own apps, without secrets."""

    template = "web/settings/own_apps.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"apps": own_apps.apps_owned_by(player_of(request)), "most": own_apps.MOST_APPS})


@method_decorator(proved_lately, name="dispatch")
class NewAppPage(SettingsPage):
    """The form for a new app, for a player who has recently proved to own the account."""

    template = "web/settings/new_app.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"form": NewAppForm(initial={"kind": "public", "form_id": random_text(20)})})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Register the app, and redirect to its page, or to the page that shows its secret."""
        form, player = NewAppForm(request.POST), player_of(request)
        if not form.is_valid():
            return self.shown(request, {"form": form}, status=400)
        has_secret = form.cleaned_data["kind"] == "confidential"
        if not is_first(player, form.cleaned_data["form_id"]):
            return redirect("settings-app-secret" if has_secret else "settings-own-apps")
        try:
            app, secret = own_apps.register(owner=player, wish=form.wish, has_secret=has_secret, now=timezone.now())
        except ValidationError as error:
            form.blame(error)
            return self.shown(request, {"form": form.with_new_id()}, status=400)
        except Refused as refusal:
            return self.shown(request, {"form": form.with_new_id()}, refusal)
        return _hand_over(app, secret) if secret else redirect("settings-own-app", app.client_id)


@method_decorator(proved_lately, name="dispatch")
class OwnAppPage(SettingsPage):
    """One of the player's own apps, which does not exist for anyone else."""

    template = "web/settings/own_app.html"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Raise Http404 for anybody else's app."""
        try:
            return super().dispatch(request, *args, **kwargs)
        except Application.DoesNotExist as error:
            raise Http404 from error

    def get(self, request: HttpRequest, client_id: str) -> HttpResponse:
        """Show the data that the app's author needs, and the forms that change the app."""
        return self._show_page(request, own_apps.get(player_of(request), client_id))

    def post(self, request: HttpRequest, client_id: str) -> HttpResponse:
        """Change the app, renew its secret, or delete it."""
        app = own_apps.get(player_of(request), client_id)
        deed = {"secret": self._renew_secret, "delete": self._delete}.get(request.POST.get("do", ""), self._change)
        try:
            return deed(request, app)
        except Refused as refusal:
            return self._show_page(request, app, refusal=refusal)

    def _change(self, request: HttpRequest, app: Application) -> HttpResponse:
        form, owner, now = AppForm(request.POST), player_of(request), timezone.now()
        if not form.is_valid():
            return self._show_page(request, app, form, status=400)
        try:
            own_apps.change(owner=owner, client_id=app.client_id, wish=form.wish, now=now)
        except ValidationError as error:
            form.blame(error)
            return self._show_page(request, app, form, status=400)
        messages.success(request, _("Saved."))
        return redirect(request.path)

    def _renew_secret(self, request: HttpRequest, app: Application) -> HttpResponse:
        return _hand_over(*own_apps.renew_secret(owner=player_of(request), client_id=app.client_id, now=timezone.now()))

    def _delete(self, request: HttpRequest, app: Application) -> HttpResponse:
        if names.key(request.POST.get("really", "")) != names.key(app.name):
            return self._show_page(request, app, status=400)
        own_apps.delete(owner=player_of(request), client_id=app.client_id)
        return done(request, "settings-own-apps", _("The app is deleted. It can do nothing for anyone any more."))

    def _show_page(
        self,
        request: HttpRequest,
        app: Application,
        form: AppForm | None = None,
        refusal: Refused | None = None,
        status: int = 200,
    ) -> HttpResponse:
        current = AppForm(initial={"name": app.name, "redirects": app.redirect_uris.replace(" ", "\n")})
        wrong = form is None and request.method == "POST" and refusal is None
        return self.shown(request, {"app": app, "form": form or current, "mistyped": wrong}, refusal, status)


class AppSecretPage(SettingsPage):
    """An app's secret, shown once."""

    template = "web/settings/app_secret.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the secret, and delete its cookie."""
        handed = HANDED.given(request)
        app = handed and Application.objects.filter(user=player_of(request), client_id=handed[0]).first()
        if handed is None or app is None:
            return done(request, "settings-own-apps", _("An app’s secret is shown once. Lost it? Make a new one."))
        answer = self.shown(request, {"app": app, "secret": handed[1]})
        HANDED.forget(answer)
        return answer


def _hand_over(app: Application, secret: str) -> HttpResponse:
    answer = redirect("settings-app-secret")
    HANDED.give(answer, app.client_id, secret)
    return answer
