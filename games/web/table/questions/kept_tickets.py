"""Tickets to keep: the first ones, and those drawn later. The board draws their lines while the player chooses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.removed_tickets import FirstTicketsRemoved, TicketsTaken
from engine.parts.tickets import KeepFirstTickets, KeepTickets, TicketView
from games.presentation import words
from games.presentation.prospects import cards
from games.presentation.prospects.ways import Land
from games.web.table import tickets
from games.web.table.asked import Question
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class TicketChoice:
    """A ticket with a check box."""

    row: tickets.TicketRow
    ticked: bool


@dataclass(frozen=True)
class Keeping:
    """The question's body: tickets to choose from. The move is `verb` followed by the checked tickets' numbers."""

    template: ClassVar[str] = "web/table/_keep.html"
    verb: ClassVar[str] = "keep"
    hand: Sequence[cards.Chip]
    choices: Sequence[TicketChoice]
    at_least: int
    rule: str
    note: str

    @property
    def labels(self) -> list[str]:
        """The button's text for each number of tickets that are ticked; the page puts in their points."""
        return [self._label(count) for count in range(len(self.choices) + 1)]

    def _label(self, count: int) -> str:
        if count < self.at_least:
            n = self.at_least
            return ngettext("Choose at least %(n)d ticket", "Choose at least %(n)d tickets", n) % {"n": n}
        if not count:
            return _("Keep none")
        sentence = ngettext(
            "Keep %(n)d ticket: +# done, −@ not done", "Keep %(n)d tickets: +# done, −@ not done", count
        )
        return sentence % {"n": count}


def keep_first(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask which of the first tickets to keep, with the fewest allowed checked, those that cost least if they fail."""
    return _ask_which_tickets(sight, land, step, _("The game has begun"), first=True)


def keep_drawn(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask which drawn tickets to keep, with none checked: an unwanted one costs points."""
    return _ask_which_tickets(sight, land, step, _("You drew tickets"), first=False)


def _ask_which_tickets(sight: Sight, land: Land | None, step: Step, label: str, *, first: bool) -> Question:
    assert sight.prompt is not None
    offer, least = sight.prompt["offer"], sight.prompt["at_least"]
    cheapest = sorted(offer, key=lambda ticket: ticket["points"])[: least if first else 0]
    ticked = step.keep if step.keep is not None else {ticket["number"] for ticket in cheapest}
    choices = [TicketChoice(row, row.number in ticked) for row in tickets.offered(sight, land, offer)]
    hand = cards.in_hand(sight)
    rule = " ".join([_explain_rule(least, offer), *_explain_loss(sight, offer, first=first)])
    body = Keeping(hand, choices, least, rule, _say_who_has_chosen(sight) if first else "")
    return Question(label, _("Which tickets will you keep?"), body, offer=offer)


def _explain_rule(least: int, offer: Sequence[TicketView]) -> str:
    minimum = ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least} if least else ""
    value = _("A completed ticket scores its points, any other costs you as many.")
    several = any("also" in ticket for ticket in offer)
    best = _("Of several goals the best you reach counts; if you reach none, you lose the first one’s points.")
    return " ".join(filter(None, [minimum, value, best if several else ""]))


def _explain_loss(sight: Sight, offer: Sequence[TicketView], *, first: bool) -> Iterator[str]:
    """Say if what is not kept is out of the game (E2, N2), and which ticket is long: there are no others later."""
    if (FirstTicketsRemoved if first else TicketsTaken) in sight.rules.reducers:
        yield _("What you don’t keep is out of the game.")
    for ticket in offer if first else ():
        fact = sight.board.tickets[sight.board.ticket_of[ticket["number"]]]
        if "long" in fact.attributes:
            title = words.ticket_title(fact.number, sight.board)
            yield _("%(ticket)s is your long ticket: no other is dealt later.") % {"ticket": title}


def _say_who_has_chosen(sight: Sight) -> str:
    """Return that everyone chooses at the same time, and who has already chosen."""
    waiting = {prompt["seat"] for prompt in sight.view["prompts"]}
    chosen = [sight.name(seat["seat"]) for seat in sight.view["seats"] if seat["seat"] not in waiting]
    sentence = _("Everyone chooses at the same time.")
    if not chosen:
        return sentence
    have = ngettext("%(names)s has chosen.", "%(names)s have chosen.", len(chosen))
    return f"{sentence} " + have % {"names": words.all_of(chosen)}


QUESTIONS: Final = {KeepFirstTickets.tag: keep_first, KeepTickets.tag: keep_drawn}
