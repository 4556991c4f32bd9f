"""Whole turns: what an email orders of a turn is played as a whole, or asked about as a whole. Pure.

Nothing is played of a turn whose rest the rules forbid, as far as its player can see, or whose rest is not understood.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from notifications.inbox.orders import cards, draws, nearness, words
from notifications.inbox.orders.draws import DrawSaid
from notifications.inbox.orders.kinds import Offered, Order, PlayMove
from notifications.inbox.orders.lines import OrdersRead, StoppedAt, Why

DRAW: Final = "draw"
MOVES_APART: Final = "\n"
"""What stands between the moves of a turn in a suggestion, as between the lines of an email."""
_SHORT: Final = 5
"""Words of a line that may be the rest of a turn; a longer one is talk."""
_GOES_ON: Final = re.compile(
    r"(?:and |, )?then (?:the|an?|one|another|draw|take|from|number|whatever|any|my|other)\b"
    r"|(?:and )?(?:the )?(?:same again|another one|one more)\b"
)
_OF_OTHER_ORDERS: Final = frozenset({Why.WHICH_DAY, Why.WHICH_HOURS, Why.NOTHING_SAID, Why.NOTHING_OFFERED})


def ask_of_rest(read: OrdersRead[Order], offered: Offered) -> OrdersRead[Order]:
    """Return the orders; if the rest of a turn is forbidden or not understood, that nothing is done."""
    played = [order for order in read.orders if isinstance(order, PlayMove)]
    if not played or not offered.is_open or not _is_legal(played[0], offered):
        return read
    stopped = _find_forbidden(played, offered) or _find_unclear(read, played, offered)
    if stopped is None:
        return read
    skipped = tuple(line for line in read.skipped if line != stopped.line)
    return OrdersRead((), stopped, skipped, read.meant_below)


def suggest(played: Sequence[PlayMove], offered: Offered) -> str:
    """Return the moves of a turn as one suggestion."""
    first, *rest = [move.notation for move in played]
    return MOVES_APART.join([make_legal(first, offered), *rest])


def make_legal(notation: str, offered: Offered) -> str:
    """Return a draw by color as the draw of its first place in the market; any other move as it is."""
    verb, _space, card = notation.partition(" ")
    if verb == DRAW and card in offered.market:
        return f"{DRAW} {offered.market.index(card) + 1}"
    return notation


def _is_legal(move: PlayMove, offered: Offered) -> bool:
    """Check whether a move can be played now; if it cannot, the rules say why. True if too many can to be listed."""
    if offered.moves is None:
        return True
    notations = [make_legal(notation, offered) for notation in (move.notation, move.otherwise) if notation]
    legal = {*offered.unordered.values()}
    return any(words.unordered(notation) in legal for notation in notations)


def _find_forbidden(played: Sequence[PlayMove], offered: Offered) -> StoppedAt | None:
    """Return why these moves cannot all be played in one turn; None if they may."""
    first, *rest = played
    drawn = [move for move in played if _is_draw(move)]
    answers = {move.partition(" ")[0] for move in offered.moves or (listed[0] for listed in offered.listed if listed)}
    others = (move for move in rest if move.notation.partition(" ")[0] in answers)
    another_answer = next((move for move in others if not (_is_draw(first) and _is_draw(move))), None)
    if another_answer is not None:
        return StoppedAt(another_answer.line, Why.TOO_MUCH_FOR_A_TURN, _suggest_each(played, offered))
    if len(drawn) > offered.draws_left:
        return StoppedAt(drawn[offered.draws_left].line, Why.TOO_MUCH_FOR_A_TURN, _suggest_each(played, offered))
    said = [DrawSaid(move.notation, move.otherwise) for move in drawn]
    return draws.find_fault(drawn[-1].line, said, offered.market, offered.rules) if drawn else None


def _find_unclear(read: OrdersRead[Order], played: Sequence[PlayMove], offered: Offered) -> StoppedAt | None:
    """Return the line that may be the rest of a turn, and is not understood; None if there is none."""
    is_open = all(map(_is_draw, played)) and len(played) < offered.draws_left
    above = [make_legal(played[0].notation, offered)]
    stopped = read.stopped
    if stopped is not None and stopped.reason not in _OF_OTHER_ORDERS and _seems_of_the_turn(stopped, offered):
        if not is_open:
            alternatives = (*_suggest_each(played, offered), *stopped.suggestions)
            return replace(stopped, suggestions=alternatives[: nearness.MOST])
        more = [move for move in stopped.suggestions if move.startswith(f"{DRAW} ")]
        return replace(stopped, suggestions=tuple(_suggest_pairs(above, more, offered)))
    rest = next((line for line in read.skipped if is_open and _may_go_on(line)), None)
    if rest is None:
        return None
    more = [draw.notation for draw in cards.find_in_rest(rest) or ()]
    return StoppedAt(rest, Why.REST_UNCLEAR, tuple(_suggest_pairs(above, more[:1], offered)))


def _is_draw(move: PlayMove) -> bool:
    return move.notation.startswith(f"{DRAW} ")


def _seems_of_the_turn(stopped: StoppedAt, offered: Offered) -> bool:
    """Check whether a line that is no order names something that moves are about, or is only a verb."""
    pieces = words.letters_and_numbers(stopped.line)
    if stopped.reason is not Why.NOT_UNDERSTOOD or stopped.suggestions or cards.mentions_cards(stopped.line):
        return True
    return len(pieces) == 1 or any(map(str.isdigit, pieces[1:]))


def _may_go_on(line: str) -> bool:
    """Check whether a line that is no order may name the card that is still to be drawn."""
    pieces = words.letters_and_numbers(line)
    is_short = len(pieces) <= _SHORT and "?" not in line
    return is_short and (cards.names_clearly(pieces) or _GOES_ON.match(" ".join(pieces)) is not None)


def _suggest_pairs(above: Sequence[str], more: Sequence[str], offered: Offered) -> Iterator[str]:
    """Yield what both lines may order together, as far as the rules allow that."""
    for move in more:
        said = [DrawSaid(notation) for notation in (*above, move)]
        if draws.find_fault("", said, offered.market, offered.rules) is None:
            yield MOVES_APART.join([*above, move])


def _suggest_each(played: Sequence[PlayMove], offered: Offered) -> tuple[str, ...]:
    """Return what each line orders, where it is a turn that can be played."""
    by_line: dict[str, list[PlayMove]] = {}
    for move in played:
        by_line.setdefault(move.line, []).append(move)
    turns = [moves for moves in by_line.values() if len(moves) <= offered.draws_left and _is_legal(moves[0], offered)]
    return tuple(dict.fromkeys(suggest(moves, offered) for moves in turns))[: nearness.MOST]
