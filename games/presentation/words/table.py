"""Words that all games share: the market, the hands, tickets, turns, leaving and coming back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

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
from games.presentation.words.chosen_text import Counted, OfCard, Texts
from games.presentation.words.colors import Phrases, one
from games.presentation.words.lists import listed
from games.presentation.words.sentences import Names, Plain, SeatDeed, Sentence, Statement, Tellable
from games.presentation.words.vocabulary import (
    AskedQuestion,
    LedgerLine,
    Words,
    cards,
    deed,
    goal_of,
    simply,
    ticket,
    tickets,
)

FIRST_TICKETS_CHOSEN: Final = Sentence(
    you=gettext_lazy("You have chosen your first tickets"),
    name=gettext_lazy("%(name)s has chosen their first tickets"),
)
TAKEN: Final = Sentence(
    you=gettext_lazy("You took %(card)s from the face-up cards"),
    name=gettext_lazy("%(name)s took %(card)s from the face-up cards"),
    then=gettext_lazy("%(before)s and took %(card)s from the face-up cards"),
)
DRAWN: Final = Sentence(
    you=gettext_lazy("You drew from the deck"),
    name=gettext_lazy("%(name)s drew from the deck"),
    then=gettext_lazy("%(before)s and drew from the deck"),
)
TICKETS_DRAWN: Final = Sentence(
    you=ngettext_lazy("You drew %(count)d ticket", "You drew %(count)d tickets", "count"),
    name=ngettext_lazy("%(name)s drew %(count)d ticket", "%(name)s drew %(count)d tickets", "count"),
    then=ngettext_lazy("%(before)s and drew %(count)d ticket", "%(before)s and drew %(count)d tickets", "count"),
)
TICKETS_KEPT: Final = Sentence(
    you=ngettext_lazy("You kept %(count)d ticket", "You kept %(count)d tickets", "count"),
    name=ngettext_lazy("%(name)s kept %(count)d ticket", "%(name)s kept %(count)d tickets", "count"),
    then=ngettext_lazy("%(before)s and kept %(count)d ticket", "%(before)s and kept %(count)d tickets", "count"),
)
NO_TICKETS_KEPT: Final = Sentence(
    you=gettext_lazy("You kept none of the tickets"),
    name=gettext_lazy("%(name)s kept none of the tickets"),
    then=gettext_lazy("%(before)s and kept none of them"),
)
PASSED: Final = Sentence(you=gettext_lazy("You had to pass"), name=gettext_lazy("%(name)s had to pass"))
SKIPPED: Final = Sentence(
    you=gettext_lazy("Your turn was skipped"), name=gettext_lazy("The turn of %(name)s was skipped")
)
PLAYS_LAST: Final = Sentence(
    you=gettext_lazy("Everybody has one more turn, and you play last"),
    name=gettext_lazy("Everybody has one more turn, and %(name)s plays last"),
)
BACK: Final = Sentence(you=gettext_lazy("You are back"), name=gettext_lazy("%(name)s is back"))


@dataclass(frozen=True, slots=True)
class TicketsSettled:
    """How many tickets each seat kept at the start."""

    kept: Sequence[int]

    def speak(self, reader: int | None, names: Names) -> Plain:
        """Return the words for the holder of a seat (None: anyone)."""
        counts = [
            pgettext("how many tickets the reader kept, in a list", "you (%(count)d)") % {"count": count}
            if seat == reader
            else pgettext("how many tickets a player kept, in a list", "%(name)s (%(count)d)")
            % {"name": names(seat), "count": count}
            for seat, count in enumerate(self.kept)
        ]
        return Plain(_("All have chosen their tickets: %(kept)s.") % {"kept": listed(counts)})


def _hand_dealt(event: LoggedHandDealt, board: Board) -> Statement | None:
    if "cards" not in event:
        return None
    return Statement(_("You were dealt %(cards)s.") % {"cards": cards(event["cards"])})


def _first_tickets_dealt(event: LoggedFirstTicketsDealt, board: Board) -> Statement | None:
    if "offer" not in event:
        return None
    return Statement(_("You were dealt the tickets %(tickets)s.") % {"tickets": tickets(event["offer"], board)})


def _first_tickets_kept(event: LoggedFirstTicketsKept, board: Board) -> Tellable:
    if "kept" not in event:
        return SeatDeed(event["seat"], FIRST_TICKETS_CHOSEN)
    return _tickets_you_kept(event["kept"], board)


def _tickets_you_kept(numbers: Sequence[int], board: Board) -> Statement:
    sentence = ngettext("You kept the ticket %(tickets)s.", "You kept the tickets %(tickets)s.", len(numbers))
    return Statement(sentence % {"tickets": tickets(numbers, board)})


def first_tickets_settled(
    event: LoggedFirstTicketsSettled | LoggedFirstTicketsShuffled | LoggedFirstTicketsRemoved, board: Board
) -> TicketsSettled:
    """Say how many tickets each player has kept at the start."""
    return TicketsSettled(event["kept"])


def _market_filled(event: LoggedMarketFilled, board: Board) -> Statement:
    return Statement(_("Turned up: %(cards)s.") % {"cards": cards(event["cards"])})


def _market_flushed(event: LoggedMarketFlushed, board: Board) -> Statement:
    sentence = _("Too many locomotives lay face up: five new cards were turned up, %(cards)s.")
    return Statement(sentence % {"cards": cards(event["rows"][-1])})


def _card_taken(event: LoggedCardTaken, board: Board) -> SeatDeed:
    return SeatDeed(event["seat"], TAKEN, {"card": one(event["card"])})


def _card_drawn(event: LoggedCardDrawn, board: Board) -> Tellable:
    if "card" not in event:
        return SeatDeed(event["seat"], DRAWN)
    return Statement(_("You drew %(card)s from the deck.") % {"card": one(event["card"])})


def _tickets_drawn(event: LoggedTicketsDrawn, board: Board) -> Tellable:
    if "offer" not in event:
        return SeatDeed(event["seat"], TICKETS_DRAWN, {"count": event["offer_count"]})
    sentence = ngettext("You drew the ticket %(tickets)s.", "You drew the tickets %(tickets)s.", len(event["offer"]))
    return Statement(sentence % {"tickets": tickets(event["offer"], board)})


def tickets_kept(event: LoggedTicketsKept | LoggedTicketsTaken, board: Board) -> Tellable:
    """Say which of the drawn tickets, or how many, a seat has kept."""
    if event.get("kept"):
        return _tickets_you_kept(event["kept"], board)
    if "kept" in event:
        return Statement(_("You kept none of the tickets."))
    count = event["kept_count"]
    return SeatDeed(event["seat"], TICKETS_KEPT if count else NO_TICKETS_KEPT, {"count": count})


def _seat_left(event: LoggedSeatLeft, board: Board) -> SeatDeed:
    return SeatDeed(event["seat"], LEFT[event["how"]])


def _game_ended(event: LoggedGameEnded, board: Board) -> Statement:
    return Statement(str(ENDS[event["outcome"]]))


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

LEFT: Final[Mapping[str, Sentence]] = {
    "resigned": Sentence(you=gettext_lazy("You resigned"), name=gettext_lazy("%(name)s resigned")),
    "forfeited": Sentence(you=gettext_lazy("You forfeited the game"), name=gettext_lazy("%(name)s forfeited the game")),
    "absent": Sentence(
        you=gettext_lazy("You are absent; turns are skipped until you are back"),
        name=gettext_lazy("%(name)s is absent; turns are skipped until %(name)s is back"),
    ),
}

NOT_FACE_UP: Final[Phrases] = {
    "purple": gettext_lazy("No purple card lies face up."),
    "blue": gettext_lazy("No blue card lies face up."),
    "orange": gettext_lazy("No orange card lies face up."),
    "white": gettext_lazy("No white card lies face up."),
    "green": gettext_lazy("No green card lies face up."),
    "yellow": gettext_lazy("No yellow card lies face up."),
    "black": gettext_lazy("No black card lies face up."),
    "red": gettext_lazy("No red card lies face up."),
    "locomotive": gettext_lazy("No locomotive lies face up."),
}

REFUSALS: Final[Texts] = {
    "unknown_verb": gettext_lazy("A move begins with one of {known}."),
    "which_place": gettext_lazy("Which {given}? Several lie face up: write one of {known}."),
    "color_not_in_market": OfCard(NOT_FACE_UP, template="No {color} card lies face up."),
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
    "wrong_number_of_seats": Counted(
        "most",
        lambda n: ngettext("It takes from {fewest} to {most} seat.", "It takes from {fewest} to {most} seats.", n),
    ),
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
        TurnPassed.tag: deed(PASSED),
        TurnSkipped.tag: deed(SKIPPED),
        LastRoundBegan.tag: deed(PLAYS_LAST),
        SeatLeft.tag: _seat_left,
        SeatReturned.tag: deed(BACK),
        GameEnded.tag: _game_ended,
    },
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
        "take_turn": AskedQuestion(gettext_lazy("It is your turn")),
        "draw_again": AskedQuestion(gettext_lazy("Draw your second card")),
        "keep_tickets": AskedQuestion(gettext_lazy("Choose which of the tickets you drew to keep")),
        "keep_first_tickets": AskedQuestion(
            gettext_lazy("Choose your first tickets"), gettext_lazy("Everybody does, at the same time.")
        ),
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
