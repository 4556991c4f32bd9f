"""Your bots: create them, choose their challenges, renew their tokens, retire them.

A bot's token plays for it, so these pages ask for a proof, like those that guard the account. The token's secret is
shown only once (`games.web.settings.handed`).
"""

from datetime import timedelta
from typing import Final, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import names
from games.errors import NotFound, Refused
from games.ids import random_text
from games.models import AccessToken, BotPolicy, Player
from games.models.bot_policy import MOST_GAMES
from games.people import bot_policies, bots
from games.people.bot_policies import PolicyChoice
from games.web.clocks import each_move
from games.web.forms import PlayerNameField
from games.web.kinds_of_games import kinds
from games.web.settings.handed import HandedSecret, is_first
from games.web.settings.pages import SettingsPage, done, player_of
from games.web.settings.proof import proved_lately

HANDED: Final = HandedSecret("new-bot-token", "settings-bot-token")
TIMES: Final = [timedelta(hours=12), *(timedelta(days=days) for days in (1, 2, 3, 7, 14))]
CHALLENGES: Final = (
    ("none", gettext_lazy("Refuse them all")),
    ("at_once", gettext_lazy("Accept at once what fits below")),
    ("by_program", gettext_lazy("Let its program answer what fits below")),
)


def _parse_time(text: str) -> timedelta:
    return timedelta(seconds=int(text))


def _make_choice(time: timedelta) -> tuple[str, str]:
    return str(int(time.total_seconds())), each_move(time)


class NewBotForm(forms.Form):
    """A form for a new bot's name. `form_id` identifies the form and is valid once."""

    name = PlayerNameField(
        label=gettext_lazy("What is it called?"),
        max_length=30,
        help_text=gettext_lazy("Everybody reads it, with “(bot)” behind it, and that it is yours."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    form_id = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        """Raise ValidationError for a name that no player may have."""
        name: str = self.cleaned_data["name"]
        names.validate_player_name(name)
        return name

    def with_new_id(self) -> "NewBotForm":
        """Return the form as it was sent but with a new id, so that it can be sent again."""
        self.data = {"name": self.data.get("name", ""), "form_id": random_text(20)}
        return self


class PolicyForm(forms.Form):
    """A form for the challenges that a bot accepts: games, clocks, how many at once."""

    challenges = forms.ChoiceField(label=gettext_lazy("Challenges"), choices=CHALLENGES, widget=forms.RadioSelect)
    rulesets = forms.MultipleChoiceField(
        label=gettext_lazy("Which games? If none is ticked, all."), required=False, widget=forms.CheckboxSelectMultiple
    )
    shortest_time = forms.TypedChoiceField(label=gettext_lazy("At the fastest"), coerce=_parse_time)
    longest_time = forms.TypedChoiceField(label=gettext_lazy("At the slowest"), coerce=_parse_time)
    most_games = forms.IntegerField(label=gettext_lazy("How many games at once?"), min_value=1, max_value=MOST_GAMES)

    def __init__(self, policy: BotPolicy, posted: QueryDict | None = None) -> None:
        initial = bot_policies.chosen(policy)
        for name in ("shortest_time", "longest_time"):
            initial[name] = _make_choice(initial[name])[0]
        super().__init__(posted, initial=initial)
        offered = [(kind.ruleset, kind.title) for kind in kinds()]
        cast("forms.MultipleChoiceField", self.fields["rulesets"]).choices = offered
        for name in ("shortest_time", "longest_time"):
            times = sorted({*TIMES, getattr(policy, name)})
            cast("forms.ChoiceField", self.fields[name]).choices = [_make_choice(time) for time in times]

    def clean(self) -> dict[str, object]:
        """Raise ValidationError if the fastest clock is slower than the slowest."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and cleaned["shortest_time"] > cleaned["longest_time"]:
            raise ValidationError({"longest_time": _("No clock is as fast as that and as slow as this.")})
        return cleaned


class OwnBotsPage(SettingsPage):
    """The list of the player's own bots, without secrets."""

    template = "web/settings/own_bots.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        own_bots = [(bot, bot_policies.games_of(bot)) for bot in bots.bots_by_name(player_of(request))]
        return self.shown(request, {"bots": own_bots, "most": bots.MOST})


@method_decorator(proved_lately, name="dispatch")
class NewBotPage(SettingsPage):
    """The form for a new bot, for a player who has recently proved to own the account."""

    template = "web/settings/new_bot.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.shown(request, {"form": NewBotForm(initial={"form_id": random_text(20)})})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Create the bot, and redirect to the page that shows its token."""
        form, owner = NewBotForm(request.POST), player_of(request)
        if not form.is_valid():
            return self.shown(request, {"form": form}, status=400)
        if not is_first(owner, form.cleaned_data["form_id"]):
            return redirect("settings-bot-token")
        try:
            return _hand_over(bots.make(owner=owner, name=form.cleaned_data["name"], now=timezone.now()))
        except Refused as refusal:
            return self.shown(request, {"form": form.with_new_id()}, refusal)


@method_decorator(proved_lately, name="dispatch")
class OwnBotPage(SettingsPage):
    """One of the player's own bots, which does not exist for anyone else."""

    template = "web/settings/own_bot.html"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Raise Http404 for anybody else's bot."""
        try:
            return super().dispatch(request, *args, **kwargs)
        except NotFound as error:
            raise Http404 from error

    def get(self, request: HttpRequest, bot_id: str) -> HttpResponse:
        """Show which challenges the bot accepts, and its token."""
        return self._show_page(request, bots.own(player_of(request), bot_id))

    def post(self, request: HttpRequest, bot_id: str) -> HttpResponse:
        """Change which challenges the bot accepts, renew or revoke its token, or retire it."""
        bot = bots.own(player_of(request), bot_id)
        deeds = {"token": self._renew_token, "end": self._end_token, "retire": self._retire}
        try:
            return deeds.get(request.POST.get("do", ""), self._change_policy)(request, bot)
        except NotFound:
            raise
        except Refused as refusal:
            return self._show_page(request, bot, refusal=refusal)

    def _change_policy(self, request: HttpRequest, bot: Player) -> HttpResponse:
        form = PolicyForm(bot.policy, request.POST)
        if not form.is_valid():
            return self._show_page(request, bot, form, status=400)
        bot_policies.choose(owner=player_of(request), bot_id=bot.pk, choice=PolicyChoice(**form.cleaned_data))
        return self._confirm(request, _("Saved."))

    def _renew_token(self, request: HttpRequest, bot: Player) -> HttpResponse:
        return _hand_over(bots.renew_token(owner=player_of(request), bot_id=bot.pk, now=timezone.now()))

    def _end_token(self, request: HttpRequest, bot: Player) -> HttpResponse:
        bots.end_token(owner=player_of(request), bot_id=bot.pk)
        return self._confirm(request, _("The token is ended. The bot’s program is let in no more."))

    def _retire(self, request: HttpRequest, bot: Player) -> HttpResponse:
        if names.key(request.POST.get("really", "")) != names.key(bot.name):
            return self._show_page(request, bot, status=400)
        bots.retire(owner=player_of(request), bot_id=bot.pk, now=timezone.now())
        return done(request, "settings-bots", _("The bot is retired. It has left all its games."))

    def _confirm(self, request: HttpRequest, notice: str) -> HttpResponse:
        messages.success(request, notice)
        return redirect(request.path)

    def _show_page(
        self,
        request: HttpRequest,
        bot: Player,
        form: PolicyForm | None = None,
        refusal: Refused | None = None,
        status: int = 200,
    ) -> HttpResponse:
        now = timezone.now()
        context = {
            "bot": bot,
            "form": form or PolicyForm(bot.policy),
            "token": bots.token_of(bot, now),
            "games": bot_policies.games_of(bot),
            "suspended": bot.suspended_until if bot.suspended_until and bot.suspended_until > now else None,
            "mistyped": form is None and request.method == "POST" and refusal is None,
        }
        return self.shown(request, context, refusal, status)


class BotTokenPage(SettingsPage):
    """A bot's token, shown once."""

    template = "web/settings/bot_token.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the secret, and delete its cookie."""
        handed = HANDED.given(request)
        token = handed and AccessToken.objects.filter(pk=handed[0], user__owner=player_of(request)).first()
        if handed is None or token is None:
            return done(request, "settings-bots", _("A bot’s token is shown once. Lost it? Make it a new one."))
        answer = self.shown(request, {"bot": token.user, "token": token, "secret": handed[1]})
        HANDED.forget(answer)
        return answer


def _hand_over(issued: bots.Made) -> HttpResponse:
    answer = redirect("settings-bot-token")
    HANDED.give(answer, str(issued.token.pk), issued.secret)
    return answer
