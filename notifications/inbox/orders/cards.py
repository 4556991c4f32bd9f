"""Cards that a line names and nothing else, without a verb: "the red one, please", "Red. Then the deck". Pure.

They are drawn one by one, as far as they are named: a color alone never takes the other card of a listed pair.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.cards import KINDS
from notifications.inbox.orders import draws, numbers, words
from notifications.inbox.orders.draws import DrawSaid
from notifications.inbox.orders.kinds import Offered, PlayMove
from notifications.inbox.orders.lines import StoppedAt, Why
from notifications.inbox.orders.moves import NAMES_OF_CARDS, Said
from notifications.inbox.orders.words import COMMA

_OPENING: Final = re.compile(
    r"(?:(?:ok|okay|yes)[ ,.]+)?"
    r"(?:(?:i(?:d| would) (?:like|love)|i want)(?: to (?:take|draw|have|get|pick))? "
    r"|(?:i(?:ll| will| am going to|m going to)? )?(?:take|draw|pick|choose|have|get|grab) "
    r"|i(?:m| am) (?:tak|draw)ing )?"
)
"""What changes nothing about the choice behind it; “I would draw” is no choice."""
_COURTESIES: Final = frozenset({"please", "pls", "plz", "for", "me", "now", "just", "other", "another"})
_THANKS: Final = _COURTESIES | {"thanks", "thank", "you", "thx", "ta", "ty", "cheers", COMMA}
"""What may follow; before a card, it may be to somebody of that name."""
_NAMES: Final = frozenset({*KINDS, *NAMES_OF_CARDS, *draws.DECK_WORDS})
_CLEAR_NAMES: Final = _NAMES - {"blind", "top", "wild"}
"""Those that are no words of other talk."""
_FEWER: Final = re.compile(
    r"(?:(?:but|and|or|well|sorry|please) )*(?:only|just) (?:one|two|the|a|an|half|[1-9])\b"
    r"(?! (?:moment|minute|sec|second|day|thing|question|more|joking))"
)
_OTHERS: Final = draws.FILLERS | draws.THEN | draws.TWICE | draws.PLACES | {"from", "draw", "take"}
_THEN: Final = frozenset({"then", "and"})
_BEGINS_REST: Final = re.compile(
    r"(?:[-*] |\d[.)] |(?:and|then|plus|also|next|after that|followed by|second|2nd)\b[ :,]*)+"
)
_ENDS_REST: Final = re.compile(r"[ ,]+(?:second|2nd|next|then|after that)[ .]*$")


def find(line: str, market: Sequence[str | None]) -> list[DrawSaid] | None:
    """Return the cards that a line names, in order; None if it says anything else."""
    tokens = _split(line)
    if _NAMES.isdisjoint(tokens) or not {*tokens} <= _NAMES | _OTHERS:
        return None
    return draws.read(tokens, market)


def _split(line: str) -> Said:
    """Return the words of a line without those that change nothing about a choice."""
    plain = words.plain(numbers.without_smiles(line).replace("!", ".")).strip()
    opening = _OPENING.match(plain)
    tokens = words.split_words(plain[opening.end() :] if opening else plain) or ()
    end = next((place for place in range(len(tokens), 0, -1) if tokens[place - 1] not in _THANKS), 0)
    return words.without(tokens[:end], _COURTESIES)


def read(line: str, offered: Offered) -> list[PlayMove] | StoppedAt | None:
    """Return the draws that a line orders by its cards alone, where the first can be drawn.

    What may also choose a line of the list that says something else about a card is asked about.
    """
    drawn = find(line, offered.market)
    first = _find_legal(drawn[0], offered) if drawn else None
    if not drawn or first is None:
        return None
    if missing := draws.find_missing(drawn, offered.market):
        return StoppedAt(line, Why.NOT_FACE_UP, about=missing) if len(drawn) == draws.MOST else None
    others = [moves[0] for moves in _find_others({*_split(line)} & {*KINDS}, offered)]
    if others:
        return StoppedAt(line, Why.AMBIGUOUS, tuple(dict.fromkeys([first, *others])))
    fault = draws.find_fault(line, drawn, offered.market, offered.rules)
    return fault or [PlayMove(draw.notation, line) for draw in drawn]


def _find_legal(draw: DrawSaid, offered: Offered) -> str | None:
    """Return a legal move that draws this card; None if there is none."""
    _verb, _space, card = draw.notation.partition(" ")
    places = [f"draw {place}" for place, kind in enumerate(offered.market, 1) if kind == card]
    return next((move for move in (draw.notation, *places) if move in (offered.moves or ())), None)


def _find_others(colors: set[str], offered: Offered) -> list[Sequence[str]]:
    """Return the single moves of the list that draw nothing although their lines name one of these colors."""
    titles = offered.titles() if colors else ()
    return [
        moves
        for title, moves in zip(titles, offered.listed, strict=False)
        if len(moves) == 1
        and not moves[0].startswith("draw ")
        and not colors.isdisjoint(words.letters_and_numbers(title.text))
    ]


def read_next(line: str, offered: Offered) -> list[PlayMove] | None:
    """Return the draws of a line below another one that says it goes on: "then the deck"."""
    drawn = find(line, ()) if words.plain(line).partition(" ")[0].strip(",.") in _THEN else None
    return [PlayMove(draw.notation, line) for draw in drawn] if drawn and "draw" in offered.rules.verbs else None


def names_cards(line: str) -> bool:
    """Check whether a line names cards to draw, and nothing else."""
    return find(line, ()) is not None


def names_clearly(pieces: Sequence[str]) -> bool:
    """Check whether words name a card by a word that is none of other talk."""
    return not _CLEAR_NAMES.isdisjoint(pieces)


def find_in_rest(line: str) -> list[DrawSaid] | None:
    """Return the cards that a line below another one names, whatever numbers them; None if it says anything else."""
    plain = words.plain(line)
    beginning = _BEGINS_REST.match(plain)
    return find(_ENDS_REST.sub("", plain[beginning.end() :] if beginning else plain), ())


def mentions_cards(line: str) -> bool:
    """Check whether a line mentions a kind of card, or the deck."""
    return not _NAMES.isdisjoint(words.letters_and_numbers(line))


def corrects(text: str) -> bool:
    """Check whether a text beside an order may name another card, or fewer: "Only one", "then the white one"."""
    pieces = words.letters_and_numbers(text)
    return names_clearly(pieces) or _FEWER.match(" ".join(pieces)) is not None


def goes_on(line: str) -> bool:
    """Check whether a line below an order, itself not understood, says which cards, or how few of them."""
    pieces = words.letters_and_numbers(line)
    begins = bool(pieces) and pieces[0] in _THEN and names_clearly(pieces)
    return begins or _FEWER.match(" ".join(pieces)) is not None
