"""Why a move was refused, in a sentence for people. The engine itself has only codes and parameters."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError

SENTENCES: Final[dict[str, Promise]] = {
    # Not a move at all.
    "unknown_verb": _("A move begins with one of {known}."),
    "draw_what": _("Draw what? Write {expected}."),
    "claim_what": _("Claim what, and with which cards? Write it like: {expected}"),
    "keep_what": _("Keep which tickets? Write {expected}."),
    "one_color_only": _("A route is paid with cards of one colour and locomotives, like: {expected}"),
    "unknown_card": _("There is no card “{given}”: the cards are {known}."),
    "unknown_route": _("There is no route “{given}”."),
    "unknown_city": _("There is no city “{given}”."),
    "unknown_ticket": _("There is no ticket {given}."),
    "not_a_number": _("“{given}” is no number."),
    "words_left_over": _("The move is complete before “{given}”."),
    "not_an_object": _("A move is one line of text, or an object with a “type”."),
    "unknown_move": _("The “type” of a move is one of {known}."),
    "unknown_field": _("A move of this type has no {fields}."),
    "missing_field": _("The move lacks its “{field}”."),
    "not_a_turn_move": _("“{move}” is no answer to a question of the game."),
    "bad_value": _("“{field}” should be {expected}."),
    # A move that the rules forbid now.
    "game_over": _("The game is over."),
    "nothing_to_answer": _("It is not your turn."),
    "not_an_answer": _("Another decision is awaited from you first: {prompt}."),
    "market_place_empty": _("No card lies at place {place}."),
    "locomotive_as_second_card": _("A locomotive from the market cannot be the second card."),
    "deck_empty": _("The deck is empty."),
    "no_tickets_left": _("No tickets are left to draw."),
    "ticket_not_offered": _("Only the tickets offered can be kept: {offered}."),
    "too_few_tickets_kept": _("Keep at least {at_least} of the tickets {offered}."),
    "route_taken": _("The route {route} has been claimed already."),
    "own_parallel_track": _("You hold another track of {route}."),
    "track_closed": _("Another track of {route} is taken, and with so few players that closes this one."),
    "not_enough_trains": _("The route takes {need} trains; you have {have}."),
    "ferry_needs_locomotives": _("This ferry takes at least {need} locomotives."),
    "not_enough_locomotives": _("You have {have} locomotives, not {need}."),
    "not_enough_cards": _("You have {have} cards of this colour, not {need}."),
    "wrong_number_of_cards": _("This route is paid with {need} cards."),
    "name_the_color_paid": _("Say which colour is paid; a payment of locomotives alone names none."),
    "wrong_color": _("This route is paid in {need}."),
    "pass_not_allowed": _("You can pass only when nothing else can be done."),
    "seat_has_left": _("This seat has left the game."),
    "seat_is_absent": _("This seat is marked absent already."),
    "seat_is_not_absent": _("This seat is not absent."),
    # A game that cannot be played.
    "unknown_ruleset": _("There is no such ruleset; there are {known}."),
    "wrong_number_of_seats": _("It takes from {fewest} to {most} seats."),
    "unknown_option": _("The ruleset has no option {options}; it has {known}."),
    "order_is_not_of_the_players": _("The order names other seats than there are."),
}


def explain(error: EngineError) -> str:
    """The sentence, in the language that is active; the bare code if there is none."""
    detail = {name: listed(value) for name, value in error.detail.items()}
    return str(SENTENCES.get(error.code, error.code)).format_map(detail)


def listed(value: object) -> object:
    """Several things as a sentence has them; anything else as it is."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
