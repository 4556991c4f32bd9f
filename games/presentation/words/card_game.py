"""Words for the Card Game: rail yards, robbing, the stack on the track, completing tickets, rounds, big cities."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NotRequired, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from engine.boards import Board
from engine.logged_events import (
    LoggedCardsDealt,
    LoggedCardsPutOnTrack,
    LoggedCompletionChosen,
    LoggedLocomotivesGiven,
    LoggedRoundBegan,
    LoggedRoundOver,
    LoggedRowPlaced,
    LoggedTicketsCompleted,
    LoggedTrainRobbed,
)
from engine.logged_moves import LoggedComplete, LoggedPlaceRow, LoggedPlaceThree
from engine.model import ScoringLine
from engine.parts.rounds import CardsDealt, LocomotivesGiven, RoundBegan
from engine.parts.ticket_completion import Complete, CompletionChosen, RoundOver, TicketsCompleted
from engine.parts.yards import CardsPutOnTrack, PlaceRow, PlaceThree, RowPlaced, TrainRobbed
from engine.views import View
from games.presentation.words.chosen_text import Counted, Texts
from games.presentation.words.colors import counted, one, paid_with
from games.presentation.words.lists import all_of, listed
from games.presentation.words.sentences import BetweenTwo, Encounter, Names, SeatDeed, Sentence, Statement, Tellable
from games.presentation.words.vocabulary import (
    AskedQuestion,
    Bonus,
    LedgerLine,
    Row,
    Section,
    Words,
    cards,
    city,
    signed,
    ticket,
    tickets,
)


class _Cards(TypedDict):
    color: str
    cards: int
    locomotives: int


class _RowsPlaced(LoggedRowPlaced):
    """A row, with others that were placed in the same turn (C8)."""

    more: NotRequired[Sequence[LoggedRowPlaced]]


def _row(fact: _Cards) -> str:
    return counted({fact["color"]: fact["cards"], "locomotive": fact["locomotives"]})


ROW_PLACED: Final = Sentence(
    you=gettext_lazy("You placed %(cards)s in the rail yard"),
    name=gettext_lazy("%(name)s placed %(cards)s in the rail yard"),
)
ROBBED: Final = BetweenTwo(
    you=gettext_lazy("You robbed %(other)s of %(cards)s"),
    to_you=gettext_lazy("%(name)s robbed you of %(cards)s"),
    name=gettext_lazy("%(name)s robbed %(other)s of %(cards)s"),
)
PUT_ON_TRACK: Final = Sentence(
    you=gettext_lazy("You moved %(cards)s from the rail yard to the track"),
    name=gettext_lazy("%(name)s moved %(cards)s from the rail yard to the track"),
)
COMPLETION_CHOSEN: Final = Sentence(
    you=gettext_lazy("You have chosen which tickets to complete"),
    name=gettext_lazy("%(name)s has chosen which tickets to complete"),
)
NONE_COMPLETED: Final = Sentence(
    you=gettext_lazy("You completed no tickets in this round"),
    name=gettext_lazy("%(name)s completed no tickets in this round"),
)
COMPLETED: Final = Sentence(
    you=gettext_lazy("You completed %(tickets)s with %(cards)s: %(points)s"),
    name=gettext_lazy("%(name)s completed %(tickets)s with %(cards)s: %(points)s"),
)


def _locomotives_given(event: LoggedLocomotivesGiven, board: Board) -> Statement:
    count = event["each"]
    return Statement(ngettext("Everyone got a locomotive.", "Everyone got %(n)d locomotives.", count) % {"n": count})


def _row_placed(event: _RowsPlaced, board: Board) -> SeatDeed:
    rows = [_row(fact) for fact in (event, *event.get("more", []))]
    return SeatDeed(event["seat"], ROW_PLACED, {"cards": all_of(rows)})


def _rows_placed(rows: Sequence[LoggedRowPlaced]) -> _RowsPlaced:
    """Join three rows of one card each, placed in one turn (C8)."""
    return {**rows[0], "more": rows[1:]}


def _train_robbed(event: LoggedTrainRobbed, board: Board) -> Encounter:
    return Encounter(event["seat"], event["victim"], ROBBED, {"cards": _row(event)})


def _cards_put_on_track(event: LoggedCardsPutOnTrack, board: Board) -> SeatDeed:
    return SeatDeed(event["seat"], PUT_ON_TRACK, {"cards": listed(list(map(one, event["cards"])))})


def _round_over(event: LoggedRoundOver, board: Board) -> Statement:
    sentence = _("Round %(round)d is over: everybody chooses which tickets to complete.")
    return Statement(sentence % {"round": event["round"]})


def _completion_chosen(event: LoggedCompletionChosen, board: Board) -> Tellable:
    if "tickets" not in event:
        return SeatDeed(event["seat"], COMPLETION_CHOSEN)
    if not event["tickets"]:
        return Statement(_("You chose to complete no tickets."))
    return Statement(_("You chose to complete %(tickets)s.") % {"tickets": tickets(event["tickets"], board)})


def _tickets_completed(event: LoggedTicketsCompleted, board: Board) -> SeatDeed:
    if not event["tickets"]:
        return SeatDeed(event["seat"], NONE_COMPLETED)
    facts = {
        "tickets": tickets(event["tickets"], board),
        "cards": paid_with(Counter(event["cards"])),
        "points": signed(sum(board.tickets[board.ticket_of[number]].points for number in event["tickets"])),
    }
    return SeatDeed(event["seat"], COMPLETED, facts)


def _round_began(event: LoggedRoundBegan, board: Board) -> Statement:
    return Statement(_("Round %(round)d began.") % {"round": event["round"]})


def _cards_dealt(event: LoggedCardsDealt, board: Board) -> Statement | None:
    if "cards" not in event:
        return None
    return Statement(_("You were dealt %(cards)s.") % {"cards": cards(event["cards"])})


def _place(move: LoggedPlaceRow, board: Board) -> str:
    return _("place %(cards)s in your rail yard") % {"cards": _row(move)}


def _place_three(move: LoggedPlaceThree, board: Board) -> str:
    return _("place one card each of %(cards)s") % {"cards": cards(move["colors"])}


def _complete(move: LoggedComplete, board: Board) -> str:
    if not move["tickets"]:
        return _("complete no tickets")
    return _("complete %(tickets)s") % {"tickets": tickets(move["tickets"], board)}


def _big_city(line: LedgerLine, board: Board) -> str:
    return _("most completed tickets of %(city)s") % {"city": city(line["subject"], board)}


def _scored_big_city(line: ScoringLine, board: Board) -> str:
    return _("Most tickets of %(city)s") % {"city": city(line.subjects[0], board)}


def _yards(view: View, names: Names, board: Board) -> Section | None:
    rows = [Row(seat["seat"], [_row(row) for row in seat["yard"]]) for seat in view["seats"] if seat.get("yard")]
    return Section(_("Rail yards"), rows) if rows else None


def _completed(view: View, names: Names, board: Board) -> Section | None:
    """List the tickets that were completed and laid aside, face up."""
    rows = [
        Row(seat["seat"], [ticket(completed["number"], board) for completed in seat["completed"]])
        for seat in view["seats"]
        if seat.get("completed")
    ]
    return Section(_("Completed tickets"), rows) if rows else None


def _big_cities(view: View, names: Names, board: Board) -> Section | None:
    """List the bonus for the most completed tickets of each big city."""
    if not board.big_cities:
        return None
    cities = [f"{board.cities[city].name} ({bonus})" for city, bonus in board.big_cities.items()]
    return Section(_("Bonuses for big cities"), [Row(None, cities)])


REFUSALS: Final[Texts] = {
    "place_what": gettext_lazy("Place which cards? Write {expected}."),
    "complete_what": gettext_lazy("Complete which tickets? Write {expected}."),
    "not_a_row": Counted(
        "at_least",
        lambda n: ngettext(
            "A row is at least {at_least} card of one color, with or without locomotives.",
            "A row is at least {at_least} cards of one color, with or without locomotives.",
            n,
        ),
    ),
    "not_three_colors": gettext_lazy("To place three rows at once, use one card each of three different colors."),
    "color_in_own_yard": gettext_lazy("You already have a row of {color} in your rail yard."),
    "color_in_another_yard": gettext_lazy("There is a row of {color} in another rail yard."),
    "too_few_cards_to_rob": Counted(
        "need",
        lambda n: ngettext(
            "There is a row of {color} in another rail yard: to rob it, you need {need} card.",
            "There is a row of {color} in another rail yard: to rob it, you need {need} cards.",
            n,
        ),
    ),
    "ticket_not_held": gettext_lazy("You can only complete your own tickets, each of them once."),
    "cards_do_not_suffice": gettext_lazy("You don’t have enough cards on your track for all of these tickets."),
}

WORDS: Final = Words(
    about={"card_game@1": gettext_lazy("No map: you place rows of cards in rail yards and pay for tickets with them.")},
    titles={
        "card_game@1": gettext_lazy("Card Game"),
        "Card Game": gettext_lazy("Card Game"),
        "open_stack": gettext_lazy("with open stacks"),
    },
    sentences={
        LocomotivesGiven.tag: _locomotives_given,
        RowPlaced.tag: _row_placed,
        TrainRobbed.tag: _train_robbed,
        CardsPutOnTrack.tag: _cards_put_on_track,
        RoundOver.tag: _round_over,
        CompletionChosen.tag: _completion_chosen,
        TicketsCompleted.tag: _tickets_completed,
        RoundBegan.tag: _round_began,
        CardsDealt.tag: _cards_dealt,
    },
    joined={RowPlaced.tag: _rows_placed},
    reasons={"big_city": _big_city},
    scoring={"big_city": _scored_big_city},
    bonuses={
        "big_city": Bonus(
            Sentence(
                you=gettext_lazy("You have the most tickets of %(city)s: %(points)s"),
                name=gettext_lazy("%(name)s has the most tickets of %(city)s: %(points)s"),
            ),
            lambda line, board: {"city": city(line["subject"], board)},
        )
    },
    subjects={"big_city": gettext_lazy("the city with most completed tickets")},
    questions={"complete_tickets": gettext_lazy("complete tickets")},
    asked={
        "complete_tickets": AskedQuestion(
            gettext_lazy("The round is over: choose which tickets to complete"), gettext_lazy("Everybody does.")
        )
    },
    composing={
        "complete_tickets": ngettext_lazy(
            "Your cards on the track are enough for %(count)d set of your tickets; on the table you can choose it, or "
            "none. Each card counts for one ticket; a locomotive counts as any color.",
            "Your cards on the track are enough for %(count)d different sets of your tickets; on the table you can "
            "choose any of them, or none. Each card counts for one ticket; a locomotive counts as any color.",
            "count",
        )
    },
    moves={PlaceRow.tag: _place, PlaceThree.tag: _place_three, Complete.tag: _complete},
    deeds={PlaceRow.tag: gettext_lazy("place a row"), PlaceThree.tag: gettext_lazy("place a row")},
    columns={"on_track": gettext_lazy("on track")},
    sections=(_yards, _completed, _big_cities),
    refusals=REFUSALS,
)
