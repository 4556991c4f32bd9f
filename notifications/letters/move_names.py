"""Moves of a turn in the words of an email's list, for questions that quote them."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine import notation
from engine.cards import KINDS
from engine.errors import EngineError
from games.presentation import words
from games.presentation.prospects import deeds
from games.presentation.prospects.draws import DECK
from games.presentation.words.capitals import begin_line
from notifications.letters import hand

LOCOMOTIVE: Final = KINDS[-1]


def name_moves(
    rules: engine.Ruleset, moves: Sequence[str], market: Sequence[str | None], letters: Mapping[str, int]
) -> str:
    """Return moves of one turn, which are in notation, as a line of the list; `letters` are of the offered tickets."""
    cards = [_find_card(move, market) for move in moves]
    drawn = [card for card in cards if card]
    if len(drawn) == len(moves) in (1, 2):
        return _name_one(drawn[0]) if len(drawn) == 1 else _name_two(*drawn)
    return _(", then ").join(_name_move(rules, move, letters) for move in moves)


def _find_card(move: str, market: Sequence[str | None]) -> str | None:
    """Return which card a move draws, or the deck; None if it draws none."""
    verb, _space, card = move.partition(" ")
    if verb != "draw":
        return None
    if card.isdigit():
        return market[int(card) - 1] if 0 < int(card) <= len(market) else None
    return card if card in (DECK, *KINDS) else None


def _name_one(card: str) -> str:
    if card == DECK:
        return _("Take one from the deck")
    return _("Take the face-up locomotive") if card == LOCOMOTIVE else _("Take %(card)s") % {"card": words.card(card)}


def _name_two(first: str, second: str) -> str:
    if first == second:
        return _("Take two from the deck") if first == DECK else _("Take %(two)s") % {"two": words.two(first)}
    if second == DECK:
        return _("Take %(card)s, then one from the deck") % {"card": words.card(first)}
    if first == DECK:
        return _("Take one from the deck, then %(card)s") % {"card": words.card(second)}
    return _("Take %(first)s and %(second)s") % {"first": words.card(first), "second": words.card(second)}


def _name_move(rules: engine.Ruleset, move: str, letters: Mapping[str, int]) -> str:
    verb, *chosen = hand.in_letters(move, letters).split(" ")
    if verb == hand.KEEP and {*chosen} <= letters.keys():
        return _("Keep %(letters)s") % {"letters": words.all_of(chosen)}
    try:
        return begin_line(deeds.name(rules, notation.parse(rules, move)))
    except EngineError:
        return _("A move that nobody can make")
