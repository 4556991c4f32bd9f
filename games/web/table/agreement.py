"""The page where players propose something to the table and answer, and take back their own last move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from itertools import pairwise
from typing import Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.codec import Json
from engine.errors import EngineError
from games.errors import Refused
from games.etags import etag
from games.kinds import RulingKind
from games.logged_entries import PublicEntry
from games.models import Proposal, Ruling, Seat
from games.presentation import words
from games.table import store
from games.table.agreements import new_proposals, own_move, presence, votes
from games.table.play import participation
from games.table.rulings import pauses
from games.table.rulings.commands import written
from games.web.confirmations import confirmed, redirect_confirming
from games.web.table import clock, news, proposals
from games.web.table.affairs import OfSeat, refused
from games.web.table.page import Banner

HOURS: Final = (24, 48, 96, 168)
NUMBERS: Final = frozenset({"as_of", "hours", "seat", "entry"})
TEXTS: Final = frozenset({"prompt", "how"})
LARGEST: Final = 9


@dataclass(frozen=True)
class AgreedDecision:
    """What several at the table have decided: the entry that did it, in words, and when that was."""

    entry: int | None
    sentence: str
    when: str


class AgreementsPage(OfSeat):
    """The table's agreements: open proposals, what can be proposed, and what was decided."""

    template, name, right = "web/table/agreements.html", "table-agreements", "propose"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Preview or make a proposal, answer or withdraw one, or take back the viewer's own last move."""
        act = _ACTS.get(request.POST.get("do", ""), AgreementsPage._show_preview)
        try:
            return act(self, request)
        except (EngineError, Refused) as refusal:
            return self.page(request, refused(refusal), 409)

    def _show_preview(self, request: HttpRequest) -> HttpResponse:
        proposal, game_id = read_proposal(request.POST), self.seat_view.game.pk
        preview = new_proposals.preview(player=self.player, game_id=game_id, asked=proposal, now=timezone.now())
        changes = proposals.changes(self.seat_view, preview)
        sentence = proposals.tell_proposed(self.seat_view, written(preview.order), preview.undoes)
        return self.page(request, looks={"told": sentence, "changes": changes, "asked": _list_hidden_fields(proposal)})

    def _propose(self, request: HttpRequest) -> HttpResponse:
        proposal = new_proposals.propose(
            player=self.player, game_id=self.seat_view.game.pk, asked=read_proposal(request.POST), now=timezone.now()
        )
        mine = proposal.state == Proposal.State.OPEN and proposal.by_id == self.player.pk
        return self._redirect(**({"proposed": proposal.pk} if mine else {"answered": proposal.state}))

    def _agree(self, request: HttpRequest) -> HttpResponse:
        return self._answer(request, agrees=True)

    def _decline(self, request: HttpRequest) -> HttpResponse:
        return self._answer(request, agrees=False)

    def _answer(self, request: HttpRequest, *, agrees: bool) -> HttpResponse:
        proposal_id = new_proposals.in_game(request.POST.get("proposal", ""), self.seat_view.game.pk)
        proposal = votes.answer(player=self.player, proposal_id=proposal_id, agrees=agrees, now=timezone.now())
        return self._redirect(answered=proposal.state)

    def _withdraw(self, request: HttpRequest) -> HttpResponse:
        proposal_id = new_proposals.in_game(request.POST.get("proposal", ""), self.seat_view.game.pk)
        new_proposals.withdraw(player=self.player, proposal_id=proposal_id, now=timezone.now())
        return self._redirect(answered="withdrawn")

    def _take_back_own_move(self, request: HttpRequest) -> HttpResponse:
        entry = _read_number(request.POST.get("entry", "")) or 0
        own_move.take_back(player=self.player, game_id=self.seat_view.game.pk, now=timezone.now(), entry=entry)
        return redirect_confirming(reverse("table", args=[self.seat_view.game.pk]), taken_back=1)

    def _redirect(self, **facts: object) -> HttpResponse:
        return redirect_confirming(reverse("table-agreements", args=[self.seat_view.game.pk]), **facts)

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the page, with a notice about the last proposal or answer; a practice table has no such page."""
        if self.seat_view.game.practice:
            return redirect("table", game_id=game_id)
        if request.GET.get("seen") == self.tag:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return self.page(request, _confirm_action(confirmed(request)), watched=request.GET.getlist("open"))

    @cached_property
    def tag(self) -> str:
        """The tag of everything on the page that others can change, by which an open page asks for news."""
        answers = [(proposal.id, proposal.agreed, proposal.waiting) for proposal in self.open_proposals]
        return etag(self.seat_view.game.head, self.seat_view.game.status, answers).strip('"')

    @cached_property
    def open_proposals(self) -> Sequence[proposals.ShownProposal]:
        """The open proposals, those that the viewer has to answer first."""
        return proposals.open_ones(self.seat_view)

    def context(self) -> dict[str, object]:
        """Return the open proposals with their effects, and what can be proposed now."""
        own, seat_view = self.seat_view.seats[self.seat_view.seat or 0], self.seat_view
        return {
            "tag": self.tag,
            "open": [(proposal, proposals.preview(seat_view, proposal.id)) for proposal in self.open_proposals],
            "before": proposals.closed_ones(seat_view),
            "mine": any(proposal.own for proposal in self.open_proposals),
            "playing": own.status == Seat.Status.PLAYING,
            "running": seat_view.running,
            "last_move": proposals.last_move(seat_view),
            "entries": self._list_entries() if seat_view.running else [],
            "turns": [(turn.prompt_id, seat_view.you_or_name(turn.seat)) for turn in seat_view.turns],
            "hours": HOURS,
            "absent": self._list_absent() if seat_view.running else [],
            "decided": self._list_decisions(),
        }

    def _list_decisions(self) -> list[AgreedDecision]:
        """Return what several at the table decided and was not undone, newest first."""
        rulings = Ruling.objects.filter(game=self.seat_view.game, agreed__len__gt=1)
        rulings = rulings.exclude(entry__in=self.course.undone)
        if pauses.AGREEMENT not in self.seat_view.game.pauses:
            rulings = rulings.exclude(kind=RulingKind.PAUSED)  # they are over, and nothing is left to undo
        return [self._describe_decision(ruling) for ruling in rulings.order_by("-entry")[: proposals.MOST]]

    def _describe_decision(self, ruling: Ruling) -> AgreedDecision:
        seat_view = self.seat_view
        decisions = (
            words.ruling(entry, seat_view.name, seat_view.seat).alone
            for entry in self.log
            if entry["number"] == ruling.entry
        )
        when = clock.when(ruling.created_at, seat_view.now, seat_view.zone)
        return AgreedDecision(ruling.entry, next(decisions, ""), when)

    def _list_entries(self) -> list[tuple[int, str]]:
        """Return the last entries in words, each with the number of the entry before it.

        The game can be taken back to that number.
        """
        counting = set(self.course.line(self.seat_view.game.head))
        lines = [line for line in news.lines(self.seat_view) if line.number in counting]
        return [(before.number, line.text) for line, before in pairwise(lines)]

    @cached_property
    def course(self) -> participation.Course:
        """Return what the log says besides the position, such as which entries were undone."""
        return participation.course(self.log)

    @cached_property
    def log(self) -> Sequence[PublicEntry]:
        """The game's log as everybody may know it."""
        return store.public_log(self.seat_view.game)

    def _list_absent(self) -> list[tuple[int, str]]:
        """Return the seats for which a stand-in could play, with their players' names."""
        seats = list(self.seat_view.seats)
        present_seats = presence.present(self.seat_view.game, seats, list(self.seat_view.turns), self.seat_view.now)
        present_numbers = {participant.seat.number for participant in present_seats}
        away = [seat for seat in seats if seat.number not in present_numbers and not seat.of_house]
        return [(seat.number, self.seat_view.name(seat.number)) for seat in away]


def read_proposal(form: QueryDict) -> Json:
    """Read a proposal from a form, unchecked: the service refuses one that is incomplete or makes no sense."""
    fields: Json = {"kind": form.get("kind", "")[:16]}
    fields |= {name: _read_number(form.get(name, "")) for name in NUMBERS if form.get(name)}
    fields |= {name: form.get(name, "")[:16] for name in TEXTS if form.get(name)}
    return fields | ({"is_open": form.get("is_open") == "yes"} if "is_open" in form else {})


def _list_hidden_fields(fields: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return a proposal as the hidden fields of a form, which `read_proposal` reads again."""
    return [(name, ("yes" if value else "no") if name == "is_open" else str(value)) for name, value in fields.items()]


def _read_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LARGEST else None


def _confirm_action(query: QueryDict) -> Banner | None:
    if "proposed" in query:
        return Banner(_("The others are asked."), [_("Nothing changes until all who are there have agreed.")])
    sentence = {
        "agreed": _("Everyone has agreed: it is done."),
        "open": _("You have agreed. Not everyone has answered yet."),
        "declined": _("You have declined. Nothing comes of it."),
        "withdrawn": _("You have withdrawn it."),
        "overtaken": _("The game has gone on meanwhile, so nothing comes of it."),
    }.get(query.get("answered", ""))
    return Banner(sentence) if sentence else None


_ACTS: Final = {
    "propose": AgreementsPage._propose,
    "agree": AgreementsPage._agree,
    "decline": AgreementsPage._decline,
    "withdraw": AgreementsPage._withdraw,
    "own_move": AgreementsPage._take_back_own_move,
}
