"""Alternative games for tests: with other cards in hands, or with other secrets where a reader may not look."""

import json
from typing import Any, Final

import pgtrigger

import engine
from engine.boards import Board
from engine.cards import KINDS
from engine.codec import canonical
from games import encryption
from games.models import EntrySecret, Game, GameSecret
from games.table.store import loader, secret_parts
from tests.games.stories import default, players, post, started


def position(game: Game) -> dict[str, Any]:
    """Return the stored position, with everything hidden."""
    kept = GameSecret.objects.get(game=game).position or b""
    cached: dict[str, Any] = json.loads(encryption.unseal(loader.POSITION, game.pk, bytes(kept)))
    return cached


def swap_what_is_hidden(game: Game, reader: int | None = None) -> None:
    """Replace all hidden cards and tickets by as many different ones, except the reader's own."""
    hidden = position(game)
    cards, tickets = hidden["cards"], hidden["tickets"]
    others = [seat for seat in range(game.seats_wanted) if seat != reader]
    for seat in others:
        cards["hands"][seat] = _other(cards["hands"][seat])
    cards["deck"] = cards["deck"][::-1]
    removed = hidden.get("removed", [])  # nobody knows who had them in hand
    drawn = removed + tickets["deck"][::-1] + [ticket for seat in others for ticket in tickets["held"][seat]]
    for seat in others:
        tickets["held"][seat] = [drawn.pop(0) for _ in tickets["held"][seat]]
    if removed:
        hidden["removed"], drawn = drawn[: len(removed)], drawn[len(removed) :]
    tickets["deck"] = drawn
    if "on_track" in hidden:  # nobody may look through a stack unless it is being scored
        hidden["on_track"] = [_other(stack) for stack in hidden["on_track"]]
    GameSecret.objects.filter(game=game).update(position=canonical(hidden), seed=b"another", key=b"another")
    with pgtrigger.ignore("games.EntrySecret:append_only"):
        EntrySecret.objects.filter(game=game, holder__in=others).update(body=b'{"draws": []}', salt=b"another")


def turn_what_was_drawn(game: Game, reader: int | None = None) -> None:
    """Rewrite the game with other cards and tickets from the first entry on, except the reader's own.

    For a game in which no ticket has been shown yet, and no card that was drawn blind.
    """
    turned = _turning(engine.ruleset(game.ruleset).board)
    with pgtrigger.ignore("games.EntrySecret:append_only"):
        for part in EntrySecret.objects.filter(game=game).exclude(holder__in=[] if reader is None else [reader]):
            told = secret_parts.body(game.pk, part.number, part.holder, part.body)
            body = canonical(_turned(told, turned))
            EntrySecret.objects.filter(game=game, number=part.number, holder=part.holder).update(body=body)
    GameSecret.objects.filter(game=game).update(position=None, position_number=None)


def _turning(board: Board) -> dict[Any, Any]:
    """Return a mapping to another ticket for each ticket, and another color for each color."""
    numbers = sorted(ticket.number for ticket in board.tickets)
    colors = KINDS[:-1]
    return dict(zip(numbers, reversed(numbers), strict=True)) | dict(zip(colors, (*colors[1:], colors[0]), strict=True))


def _turned(told: Any, turned: dict[Any, Any], named: str = "") -> Any:
    if isinstance(told, dict):
        return {name: _turned(value, turned, name) for name, value in told.items()}
    if isinstance(told, list) and named in DRAWN:
        return [_turned(value, turned, named) for value in told]
    return turned.get(told, told) if named in DRAWN else told


DRAWN: Final = {"deck", "offer", "kept", "returned", "removed", "tickets", "cards", "card"}
"""Fields of secret parts that hold tickets by number, or cards by kind."""


def _other(bag: list[int]) -> list[int]:
    """Return as many cards of other kinds."""
    return bag[1:] + bag[:1]


def _become(game: Game, changed: dict[str, Any]) -> None:
    GameSecret.objects.filter(game=game).update(position=canonical(changed))


def deal(game: Game, seat: int, **cards: int) -> None:
    """Give the seat exactly these cards."""
    changed = position(game)
    changed["cards"]["hands"][seat] = [cards.get(kind, 0) for kind in KINDS]
    _become(game, changed)


def hold(game: Game, seat: int, origin: str, destination: str) -> None:
    """Give the seat only the ticket between these cities."""
    board, changed = engine.ruleset(game.ruleset, game.options).board, position(game)
    ends = {origin, destination}
    changed["tickets"]["held"][seat] = [
        one.number for one in board.tickets if {board.cities[end].slug for end in one.ends} == ends
    ]
    _become(game, changed)


def leave_trains(game: Game, seat: int, trains: int) -> None:
    """Leave the seat so many trains."""
    changed = position(game)
    changed["network"]["trains"][seat] = trains
    _become(game, changed)


def put_on_track(game: Game, seat: int, red: int) -> None:
    """Let exactly so many red cards lie on the seat's track."""
    changed = position(game)
    changed["on_track"][seat] = [red if kind == "red" else 0 for kind in KINDS]
    _become(game, changed)


def run_out_of_cards(game: Game) -> None:
    """Leave no card in the deck, and the last place of the market empty."""
    changed = position(game)
    changed["cards"]["market"][-1] = None
    changed["cards"]["deck"] = [0] * len(changed["cards"]["deck"])
    _become(game, changed)


def lay_deck(game: Game, **cards: int) -> None:
    """Let the deck have exactly these cards."""
    changed = position(game)
    changed["cards"]["deck"] = [cards.get(kind, 0) for kind in KINDS]
    _become(game, changed)


def begin_last_turn(game: Game) -> None:
    """Let the game end with the turn that is open."""
    changed = position(game)
    changed["turns_left"] = 0
    _become(game, changed)


def lay_out(game: Game, *market: str) -> None:
    """Lay these cards open in this order."""
    changed = position(game)
    changed["cards"]["market"] = list(market)
    _become(game, changed)


def next_to_alvin() -> Game:
    """Return an Old West game in which seat 0 starts in Albuquerque and has the cards for Roswell, and for a marker
    elsewhere."""
    game = started(players(2), ruleset="old_west@1", options={"alvin": True})
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    post(game, 1, "start seattle")
    post(game, 0, "start albuquerque")
    deal(game, 0, red=2, green=1, blue=2, locomotive=1)
    return game


MANY = 25


def many_tickets_to_complete(game: Game, seat: int) -> None:
    """In a card game, give the seat many tickets, and cards on its track for any set of most of them."""
    changed = position(game)
    tickets = changed["tickets"]
    tickets["held"][seat] = (tickets["held"][seat] + tickets["deck"])[:MANY]
    tickets["deck"] = [ticket for ticket in tickets["deck"] if ticket not in tickets["held"][seat]]
    changed["on_track"][seat] = [7, 7, 7, 7, 7, 7, 7, 7, 4]
    _become(game, changed)


def most_tickets(game: Game, seat: int) -> None:
    """In a card game, give the seat more tickets than there are letters; some are left to draw."""
    changed = position(game)
    tickets = changed["tickets"]
    drawn, tickets["deck"] = tickets["deck"][:25], tickets["deck"][25:]
    tickets["held"][seat] += drawn
    _become(game, changed)


def wall_in(game: Game, city: str, seat: int) -> None:
    """Give this seat all routes that lead into a city."""
    board = engine.ruleset(game.ruleset, game.options).board
    here = board.city_of[city]
    own_routes(game, seat, *(fact.slug for fact in board.routes if here in fact.ends))


def own_routes(game: Game, seat: int, *slugs: str) -> None:
    """Give this seat these routes."""
    changed, board = position(game), engine.ruleset(game.ruleset, game.options).board
    network, routes = changed["network"], sum(1 << board.route_of[slug] for slug in slugs)
    network["claimed"][seat] = f"{int(network['claimed'][seat], 16) | routes:x}"
    network["open"] = [f"{int(free, 16) & ~routes:x}" for free in network["open"]]
    _become(game, changed)
