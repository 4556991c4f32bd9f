"""Sentences about what happened, for mails, pages and the admin: every one goes through gettext.

A fact comes as the log tells it to one reader (`games.store.log_for`): what that reader may not know is not in it, so
no sentence can tell it. Where the reader knows more, the sentence says more.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board

Fact = Mapping[str, Any]
Names = Callable[[int], str]


def tell(event: Fact, names: Names, board: Board) -> str:
    """One sentence about a fact; "" where it needs none. `names` gives the name of who sits at a seat."""
    sentence = SENTENCES.get(event["type"])
    return sentence(event, names, board) if sentence else ""


def tell_all(events: Iterable[Fact], names: Names, board: Board) -> list[str]:
    """The sentences about several facts, in their order."""
    return [sentence for event in events if (sentence := tell(event, names, board))]


def card(kind: str) -> str:
    """A kind of train card."""
    return CARDS[kind]()


def cards(kinds: Iterable[str]) -> str:
    """Several cards, in the order given."""
    return ", ".join(card(kind) for kind in kinds)


def route(slug: str, board: Board) -> str:
    """A route by the names of its cities, with the number of its track where there are several."""
    fact = board.routes[board.route_of[slug]]
    a, b = (board.cities[city].name for city in fact.ends)
    track = slug.rpartition("-")[2] if fact.group else ""
    return _("%(a)s – %(b)s (track %(track)s)") % {"a": a, "b": b, "track": track} if track else f"{a} – {b}"


def ticket(number: int, board: Board) -> str:
    """A ticket: its cities and its value."""
    fact = board.tickets[board.ticket_of[number]]
    a, b = (board.cities[city].name for city in fact.ends)
    return _("%(a)s – %(b)s (%(points)d)") % {"a": a, "b": b, "points": fact.points}


def tickets(numbers: Iterable[int], board: Board) -> str:
    """Several tickets, in the order given."""
    return "; ".join(ticket(number, board) for number in numbers)


def reason(line: Fact, board: Board) -> str:
    """What a line of the ledger is for."""
    if line["reason"] == "route":
        return _("route %(route)s") % {"route": route(line["subject"], board)}
    if line["reason"] == "ticket":
        return _("ticket %(ticket)s") % {"ticket": ticket(int(line["subject"]), board)}
    return _("longest path, %(length)s trains") % {"length": line["subject"]}


def _hand_dealt(event: Fact, names: Names, board: Board) -> str:
    if "cards" not in event:
        return ""
    return _("You were dealt %(cards)s.") % {"cards": cards(event["cards"])}


def _first_tickets_dealt(event: Fact, names: Names, board: Board) -> str:
    if "offer" not in event:
        return ""
    return _("You were dealt the tickets %(tickets)s.") % {"tickets": tickets(event["offer"], board)}


def _first_tickets_kept(event: Fact, names: Names, board: Board) -> str:
    if "kept" not in event:
        return _("%(name)s has chosen first tickets.") % {"name": names(event["seat"])}
    return _("You kept the tickets %(tickets)s.") % {"tickets": tickets(event["kept"], board)}


def _first_tickets_settled(event: Fact, names: Names, board: Board) -> str:
    kept = [f"{names(seat)} {count}" for seat, count in enumerate(event["kept"])]
    return _("All have chosen their tickets: %(kept)s.") % {"kept": ", ".join(kept)}


def _market_filled(event: Fact, names: Names, board: Board) -> str:
    return _("New in the market: %(cards)s.") % {"cards": cards(event["cards"])}


def _market_flushed(event: Fact, names: Names, board: Board) -> str:
    return _("Too many locomotives: the market was renewed and is now %(cards)s.") % {"cards": cards(event["rows"][-1])}


def _card_taken(event: Fact, names: Names, board: Board) -> str:
    return _("%(name)s took %(card)s from the market.") % {"name": names(event["seat"]), "card": card(event["card"])}


def _card_drawn(event: Fact, names: Names, board: Board) -> str:
    if "card" not in event:
        return _("%(name)s drew from the deck.") % {"name": names(event["seat"])}
    return _("You drew %(card)s from the deck.") % {"card": card(event["card"])}


def _route_claimed(event: Fact, names: Names, board: Board) -> str:
    paid = [(event["color"], event["cards"]), ("locomotive", event["locomotives"])]
    return _("%(name)s claimed %(route)s with %(paid)s.") % {
        "name": names(event["seat"]),
        "route": route(event["route"], board),
        "paid": ", ".join(f"{count} {card(kind)}" for kind, count in paid if count),
    }


def _tickets_drawn(event: Fact, names: Names, board: Board) -> str:
    if "offer" in event:
        return _("You drew the tickets %(tickets)s.") % {"tickets": tickets(event["offer"], board)}
    count = event["offer_count"]
    return ngettext("%(name)s drew %(count)d ticket.", "%(name)s drew %(count)d tickets.", count) % {
        "name": names(event["seat"]),
        "count": count,
    }


def _tickets_kept(event: Fact, names: Names, board: Board) -> str:
    if "kept" in event:
        return _("You kept the tickets %(tickets)s.") % {"tickets": tickets(event["kept"], board)}
    count = event["kept_count"]
    return ngettext("%(name)s kept %(count)d ticket.", "%(name)s kept %(count)d tickets.", count) % {
        "name": names(event["seat"]),
        "count": count,
    }


def _points_scored(event: Fact, names: Names, board: Board) -> str:
    return _("%(name)s: %(points)+d for %(reason)s.") % {
        "name": names(event["seat"]),
        "points": event["points"],
        "reason": reason(event, board),
    }


def _named(sentence: Callable[[], str]) -> Callable[[Fact, Names, Board], str]:
    """A sentence in which only the name changes."""
    return lambda event, names, board: sentence() % {"name": names(event["seat"])}


def _seat_left(event: Fact, names: Names, board: Board) -> str:
    return LEFT[event["how"]]() % {"name": names(event["seat"])}


def _game_ended(event: Fact, names: Names, board: Board) -> str:
    return _("The game is over.") if event["outcome"] == "played" else _("The game was abandoned: everybody is absent.")


CARDS: Final[dict[str, Callable[[], str]]] = {
    "purple": lambda: _("purple"),
    "blue": lambda: _("blue"),
    "orange": lambda: _("orange"),
    "white": lambda: _("white"),
    "green": lambda: _("green"),
    "yellow": lambda: _("yellow"),
    "black": lambda: _("black"),
    "red": lambda: _("red"),
    "locomotive": lambda: _("locomotive"),
}

LEFT: Final[dict[str, Callable[[], str]]] = {
    "resigned": lambda: _("%(name)s resigned."),
    "forfeited": lambda: _("%(name)s forfeited the game."),
    "absent": lambda: _("%(name)s is absent; turns go by until %(name)s is back."),
}

SENTENCES: Final[dict[str, Callable[[Fact, Names, Board], str]]] = {
    "hand_dealt": _hand_dealt,
    "first_tickets_dealt": _first_tickets_dealt,
    "first_tickets_kept": _first_tickets_kept,
    "first_tickets_settled": _first_tickets_settled,
    "market_filled": _market_filled,
    "market_flushed": _market_flushed,
    "card_taken": _card_taken,
    "card_drawn": _card_drawn,
    "route_claimed": _route_claimed,
    "tickets_drawn": _tickets_drawn,
    "tickets_kept": _tickets_kept,
    "points_scored": _points_scored,
    "turn_passed": _named(lambda: _("%(name)s had to pass.")),
    "turn_skipped": _named(lambda: _("%(name)s's turn went by.")),
    "last_round_began": _named(lambda: _("%(name)s brought the end about: everybody has one more turn.")),
    "seat_left": _seat_left,
    "seat_returned": _named(lambda: _("%(name)s is back.")),
    "game_ended": _game_ended,
}
