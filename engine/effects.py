"""What facts do with cards and tickets, in a few words that a program without the rules can follow.

Every feature declares the effects of its facts. An export has them, with the numbers of the deck, so that
docs/checker.mjs can follow the cards of a game that it has never heard of. docs/checking.md explains each word.
"""

from enum import StrEnum


class Effect(StrEnum):
    """An effect of a fact on cards or tickets. The values are stored in exports and never change."""

    GIVE = "give"
    DRAW = "draw"
    DRAW_IN_TURNS = "draw_in_turns"
    TAKE = "take"
    FILL = "fill"
    FLUSH = "flush"
    PAY = "pay"
    PLACE = "place"
    LAY_ASIDE = "lay_aside"
    LAY_WITH = "lay_with"
    TURN_UP = "turn_up"
    TAKE_BACK = "take_back"
    GATHER = "gather"
    SHUFFLE = "shuffle"
    REMOVE_REST = "remove_rest"
    OFFER = "offer"
    RETURN = "return"
    SET_ASIDE = "set_aside"
    RETURN_ASIDE = "return_aside"
    SHUFFLE_ASIDE = "shuffle_aside"
    SHUFFLE_IN = "shuffle_in"


Effects = tuple[Effect, ...]
