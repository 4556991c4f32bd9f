"""Erasing an account: type your name, then prove it's you with an emailed code."""

from typing import Final

from django import forms
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.competitions import handover
from games.errors import Refused
from games.models import Game, Player, Seat
from games.names import prepared
from games.people import accounts, second_factors
from games.web.forms import CodeForm
from games.web.settings import proof
from games.web.settings.pages import SettingsPage, player_of

SESSION_KEY: Final = "erasing"
"""The session key for the confirmation of the code that was sent."""


class SureForm(forms.Form):
    """A form that asks players for their own name, which nobody types by mistake."""

    name = forms.CharField(
        label=gettext_lazy("Type your name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, player: Player, posted: QueryDict | None = None) -> None:
        super().__init__(posted)
        self._player = player

    def clean_name(self) -> str:
        """Check the name, ignoring case. Raise ValidationError."""
        typed = prepared(self.cleaned_data["name"])
        if typed.casefold() != prepared(self._player.name).casefold():
            raise ValidationError(_("That is not your name. Type %(name)s.") % {"name": self._player.name})
        return typed


class GuardedByFactor(SettingsPage):
    """A page for erasing an account. An emailed code is the proof, after the second factor if there is one."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        player = request.user
        if isinstance(player, Player) and second_factors.has_any(player) and not proof.is_fresh(request):
            return proof.ask(request, request.path)
        return super().dispatch(request, *args, **kwargs)


class ErasePage(GuardedByFactor):
    """The first of two steps: what erasing means, and the form that sends a code."""

    template = "web/settings/erase.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._show_page(request, SureForm(player_of(request)))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Send the code."""
        form = SureForm(player_of(request), request.POST)
        if not form.is_valid():
            return self._show_page(request, form, status=400)
        try:
            code = accounts.ask_to_erase(player=player_of(request), now=timezone.now())
        except Refused as refusal:
            return self._show_page(request, form, refusal)
        request.session[SESSION_KEY] = code.pk
        return redirect("settings-erase-code")

    def _show_page(
        self, request: HttpRequest, form: SureForm, refusal: Refused | None = None, status: int = 200
    ) -> HttpResponse:
        seats = Seat.objects.filter(player=player_of(request), status=Seat.Status.PLAYING)
        running = seats.filter(game__status=Game.Status.RUNNING)
        hosted = [competition.name or competition.pk for competition in handover.hosted_by(player_of(request))]
        context = {"form": form, "running": running.count(), "hosted": hosted}
        return self.shown(request, context, refusal, status)


class EraseCodePage(GuardedByFactor):
    """The second step: the form for the code."""

    template = "web/settings/erase_code.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the page to players who have taken the first step."""
        if SESSION_KEY not in request.session:
            return redirect("settings-erase")
        return self.shown(request, {"form": CodeForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Erase the account, and sign out this browser and all others."""
        form, confirmation = CodeForm(request.POST), request.session.get(SESSION_KEY)
        if confirmation is None:
            return redirect("settings-erase")
        if not form.is_valid():
            return self.shown(request, {"form": form}, status=400)
        try:
            accounts.confirm(confirmation=confirmation, typed=form.cleaned_data["code"], now=timezone.now())
        except Refused as refusal:
            # The first of two clicks has used the code, and may have erased the account meanwhile.
            if Player.objects.filter(pk=player_of(request).pk, erased_at=None).exists():
                return self.shown(request, {"form": form}, refusal)
        logout(request)
        return render(request, "web/done.html", {"erased": True})
