"""One line of text for every move, and back.

    draw 3                              the face-up card at the third place of the market
    draw deck                           a card from the deck
    claim denver-omaha blue 3 loco 1    a route, and the cards that pay for it (all locomotives: "loco 4")
    tickets                             draw tickets
    keep 3 17                           keep the tickets with these numbers ("keep none")
    pass | resign | back                back: an absent player is here again

Case and further spaces do not matter, a route's cities may come in either order.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.boards import Board, Route
from engine.cards import KINDS, LOCOMOTIVE, PLACES, Card, Place
from engine.claims import ClaimRoute
from engine.core import Move
from engine.errors import MalformedMove
from engine.market import DrawBlind, TakeCard
from engine.tickets import DrawTickets, Keep
from engine.turns import ComeBack, Pass, Resign

if TYPE_CHECKING:
    from engine.core import Ruleset

LOCO: Final = "loco"


def parse(rules: "Ruleset", text: str) -> Move:
    """The move that this line names. Raises MalformedMove with what was expected instead."""
    words = text.lower().split()
    if not words or words[0] not in rules.verbs:
        raise MalformedMove("unknown_verb", known=sorted(rules.verbs))
    return rules.verbs[words[0]](rules.board, words[1:])


def write(rules: "Ruleset", move: Move) -> str:
    """The line for this move; `parse` reads it back."""
    return rules.writers[type(move)](rules.board, move)


def _draw(board: Board, words: list[str]) -> Move:
    if words == ["deck"]:
        return DrawBlind()
    place = _number(words[0]) if len(words) == 1 else 0
    if not 1 <= place <= PLACES:
        raise MalformedMove("draw_what", expected="draw 1 ... draw 5, or draw deck")
    return TakeCard(Place(place - 1))


def _claim(board: Board, words: list[str]) -> Move:
    if len(words) < 2:
        raise MalformedMove("claim_what", expected="claim denver-omaha blue 3 loco 1")
    route = _route(board, words[0])
    paid = _paid(words[1:], board.routes[route].length)
    colors = [kind for kind in paid if kind != LOCOMOTIVE]
    locomotives = paid.get(LOCOMOTIVE, 0)
    if len(colors) > 1:
        raise MalformedMove("one_color_only", expected="claim denver-omaha blue 3 loco 1")
    if sum(paid.values()) != board.routes[route].length:
        raise MalformedMove("wrong_number_of_cards", need=board.routes[route].length, given=sum(paid.values()))
    return ClaimRoute(route, colors[0] if colors else LOCOMOTIVE, locomotives)


def _paid(words: list[str], length: int) -> dict[Card, int]:
    """Cards by kind from "blue 3 loco 1"; a lone "blue" means the whole length."""
    if len(words) == 1:
        words = [words[0], str(length)]
    if len(words) % 2:
        raise MalformedMove("claim_what", expected="claim denver-omaha blue 3 loco 1")
    pairs = zip(words[::2], words[1::2], strict=True)
    paid: dict[Card, int] = {}
    for name, count in pairs:
        paid[_kind(name)] = paid.get(_kind(name), 0) + _number(count)
    return {kind: count for kind, count in paid.items() if count}


def _kind(name: str) -> Card:
    if name in (LOCO, KINDS[LOCOMOTIVE]):
        return LOCOMOTIVE
    if name not in KINDS:
        raise MalformedMove("unknown_card", given=name[:40], known=list(KINDS))
    return Card(KINDS.index(name))


def _route(board: Board, slug: str) -> Route:
    route = board.route_of.get(slug)
    if route is None:
        route = board.route_of.get(_turned(slug))
    if route is None:
        raise MalformedMove("unknown_route", given=slug[:80])
    return route


def _turned(slug: str) -> str:
    """The same route with its cities the other way round."""
    parts = slug.split("-")
    return "-".join([*parts[1::-1], *parts[2:]])


def _tickets(board: Board, words: list[str]) -> Move:
    return _alone(words, DrawTickets())


def _pass(board: Board, words: list[str]) -> Move:
    return _alone(words, Pass())


def _resign(board: Board, words: list[str]) -> Move:
    return _alone(words, Resign())


def _back(board: Board, words: list[str]) -> Move:
    return _alone(words, ComeBack())


def _alone(words: list[str], move: Move) -> Move:
    if words:
        raise MalformedMove("words_left_over", given=" ".join(words)[:80])
    return move


def _keep(board: Board, words: list[str]) -> Move:
    if not words:
        raise MalformedMove("keep_what", expected="keep 3 17, or keep none")
    numbers = [] if words == ["none"] else [_number(word) for word in words]
    unknown = [number for number in numbers if number not in board.ticket_of]
    if unknown:
        raise MalformedMove("unknown_ticket", given=unknown)
    return Keep(tuple(board.ticket_of[number] for number in numbers))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise MalformedMove("not_a_number", given=word[:40])
    return int(word)


def _write_claim(board: Board, move: ClaimRoute) -> str:
    fact = board.routes[move.route]
    cards = f" {KINDS[move.color]} {fact.length - move.locomotives}" if move.color != LOCOMOTIVE else ""
    wild = f" {LOCO} {move.locomotives}" if move.locomotives else ""
    return f"claim {fact.slug}{cards}{wild}"


def _write_keep(board: Board, move: Keep) -> str:
    return " ".join(
        ["keep", *(str(board.tickets[ticket].number) for ticket in move.tickets)] if move.tickets else ["keep none"]
    )


def _word(text: str) -> Callable[[Board, Any], str]:
    return lambda board, move: text


VERBS: Final[Mapping[str, Callable[[Board, list[str]], Move]]] = {
    "draw": _draw,
    "tickets": _tickets,
    "keep": _keep,
    "pass": _pass,
    "resign": _resign,
    "back": _back,
}
BOARD_VERBS: Final[Mapping[str, Callable[[Board, list[str]], Move]]] = {"claim": _claim}
WRITERS: Final[Mapping[type[Move], Callable[[Board, Any], str]]] = {
    TakeCard: lambda board, move: f"draw {move.place + 1}",
    DrawBlind: _word("draw deck"),
    DrawTickets: _word("tickets"),
    Keep: _write_keep,
    Pass: _word("pass"),
    Resign: _word("resign"),
    ComeBack: _word("back"),
}
BOARD_WRITERS: Final[Mapping[type[Move], Callable[[Board, Any], str]]] = {ClaimRoute: _write_claim}
