"""What players do at the table besides moving and planning: pause, leave, come back, ask for an admin.

Each action is a POST to the service that the API uses. Pages grow stale, so each can be repeated without harm.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from django.contrib.auth.mixins import AccessMixin, LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from engine.errors import EngineError
from games.errors import NotFound, Refused
from games.lobby import departures, offers, succession, visible
from games.models import Dispute, Game, Player, Seat
from games.names import paragraphs, prepared
from games.presentation import words
from games.presentation.words.vacations import tell_clocks
from games.refusals import explained
from games.table.clocks import mapping, vacations
from games.table.disputes import lifecycle, selectors
from games.table.play import closing_times
from games.table.rulings import pauses
from games.web.confirmations import confirmed, redirect_confirming
from games.web.seat_link.browsers import Viewer, acts, ask_to_sign_in, says_when_over, viewer
from games.web.settings import away
from games.web.settings.away import VacationForm
from games.web.settings.pages import player_of
from games.web.table import responses, sight, way_back
from games.web.table.page import Banner

Act = Callable[[Player, str, datetime], object]


def refused(refusal: EngineError | Refused) -> Banner:
    """Return the banner that tells a reader why something was refused."""
    explanation = explained(refusal)
    if isinstance(refusal, EngineError):
        return Banner(explanation.detail, wrong=True)
    return Banner(explanation.heading, [explanation.detail] if explanation.detail else [], wrong=True)


def no_button() -> Banner:
    """Return the banner for a form with an action that the page does not have."""
    return Banner(_("That is no button of this page."), [_("Nothing was done. Please use the buttons below.")], True)


def reported() -> Banner:
    """Return the banner that tells a reader what happens after their report."""
    then = _("An admin who doesn’t play in this game looks at it. You get an email about what comes of it.")
    return Banner(_("Reported."), [_("Only you and the admins see it."), then])


@method_decorator([csrf_protect, never_cache, says_when_over], name="dispatch")
class OfSeat(AccessMixin, View):
    """A page belonging to a table, for its players. It does not exist for anyone else.

    `right`: what a link to the seat must allow for its holder to open this page. `does`: the actions of its buttons.
    """

    template: ClassVar[str]
    name: ClassVar[str]
    right: ClassVar[str]
    does: ClassVar[frozenset[str]] = frozenset()
    seer: Viewer
    game: Game
    own: int | None
    seat_view: sight.Sight
    player: Player

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        game_id = str(kwargs["game_id"])
        self.seer = viewer(request, game_id)
        if self.seer.player is None:
            return self.handle_no_permission()
        if not self.seer.may(self.right):
            return ask_to_sign_in(request, game_id)
        self.player = self.seer.player
        try:
            self.game, self.own = self.load(game_id)
        except NotFound as error:
            raise Http404 from error
        if not self.belongs_here():
            raise Http404
        if request.method == "POST" and self.does and request.POST.get("do", "") not in self.does:
            return self.page(request, no_button(), 400)
        if request.method == "POST":
            acts(request, self.seer)
        return super().dispatch(request, *args, **kwargs)

    def load(self, game_id: str) -> tuple[Game, int | None]:
        """Read what the page is about; return the game and the viewer's own seat. Raise NotFound."""
        self.seat_view = sight.load_sight(self.player, game_id, timezone.now())
        return self.seat_view.game, self.seat_view.seat

    def belongs_here(self) -> bool:
        """Check whether the page exists for this viewer."""
        return self.own is not None

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        return self.page(request)

    def page(
        self, request: HttpRequest, notice: Banner | None = None, status: int = 200, **more: object
    ) -> HttpResponse:
        """Return the page with the game's present state, a notice and further entries for its template."""
        title = words.game_name(self.game)
        context = {"game": self.game, "title": title, "notice": notice, "right": self.seer.right}
        return render(request, self.template, {**context, **self.context(), **more}, status=status)

    def context(self) -> dict[str, object]:
        """Return the page's content besides the game."""
        raise NotImplementedError


class FromTable(OfSeat):
    """An action of the table's page. It has no page of its own: the table says why it is refused."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        return redirect("table", game_id=game_id)

    def page(
        self, request: HttpRequest, notice: Banner | None = None, status: int = 200, **more: object
    ) -> HttpResponse:
        """Return the table's present page, with the notice."""
        typed = str(more["note"]) if "note" in more else None
        return responses.refused(request, self.seer, self.seat_view.game.pk, notice or no_button(), status, typed)


def _resume(player: Player, game_id: str, now: datetime) -> None:
    pauses.resume(player=player, game_id=game_id, now=now)


def _hand_to_stand_in(player: Player, game_id: str, now: datetime) -> object:
    return departures.hand_to_stand_in(player=player, game_id=game_id, now=now)


def _resign(player: Player, game_id: str, now: datetime) -> object:
    return departures.resign(player=player, game_id=game_id, now=now)


BACK_TO_TABLE: Final = frozenset({"resume", "stand_in"})
REPEATED: Final = frozenset({"resume", "stand_in", "resign"})
"""Actions that are refused if they were done already, as by a button that was pressed twice."""


def confirm_action(request: HttpRequest, seat_view: sight.Sight) -> Banner | None:
    """Return the banner that confirms the seat page's action in the address; None if it is not true, or no longer."""
    action = confirmed(request).get("did", "")
    if action == "resume" and seat_view.game.paused_at is not None and pauses.AGREEMENT not in seat_view.game.pauses:
        return Banner(_("You want to go on."), [_("The game is still paused, for another reason.")])
    title, then = {
        "resume": (_("The game goes on."), ""),
        "come_back": (_("You are back."), _("From your next turn on, the game waits for you again.")),
        "stand_in": (_("A stand-in has your seat now."), ""),
        "resign": (_("You have left the game."), ""),
        "offer": (_("The seat is offered."), _("It is kept for three days.")),
        "withdraw": (_("The offer is taken back."), ""),
        "hand_over": (_("You host this table no longer."), _("We have told the new host.")),
    }.get(action, ("", ""))
    return Banner(title, [then] if then else []) if title and _is_true(action, seat_view) else None


def _is_true(action: str, seat_view: sight.Sight) -> bool:
    """Check whether what the action has brought about still holds for this viewer."""
    if seat_view.player is None or not seat_view.running:
        return False
    if action == "stand_in":
        return departures.stand_in_of(seat_view.game, seat_view.seats, seat_view.player) is not None
    if seat_view.seat is None:
        return False
    status = seat_view.seats[seat_view.seat].status
    return {
        "resume": seat_view.game.paused_at is None,
        "come_back": status == Seat.Status.PLAYING,
        "resign": status == Seat.Status.RESIGNED,
        "hand_over": seat_view.game.host_id != seat_view.player.pk,
    }.get(action, succession.may_offer(seat_view.game, seat_view.seats, seat_view.player))


@dataclass(frozen=True)
class LeftSeat:
    """A seat that can be taken over, and the name of the player it is offered to, if any."""

    number: int
    name: str
    offered: str


def _read_name(request: HttpRequest) -> str:
    return prepared(request.POST.get("name", ""))[:30]


class SeatPage(OfSeat):
    """A page for pausing, leaving and coming back; for the host, also for offering the seats of those who left."""

    template, name, right = "web/table/seat.html", "table-seat", "leave"
    does = frozenset({"resume", "stand_in", "resign", "vacation", "offer", "withdraw", "hand_over"})
    acts: ClassVar[Mapping[str, Act]] = {
        "resume": _resume,
        "stand_in": _hand_to_stand_in,
        "resign": _resign,
    }

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the page; after a vacation was taken, with a notice about the clocks."""
        if "away" not in confirmed(request):
            return self.page(request, confirm_action(request, self.seat_view))
        clocks = tell_clocks([words.game_name(game) for game in vacations.games_without(self.player)])
        return self.page(request, Banner(_("Have a good time!"), [clocks]))

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Perform one of the actions. Leaving for good requires a checked box."""
        action = request.POST.get("do", "")
        act = self.acts.get(action)
        if action == "resign" and request.POST.get("sure") != "yes":
            return self.page(request, status=422, unsure=True)
        if action == "vacation":
            return self._go_away(request)
        try:
            if action == "hand_over":
                succession.hand_over(host=self.player, game_id=game_id, name=_read_name(request), now=timezone.now())
            elif action in ("offer", "withdraw"):
                self._offer_seat(request, withdraw=action == "withdraw")
            elif act is not None:
                act(self.player, game_id, timezone.now())
        except (EngineError, Refused) as refusal:
            self.game, self.own = self.load(game_id)
            if action not in REPEATED or not _is_true(action, self.seat_view):
                return self.page(request, refused(refusal), 409)
        target = "table" if action in BACK_TO_TABLE else "table-seat"
        return redirect_confirming(reverse(target, args=[game_id]), did=action)

    def _go_away(self, request: HttpRequest) -> HttpResponse:
        """Take a vacation from all games that allow it."""
        now = timezone.now()
        form = VacationForm(away.today(self.player, now), request.POST)
        if away.take(self.player, form, now):
            return redirect_confirming(request.path, away=1)
        return self.page(request, status=422, vacation=form)

    def _offer_seat(self, request: HttpRequest, *, withdraw: bool) -> None:
        """Offer the seat, or withdraw the offer. Raise Refused, for example for anyone but the host."""
        game, seat, now = self.seat_view.game.pk, request.POST.get("seat", ""), timezone.now()
        number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) == 1 else len(self.seat_view.seats)
        if withdraw:
            offers.withdraw(player=self.player, game_id=game, seat=number, now=now)
        else:
            offers.offer(host=self.player, game_id=game, seat=number, name=_read_name(request), now=now)

    def _list_open_seats(self) -> list[LeftSeat]:
        """Return the open seats, for whoever may offer them; none for anyone else."""
        game = self.seat_view.game
        open_to_offers = self.seat_view.running and not (game.practice or game.of_competition)
        if not (open_to_offers and succession.may_offer(game, self.seat_view.seats, self.player)):
            return []
        names_offered = {
            offer.seat: offer.player.display_name for offer in offers.of_game(game=game, reader=self.player)
        }
        open_seats = [seat.number for seat in self.seat_view.seats if seat.open_since]
        return [LeftSeat(number, self.seat_view.name(number), names_offered.get(number, "")) for number in open_seats]

    def context(self) -> dict[str, object]:
        """Return what the viewer can do."""
        own, game = self.seat_view.seats[self.seat_view.seat or 0], self.seat_view.game
        return {
            "running": self.seat_view.game.status == Game.Status.RUNNING,
            "playing": own.status == Seat.Status.PLAYING,
            "way_back": way_back.find(self.seat_view),
            "leaves_nobody": not closing_times.is_played(
                seat for seat in self.seat_view.seats if seat.number != own.number
            ),
            "can_hand_over": own.status not in Seat.GONE and not (game.practice or game.of_competition),
            "paused": pauses.AGREEMENT in self.seat_view.game.pauses,
            "left": self._list_open_seats(),
            "heirs": succession.heirs_named_by(self.player, game, self.seat_view.seats),
            "practice": self.seat_view.game.practice,
            "counts_vacations": mapping.terms(self.seat_view.game).vacations,
            "vacation": VacationForm(away.today(self.player, self.seat_view.now)),
            "away": list(away.coming_vacations(Player.objects.get(pk=self.player.pk), self.seat_view.now)),
        }


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ReturnPage(LoginRequiredMixin, View):
    """The target of the button that brings a player back to a seat, who may have none at the moment."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        return redirect("table", game_id=game_id)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Take the seat again, and redirect to the table, which confirms it or says why not."""
        seer = viewer(request, game_id)
        try:
            departures.come_back(player=player_of(request), game_id=game_id, now=timezone.now())
        except NotFound as error:
            raise Http404 from error
        except (EngineError, Refused) as refusal:
            return responses.refused(request, seer, game_id, refused(refusal), 409)
        return redirect_confirming(reverse("table", args=[game_id]), did="come_back")


class DisputesOfTable(OfSeat):
    """A page with the game's disputes, and for asking for an admin.

    It takes no position, so that players can also report a game whose log cannot be read.
    """

    template, name, right = "web/table/disputes.html", "table-disputes", "dispute"

    def load(self, game_id: str) -> tuple[Game, int | None]:
        visible_game = visible.seen_by(self.player, game_id)
        if not visible_game.game.head:
            raise sight.NotBegun("no_such_game")
        return visible_game.game, visible_game.own

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the page; after a line was reported, with a notice about what happens next."""
        return self.page(request, reported() if "reported" in confirmed(request) else None)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Open, comment on or withdraw a dispute of this game: a link to its seat is not valid for others.

        If that is refused, the page keeps what was typed.
        """
        form, now = request.POST, timezone.now()
        text, dispute_id = paragraphs(form.get("text", ""))[:2000], form.get("dispute", "")[:12]
        try:
            if form.get("do") == "withdraw":
                lifecycle.withdraw(player=self.player, dispute_id=selectors.in_game(dispute_id, game_id), now=now)
            elif not text:
                return self.page(request, Banner(_("Write what happened."), wrong=True), 422, kind=form.get("kind"))
            elif form.get("do") == "say":
                dispute_id = selectors.in_game(dispute_id, game_id)
                lifecycle.comment(player=self.player, dispute_id=dispute_id, text=text, now=now)
            else:
                kind = form.get("kind", "")
                kind = kind if kind in Dispute.Kind.values else Dispute.Kind.values[-1]
                lifecycle.open_dispute(player=self.player, game_id=game_id, kind=kind, text=text, now=now)
        except Refused as refusal:
            return self.page(request, refused(refusal), 409, text=text, kind=form.get("kind"))
        return redirect("table-disputes", game_id=game_id)

    def context(self) -> dict[str, object]:
        """Return the game's disputes that concern the viewer."""
        disputes = list(selectors.told_to(self.player, self.game)[:50])
        has_open_dispute = any(
            dispute.opened_by_id == self.player.pk and dispute.state == Dispute.State.OPEN for dispute in disputes
        )
        return {
            "disputes": disputes,
            "may_open": not has_open_dispute,
            "kinds": Dispute.Kind.choices,
            "me": self.player.pk,
        }
