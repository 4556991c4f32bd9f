"""Access tokens for your own programs: the list of them, and the form for a new one.

1. `?label=...&scopes=...` fills in the form, so that a program can send its user there. It does nothing else: the form
   says so, and its button creates the token. A link that asks for more than forms grant is refused.
2. The secret is shown once, on the next page (`games.web.settings.handed`): reloading that page creates no other
   token.
3. Tokens created here never have an admin's scopes, which neither a form nor an emailed code grants.
"""

import re
from contextlib import suppress
from datetime import timedelta
from typing import Final, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused
from games.ids import random_text
from games.models import AccessToken
from games.people.tokens import create_personal_token, revoke_token, tokens_of
from games.scopes import FOR_ADMINS, SCOPES
from games.web.settings.handed import HandedSecret, is_first
from games.web.settings.pages import SettingsPage, done, player_of
from games.web.settings.proof import proved_lately

OFFERED: Final = {name: words for name, words in SCOPES.items() if name not in FOR_ADMINS}
DANGEROUS: Final = ("account:write", "tokens:write")
"""Scopes that let a program lock others out, or keep its access permanently."""
LASTS: Final = (
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("a year")),
    ("3650", gettext_lazy("ten years")),
)
USUALLY: Final = "365"
HANDED: Final = HandedSecret("new-token", "settings-made-token")
LONGEST_NUMBER: Final = 19
"""The number of digits of PostgreSQL's largest bigint."""
NAMED: Final = re.compile(r"[a-z_]{1,20}:[a-z_]{1,20}")
"""The form of a scope. A refused scope in a link is shown only if it matches, since anyone can write a link."""


class TokenForm(forms.Form):
    """A form for a token, like the API's `POST /tokens`. `form_id` identifies the form and is valid once."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        help_text=gettext_lazy("You find it by this name when you want to end it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do?"),
        choices=list(OFFERED.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one.")},
    )
    lasts = forms.ChoiceField(label=gettext_lazy("For how long?"), choices=LASTS, initial=USUALLY)
    form_id = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def with_new_id(self) -> "TokenForm":
        """Return the form as it was sent but with a new id, so that it can be sent again."""
        return TokenForm(initial={**self.cleaned_data, "form_id": random_text(20)})


class TokensPage(SettingsPage):
    """The player's valid personal tokens. Each can be revoked."""

    template = "web/settings/tokens.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        own = tokens_of(player_of(request), timezone.now()).filter(application=None)
        return self.shown(request, {"tokens": [(token, _describe_scopes(token)) for token in own]})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Revoke a token. Repeating this changes nothing."""
        token_id = request.POST.get("token", "")
        if token_id.isdecimal() and len(token_id) < LONGEST_NUMBER:
            with suppress(AccessToken.DoesNotExist):
                revoke_token(player=player_of(request), token_id=int(token_id))
        return done(request, "settings-tokens", _("The token is ended. It opens nothing any more."))


@method_decorator(proved_lately, name="dispatch")
class NewTokenPage(SettingsPage):
    """The form for a new token, for a player who has recently proved to own the account."""

    template = "web/settings/new_token.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form, filled in from the link if it says so."""
        scopes_asked = request.GET.get("scopes", "").replace(",", " ").split()
        if unknown := [scope for scope in scopes_asked if scope not in OFFERED]:
            return self.shown(request, {"refused": True, "unknown": filter(NAMED.fullmatch, unknown)}, status=400)
        initial = {
            "name": (request.GET.get("label") or request.GET.get("name", ""))[:60],
            "scopes": [scope for scope in OFFERED if scope in scopes_asked],
            "lasts": USUALLY,
            "form_id": random_text(20),
        }
        return self._show_page(request, TokenForm(initial=initial), filled=bool(request.GET))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Create the token, and redirect to the page that shows its secret."""
        form = TokenForm(request.POST)
        if not form.is_valid():
            return self._show_page(request, form, status=400)
        cleaned, player, now = form.cleaned_data, player_of(request), timezone.now()
        if not is_first(player, cleaned["form_id"]):
            return redirect("settings-made-token")
        try:
            token, secret = create_personal_token(
                player=player,
                label=cleaned["name"],
                scopes=cleaned["scopes"],
                expires_at=now + timedelta(days=int(cleaned["lasts"])),
                now=now,
            )
        except Refused as refusal:
            return self._show_page(request, form.with_new_id(), refusal)
        answer = redirect("settings-made-token")
        HANDED.give(answer, str(token.pk), secret)
        return answer

    def _show_page(
        self,
        request: HttpRequest,
        form: TokenForm,
        refusal: Refused | None = None,
        status: int = 200,
        *,
        filled: bool = False,
    ) -> HttpResponse:
        context = {"form": form, "filled": filled, "dangerous": DANGEROUS}
        return self.shown(request, context, refusal, status)


class MadeTokenPage(SettingsPage):
    """A token's secret, shown once."""

    template = "web/settings/made_token.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the secret, and delete its cookie."""
        handed = HANDED.given(request)
        if handed is None:
            return done(request, "settings-tokens", _("A token’s secret is shown once. Lost it? End it; make another."))
        key, secret = handed
        token = AccessToken.objects.filter(pk=key, user=player_of(request)).first()
        context: dict[str, object] = {
            "token": token,
            "secret": secret,
            "scopes": _describe_scopes(token) if token else [],
        }
        answer = self.shown(request, context) if token else cast("HttpResponse", redirect("settings-tokens"))
        HANDED.forget(answer)
        return answer


def _describe_scopes(token: AccessToken) -> list[object]:
    return [SCOPES[scope] for scope in token.scope.split() if scope in SCOPES]
