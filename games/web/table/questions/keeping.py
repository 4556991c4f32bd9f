"""Tickets to keep: the first ones, and those drawn later. Their lines are seen before they are chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.prospects import cards
from games.prospects.ways import Land
from games.web.table import tickets
from games.web.table.asked import Question
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class TicketChoice:
    """A ticket that can be ticked."""

    row: tickets.TicketRow
    ticked: bool


@dataclass(frozen=True)
class Keeping:
    """Tickets to choose from. `verb` begins the move that their numbers end."""

    template: ClassVar[str] = "web/table/_keep.html"
    verb: ClassVar[str] = "keep"
    hand: Sequence[cards.Chip]
    choices: Sequence[TicketChoice]
    at_least: int
    told: str
    note: str


def keep_first(sight: Sight, land: Land | None, step: Step) -> Question:
    """All are ticked: most players keep most of them."""
    return _which_tickets(sight, land, step, _("The game has begun"), first=True)


def keep_drawn(sight: Sight, land: Land | None, step: Step) -> Question:
    """None is ticked: an unwanted one costs points."""
    return _which_tickets(sight, land, step, _("You drew tickets"), first=False)


def _which_tickets(sight: Sight, land: Land | None, step: Step, label: str, *, first: bool) -> Question:
    assert sight.prompt is not None
    offer, least = sight.prompt["offer"], sight.prompt["at_least"]
    kept = step.keep if step.keep is not None else {one["number"] for one in offer if first}
    choices = [TicketChoice(row, row.number in kept) for row in tickets.offered(sight, land, offer)]
    held = cards.chips(sight.you["hand"]) if sight.you else []
    body = Keeping(held, choices, least, _lead(least), _others(sight) if first else "")
    return Question(label, _("Which tickets will you keep?"), body, offer=offer)


def _lead(least: int) -> str:
    told = ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least} if least else ""
    return f"{told} {_('Completed tickets score, the others cost you.')}".strip()


def _others(sight: Sight) -> str:
    """The players who have chosen; everyone chooses at the same time."""
    waiting = {one["seat"] for one in sight.view["prompts"]}
    chosen = [sight.name(seat["seat"]) for seat in sight.view["seats"] if seat["seat"] not in waiting]
    told = _("Everyone chooses at the same time.")
    if not chosen:
        return told
    have = ngettext("%(names)s has chosen.", "%(names)s have chosen.", len(chosen))
    return f"{told} " + have % {"names": ", ".join(chosen)}


QUESTIONS: Final = {"keep_first_tickets": keep_first, "keep_tickets": keep_drawn}
