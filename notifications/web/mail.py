"""The page of a player's email settings: which emails come, when, and the notice that others read during an absence.

Players reach it through the signed link in every email about a game, or signed in. Anyone who has the email has the
link, so the notice and further addresses require sign-in. The page needs no JavaScript.
"""

from datetime import date
from typing import ClassVar, Final, NamedTuple

from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.signing import BadSignature
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from games import languages, signed_links
from games.errors import Forbidden
from games.formats import write_date
from games.lobby import selectors
from games.models import Game, Player, Seat
from games.people import accounts
from games.zones import zone
from notifications import absences, links, sender_addresses
from notifications.models import Absence
from notifications.policy import preferences
from notifications.web.frame import END, ended
from notifications.web.mail_forms import AbsenceForm, GameForm, HabitsForm, OwnHabitsForm, StreamsForm, as_initial

GAMES: Final = 50
PERSON: Final = ("time_zone", "language")


class Forms(NamedTuple):
    """All forms of the page; those about single games by the game's id."""

    streams: StreamsForm
    habits: HabitsForm
    absence: AbsenceForm
    games: dict[str, GameForm]


class MailPage(View):
    """The page of email settings, opened by a link or by sign-in."""

    by_link = False
    habits_form: ClassVar[type[HabitsForm]] = HabitsForm

    def player(self, request: HttpRequest, **kwargs: object) -> Player:
        """Return the player whose page this is. Raises Http404."""
        raise NotImplementedError

    def get(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        player = self.player(request, **kwargs)
        return self._page(request, player, _forms(player, self.habits_form))

    def post(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        """Save one of the forms; an invalid one is shown again with the reason."""
        player = self.player(request, **kwargs)
        action = request.POST.get("do", "")
        if action == END:
            signed_links.end_all(player, timezone.now())
            return ended(request, player)
        save = None if self.by_link and action not in links.MAIL.may else _SAVE.get(action)
        forms = _forms(player, self.habits_form)
        if save is None:
            return self._page(request, player, forms, status=422)
        try:
            wrong = save(player, request.POST, forms)
        except Forbidden as gone:  # the player is being erased at this moment
            raise Http404 from gone
        if wrong is not None:
            return self._page(request, player, wrong, status=422)
        return HttpResponseRedirect(f"{request.path}?saved=1", status=303)

    def _page(self, request: HttpRequest, player: Player, forms: Forms, *, status: int = 200) -> HttpResponse:
        languages.activate_for(player)
        context = {
            "player": player,
            "streams": forms.streams,
            "habits": forms.habits,
            "absence": forms.absence,
            "is_away": Absence.objects.filter(player=player).exists(),
            "games": [(game, forms.games[game.pk]) for game in _games(player)],
            "addresses": sender_addresses.of_player(player),
            "now": write_date(timezone.now().astimezone(zone(player.time_zone)), "H:i"),
            "saved": status == 200 and "saved" in request.GET,
            "wrong": status != 200,
            "by_link": self.by_link,
        }
        return render(request, "notifications/mail.html", context, status=status)


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class MailPageByLink(MailPage):
    """The page opened by a link.

    The token in the address is the key, not a cookie, so no other page can make anyone post.
    """

    by_link = True

    def player(self, request: HttpRequest, **kwargs: object) -> Player:
        """Return the token's player. Raises Http404."""
        try:
            return links.read_mail(str(kwargs["token"]), timezone.now())
        except BadSignature as error:
            raise Http404 from error


@method_decorator([csrf_protect, never_cache], name="dispatch")
class OwnMailPage(LoginRequiredMixin, MailPage):
    """The page of email settings for signed-in players."""

    habits_form = OwnHabitsForm

    def player(self, request: HttpRequest, **kwargs: object) -> Player:
        """Return the signed-in player, freshly read from the database."""
        return Player.objects.get(pk=request.user.pk)


def _games(player: Player) -> QuerySet[Game]:
    """Return the games about which the player still gets emails, the newest first."""
    own = Seat.objects.filter(game=OuterRef("pk"), player=player).exclude(status=Seat.Status.RESIGNED)
    unfinished = Game.objects.filter(Exists(own), status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    return unfinished.select_related("host").order_by("-created_at")[:GAMES]


def _forms(player: Player, habits_form: type[HabitsForm]) -> Forms:
    habits = preferences.Subscriptions([player]).habits(player.pk)
    game_modes = preferences.of_games(player)
    away = Absence.objects.filter(player=player).first()
    names = ("reminders", "lead_hours", "quiet_from", "quiet_until", "digest_at", "pictures", "every_answer")
    initial = {name: getattr(habits, name) for name in names}
    return Forms(
        StreamsForm(initial=as_initial(preferences.of_player(player))),
        habits_form(initial={**initial, **{name: getattr(player, name) for name in PERSON}}),
        AbsenceForm(
            _today(player),
            initial={name: getattr(away, name) for name in ("starts_on", "ends_on", "text")} if away else {},
        ),
        {
            game.pk: GameForm(
                initial={"game": game.pk, **as_initial(game_modes.get(game.pk, {}))}, auto_id=f"{game.pk}_%s"
            )
            for game in _games(player)
        },
    )


def _today(player: Player) -> date:
    return timezone.now().astimezone(zone(player.time_zone)).date()


def _save_mail(player: Player, post: QueryDict, forms: Forms) -> Forms | None:
    streams, habits = StreamsForm(post), type(forms.habits)(post, initial=forms.habits.initial)
    if not (streams.is_valid() & habits.is_valid()):
        return forms._replace(streams=streams, habits=habits)
    now, changed = timezone.now(), dict(habits.cleaned_data)
    person: dict[str, object] = {name: changed.pop(name) for name in PERSON if name in changed}
    if person:
        accounts.change_profile(player=player, changes=person, now=now)
    preferences.put(player, streams.modes(), now=now)
    preferences.put_habits(player, changed, now=now)
    return None


def _save_game(player: Player, post: QueryDict, forms: Forms) -> Forms | None:
    form = GameForm(post)
    game = _find_game(player, form)
    if game is None:
        return forms
    preferences.put_game(player, game, form.modes(), now=timezone.now())
    return None


def _find_game(player: Player, form: GameForm) -> Game | None:
    if not form.is_valid():
        return None
    game: Game | None = selectors.games_of(player).filter(pk=form.cleaned_data["game"]).first()
    return game


def _save_absence(player: Player, post: QueryDict, forms: Forms) -> Forms | None:
    form = AbsenceForm(_today(player), post)
    if not form.is_valid():
        return forms._replace(absence=form)
    absences.put(player, **form.cleaned_data)
    return None


def _remove_absence(player: Player, post: QueryDict, forms: Forms) -> Forms | None:
    absences.remove(player)
    return None


def _end_address(player: Player, post: QueryDict, forms: Forms) -> Forms | None:
    key = post.get("address", "")
    if key.isdecimal() and len(key) <= LONGEST_KEY:
        sender_addresses.end(player, int(key))
    return None


LONGEST_KEY: Final = 18
"""Digits of a row's number (2 to the power of 63 has 19)."""
_SAVE: Final = {
    "mail": _save_mail,
    "game": _save_game,
    "away": _save_absence,
    "back": _remove_absence,
    "end_address": _end_address,
}
