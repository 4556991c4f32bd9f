"""What the reader holds: train cards and tickets, and how each ticket stands; tickets to choose from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.prospects import cards, standing
from games.prospects.helping import letters
from games.prospects.standing import TicketStanding
from notifications.context import Context
from notifications.letters.document import Element, Heading, Paragraph, Verbatim
from notifications.letters.sections import CardLabel, Cards, TicketItem, TicketItems

Ticket = Mapping[str, Any]
Lettered = tuple[str, Ticket, TicketStanding]
ROW: Final = 44
"""Letters of a ticket in a row of a phone's screen."""
ROOM: Final = 7
"""Rows of tickets before the moves, so that a phone's first screen shows two of those."""
KEEP: Final = "keep"


def note(context: Context) -> Iterator[Element]:
    """The reader's private note."""
    if context.note:
        yield Heading(_("Your note"))
        yield Verbatim(context.note.splitlines())


def hand(context: Context) -> Iterator[Element]:
    """The reader's train cards."""
    held = context.view["you"]["hand"]
    heading = _("Your cards (%(count)d)") % {"count": sum(held.values())}
    yield Cards(heading, _("You hold"), _chips(held), _("None."))


def _chips(held: Mapping[str, int]) -> list[CardLabel]:
    return [CardLabel(chip.kind, cards.describe({chip.kind: chip.count})) for chip in cards.chips(held)]


def stack(context: Context) -> Iterator[Element]:
    """The reader's cards on the track, if there are any and the reader may look through them."""
    lying = context.view["you"].get("on_track")
    if lying is not None:
        heading = _("Your cards on the track (%(count)d)") % {"count": sum(lying.values())}
        yield Cards(heading, _("On track"), _chips(lying), _("None."))


def yard(context: Context) -> Iterator[Element]:
    """The rows in the reader's rail yard, where there are any."""
    rows = context.view["seats"][context.seat].get("yard", ())
    told = [
        CardLabel(row["color"], cards.describe(cards.paid(row["color"], row["cards"], row["locomotives"])))
        for row in rows
    ]
    if told:
        yield Cards(_("Your rail yard"), _("In yard"), told, _("None."))


def market(context: Context) -> Iterator[Element]:
    """The face-up cards, in the order of their places."""
    lying = [CardLabel(card, words.card(card)) for card in context.view["market"] if card]
    lying += [CardLabel("", _("empty")) for card in context.view["market"] if not card]
    yield Cards(_("Market"), _("On offer"), lying, _("None."))


def piles(context: Context) -> Iterator[Element]:
    """What lies face down."""
    counts = {name: context.view[name] for name in ("deck", "discard_pile", "ticket_deck")}
    yield Paragraph(_("Deck: %(deck)d. Discard pile: %(discard_pile)d. Tickets to draw: %(ticket_deck)d.") % counts)


def offer(context: Context) -> Iterator[Element]:
    """The tickets that the reader is to choose from, and how each would stand."""
    if context.prompt and "offer" in context.prompt:
        offered, held = context.prompt["offer"], len(context.view["you"]["tickets"])
        every = standing.of_offered(context, context.land, offered)
        lettered = list(zip(letters(held + len(offered))[held:], offered, every, strict=True))
        yield TicketItems(
            _("Tickets to choose from"),
            _lines(context, lettered, standing.offer_in_full(context.land, every)),
            [_at_least(context.prompt["at_least"])],
        )


def letters_of_offer(view: Mapping[str, Any], seat: int) -> dict[str, int]:
    """The letters of the tickets that a seat may choose from, as in the email, with the tickets' numbers."""
    offered = next((one["offer"] for one in view["prompts"] if one["seat"] == seat and "offer" in one), ())
    held = len(view["you"]["tickets"])
    lettered = zip(letters(held + len(offered))[held:], offered, strict=True)
    return {letter: ticket["number"] for letter, ticket in lettered if letter}


def in_letters(move: str, letters: Mapping[str, int]) -> str:
    """A choice of tickets on offer as a player types it, by their letters; any other move in notation."""
    verb, *chosen = move.split(" ")
    by_number = {str(number): letter for letter, number in letters.items()}
    if verb != KEEP or not all(number in by_number for number in chosen):
        return move
    return " ".join([verb, *(by_number[number] for number in chosen)])


def _at_least(least: int) -> str:
    if not least:
        return _("Keep as many as you like, or none.")
    return ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least}


@dataclass(frozen=True, slots=True)
class HeldTickets:
    """The reader's tickets: `near` are those that lack something, as many as stand before the moves; `short` says how
    the others stand. `further` are all that are told below the moves, in the order of their letters.
    """

    near: Sequence[TicketItem]
    short: Sequence[str]
    further: Sequence[TicketItem]


def held_tickets(context: Context) -> HeldTickets:
    """How the reader's tickets stand: with all that each lacks where there is room for it before the moves, or else
    there in short, and below them in full.
    """
    stand = _stand(context)
    lines = _lines_in_full(context, stand)
    short = list(_in_short(lines, stand))
    lacking = [line for line, one in zip(lines, stand, strict=True) if _lacks(one)]
    if _rows([*map(_ticket_state, lacking), *short]) <= ROOM:
        return HeldTickets(lacking, short, [line for line in lines if line not in lacking])
    nearest = sorted(filter(_lacks, stand), key=_spaces)[:ROOM]
    if later := [
        _ticket_name(line) for line, one in zip(lines, stand, strict=True) if _lacks(one) and one not in nearest
    ]:
        short.insert(0, _("%(tickets)s: see below") % {"tickets": words.all_of(later)})
    near = _in_a_row(context, [one for one in stand if one in nearest])
    return HeldTickets(near, short, [line for line in lines if line not in near])


def _in_a_row(context: Context, stand: Sequence[Lettered]) -> list[TicketItem]:
    """These tickets in short, each of which fits into a row."""
    return _lines(context, stand, [stands.told for *_one, stands in stand])


def _spaces(one: Lettered) -> int:
    *_ticket, stands = one
    return standing.spaces(stands)


def _stand(context: Context) -> list[Lettered]:
    """The reader's tickets, each with its letter."""
    held = context.view["you"]["tickets"]
    every = standing.of_held(context, context.land)
    return list(zip(letters(len(held)), held, every, strict=True))


def _lacks(one: Lettered) -> bool:
    *_ticket, stands = one
    return stands.state == standing.OPEN and not stands.is_paid


def _in_short(lines: Sequence[TicketItem], stand: Sequence[Lettered]) -> Iterator[str]:
    every = [(_ticket_name(line), stands) for line, (*_one, stands) in zip(lines, stand, strict=True)]
    paid = [told for told, stands in every if stands.state == standing.OPEN and stands.is_paid]
    done, lost = ([told for told, one in every if one.state == state] for state in (standing.DONE, standing.LOST))
    return standing.in_short(paid, done, lost, len(every))


def _ticket_name(line: TicketItem) -> str:
    return line.letter or line.name


def every_ticket(context: Context) -> Iterator[Element]:
    """All of the reader's tickets, and how they stand."""
    lines = _lines_in_full(context, _stand(context))
    yield TicketItems(_("Your tickets (%(count)d)") % {"count": len(lines)}, lines, [] if lines else [_("None.")])


def tickets(context: Context, held: HeldTickets) -> Iterator[Element]:
    """The reader's tickets, those that stand before the moves."""
    count = len(context.view["you"]["tickets"])
    heading = _("Your tickets (%(count)d)") % {"count": count}
    if count:
        yield TicketItems(heading, held.near, held.short)
    elif not (context.prompt and "offer" in context.prompt):
        yield Heading(heading)
        yield Paragraph(_("None."))


def further_tickets(held: HeldTickets) -> Iterator[Element]:
    """The rest of the reader's tickets, or all of them in full."""
    if held.further:
        yield TicketItems(_("Your tickets in full"), held.further, [])


def _ticket_state(line: TicketItem) -> str:
    return f"{line.name}, {line.stands}"


def _rows(texts: Iterable[str]) -> int:
    """How many rows these take on a phone."""
    return sum(ceil(len(text) / ROW) for text in texts)


def _lines_in_full(context: Context, stand: Sequence[Lettered]) -> list[TicketItem]:
    tickets, standings = [ticket for _letter, ticket, _stands in stand], [stands for *_one, stands in stand]
    by = context.claims.best if context.claims else None
    return _lines(context, stand, standing.each_in_full(context.land, tickets, standings, by))


def _lines(context: Context, stand: Sequence[Lettered], told: Sequence[str]) -> list[TicketItem]:
    return [
        TicketItem(letter, name(context, ticket), ticket["points"], full)
        for (letter, ticket, _stands), full in zip(stand, told, strict=True)
    ]


def name(context: Context, ticket: Ticket) -> str:
    """A ticket's cities; where several goals complete it, all of them."""
    goals = context.board.tickets[context.board.ticket_of[ticket["number"]]].goals
    cities = context.board.cities
    return _(" or ").join(_(" – ").join(cities[end].name for end in goal.ends) for goal in goals)
