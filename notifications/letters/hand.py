"""The reader's hand in an email: train cards, tickets with their progress, and tickets on offer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from math import ceil
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.parts.goals import list_values
from engine.parts.tickets import TicketView
from games.presentation import words
from games.presentation.prospects import cards, ticket_status
from games.presentation.prospects.helped_tickets import letters
from games.presentation.prospects.ticket_status import TicketStanding
from notifications.context import Context
from notifications.letters.document import Element, Heading, Paragraph, Verbatim
from notifications.letters.sections import CardLabel, Cards, TicketItem, TicketItems


class LetteredTicket(NamedTuple):
    """A ticket, its letter in this email, and its progress."""

    letter: str
    ticket: TicketView
    standing: TicketStanding


ROW: Final = 44
"""Characters of a ticket's text that fit into a row on a phone's screen."""
ROOM: Final = 7
"""Rows for tickets above the moves, so that a phone's first screen still shows two moves."""
KEEP: Final = "keep"


def note(context: Context) -> Iterator[Element]:
    """Show the reader's private note."""
    if context.note:
        yield Heading(_("Your note"))
        yield Verbatim(context.note.splitlines())


def hand(context: Context) -> Iterator[Element]:
    """Show the reader's train cards."""
    counts = engine.own(context.view)["hand"]
    heading = _("Your hand (%(count)d)") % {"count": sum(counts.values())}
    yield Cards(heading, _("Your hand"), _label_chips(counts), _("None."))


def _label_chips(counts: Mapping[str, int]) -> list[CardLabel]:
    return [CardLabel(chip.kind, words.counted({chip.kind: chip.count})) for chip in cards.chips(counts)]


def stack(context: Context) -> Iterator[Element]:
    """Show the reader's cards on the track, if there are any and the reader may look through them."""
    counts = engine.own(context.view).get("on_track")
    if counts is not None:
        heading = _("Your cards on the track (%(count)d)") % {"count": sum(counts.values())}
        yield Cards(heading, _("On track"), _label_chips(counts), _("None."))


def yard(context: Context) -> Iterator[Element]:
    """Show the rows in the reader's rail yard, if there are any."""
    rows = context.view["seats"][context.seat].get("yard", ())
    labels = [
        CardLabel(row["color"], words.counted(cards.paid(row["color"], row["cards"], row["locomotives"])))
        for row in rows
    ]
    if labels:
        yield Cards(_("Your rail yard"), _("In yard"), labels, _("None."))


def market(context: Context) -> Iterator[Element]:
    """Show the face-up cards in the order of their slots."""
    labels = [CardLabel(card, words.card(card)) for card in context.view["market"] if card]
    labels += [CardLabel("", _("empty")) for card in context.view["market"] if not card] if labels else []
    yield Cards(_("Face-up cards"), _("Face up"), labels, _("None."))


def piles(context: Context) -> Iterator[Element]:
    """Count the cards and tickets that lie face down."""
    counts = {name: context.view[name] for name in ("deck", "discard_pile", "ticket_deck")}
    yield Paragraph(_("Deck: %(deck)d. Discard pile: %(discard_pile)d. Tickets to draw: %(ticket_deck)d.") % counts)


def offer(context: Context) -> Iterator[Element]:
    """Show the tickets that the reader may choose from, and the progress each would have."""
    if context.prompt and "offer" in context.prompt:
        offered, tickets_held = context.prompt["offer"], len(engine.own(context.view)["tickets"])
        standings = ticket_status.of_offered(context, context.land, offered)
        offer_letters = letters(tickets_held + len(offered))[tickets_held:]
        lettered = list(starmap(LetteredTicket, zip(offer_letters, offered, standings, strict=True)))
        yield TicketItems(
            _("Tickets to choose from"),
            _build_items(context, lettered, ticket_status.offer_in_full(context.land, standings)),
            [_least_sentence(context.prompt["at_least"]), *_explain_costs(offered)],
        )


def _explain_costs(offered: Sequence[TicketView]) -> Iterator[str]:
    yield _("One that you don’t complete costs you its points.")
    if any("also" in ticket for ticket in offered):
        yield _("Of several goals the best you reach counts; if you reach none, you lose the first one’s points.")


def letters_of_offer(view: engine.View, seat: int) -> dict[str, int]:
    """Map the letters that the email gives to the tickets on offer to a seat, to the tickets' numbers."""
    offered = next((prompt["offer"] for prompt in view["prompts"] if prompt["seat"] == seat and "offer" in prompt), ())
    tickets_held = len(engine.own(view)["tickets"])
    lettered = zip(letters(tickets_held + len(offered))[tickets_held:], offered, strict=True)
    return {letter: ticket["number"] for letter, ticket in lettered if letter}


def in_letters(move: str, letters: Mapping[str, int]) -> str:
    """Write a choice of offered tickets as a player types it, by letters; leave any other move in notation."""
    verb, *chosen = move.split(" ")
    by_number = {str(number): letter for letter, number in letters.items()}
    if verb != KEEP or not all(number in by_number for number in chosen):
        return move
    return " ".join([verb, *(by_number[number] for number in chosen)])


def _least_sentence(least: int) -> str:
    if not least:
        return _("Keep as many as you like, or none.")
    return ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least}


@dataclass(frozen=True, slots=True)
class HeldTickets:
    """The reader's tickets, divided between the top and the bottom of an email.

    `near` are incomplete tickets, as many as fit above the moves; `short` summarizes the others. `further` are all
    those below the moves, ordered by letter.
    """

    near: Sequence[TicketItem]
    short: Sequence[str]
    further: Sequence[TicketItem]


def held_tickets(context: Context) -> HeldTickets:
    """Divide the reader's tickets between the top and the bottom of an email.

    All incomplete tickets appear in full above the moves if there is room; otherwise the top is brief and the bottom
    full.
    """
    all_lettered = _list_tickets(context)
    lines = _describe_in_full(context, all_lettered)
    short = list(_tell_in_short(lines, all_lettered))
    lacking = [line for line, lettered in zip(lines, all_lettered, strict=True) if _lacks(lettered)]
    if _count_rows([*map(_ticket_state, lacking), *short]) <= ROOM:
        return HeldTickets(lacking, short, [line for line in lines if line not in lacking])
    nearest = sorted(filter(_lacks, all_lettered), key=_spaces_to_go)[:ROOM]
    if later := [
        _ticket_name(line)
        for line, lettered in zip(lines, all_lettered, strict=True)
        if _lacks(lettered) and lettered not in nearest
    ]:
        short.insert(0, _("%(tickets)s: see below") % {"tickets": words.all_of(later)})
    near = _fit_into_rows(context, [lettered for lettered in all_lettered if lettered in nearest])
    return HeldTickets(near, short, [line for line in lines if line not in near])


def _fit_into_rows(context: Context, all_lettered: Sequence[LetteredTicket]) -> list[TicketItem]:
    """Describe these tickets briefly, so that each fits into a row."""
    return _build_items(context, all_lettered, [lettered.standing.text for lettered in all_lettered])


def _spaces_to_go(lettered: LetteredTicket) -> int:
    return ticket_status.spaces(lettered.standing)


def _list_tickets(context: Context) -> list[LetteredTicket]:
    """Return the reader's tickets, each with its letter and progress."""
    own_tickets = engine.own(context.view)["tickets"]
    standings = ticket_status.of_held(context, context.land)
    return list(starmap(LetteredTicket, zip(letters(len(own_tickets)), own_tickets, standings, strict=True)))


def _lacks(lettered: LetteredTicket) -> bool:
    return lettered.standing.state == ticket_status.OPEN and not lettered.standing.is_paid


def _tell_in_short(lines: Sequence[TicketItem], all_lettered: Sequence[LetteredTicket]) -> Iterator[str]:
    labeled = [(_ticket_name(line), ticket.standing) for line, ticket in zip(lines, all_lettered, strict=True)]
    paid = [label for label, standing in labeled if standing.state == ticket_status.OPEN and standing.is_paid]
    completed, lost = (
        [label for label, standing in labeled if standing.state == state]
        for state in (ticket_status.DONE, ticket_status.LOST)
    )
    return ticket_status.in_short(paid, completed, lost, len(labeled))


def _ticket_name(line: TicketItem) -> str:
    return line.letter or line.name


def every_ticket(context: Context) -> Iterator[Element]:
    """Show all of the reader's tickets, with their progress."""
    lines = _describe_in_full(context, _list_tickets(context))
    yield TicketItems(_("Your tickets (%(count)d)") % {"count": len(lines)}, lines, [] if lines else [_("None.")])


def tickets(context: Context, own_tickets: HeldTickets) -> Iterator[Element]:
    """Show those of the reader's tickets that belong above the moves."""
    count = len(engine.own(context.view)["tickets"])
    heading = _("Your tickets (%(count)d)") % {"count": count}
    if count:
        yield TicketItems(heading, own_tickets.near, own_tickets.short)
    elif not (context.prompt and "offer" in context.prompt):
        yield Heading(heading)
        yield Paragraph(_("None."))


def further_tickets(own_tickets: HeldTickets) -> Iterator[Element]:
    """Show the rest of the reader's tickets, or all of them in full."""
    if own_tickets.further:
        yield TicketItems(_("Your tickets in full"), own_tickets.further, [])


def _ticket_state(line: TicketItem) -> str:
    return f"{line.name}, {line.status}"


def _count_rows(texts: Iterable[str]) -> int:
    """Return how many rows these texts take on a phone."""
    return sum(ceil(len(text) / ROW) for text in texts)


def _describe_in_full(context: Context, all_lettered: Sequence[LetteredTicket]) -> list[TicketItem]:
    tickets, standings = (
        [lettered.ticket for lettered in all_lettered],
        [lettered.standing for lettered in all_lettered],
    )
    return _build_items(context, all_lettered, ticket_status.each_in_full(context.land, tickets, standings))


def _build_items(
    context: Context, all_lettered: Sequence[LetteredTicket], descriptions: Sequence[str]
) -> list[TicketItem]:
    return [
        TicketItem(letter, name(context, ticket["number"]), list_values(ticket), description)
        for (letter, ticket, _standing), description in zip(all_lettered, descriptions, strict=True)
    ]


def name(context: Context, number: int) -> str:
    """Return a ticket's cities as its name, with all its goals and their values if it has several."""
    return words.ticket_title(number, context.board)
