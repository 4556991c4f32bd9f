"""One line of text for every move, and back.

    draw 3                              the face-up card at the third place of the market
    draw deck                           a card from the deck
    draw red                            the red card of the market, where just one lies there (`parse_at`)
    claim denver-omaha purple 3 loco 1  a route, and the cards that pay for it (all locomotives: "loco 4")
    tickets                             draw tickets
    keep 3 17                           keep the tickets with these numbers ("keep none")
    pass | resign | back                back: an absent player is here again

Case and further spaces do not matter, a route's cities may come in either order.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from engine.boards import GRAY, Board, City, Route, RouteFact, Ticket
from engine.cards import COLORS, KINDS, LOCOMOTIVE, PLACES, Card, Place
from engine.claims import ClaimRoute
from engine.core import Move
from engine.errors import IllegalMove, MalformedMove
from engine.market import DrawBlind, TakeCard
from engine.tickets import DrawTickets, Keep
from engine.turns import ComeBack, Pass, Resign

if TYPE_CHECKING:
    from engine.core import Ruleset

LOCO: Final = "loco"
DOES_NOT_ADD_UP: Final = -1
"""Locomotives of a payment of too many or too few cards. It is a move, if no legal one: its rule says what is wrong."""


def parse(rules: "Ruleset", text: str) -> Move:
    """The move that this line names. Raises MalformedMove with what was expected instead."""
    words = text.lower().split()
    if not words or words[0] not in rules.verbs:
        raise MalformedMove("unknown_verb", known=sorted(rules.verbs))
    return rules.verbs[words[0]](rules.board, words[1:])


def parse_at(state: Any, text: str) -> Move:
    """The move that this line names in a position, where "draw red" may name a place of the market.

    Raises MalformedMove, also where two places could be meant; IllegalMove where no such card lies there (B5).
    """
    words = text.lower().split()
    if len(words) == 2 and words[0] == "draw" and words[1] in (LOCO, *KINDS):
        return TakeCard(_place_of(state.cards.market, kind(words[1])))
    return parse(state.rules, text)


def _place_of(market: Sequence[Card | None], card: Card) -> Place:
    places = [place for place, lying in enumerate(market) if lying == card]
    if not places:
        raise IllegalMove("color_not_in_market", rule="B5", color=KINDS[card])
    if len(places) > 1:
        raise MalformedMove("which_place", given=KINDS[card], known=[f"draw {place + 1}" for place in places])
    return Place(places[0])


def write(rules: "Ruleset", move: Move) -> str:
    """The line for this move; `parse` reads it back."""
    return rules.writers[type(move)](rules.board, move)


def _draw(board: Board, words: list[str]) -> Move:
    if words == ["deck"]:
        return DrawBlind()
    place = number(words[0]) if len(words) == 1 and words[0] not in (LOCO, *KINDS) else 0
    if not 1 <= place <= PLACES:
        raise MalformedMove("draw_what", expected="draw 1 ... draw 5, or draw deck")
    return TakeCard(Place(place - 1))


def _claim(board: Board, words: list[str]) -> Move:
    if len(words) < 2:
        raise MalformedMove("claim_what", expected=a_claim(board))
    claimed = route(board, words[0])
    return ClaimRoute(claimed, *payment(words[1:], board.routes[claimed].length, "claim_what", a_claim(board)))


def a_route(board: Board) -> RouteFact:
    """A route of this board, for examples: the first one that takes cards of a color, a locomotive among them."""
    return next(fact for fact in board.routes if fact.length > 1 and not fact.ferry_locomotives)


@cache
def a_claim(board: Board) -> str:
    """How a claim is written, of a route of this board: the first on which a color and a locomotive can be shown."""
    fact = a_route(board)
    color = COLORS[0] if fact.color == GRAY else Card(fact.color)
    return f"claim {fact.slug} {cards(color, fact.length - 1, 1)}"


def payment(words: list[str], total: int, code: str, expected: str) -> tuple[Card, int]:
    """The color and the number of locomotives of so many cards: "blue 3 loco 1"; a lone "blue" means all of them.

    Where they are not so many, DOES_NOT_ADD_UP: that is for the rules to refuse, as it is of a move that comes as an
    object. Raises MalformedMove, with `code` where the words are no cards at all.
    """
    if len(words) == 1:
        words = [words[0], str(total)]
    if not words or len(words) % 2:
        raise MalformedMove(code, expected=expected)
    paid: dict[Card, int] = {}
    for name, count in zip(words[::2], words[1::2], strict=True):
        paid[kind(name)] = paid.get(kind(name), 0) + number(count)
    colors = [card for card, count in paid.items() if count and card != LOCOMOTIVE]
    if len(colors) > 1:
        raise MalformedMove("one_color_only", expected=expected)
    locomotives = paid.get(LOCOMOTIVE, 0) if sum(paid.values()) == total else DOES_NOT_ADD_UP
    return colors[0] if colors else LOCOMOTIVE, locomotives


def kind(name: str) -> Card:
    """The kind of train card with this name. Raises MalformedMove."""
    if name in (LOCO, KINDS[LOCOMOTIVE]):
        return LOCOMOTIVE
    if name not in KINDS:
        raise MalformedMove("unknown_card", given=name[:40], known=list(KINDS))
    return Card(KINDS.index(name))


def city(board: Board, slug: str) -> City:
    """The city with this slug. Raises MalformedMove."""
    if slug not in board.city_of:
        raise MalformedMove("unknown_city", given=slug[:40])
    return board.city_of[slug]


def a_city(board: Board) -> str:
    """A city of this board, for examples."""
    return board.cities[0].slug


def route(board: Board, slug: str) -> Route:
    """The route with this slug, its cities in either order. Raises MalformedMove."""
    names = (slug, _turned(slug))
    for name in names:
        if name in board.route_of:
            return board.route_of[name]
    tracks = [fact.slug for fact in board.routes if fact.group in names]
    if tracks:
        raise MalformedMove("which_track", given=slug, known=tracks)
    raise MalformedMove("unknown_route", given=slug[:80])


def _turned(slug: str) -> str:
    """The same route with its cities the other way round."""
    parts = slug.split("-")
    return "-".join([*parts[1::-1], *parts[2:]])


def _draw_tickets(board: Board, words: list[str]) -> Move:
    return alone(words, DrawTickets())


def _pass(board: Board, words: list[str]) -> Move:
    return alone(words, Pass())


def _resign(board: Board, words: list[str]) -> Move:
    return alone(words, Resign())


def _back(board: Board, words: list[str]) -> Move:
    return alone(words, ComeBack())


def alone(words: list[str], move: Move) -> Move:
    """The move, which nothing may follow. Raises MalformedMove."""
    if words:
        raise MalformedMove("words_left_over", given=" ".join(words)[:80])
    return move


def _keep(board: Board, words: list[str]) -> Move:
    return Keep(tickets(board, words, "keep_what", a_choice(board, "keep")))


def a_choice(board: Board, verb: str) -> str:
    """How a choice of tickets of this board is written."""
    return f"{verb} {numbers(board, tuple(board.ticket_of.values())[:2])}, or {verb} none"


def tickets(board: Board, words: list[str], code: str, expected: str) -> tuple[Ticket, ...]:
    """Tickets by their numbers, or "none". Raises MalformedMove, with `code` where there are no words at all."""
    if not words:
        raise MalformedMove(code, expected=expected)
    named = [] if words == ["none"] else [number(each) for each in words]
    unknown = [each for each in named if each not in board.ticket_of]
    if unknown:
        raise MalformedMove("unknown_ticket", given=unknown)
    return tuple(board.ticket_of[each] for each in named)


def number(text: str) -> int:
    """The whole number that is written here. Raises MalformedMove."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise MalformedMove("not_a_number", given=text[:40])
    return int(text)


def _write_claim(board: Board, move: ClaimRoute) -> str:
    fact = board.routes[move.route]
    return f"claim {fact.slug} {cards(move.color, fact.length - move.locomotives, move.locomotives)}"


def cards(color: Card, count: int, locomotives: int) -> str:
    """Cards that pay for something, as `payment` reads them."""
    colored = [] if color == LOCOMOTIVE else [f"{KINDS[color]} {count}"]
    return " ".join([*colored, f"{LOCO} {locomotives}"] if locomotives else colored)


def _write_keep(board: Board, move: Keep) -> str:
    return f"keep {numbers(board, move.tickets)}"


def numbers(board: Board, chosen: Sequence[Ticket]) -> str:
    """Tickets as `tickets` reads them."""
    return " ".join(str(board.tickets[ticket].number) for ticket in chosen) or "none"


def word(text: str) -> Callable[[Board, Any], str]:
    """Writes a move that has nothing to say but its name."""
    return lambda board, move: text


VERBS: Final[Mapping[str, Callable[[Board, list[str]], Move]]] = {
    "draw": _draw,
    "tickets": _draw_tickets,
    "keep": _keep,
    "pass": _pass,
    "resign": _resign,
    "back": _back,
}
BOARD_VERBS: Final[Mapping[str, Callable[[Board, list[str]], Move]]] = {"claim": _claim}
WRITERS: Final[Mapping[type[Move], Callable[[Board, Any], str]]] = {
    TakeCard: lambda board, move: f"draw {move.place + 1}",
    DrawBlind: word("draw deck"),
    DrawTickets: word("tickets"),
    Keep: _write_keep,
    Pass: word("pass"),
    Resign: word("resign"),
    ComeBack: word("back"),
}
BOARD_WRITERS: Final[Mapping[type[Move], Callable[[Board, Any], str]]] = {ClaimRoute: _write_claim}
