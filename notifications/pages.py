"""The page on which people without a program see to a game's disputes; a mail leads there."""

from typing import Any

from django import forms
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import get_supported_language_variant, override
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import docket
from games.api.problems import KINDS
from games.errors import Refused
from games.models import Dispute, Game, Player, Seat
from games.services import disputes
from notifications import complaints

LONGEST = 2000


class OpenForm(forms.Form):
    """What an admin is to look at."""

    kind = forms.ChoiceField(label=_("What is it about?"), choices=Dispute.Kind.choices)
    entry = forms.IntegerField(
        label=_("The number of the log's entry, if it is about one"), required=False, min_value=1
    )
    text = forms.CharField(
        label=_("What happened? The other players read it: write nothing that they must not know."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class SayForm(forms.Form):
    """Something said to a dispute."""

    dispute = forms.CharField(max_length=12, widget=forms.HiddenInput)
    text = forms.CharField(label=_("Your comment"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))


class WithdrawForm(forms.Form):
    """Which dispute nobody need look at any more."""

    dispute = forms.CharField(max_length=12, widget=forms.HiddenInput)


FORMS: dict[str, type[forms.Form]] = {"open": OpenForm, "say": SayForm, "withdraw": WithdrawForm}


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class DisputesPage(View):
    """The token in the address is the key, no cookie is: so nobody can be made to post by another page."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """The game's disputes, as the player may see them, and forms. It changes nothing."""
        player, game = _read(token)
        return _page(request, player, game)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Opens, comments on or withdraws a dispute, by the service that the API uses."""
        player, game = _read(token)
        wanted = request.POST.get("do", "")
        form = FORMS.get(wanted, WithdrawForm)(request.POST)
        again = form if wanted == "open" else None
        if wanted not in FORMS or not form.is_valid():
            return _page(request, player, game, form=again, refusal=_("Something is missing."))
        try:
            _do(wanted, player, game, form.cleaned_data)
        except Refused as refusal:
            return _page(request, player, game, form=again, refusal=KINDS[refusal.code].title)
        return HttpResponseRedirect(request.path, status=303)


def _read(token: str) -> tuple[Player, Game]:
    try:
        return complaints.read(token, timezone.now())
    except BadSignature as error:
        raise Http404 from error


def _do(wanted: str, player: Player, game: Game, said: dict[str, Any]) -> None:
    now = timezone.now()
    if wanted == "open":
        disputes.open_dispute(player=player, game_id=game.pk, now=now, **said)
    elif wanted == "say":
        disputes.comment(player=player, dispute_id=said["dispute"], text=said["text"], now=now)
    else:
        disputes.withdraw(player=player, dispute_id=said["dispute"], now=now)


def _page(
    request: HttpRequest, player: Player, game: Game, *, form: forms.Form | None = None, refusal: object = None
) -> HttpResponse:
    seated = Seat.objects.filter(game=game, player=player).exists()
    rows = docket.of_game(game)
    shown = list((rows if seated else rows.filter(opened_by=player))[:50])
    mine = any(one.opened_by_id == player.pk and one.state == Dispute.State.OPEN for one in shown)
    told = {
        "game": game,
        "player": player,
        "disputes": shown,
        "form": (form or OpenForm()) if seated and not mine else None,
        "refusal": refusal,
    }
    with override(language(player)):
        return render(request, "notifications/disputes.html", told)


def language(player: Player) -> str:
    """The language of the page, as far as we speak the player's."""
    try:
        return get_supported_language_variant(player.language)
    except LookupError:
        return "en"
