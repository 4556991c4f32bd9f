"""Suggested moves, the most sensible first, with one function for each kind of question.

Each choice links to the table, where the move is already selected and one tap plays it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import notation
from engine.boards import TicketFact
from engine.cards import KINDS
from engine.model import Move
from engine.parts.claims import ClaimRoute
from engine.parts.goals import list_cities
from engine.parts.markers import ChooseStart, Mark, PlaceMarker, Start
from engine.parts.market import DrawAgain, DrawBlind, TakeCard
from engine.parts.stations import BuildStation
from engine.parts.substitutes import ClaimWith
from engine.parts.ticket_completion import Complete, CompleteTickets
from engine.parts.tickets import DrawTickets, Keep, KeepFirstTickets, KeepTickets
from engine.parts.turns import TakeTurn
from engine.parts.yards import PlaceRow, PlaceThree
from games.presentation import words
from games.presentation.prospects import ticket_status
from games.presentation.prospects.claims import Claims
from games.presentation.prospects.draws import Draws
from games.presentation.prospects.rows import Rows
from games.presentation.prospects.stations import Stations
from games.presentation.words.capitals import begin_line
from games.presentation.words.lists import listed_with_commas
from notifications.context import Context
from notifications.letters import hand

MOST: Final = 7
CLAIMS: Final = 3
ROWS: Final = 3
STATIONS: Final = 2


@dataclass(frozen=True)
class Choice:
    """A suggestion for the reader: a move, or several moves in a row, with a reason and the points it scores.

    `moves` are its moves in order, in notation; empty if there are many ways to play it. `step` selects it on the table
    (`games.web.choices`). `letters` maps the letters of the offered tickets it concerns to the tickets' numbers.
    """

    name: str
    moves: Sequence[str]
    why: str = ""
    worth: str = ""
    step: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, int] = field(default_factory=dict)

    @property
    def typed(self) -> Sequence[str]:
        """Return the moves as a player types them, with offered tickets by their letters."""
        return [hand.in_letters(move, self.letters) for move in self.moves]


def best_choices(context: Context) -> Sequence[Choice]:
    """Return the best answers to the reader's open question, the best first."""
    kind = context.prompt["type"] if context.prompt else ""
    return list(islice(CHOICES.get(kind, anything)(context), MOST))


def turn(context: Context) -> Iterator[Choice]:
    """Offer claims and rows that help tickets, then cards, then tickets, then all other kinds of moves."""
    claims = context.claims
    if claims is not None:
        yield from _offer_claims(claims)
    yield from _offer_rows(context)
    yield from _offer_draws(context, 2)
    yield from _offer_tickets(context)
    yield from _offer_stations(context)
    yield from _offer_others(context)


def unhelpful(context: Context) -> str:
    """Return a sentence that no possible claim helps the reader's tickets; "" if one does or none is possible."""
    return context.claims.unhelpful if has_claims_first(context) and context.claims else ""


def has_claims_first(context: Context) -> bool:
    """Check whether the list begins with the claims that help most; a row may come first that only robs a rival."""
    return bool(context.claims and context.prompt and CHOICES.get(context.prompt["type"]) is turn)


def _build_choice(context: Context, move: Move) -> Choice:
    """Build a choice from a move, named in words, or in notation if there are no words for it."""
    return Choice(begin_line(context.describe(move)), [_to_notation(context, move)])


def _to_notation(context: Context, move: Move) -> str:
    return notation.write(context.rules, move)


def _offer_claims(claims: Claims) -> Iterator[Choice]:
    alike = {row.name: row for row in reversed(claims.useful)}  # the better of parallel tracks
    for row in [row for row in claims.useful if alike[row.name] is row][:CLAIMS]:
        worth = ngettext("%(n)d point", "%(n)d points", row.points) % {"n": row.points}
        name = _("Claim %(route)s") % {"route": row.name}
        yield Choice(name, [claims.suggested(row.slug)], row.reason, worth, {"route": row.slug})


def _offer_rows(context: Context) -> Iterator[Choice]:
    for row in Rows(context).useful[:ROWS]:
        name = _("Place %(cards)s") % {"cards": row.name}
        why = _("in your rail yard · %(why)s") % {"why": row.reason}
        yield Choice(name, [row.move], why, "", {"place": row.place})


def _offer_draws(context: Context, most: int) -> Iterator[Choice]:
    for draw in Draws(context, context.land, most).useful:
        yield Choice(draw.name, draw.moves, draw.then, "", {"take": ",".join(draw.take)})


def _offer_stations(context: Context) -> Iterator[Choice]:
    """Offer the stations that complete tickets; if there are none, to choose a city on the table."""
    stations = Stations(context, context.land) if context.land else None
    if stations is None or not stations.by_city:
        return
    cheapest = stations.payments(next(iter(stations.by_city)))[0]
    price = words.counted(stations.spent(cheapest))
    for city in stations.suggested[:STATIONS]:
        fact = context.board.cities[city]
        why = _(" · ").join([price, stations.purpose(city)])
        move = _to_notation(context, stations.payments(city)[0])
        yield Choice(_("Build a station in %(city)s") % {"city": fact.name}, [move], why, "", {"station": fact.slug})
    if not stations.suggested:
        yield Choice(
            _("Build a station"),
            NOT_ONE,
            _("in any city, for %(cards)s") % {"cards": price},
            "",
            {"station": "anywhere"},
        )


def _offer_tickets(context: Context) -> Iterator[Choice]:
    move = next((move for move in context.options if isinstance(move, DrawTickets)), None)
    if move is not None:
        tickets_left = context.view["ticket_deck"]
        why = ngettext("%(n)d ticket is left", "%(n)d tickets are left", tickets_left) % {"n": tickets_left}
        yield Choice(_("Draw tickets"), [_to_notation(context, move)], why, "", {"tickets": ""})


def _offer_others(context: Context) -> Iterator[Choice]:
    """Offer the moves without a function of their own: each by name, or one choice per kind if there are many."""
    kinds: dict[str, list[Move]] = {}
    for move in context.options:
        if move.tag not in SHOWN:
            kinds.setdefault(move.tag, []).append(move)
    for tag, moves in kinds.items():
        deed = words.deeds([tag]) if len(moves) > FEW else []
        if deed:
            ways = ngettext("%(n)d way", "%(n)d ways", len(moves)) % {"n": len(moves)}
            yield Choice(begin_line(deed[0]), NOT_ONE, ways)
        else:
            yield from (_build_choice(context, move) for move in moves)


NOT_ONE: Final[Sequence[str]] = ()
SHOWN: Final = (
    *(ClaimRoute.tag, ClaimWith.tag),
    BuildStation.tag,
    PlaceRow.tag,
    PlaceThree.tag,
    TakeCard.tag,
    DrawBlind.tag,
    DrawTickets.tag,
)
"""Moves of a turn that have functions of their own; all others (passing, say) are listed by name."""


def second_card(context: Context) -> Iterator[Choice]:
    """Offer cards to draw as the second card of a turn."""
    return _offer_draws(context, 1)


def keeping(context: Context) -> Iterator[Choice]:
    """Offer sets of tickets to keep: small sets first, those closest to completion first among sets of one size."""
    assert context.prompt is not None
    offer, letters = context.prompt["offer"], hand.letters_of_offer(context.view, context.seat)
    labels = {ticket["number"]: str(ticket["number"]) for ticket in offer}  # for tickets beyond the end of the alphabet
    labels |= {number: letter for letter, number in letters.items()}
    for numbers in _select_sets(_rank_sets(context)):
        yield replace(_keep_choice(context, numbers, labels), letters=letters)


def unlisted_set(context: Context, best: Sequence[Choice]) -> str:
    """Return, as a player types it, the order to keep several tickets that is no choice of these; "" if all are."""
    letters = hand.letters_of_offer(context.view, context.seat) if len(best) == MOST else {}
    listed = {move for choice in best for move in choice.moves}
    orders = [_name_tickets("keep", numbers) for numbers in _rank_sets(context) if len(numbers) > 1] if letters else []
    order = next((order for order in orders if order not in listed), "")
    verb, *typed = hand.in_letters(order, letters).split(" ")
    return f"{verb} {words.all_of(typed)}" if typed else ""


def _rank_sets(context: Context) -> list[list[int]]:
    """Return all sets of offered tickets that may be kept, by their numbers; none if the question is another."""
    offer = context.prompt.get("offer", []) if context.prompt else []
    standings = ticket_status.of_offered(context, context.land, offer)
    ways = zip(offer, standings, strict=True)
    far = {ticket["number"]: ticket_status.effort(ticket, standing) for ticket, standing in ways}
    sets = [_ticket_numbers(context, move.tickets) for move in context.options if isinstance(move, Keep)]
    return sorted(sets, key=lambda numbers: (len(numbers), sum(far[number] for number in numbers)))


def _select_sets(sets: Sequence[list[int]]) -> list[list[int]]:
    """Return the sets to list, in order: if there are too many, none, the smallest, some a ticket larger, and all."""
    if len(sets) <= MOST:
        return list(sets)
    none = [numbers for numbers in sets if not numbers]
    smallest, larger = (_list_sets(sets, len(sets[len(none)]) + more) for more in (0, 1))
    few = [*none, *smallest[:SMALLEST]]
    return [*few, *larger[: MOST - 1 - len(few)], sets[-1]]


def _list_sets(sets: Sequence[list[int]], size: int) -> list[list[int]]:
    return [numbers for numbers in sets if len(numbers) == size]


FIRST_TICKETS: Final = KeepFirstTickets.tag
SMALLEST: Final = 4
"""How many of the smallest sets of tickets are listed, if not all sets are."""
FEW: Final = 2


def _ticket_numbers(context: Context, tickets: Sequence[int]) -> list[int]:
    return [context.board.tickets[ticket].number for ticket in tickets]


def _keep_choice(context: Context, numbers: Sequence[int], labels: Mapping[int, str]) -> Choice:
    step, points = {"keep": ",".join(map(str, numbers))}, _spell_points(context, numbers)
    others = [name for number, name in labels.items() if number not in numbers]
    moves = [_name_tickets("keep", numbers)]
    if not others:
        return Choice(_("Keep all %(n)d") % {"n": len(numbers)}, moves, "", points, step)
    if not numbers:
        return Choice(_("Keep none"), moves, "", "", step)
    if len(others) == 1 and len(numbers) > FEW:
        return Choice(_("Keep all but %(letter)s") % {"letter": others[0]}, moves, "", points, step)
    listed = words.all_of([labels[number] for number in numbers])
    return Choice(_("Keep %(letters)s") % {"letters": listed}, moves, "", points, step)


def _name_tickets(verb: str, numbers: Sequence[int]) -> str:
    """Write a selection of tickets in notation."""
    return f"{verb} {' '.join(map(str, numbers)) or 'none'}"


def _ticket_name(context: Context, number: int) -> str:
    return hand.name(context, number)


def _sum_points(context: Context, numbers: Sequence[int]) -> int:
    return sum(_fact(context, number).points for number in numbers)


def _fact(context: Context, number: int) -> TicketFact:
    return context.board.tickets[context.board.ticket_of[number]]


def _spell_points(context: Context, numbers: Sequence[int]) -> str:
    values = [[goal.points for goal in _fact(context, number).goals] for number in numbers]
    least, most = sum(map(min, values)), sum(map(max, values))
    phrase = ngettext("%(points)s point", "%(points)s points", most)
    return phrase % {"points": words.value_range([least, most])}


def starting(context: Context) -> Iterator[Choice]:
    """Offer the cities on the reader's tickets, those on most tickets first."""
    open_starts = {context.board.cities[move.city].slug: move for move in context.options if isinstance(move, Start)}
    ends: dict[str, list[str]] = {}
    for ticket in engine.own(context.view)["tickets"]:
        for end in list_cities(ticket):
            ends.setdefault(end, []).append(hand.name(context, ticket["number"]))
    for slug, names in sorted(ends.items(), key=lambda end: -len(end[1])):
        if slug in open_starts:
            city = words.city(slug, context.board)
            moves = [_to_notation(context, open_starts[slug])]
            yield Choice(_("Start in %(city)s") % {"city": city}, moves, listed_with_commas(names), "", {"city": slug})


def marking(context: Context) -> Iterator[Choice]:
    """Offer to place a marker in either city, with the fewest locomotives first, or not to place one."""
    moves = [move for move in context.options if isinstance(move, Mark)]
    moves.sort(key=lambda move: (move.locomotives, move.city, move.color))
    others = [move for move in context.options if not isinstance(move, Mark)]
    for move in [*moves[: MOST - len(others)], *others]:
        yield _build_choice(context, move)


def completing(context: Context) -> Iterator[Choice]:
    """Offer the most valuable set of tickets, and the other sets if there are few."""
    assert context.prompt is not None
    best = context.prompt["suggestion"]
    yield _complete_choice(context, best)
    if len(context.options) <= MOST:
        all_sets = [_ticket_numbers(context, move.tickets) for move in context.options if isinstance(move, Complete)]
        other_sets = [numbers for numbers in all_sets if set(numbers) != set(best)]
        yield from (
            _complete_choice(context, numbers)
            for numbers in sorted(other_sets, key=partial(_sum_points, context), reverse=True)
        )


def _complete_choice(context: Context, numbers: Sequence[int]) -> Choice:
    step, moves = {"keep": ",".join(map(str, numbers))}, [_name_tickets("complete", numbers)]
    if not numbers:
        return Choice(_("Complete none"), moves, "", "", step)
    title = ngettext("Complete %(n)d ticket", "Complete %(n)d tickets", len(numbers)) % {"n": len(numbers)}
    names = listed_with_commas(_ticket_name(context, number) for number in numbers)
    return Choice(title, moves, names, _spell_points(context, numbers), step)


def anything(context: Context) -> Iterator[Choice]:
    """Offer every move, in words, or in notation if there are no words for it."""
    return (_build_choice(context, move) for move in context.options)


CHOICES: Final[Mapping[str, Callable[[Context], Iterator[Choice]]]] = {
    TakeTurn.tag: turn,
    DrawAgain.tag: second_card,
    FIRST_TICKETS: keeping,
    KeepTickets.tag: keeping,
    ChooseStart.tag: starting,
    PlaceMarker.tag: marking,
    CompleteTickets.tag: completing,
}


def rest(context: Context) -> tuple[str, list[tuple[str, Sequence[str]]]] | None:
    """Return a title and groups of all that can be claimed, placed or started from; None if the choices cover it."""
    kind = context.prompt["type"] if context.prompt else ""
    folded = REST.get(kind)
    return folded(context) if folded else None


Folded = tuple[str, list[tuple[str, Sequence[str]]]] | None


def _list_all_routes(context: Context) -> Folded:
    claims = context.claims
    if claims is None:
        return _list_all_rows(context)
    tracks = [context.board.routes[route] for route in sorted(claims.by_route)]
    by_color: dict[int, dict[str, None]] = {}
    for track in sorted(tracks, key=lambda track: (track.color, track.slug)):
        line = _("%(route)s %(length)d") % {"route": words.track(track.slug, context.board), "length": track.length}
        by_color.setdefault(track.color, {})[line] = None
    if not tracks:
        return None
    title = _("All routes you can pay for (%(n)d)") % {"n": len(tracks)}
    return title, [(_color_name(color), list(lines)) for color, lines in by_color.items()]


def _color_name(color: int) -> str:
    return words.card(KINDS[color]) if color >= 0 else _("any color")


def _list_all_rows(context: Context) -> Folded:
    by_color: dict[int, list[str]] = {}
    for move in context.options:
        if isinstance(move, PlaceRow):
            row = {KINDS[move.color]: move.cards, "locomotive": move.locomotives}
            by_color.setdefault(move.color, []).append(words.counted(row))
    groups: list[tuple[str, Sequence[str]]] = [(_color_name(color), rows) for color, rows in by_color.items()]
    threes = [words.cards(KINDS[color] for color in move.colors) for move in _moves_of_three(context)]
    if threes:
        groups.append((_("one card each of"), threes))
    return (_("All rows you can place"), groups) if groups else None


def _moves_of_three(context: Context) -> Iterator[PlaceThree]:
    return (move for move in context.options if isinstance(move, PlaceThree))


def _list_all_starts(context: Context) -> Folded:
    cities = [context.board.cities[move.city].name for move in context.options if isinstance(move, Start)]
    return _("Where you can start"), [(_("any of"), cities)]


REST: Final[Mapping[str, Callable[[Context], Folded]]] = {
    TakeTurn.tag: _list_all_routes,
    ChooseStart.tag: _list_all_starts,
}
