"""Words that all games share: the market, the hands, tickets, turns, leaving and coming back."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.boards import Board
from engine.logged_events import (
    LoggedCardDrawn,
    LoggedCardTaken,
    LoggedFirstTicketsDealt,
    LoggedFirstTicketsKept,
    LoggedFirstTicketsRemoved,
    LoggedFirstTicketsSettled,
    LoggedFirstTicketsShuffled,
    LoggedGameEnded,
    LoggedHandDealt,
    LoggedMarketFilled,
    LoggedMarketFlushed,
    LoggedSeatLeft,
    LoggedTicketsDrawn,
    LoggedTicketsKept,
    LoggedTicketsTaken,
)
from engine.logged_moves import LoggedKeep
from engine.model import ScoringLine
from engine.parts.market import CardDrawn, CardTaken, DrawBlind, HandDealt, MarketFilled, MarketFlushed, TakeCard
from engine.parts.tickets import (
    DrawTickets,
    FirstTicketsDealt,
    FirstTicketsKept,
    FirstTicketsSettled,
    FirstTicketsShuffled,
    Keep,
    TicketsDrawn,
    TicketsKept,
)
from engine.parts.turns import GameEnded, LastRoundBegan, Pass, SeatLeft, SeatReturned, TurnPassed, TurnSkipped
from games.presentation.words.vocabulary import (
    LedgerLine,
    Names,
    Phrases,
    Words,
    cards,
    goal_of,
    one,
    simply,
    ticket,
    tickets,
    with_name,
)


def _hand_dealt(event: LoggedHandDealt, names: Names, board: Board) -> str:
    if "cards" not in event:
        return ""
    return _("You were dealt %(cards)s.") % {"cards": cards(event["cards"])}


def _first_tickets_dealt(event: LoggedFirstTicketsDealt, names: Names, board: Board) -> str:
    if "offer" not in event:
        return ""
    return _("You were dealt the tickets %(tickets)s.") % {"tickets": tickets(event["offer"], board)}


def _first_tickets_kept(event: LoggedFirstTicketsKept, names: Names, board: Board) -> str:
    if "kept" not in event:
        return _("%(name)s has chosen their first tickets.") % {"name": names(event["seat"])}
    return _tickets_you_kept(event["kept"], board)


def _tickets_you_kept(numbers: Sequence[int], board: Board) -> str:
    sentence = ngettext("You kept the ticket %(tickets)s.", "You kept the tickets %(tickets)s.", len(numbers))
    return sentence % {"tickets": tickets(numbers, board)}


def first_tickets_settled(
    event: LoggedFirstTicketsSettled | LoggedFirstTicketsShuffled | LoggedFirstTicketsRemoved,
    names: Names,
    board: Board,
) -> str:
    """Say how many tickets each player has kept at the start."""
    counts = [f"{names(seat)} ({count})" for seat, count in enumerate(event["kept"])]
    return _("All have chosen their tickets: %(kept)s.") % {"kept": ", ".join(counts)}


def _market_filled(event: LoggedMarketFilled, names: Names, board: Board) -> str:
    return _("Turned up: %(cards)s.") % {"cards": cards(event["cards"])}


def _market_flushed(event: LoggedMarketFlushed, names: Names, board: Board) -> str:
    return _("Too many locomotives lay face up: five new cards were turned up, %(cards)s.") % {
        "cards": cards(event["rows"][-1])
    }


def _card_taken(event: LoggedCardTaken, names: Names, board: Board) -> str:
    return _("%(name)s took %(card)s from the face-up cards.") % {
        "name": names(event["seat"]),
        "card": one(event["card"]),
    }


def _card_drawn(event: LoggedCardDrawn, names: Names, board: Board) -> str:
    if "card" not in event:
        return _("%(name)s drew from the deck.") % {"name": names(event["seat"])}
    return _("You drew %(card)s from the deck.") % {"card": one(event["card"])}


def _tickets_drawn(event: LoggedTicketsDrawn, names: Names, board: Board) -> str:
    if "offer" in event:
        sentence = ngettext(
            "You drew the ticket %(tickets)s.", "You drew the tickets %(tickets)s.", len(event["offer"])
        )
        return sentence % {"tickets": tickets(event["offer"], board)}
    count = event["offer_count"]
    return ngettext("%(name)s drew %(count)d ticket.", "%(name)s drew %(count)d tickets.", count) % {
        "name": names(event["seat"]),
        "count": count,
    }


def tickets_kept(event: LoggedTicketsKept | LoggedTicketsTaken, names: Names, board: Board) -> str:
    """Say which of the drawn tickets, or how many, a seat has kept."""
    if event.get("kept"):
        return _tickets_you_kept(event["kept"], board)
    if "kept" in event:
        return _("You kept none of the tickets.")
    count = event["kept_count"]
    return ngettext("%(name)s kept %(count)d ticket.", "%(name)s kept %(count)d tickets.", count) % {
        "name": names(event["seat"]),
        "count": count,
    }


def _seat_left(event: LoggedSeatLeft, names: Names, board: Board) -> str:
    return str(LEFT[event["how"]]) % {"name": names(event["seat"])}


def _game_ended(event: LoggedGameEnded, names: Names, board: Board) -> str:
    return str(ENDS[event["outcome"]])


def _ticket(line: LedgerLine, board: Board) -> str:
    return _("ticket %(ticket)s") % {"ticket": ticket(int(line["subject"]), board)}


def _scored_ticket(line: ScoringLine, board: Board) -> str:
    return goal_of(int(line.subjects[0]), line.points, board)


def _keep(move: LoggedKeep, board: Board) -> str:
    if not move["tickets"]:
        return _("keep none of the tickets")
    return _("keep %(tickets)s") % {"tickets": tickets(move["tickets"], board)}


ENDS: Final[Phrases] = {
    "played": gettext_lazy("The game is over."),
    "abandoned": gettext_lazy("The game was abandoned: everybody is absent."),
    "adjudicated": gettext_lazy("The points so far count."),
    "void": gettext_lazy("The game has no result, and nobody has won."),
}

LEFT: Final[Phrases] = {
    "resigned": gettext_lazy("%(name)s resigned."),
    "forfeited": gettext_lazy("%(name)s forfeited the game."),
    "absent": gettext_lazy("%(name)s is absent; turns are skipped until %(name)s is back."),
}

REFUSALS: Final[Phrases] = {
    "unknown_verb": gettext_lazy("A move begins with one of {known}."),
    "which_place": gettext_lazy("Which {given}? Several lie face up: write one of {known}."),
    "color_not_in_market": gettext_lazy("No {color} card lies face up."),
    "draw_what": gettext_lazy("Draw what? Write {expected}."),
    "keep_what": gettext_lazy("Keep which tickets? Write {expected}."),
    "unknown_card": gettext_lazy("There is no card “{given}”: the cards are {known}."),
    "unknown_ticket": gettext_lazy("There is no ticket {given}."),
    "not_a_number": gettext_lazy("“{given}” is not a number."),
    "words_left_over": gettext_lazy("The move is complete before “{given}”."),
    "not_an_object": gettext_lazy("A move is one line of text, or an object with a “type”."),
    "unknown_move": gettext_lazy("The “type” of a move is one of {known}."),
    "unknown_field": gettext_lazy("A move of this type has no {fields}. It has {known}."),
    "missing_field": gettext_lazy("The move has no “{field}”."),
    "not_a_turn_move": gettext_lazy("“{move}” does not answer a question in this game."),
    "bad_value": gettext_lazy("“{field}” should be {expected}."),
    "game_over": gettext_lazy("The game is over."),
    "nothing_to_answer": gettext_lazy("It is not your turn."),
    "not_an_answer": gettext_lazy("That does not answer what you are asked now: {prompt}."),
    "market_place_empty": gettext_lazy("There is no card at place {place}."),
    "locomotive_as_second_card": gettext_lazy("You cannot take a face-up locomotive as your second card."),
    "deck_empty": gettext_lazy("The deck is empty."),
    "no_tickets_left": gettext_lazy("There are no tickets left to draw."),
    "ticket_not_offered": gettext_lazy("You can only keep tickets that you are offered: {offered}."),
    "too_few_tickets_kept": gettext_lazy("Keep at least {at_least} of the tickets {offered}."),
    "pass_not_allowed": gettext_lazy("You can pass only if you can do nothing else."),
    "seat_has_left": gettext_lazy("This seat has left the game."),
    "seat_is_absent": gettext_lazy("This seat is already absent."),
    "seat_is_not_absent": gettext_lazy("This seat is not absent."),
    "unknown_ruleset": gettext_lazy("There is no such ruleset. The rulesets are {known}."),
    "wrong_number_of_seats": gettext_lazy("It takes from {fewest} to {most} seats."),
    "unknown_option": gettext_lazy("The ruleset has no option {options}. Its options are {known}."),
    "order_is_not_of_the_players": gettext_lazy("The order does not match the seats."),
}

WORDS: Final = Words(
    sentences={
        HandDealt.tag: _hand_dealt,
        FirstTicketsDealt.tag: _first_tickets_dealt,
        FirstTicketsKept.tag: _first_tickets_kept,
        FirstTicketsSettled.tag: first_tickets_settled,
        FirstTicketsShuffled.tag: first_tickets_settled,
        MarketFilled.tag: _market_filled,
        MarketFlushed.tag: _market_flushed,
        CardTaken.tag: _card_taken,
        CardDrawn.tag: _card_drawn,
        TicketsDrawn.tag: _tickets_drawn,
        TicketsKept.tag: tickets_kept,
        TurnPassed.tag: with_name(gettext_lazy("%(name)s had to pass.")),
        TurnSkipped.tag: with_name(gettext_lazy("The turn of %(name)s was skipped.")),
        LastRoundBegan.tag: with_name(gettext_lazy("Everybody has one more turn, and %(name)s plays last.")),
        SeatLeft.tag: _seat_left,
        SeatReturned.tag: with_name(gettext_lazy("%(name)s is back.")),
        GameEnded.tag: _game_ended,
    },
    yours=frozenset(
        {
            CardDrawn.tag,
            CardTaken.tag,
            FirstTicketsSettled.tag,
            FirstTicketsShuffled.tag,
            TicketsDrawn.tag,
            TicketsKept.tag,
            TurnPassed.tag,
        }
    ),
    reasons={"ticket": _ticket},
    subjects={"ticket": gettext_lazy("a ticket's number, completed or (minus) not")},
    scoring={"ticket": _scored_ticket},
    questions={
        "take_turn": gettext_lazy("take a turn"),
        "draw_again": gettext_lazy("draw a second card"),
        "keep_tickets": gettext_lazy("choose tickets"),
        "keep_first_tickets": gettext_lazy("choose first tickets"),
    },
    asked={
        "take_turn": gettext_lazy("It is your turn."),
        "draw_again": gettext_lazy("Draw your second card."),
        "keep_tickets": gettext_lazy("Choose which of the tickets you drew to keep."),
        "keep_first_tickets": gettext_lazy("Choose your first tickets. Everybody does, at the same time."),
    },
    moves={
        DrawBlind.tag: simply(gettext_lazy("take a card from the deck")),
        DrawTickets.tag: simply(gettext_lazy("draw tickets")),
        Keep.tag: _keep,
        Pass.tag: simply(gettext_lazy("pass")),
    },
    deeds={
        TakeCard.tag: gettext_lazy("take cards"),
        DrawBlind.tag: gettext_lazy("take cards"),
        DrawTickets.tag: gettext_lazy("draw tickets"),
    },
    columns={
        "points": gettext_lazy("points"),
        "cards": gettext_lazy("cards"),
        "tickets": gettext_lazy("tickets"),
    },
    refusals=REFUSALS,
)
