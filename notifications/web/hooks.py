"""The page of a player's webhooks: their addresses and deliveries, and a form for new ones.

A secret is shown once, in the response to the form that created it. A form can be used once: reloading that response
creates no other webhook, and shows no secret. Letting a program follow the account's games requires a recent proof of
identity.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django import forms
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused
from games.ids import random_text
from games.models import Application, Player
from games.people import own_apps
from games.web.settings.pages import SettingsPage, blame, done, player_of
from games.web.settings.proof import ask, is_fresh, proved_lately
from notifications.models import LONGEST_LABEL, LONGEST_URL, Webhook, WebhookDelivery
from notifications.outbox.webhooks import registry
from notifications.outbox.webhooks.events import OFFERED, TITLES

LATEST: Final = 10
"""How many deliveries of each webhook are shown."""
FORM_LASTS: Final = 3600
"""Seconds for which a used form is remembered."""
LONGEST_KEY: Final = 18
"""Digits of a row's number (2 to the power of 63 has 19)."""
USUALLY: Final = ("your_turn", "game_started", "game_over")
CHOICES: Final = [(name, OFFERED[name]) for name in sorted(OFFERED, key=lambda name: name not in USUALLY)]
"""The kinds that most players want first, then the others by importance."""


class WebhookForm(forms.Form):
    """The form for a new webhook, equivalent to the API's `POST /me/webhooks`.

    It is for the player's games, or for those of everyone who has admitted one of the player's own apps. `form_id`
    identifies the form, which can be used only once.
    """

    label = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=LONGEST_LABEL,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    url = forms.CharField(
        label=gettext_lazy("Where should we post?"),
        max_length=LONGEST_URL,
        help_text=gettext_lazy("Begins with https://, and leads to a server on the Internet."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("What should it hear?"),
        choices=CHOICES,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one.")},
    )
    full = forms.BooleanField(
        label=gettext_lazy("Send the game with each message, as its player sees it"), required=False
    )
    form_id = forms.CharField(max_length=40, widget=forms.HiddenInput)
    app = forms.ChoiceField(label=gettext_lazy("Of whose games should it hear?"), required=False)

    def __init__(
        self, owner: Player, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        self._apps = {owned.app.client_id: owned.app for owned in own_apps.apps_owned_by(owner)}
        choices = [(key, _("all who let %(app)s in") % {"app": app.name}) for key, app in self._apps.items()]
        self.fields["app"].choices = [("", _("mine")), *choices]  # type: ignore[attr-defined]

    @property
    def has_apps(self) -> bool:
        """True if there is an app to choose."""
        return bool(self._apps)

    def clean_app(self) -> Application | None:
        """Return the chosen app; None for the player's own games."""
        return self._apps.get(self.cleaned_data["app"])


class WebhooksPage(SettingsPage):
    """The page with all webhooks of a player, whoever registered them, and their latest deliveries."""

    template = "notifications/webhooks.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Carry out the action of a button; repeating one from a stale page does no harm."""
        action = request.POST.get("do", "")
        if action == "secret" and not is_fresh(request):
            return ask(request, request.path)
        try:
            webhook = registry.find(player_of(request), request.POST.get("webhook", ""))
            if action == "secret":
                return self._page(request, new=(webhook, registry.rotate(webhook=webhook, now=timezone.now())))
            message = _DO[action](webhook, request.POST) if action in _DO else ""
        except Refused as refusal:
            return self._page(request, refusal=refusal)
        return done(request, "webhooks-page", message)

    def _page(
        self, request: HttpRequest, *, new: tuple[Webhook, str] | None = None, refusal: Refused | None = None
    ) -> HttpResponse:
        hooks = [
            (webhook, _describe_events(webhook), _list_latest(webhook))
            for webhook in registry.webhooks_of(player_of(request)).select_related("token", "app")
        ]
        return self.shown(request, {"hooks": hooks, "new": new}, refusal)


@method_decorator(proved_lately, name="dispatch")
class NewWebhookPage(SettingsPage):
    """The page with the form for a new webhook, for a player who has recently proved to own the account."""

    template = "notifications/new_webhook.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        initial = {"events": USUALLY, "form_id": random_text(20), "app": request.GET.get("app", "")}
        return self.shown(request, {"form": WebhookForm(player_of(request), initial=initial)})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Register the webhook, and show its secret."""
        player = player_of(request)
        form = WebhookForm(player, request.POST)
        if not form.is_valid():
            return self.shown(request, {"form": form}, status=400)
        cleaned = dict(form.cleaned_data)
        used = f"webhook-form:{player.pk}:{cleaned.pop('form_id')}"
        if not cache.add(used, True, FORM_LASTS):
            return done(request, "webhooks-page", _("It is made. A secret is shown once. Lost it? Make a new one."))
        try:
            new_webhook = registry.register(player=player, now=timezone.now(), **cleaned)
        except Refused as refusal:
            cache.delete(used)
            blame(form, "app" if refusal.code == "app_has_webhook" else "url", refusal)
            return self.shown(request, {"form": form}, status=422)
        return self.shown(request, {"new": new_webhook})


def _describe_events(webhook: Webhook) -> list[object]:
    return [OFFERED[name] for name in webhook.events if name in OFFERED]


def _list_latest(webhook: Webhook) -> list[tuple[WebhookDelivery, object]]:
    return [
        (delivery, TITLES.get(delivery.event, delivery.event)) for delivery in registry.deliveries(webhook)[:LATEST]
    ]


def _test(webhook: Webhook, post: Mapping[str, str]) -> str:
    registry.test(webhook=webhook, now=timezone.now())
    return _("A test is on its way. Load the page again to see what became of it.")


def _on(webhook: Webhook, post: Mapping[str, str]) -> str:
    registry.switch(webhook=webhook, on=True, now=timezone.now())
    return _("It is on.")


def _off(webhook: Webhook, post: Mapping[str, str]) -> str:
    registry.switch(webhook=webhook, on=False, now=timezone.now())
    return _("It is off.")


def _delete(webhook: Webhook, post: Mapping[str, str]) -> str:
    registry.delete(webhook=webhook)
    return _("It is deleted.")


def _replay(webhook: Webhook, post: Mapping[str, str]) -> str:
    key = post.get("delivery", "")
    number = int(key) if key.isdecimal() and len(key) <= LONGEST_KEY else 0
    registry.replay(delivery=registry.delivery(webhook, number), now=timezone.now())
    return _("It is posted again.")


_DO: Final[dict[str, Callable[[Webhook, Mapping[str, str]], str]]] = {
    "test": _test,
    "on": _on,
    "off": _off,
    "delete": _delete,
    "replay": _replay,
}
