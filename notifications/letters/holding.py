"""What the reader holds: train cards and tickets, and how each ticket stands; tickets to choose from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.network import routes_in
from games import words
from games.pictures.scene import LETTERS
from games.prospects import cards, standing
from games.prospects.standing import TicketStanding
from notifications.context import Context
from notifications.letters.document import Element, Heading, Paragraph, Verbatim
from notifications.letters.sections import CardLabel, Cards, TicketItem, TicketItems

Ticket = Mapping[str, Any]
ROW: Final = 44
"""Letters of a ticket in a row of a phone's screen."""
ROOM: Final = 5
"""Rows of tickets before the moves, so that a phone's first screen shows two of those."""
KEEP: Final = "keep"
NAMED: Final = 2
"""So many missing routes are named: more are no help at a glance."""


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
    counted = [(chip.kind, chip.count) for chip in cards.chips(held)]
    return [CardLabel(kind, f"{count} {cards.face(kind)}", cards.told({kind: count})) for kind, count in counted]


def stack(context: Context) -> Iterator[Element]:
    """The reader's cards on the track, if there are any and the reader may look through them."""
    lying = context.view["you"].get("on_track")
    if lying is not None:
        heading = _("Your cards on the track (%(count)d)") % {"count": sum(lying.values())}
        yield Cards(heading, _("On track"), _chips(lying), _("None."))


def market(context: Context) -> Iterator[Element]:
    """The face-up cards, in the order of their places."""
    lying = [CardLabel(card, cards.face(card), words.card(card)) for card in context.view["market"] if card]
    lying += [CardLabel("", _("empty"), _("empty")) for card in context.view["market"] if not card]
    yield Cards(_("Market"), _("On offer"), lying, _("None."))


def piles(context: Context) -> Iterator[Element]:
    """What lies face down."""
    counts = {name: context.view[name] for name in ("deck", "discard_pile", "ticket_deck")}
    yield Paragraph(_("Deck: %(deck)d. Discard pile: %(discard_pile)d. Tickets to draw: %(ticket_deck)d.") % counts)


def offer(context: Context) -> Iterator[Element]:
    """The tickets that the reader is to choose from, and how each would stand."""
    if context.prompt and "offer" in context.prompt:
        offered, held = context.prompt["offer"], len(context.view["you"]["tickets"])
        lettered = zip(letters(held + len(offered))[held:], offered, strict=True)
        lines = [_line(context, ticket, letter, standing_of(context, ticket)) for letter, ticket in lettered]
        yield TicketItems(_("Tickets to choose from"), lines, [_at_least(context.prompt["at_least"])])


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


def letters(count: int) -> list[str]:
    """The letters of so many tickets, as in the picture; beyond the alphabet there are none."""
    return [*LETTERS[:count], *[""] * (count - len(LETTERS))]


def _at_least(least: int) -> str:
    if not least:
        return _("Keep as many as you like, or none.")
    return ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least}


def standing_of(context: Context, ticket: Ticket) -> TicketStanding:
    """How a ticket stands, as the reader sees the game."""
    return standing.of(context, context.land, ticket)


@dataclass(frozen=True, slots=True)
class HeldTickets:
    """The reader's tickets: `near` are those under way that need least, as many as stand before the moves; `short` are
    those that are done, or lost."""

    near: Sequence[TicketItem]
    further: Sequence[TicketItem]
    short: Sequence[str]

    @property
    def below(self) -> bool:
        """Whether some stand below the moves."""
        return bool(self.further) or _rows([*map(_told, self.near), *self.short]) > ROOM


def held_tickets(context: Context) -> HeldTickets:
    """How the reader's tickets stand."""
    held = context.view["you"]["tickets"]
    stand = [(letter, one, standing_of(context, one)) for letter, one in zip(letters(len(held)), held, strict=True)]
    under_way = sorted((each for each in stand if each[2].state == standing.OPEN), key=lambda each: _lack(each[2]))
    lines = [_line(context, one, letter, stands) for letter, one, stands in under_way]
    near = max(1, sum(_rows(map(_told, lines[: place + 1])) <= ROOM for place in range(len(lines))))
    done = [one for _, one, stands in stand if stands.state == standing.DONE]
    lost = [one for _, one, stands in stand if stands.state == standing.LOST]
    short = [*_in_short(context, _("Done"), done), *_in_short(context, _("No longer possible"), lost)]
    return HeldTickets(lines[:near], lines[near:], short)


def every_ticket(context: Context) -> Iterator[Element]:
    """All of the reader's tickets, and how they stand."""
    held = context.view["you"]["tickets"]
    lettered = zip(letters(len(held)), held, strict=True)
    lines = [_line(context, ticket, letter, standing_of(context, ticket)) for letter, ticket in lettered]
    yield TicketItems(_("Your tickets (%(count)d)") % {"count": len(held)}, lines, [] if lines else [_("None.")])


def tickets(context: Context, held: HeldTickets) -> Iterator[Element]:
    """The reader's tickets, those that stand before the moves."""
    count = len(context.view["you"]["tickets"])
    heading = _("Your tickets (%(count)d)") % {"count": count}
    if count:
        yield TicketItems(heading, held.near, [_("You have more: see below.")] if held.below else held.short)
    elif not (context.prompt and "offer" in context.prompt):
        yield Heading(heading)
        yield Paragraph(_("None."))


def further_tickets(held: HeldTickets) -> Iterator[Element]:
    """The rest of the reader's tickets."""
    if held.below:
        yield TicketItems(_("Your other tickets"), held.further, held.short)


def _told(line: TicketItem) -> str:
    return f"{line.name}, {line.stands}"


def _rows(texts: Iterable[str]) -> int:
    """How many rows these take on a phone."""
    return sum(ceil(len(text) / ROW) for text in texts)


def _lack(stands: TicketStanding) -> int:
    """What there is still to do, in spaces or cards."""
    return stands.missing.spaces if stands.missing else sum(not slot.covered for slot in stands.slots)


def _in_short(context: Context, state: str, some: Sequence[Ticket]) -> Iterator[str]:
    if some:
        listed = ", ".join(words.ticket(one["number"], context.board) for one in some)
        yield _("%(state)s: %(tickets)s") % {"state": state, "tickets": listed}


def _line(context: Context, ticket: Ticket, letter: str, stands: TicketStanding) -> TicketItem:
    return TicketItem(letter, name(context, ticket), ticket["points"], _stands(context, stands))


def name(context: Context, ticket: Ticket) -> str:
    """A ticket's cities; where several goals complete it, all of them."""
    goals = context.board.tickets[context.board.ticket_of[ticket["number"]]].goals
    cities = context.board.cities
    return _(" or ").join(_(" – ").join(cities[end].name for end in goal.ends) for goal in goals)


def _stands(context: Context, stands: TicketStanding) -> str:
    """With the routes that are missing, where they are few."""
    if stands.missing is None or not 0 < stands.missing.routes.bit_count() <= NAMED:
        return stands.told
    facts = [context.board.routes[route] for route in routes_in(stands.missing.routes)]
    named = [_(" – ").join(context.board.cities[end].name for end in fact.ends) for fact in facts]
    return _("%(told)s: %(routes)s") % {"told": stands.told, "routes": ", ".join(named)}
