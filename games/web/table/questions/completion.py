"""Which tickets to complete with the cards on the track: the best set is ticked, and explained."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.ticket_completion import CompleteTickets
from games.presentation.prospects import cards, ticket_status
from games.presentation.prospects.ways import Land
from games.web.table import tickets
from games.web.table.asked import Question
from games.web.table.questions.kept_tickets import TicketChoice
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class Completing:
    """The question's body: the viewer's tickets, and the cards that pay for them. `best` explains which are checked."""

    template: ClassVar[str] = "web/table/_complete.html"
    verb: ClassVar[str] = "complete"
    stack: Sequence[cards.Chip]
    choices: Sequence[TicketChoice]
    rule: str
    best: str

    @property
    def labels(self) -> list[str]:
        """The button's text for each number of tickets that are ticked; the page puts in their points."""
        counts = range(1, len(self.choices) + 1)
        sentences = [ngettext("Complete %(n)d ticket: +#", "Complete %(n)d tickets: +#", n) % {"n": n} for n in counts]
        return [_("Complete none"), *sentences]


def complete_tickets(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask which tickets to complete, with the most valuable set checked."""
    assert sight.prompt is not None
    assert sight.you is not None
    suggested = sight.prompt["suggestion"]
    ticked = step.keep if step.keep is not None else set(suggested)
    rows = [row for row in tickets.rows(sight, land) if row.state != ticket_status.DONE]
    choices = [TicketChoice(row, row.number in ticked) for row in rows]
    body = Completing(
        cards.chips(sight.you["on_track"] or {}), choices, _explain_rule(), _explain_suggestion(sight, suggested)
    )
    return Question(_("The round is over"), _("Which tickets do you complete?"), body)


def _explain_rule() -> str:
    return _("Each card pays for one ticket; a locomotive stands in for any color. What is left over is discarded.")


def _explain_suggestion(sight: Sight, suggested: Sequence[int]) -> str:
    board = sight.board
    points = sum(board.tickets[board.ticket_of[number]].points for number in suggested)
    if not suggested:
        return _("Your cards on the track complete none of your tickets.")
    sentence = ngettext(
        "The most valuable choice is ticked at first: %(n)d ticket, %(points)d points.",
        "The most valuable choice is ticked at first: %(n)d tickets, %(points)d points.",
        len(suggested),
    )
    return sentence % {"n": len(suggested), "points": points}


QUESTIONS: Final = {CompleteTickets.tag: complete_tickets}
