"""Besides playing: the plan for turns to come, pauses, leaving and coming back, asking for an admin.

Each act is a POST to the service that the API uses; pages grow stale, and each does no harm once more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.mixins import AccessMixin
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
from games import plans, words
from games.disputes import handling, selectors
from games.errors import NotFound, Refused
from games.models import Dispute, Game, Player, Seat
from games.names import paragraphs, prepared
from games.plans import giving as planning
from games.refusals import explain, explained
from games.rulings import pausing
from games.seats import leaving, offers
from games.web.seat_link.browsers import Viewer, acts, ask_to_sign_in, says_when_over, viewer
from games.web.settings import away
from games.web.settings.away import VacationForm
from games.web.table import planned, showing, sight
from games.web.table.page import Banner

Act = Callable[[Player, str, datetime], object]


def refused(refusal: EngineError | Refused) -> Banner:
    """What a refusal says to people."""
    said = explained(refusal)
    if isinstance(refusal, EngineError):
        return Banner(said.detail, wrong=True)
    return Banner(f"{said.title}.", [said.detail] if said.detail else [], wrong=True)


def no_button() -> Banner:
    """For a form that asks for what its page does not do."""
    return Banner(_("That is no button of this page."), [_("Nothing was done. Please use the buttons below.")], True)


def reported() -> Banner:
    """What happens after a report."""
    then = _("An admin who doesn’t play in this game looks at it. You get an email about what comes of it.")
    return Banner(_("Reported."), [_("Only you and the admins see it."), then])


@method_decorator([csrf_protect, never_cache, says_when_over], name="dispatch")
class OfSeat(AccessMixin, View):
    """A page beside the table, for its players. For anyone else it does not exist.

    `right`: what the link to the seat must be for, for its holder to come here. `does`: what its buttons do.
    """

    template: ClassVar[str]
    name: ClassVar[str]
    right: ClassVar[str]
    does: ClassVar[frozenset[str]] = frozenset()
    seer: Viewer
    seen: sight.Sight
    player: Player

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.seer = viewer(request, kwargs["game_id"])
        if self.seer.player is None:
            return self.handle_no_permission()
        if not self.seer.may(self.right):
            return ask_to_sign_in(request, kwargs["game_id"])
        self.player = self.seer.player
        try:
            self.seen = sight.load_sight(self.player, kwargs["game_id"], timezone.now())
        except NotFound as error:
            raise Http404 from error
        if self.seen.seat is None:
            raise Http404
        if request.method == "POST" and self.does and request.POST.get("do", "") not in self.does:
            return self.page(request, no_button(), 400)
        if request.method == "POST":
            acts(request, self.seer)
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """What there is. It changes nothing."""
        return self.page(request)

    def page(self, request: HttpRequest, notice: Banner | None = None, status: int = 200, **more: Any) -> HttpResponse:
        """The page as it is now."""
        title = words.game_name(self.seen.game)
        context = {"game": self.seen.game, "title": title, "notice": notice, "right": self.seer.right}
        return render(request, self.template, {**context, **self.context(), **more}, status=status)

    def context(self) -> dict[str, Any]:
        """What the page shows beside the game."""
        raise NotImplementedError


class FromTable(OfSeat):
    """An act that the table's page offers. It has no page of its own: the table says why it is refused."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """To the table."""
        return redirect("table", game_id=game_id)

    def page(self, request: HttpRequest, notice: Banner | None = None, status: int = 200, **more: Any) -> HttpResponse:
        """The table as it is now, with what is to be said."""
        return showing.refused(request, self.seer, self.seen.game.pk, notice or no_button(), status, more.get("note"))


class PlanPage(OfSeat):
    """The plan as its lines, and lines to add."""

    template, name, right = "web/table/plan.html", "table-plan", "plan"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Leaves the plan as it was typed, with lines more if they were tapped; or drops it.

        At the table only a line is tapped, and the table is where it leads back to.
        """
        typed, at_table = request.POST.get("lines", ""), "lines" not in request.POST
        lines = planned.orders(self.seen) if at_table else planned.read(typed)
        lines = planned.with_lines(lines, planned.read(request.POST.get("add", "")))
        try:
            if request.POST.get("do") == "cancel":
                planning.cancel(player=self.player, game_id=game_id)
                return redirect("table-plan", game_id=game_id)
            planning.give(player=self.player, game_id=game_id, lines=lines, now=timezone.now())
        except plans.Unreadable as wrong:
            told = [
                _("Line %(n)d: %(why)s") % {"n": mistake.line, "why": explain(mistake.error)}
                for mistake in wrong.mistakes
            ]
            return self.page(
                request, Banner(_("This plan won't work."), told, wrong=True), 422, lines=typed or "\n".join(lines)
            )
        except Refused as refusal:
            return self.page(request, refused(refusal), 409, lines=typed or "\n".join(lines))
        if at_table:
            return redirect(f"{reverse('table', args=[game_id])}?planned=1")
        return redirect("table-plan", game_id=game_id)

    def context(self) -> dict[str, Any]:
        """The plan, and what could be added."""
        shown = self._shown()
        orders = list(shown.plan.orders) if shown else []
        why = None
        if shown is not None:
            why = planning.why_stopped(game_id=self.seen.game.pk, seat=self.seen.seat or 0, player_id=self.player.pk)
        return {
            "lines": "\n".join(orders),
            "given": shown is not None,
            "why": explain(why) if why else "",
            "suggestions": [
                suggestion for suggestion in planned.suggestions(self.seen) if suggestion.line not in orders
            ],
        }

    def _shown(self) -> planning.Shown | None:
        try:
            return planning.look(player=self.player, game_id=self.seen.game.pk, now=timezone.now())
        except Refused:
            return None


def _wish(player: Player, game_id: str, now: datetime) -> object:
    return pausing.wish(player=player, game_id=game_id, now=now)


def _refuse(player: Player, game_id: str, now: datetime) -> object:
    return pausing.refuse(player=player, game_id=game_id, now=now)


def _take_back(player: Player, game_id: str, now: datetime) -> object:
    return pausing.take_back(player=player, game_id=game_id, now=now)


def _come_back(player: Player, game_id: str, now: datetime) -> object:
    return leaving.come_back(player=player, game_id=game_id, now=now)


def _resign(player: Player, game_id: str, now: datetime) -> object:
    return leaving.resign(player=player, game_id=game_id, now=now)


@dataclass(frozen=True)
class LeftSeat:
    """A seat that can be taken over, and the name of the player it is offered to, if any."""

    number: int
    name: str
    offered: str


class SeatPage(OfSeat):
    """Pausing, leaving, coming back; for the host, offering the seats of those who left."""

    template, name, right = "web/table/seat.html", "table-seat", "leave"
    does = frozenset({"wish", "refuse", "take_back", "come_back", "resign", "vacation", "offer", "withdraw"})
    acts: ClassVar[Mapping[str, Act]] = {
        "wish": _wish,
        "refuse": _refuse,
        "take_back": _take_back,
        "come_back": _come_back,
        "resign": _resign,
    }

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """What there is, and what a vacation does that was just taken."""
        told = Banner(_("Have a good time!"), [_("Your clocks stand still meanwhile.")])
        return self.page(request, told if "away" in request.GET else None)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Does one of the acts. Leaving for good takes a tick."""
        wanted = request.POST.get("do", "")
        act = self.acts.get(wanted)
        if wanted == "resign" and request.POST.get("sure") != "yes":
            return self.page(request, Banner(_("Tick the box if you want to leave for good."), wrong=True), 422)
        if wanted == "vacation":
            return self._go_away(request)
        try:
            if wanted in ("offer", "withdraw"):
                self._offer(request, withdraw=wanted == "withdraw")
            elif act is not None:
                act(self.player, game_id, timezone.now())
        except (EngineError, Refused) as refusal:
            return self.page(request, refused(refusal), 409)
        return redirect("table" if wanted == "come_back" else "table-seat", game_id=game_id)

    def _go_away(self, request: HttpRequest) -> HttpResponse:
        """Takes a vacation, from all games that allow it."""
        form = VacationForm(request.POST)
        if away.take(self.player, form, timezone.now()):
            return redirect(f"{request.path}?away=1")
        return self.page(request, status=422, vacation=form)

    def _offer(self, request: HttpRequest, *, withdraw: bool) -> None:
        """Raises Refused, for anyone but the host among other reasons."""
        game, seat, now = self.seen.game.pk, request.POST.get("seat", ""), timezone.now()
        number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) == 1 else len(self.seen.seats)
        if withdraw:
            offers.withdraw(player=self.player, game_id=game, seat=number, now=now)
        else:
            name = prepared(request.POST.get("name", ""))[:30]
            offers.offer(host=self.player, game_id=game, seat=number, name=name, now=now)

    def _left(self) -> list[LeftSeat]:
        """The open seats, for the host, who can offer them."""
        game = self.seen.game
        if game.host_id != self.player.pk or game.practice or not self.seen.running:
            return []
        standing = {one.seat: one.player.display_name for one in offers.of_game(game=game, reader=self.player)}
        left = [seat.number for seat in self.seen.seats if seat.open_since]
        return [LeftSeat(number, self.seen.name(number), standing.get(number, "")) for number in left]

    def context(self) -> dict[str, Any]:
        """Who has asked for a pause, and what the viewer can do."""
        own = self.seen.seats[self.seen.seat or 0]
        wishing = [seat for seat in self.seen.seats if seat.wants_pause]
        paused = pausing.AGREEMENT in self.seen.game.pauses
        return {
            "running": self.seen.game.status == Game.Status.RUNNING,
            "playing": own.status == Seat.Status.PLAYING,
            "paused": paused,
            "mine": own.wants_pause,
            "wishing": [self.seen.name(seat.number) for seat in wishing if seat.number != own.number],
            "names": [self.seen.name(seat.number) for seat in wishing],
            "left": self._left(),
            "practice": self.seen.game.practice,
            "vacation": VacationForm(),
            "away": list(away.coming_vacations(Player.objects.get(pk=self.player.pk), self.seen.now)),
        }


class DisputesOfTable(OfSeat):
    """The game's disputes, and asking for an admin."""

    template, name, right = "web/table/disputes.html", "table-disputes", "dispute"

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """What there is, and what becomes of a line that was just reported."""
        return self.page(request, reported() if "reported" in request.GET else None)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Opens, comments on or withdraws a dispute of this game: a link to its seat is good for no other.

        What was typed stays where it is refused.
        """
        said, now = request.POST, timezone.now()
        text, about = paragraphs(said.get("text", ""))[:2000], said.get("dispute", "")[:12]
        try:
            if said.get("do") == "withdraw":
                handling.withdraw(player=self.player, dispute_id=selectors.in_game(about, game_id), now=now)
            elif not text:
                return self.page(request, Banner(_("Write what happened."), wrong=True), 422, kind=said.get("kind"))
            elif said.get("do") == "say":
                about = selectors.in_game(about, game_id)
                handling.comment(player=self.player, dispute_id=about, text=text, now=now)
            else:
                kind = said.get("kind", "")
                kind = kind if kind in Dispute.Kind.values else Dispute.Kind.values[-1]
                handling.open_dispute(player=self.player, game_id=game_id, kind=kind, text=text, now=now)
        except Refused as refusal:
            return self.page(request, refused(refusal), 409, text=text, kind=said.get("kind"))
        return redirect("table-disputes", game_id=game_id)

    def context(self) -> dict[str, Any]:
        """The disputes of the game that concern the viewer."""
        shown = list(selectors.told_to(self.player, self.seen.game)[:50])
        mine = any(one.opened_by_id == self.player.pk and one.state == Dispute.State.OPEN for one in shown)
        return {"disputes": shown, "may_open": not mine, "kinds": Dispute.Kind.choices, "me": self.player.pk}
