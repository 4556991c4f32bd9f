"""The page where players propose something to the table and answer, and take back their own last move."""

from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.codec import Json
from engine.errors import EngineError
from games import store, words
from games.agreements import answering, own_move, presence, proposing
from games.errors import Refused
from games.models import Ruling, Seat
from games.play import participation
from games.rulings.commands import written
from games.web.table import news, proposals
from games.web.table.affairs import OfSeat, refused
from games.web.table.page import Banner

HOURS: Final = (24, 48, 96, 168)
NUMBERS: Final = frozenset({"as_of", "hours", "seat", "entry"})
TEXTS: Final = frozenset({"prompt", "how"})
LARGEST: Final = 9


class AgreementsPage(OfSeat):
    """What waits for the table, what can be proposed, and what was decided."""

    template, name, right = "web/table/agreements.html", "table-agreements", "propose"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Shows what a proposal would change, or proposes it; answers one; takes the own last move back."""
        act = _ACTS.get(request.POST.get("do", ""), AgreementsPage._look)
        try:
            return act(self, request)
        except (EngineError, Refused) as refusal:
            return self.page(request, refused(refusal), 409)

    def _look(self, request: HttpRequest) -> HttpResponse:
        asked, game = wish(request.POST), self.seen.game.pk
        shown = proposing.preview(player=self.player, game_id=game, asked=asked, now=timezone.now())
        told = words.wanted(written(shown.order), shown.undoes, self.seen.name)
        changes = proposals.changes(self.seen, shown)
        return self.page(request, looks={"told": told, "changes": changes, "asked": _plain(asked)})

    def _propose(self, request: HttpRequest) -> HttpResponse:
        made = proposing.propose(
            player=self.player, game_id=self.seen.game.pk, asked=wish(request.POST), now=timezone.now()
        )
        return self._back(f"proposed={made.pk}")

    def _agree(self, request: HttpRequest) -> HttpResponse:
        return self._answer(request, agrees=True)

    def _decline(self, request: HttpRequest) -> HttpResponse:
        return self._answer(request, agrees=False)

    def _answer(self, request: HttpRequest, *, agrees: bool) -> HttpResponse:
        about = proposing.in_game(request.POST.get("proposal", ""), self.seen.game.pk)
        done = answering.answer(player=self.player, proposal_id=about, agrees=agrees, now=timezone.now())
        return self._back(f"answered={done.state}")

    def _withdraw(self, request: HttpRequest) -> HttpResponse:
        about = proposing.in_game(request.POST.get("proposal", ""), self.seen.game.pk)
        proposing.withdraw(player=self.player, proposal_id=about, now=timezone.now())
        return self._back("answered=withdrawn")

    def _own_move(self, request: HttpRequest) -> HttpResponse:
        entry = _number(request.POST.get("entry", "")) or 0
        own_move.take_back(player=self.player, game_id=self.seen.game.pk, now=timezone.now(), entry=entry)
        return HttpResponseRedirect(f"{reverse('table', args=[self.seen.game.pk])}?taken_back=1", status=303)

    def _back(self, told: str) -> HttpResponse:
        return HttpResponseRedirect(f"{reverse('table-agreements', args=[self.seen.game.pk])}?{told}", status=303)

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """What there is, and what has come of the last answer."""
        if self.seen.game.practice:
            return redirect("table", game_id=game_id)
        return self.page(request, _notice(request.GET))

    def context(self) -> dict[str, Any]:
        """Open proposals with what they would change, and what can be proposed as things are."""
        own, seen = self.seen.seats[self.seen.seat or 0], self.seen
        shown = proposals.open_ones(seen)
        return {
            "open": [(one, proposals.preview(seen, one.id)) for one in shown],
            "before": proposals.closed_ones(seen),
            "mine": any(one.own for one in shown),
            "playing": own.status == Seat.Status.PLAYING,
            "running": seen.running,
            "last_move": proposals.last_move(seen),
            "entries": self._entries() if seen.running else [],
            "turns": [(turn.prompt_id, seen.you_or_name(turn.seat)) for turn in seen.turns],
            "hours": HOURS,
            "absent": self._absent() if seen.running else [],
            "decided": _decided(seen.game.pk, self.course.undone),
        }

    def _entries(self) -> list[tuple[int, str]]:
        """What can be taken back to: before each of the last entries, in words."""
        counting = set(self.course.line(self.seen.game.head))
        lines = [line for line in news.lines(self.seen) if line.number in counting]
        return [(before.number, line.text) for line, before in pairwise(lines)]

    @cached_property
    def course(self) -> participation.Course:
        """What the log tells besides the position."""
        return participation.course(store.public_log(self.seen.game))

    def _absent(self) -> list[tuple[int, str]]:
        """The seats for which a stand-in could play."""
        seats = list(self.seen.seats)
        here = presence.present(self.seen.game, seats, list(self.seen.turns), self.seen.now)
        there = {one.seat.number for one in here}
        away = [seat for seat in seats if seat.number not in there and not seat.of_house]
        return [(seat.number, self.seen.name(seat.number)) for seat in away]


def _decided(game_id: str, undone: Collection[int]) -> list[Ruling]:
    """What the table has decided and still holds, the newest first."""
    found = Ruling.objects.filter(game=game_id, agreed__len__gt=0).exclude(entry__in=undone)
    return list(found.order_by("-entry")[: proposals.MOST])


def wish(said: QueryDict) -> Json:
    """What a form proposes. What is missing in it, or makes no sense, the service refuses."""
    asked: Json = {"kind": said.get("kind", "")[:16]}
    asked |= {name: _number(said.get(name, "")) for name in NUMBERS if said.get(name)}
    asked |= {name: said.get(name, "")[:16] for name in TEXTS if said.get(name)}
    return asked | ({"is_open": said.get("is_open") == "yes"} if "is_open" in said else {})


def _plain(asked: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The same, as hidden fields."""
    return [(name, ("yes" if value else "no") if name == "is_open" else str(value)) for name, value in asked.items()]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LARGEST else None


def _notice(said: QueryDict) -> Banner | None:
    if "proposed" in said:
        return Banner(_("The others are asked."), [_("Nothing changes until all who are there have agreed.")])
    told = {
        "agreed": _("Everyone has agreed: it is done."),
        "open": _("You have agreed. The others are still asked."),
        "declined": _("You have declined. Nothing comes of it."),
        "withdrawn": _("You have withdrawn it."),
        "overtaken": _("The game has gone on meanwhile, so nothing comes of it."),
    }.get(said.get("answered", ""))
    return Banner(told) if told else None


_ACTS: Final = {
    "propose": AgreementsPage._propose,
    "agree": AgreementsPage._agree,
    "decline": AgreementsPage._decline,
    "withdraw": AgreementsPage._withdraw,
    "own_move": AgreementsPage._own_move,
}
