"""What a line orders of a game, among its legal moves and what an email offers. Pure.

1. A number, where one may stand, is a move that the email listed; yes is the one that it offered.
2. A line is a wish (`wishes`), or a move: one that the game writes just so, or the only one that it may mean. What may
   mean several is looked up among the legal moves; if it may still mean several, it is none.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import engine
from notifications.inbox.orders import (
    cards,
    clauses,
    draws,
    letters,
    moves,
    nearness,
    numbers,
    spellings,
    titles,
    wishes,
    words,
)
from notifications.inbox.orders.kinds import LeaveGame, Offered, Order, PlayMove
from notifications.inbox.orders.lines import StoppedAt, Why
from notifications.inbox.orders.moves import Said
from notifications.inbox.orders.vocabulary import LANGUAGES

_NUMBER: Final = re.compile(r"[(#]?(?:(?:number|move|no|option) ?)?#?(\d{1,4})[.):]?")
SYNONYMS: Final = {"take": "draw", "build": "claim"}
_WISHES_IN_WORDS: Final = frozenset({"resign", "back"})
"""Verbs of the games that emails express as wishes, since resigning waits for a yes."""
_WORDS_OF_TALK: Final = frozenset({"pass", "start"})
"""Verbs of the games that say something else among other words."""
_LISTED: Final = frozenset({"claim", "place", "draw", "tickets"})
"""Verbs whose best moves emails list, so that no number stands for many of them."""
MOST_WAYS: Final = 5
_AROUND_CITY: Final = frozenset({words.COMMA, "at", "begin", "from", "in"}).union(
    *(phrases.courtesies for phrases in LANGUAGES)
)
_SAYS_CARDS: Final = frozenset({"deck", "card", "cards", "ticket", "tickets"})


def may_order(line: str, rules: engine.Ruleset) -> bool:
    """Check quickly whether a line has a word that moves have, whatever else it says."""
    order_words = (rules.verbs.keys() | SYNONYMS.keys() | _SAYS_CARDS) - _WISHES_IN_WORDS - _WORDS_OF_TALK
    return not order_words.isdisjoint(words.letters_and_numbers(line))


def _read_letters(line: str, offered: Offered) -> Sequence[Order] | StoppedAt:
    """Read tickets by their letters, with or without "keep"."""
    tickets = letters.find(line, offered) or ()
    meant = moves.meant(offered.rules, letters.KEEP, tuple(map(str, tickets)))
    orders = _pick_move(line, meant, offered, is_first=True)
    return StoppedAt(line, Why.NOT_UNDERSTOOD) if orders is None else orders


def says_yes(line: str) -> bool:
    """Check whether a line is a yes and nothing more."""
    return words.plain(line).rstrip(".") == "yes"


def read_line(line: str, offered: Offered, *, is_first: bool, may_be_number: bool) -> Sequence[Order] | StoppedAt:
    """Return the orders in a line, with or without talk beside them; none if it is only talk."""
    orders = _read_with_talk(line, offered, is_first=is_first, may_be_number=may_be_number)
    if orders and not _is_no_move(orders):
        return _ask_of_question(line, orders)
    rest = clauses.skip_opening(line, len(offered.listed))
    opened = _read_with_talk(rest, offered, is_first=is_first, may_be_number=may_be_number) if rest else ()
    if isinstance(opened, StoppedAt):
        return replace(opened, line=line)
    opened_orders = [replace(order, line=line) for order in opened if not isinstance(order, LeaveGame)]
    return _ask_of_question(line, opened_orders or orders)


def _ask_of_question(line: str, orders: Sequence[Order] | StoppedAt) -> Sequence[Order] | StoppedAt:
    """Return the orders, but ask about a move with a question mark: it may only be considered."""
    is_question = line.rstrip().endswith("?") and not numbers.asks_politely(line)
    if not orders or isinstance(orders, StoppedAt) or not is_question:
        return orders
    are_bare_moves = all(isinstance(order, PlayMove) and not order.talk for order in orders)
    return StoppedAt(line, Why.UNSURE) if are_bare_moves else orders


def _read_with_talk(line: str, offered: Offered, *, is_first: bool, may_be_number: bool) -> Sequence[Order] | StoppedAt:
    orders = read_orders(line, offered, is_first=is_first, may_be_number=may_be_number)
    if may_be_number and (not orders or _is_no_move(orders)):
        return _read_beside_talk(line, offered) or orders
    if may_be_number and clauses.is_to_others(line) and not isinstance(orders, StoppedAt):
        beside = _read_beside_talk(line, offered)
        return orders if beside is None or isinstance(beside, StoppedAt) else beside
    return orders


def _read_beside_talk(line: str, offered: Offered) -> Sequence[Order] | StoppedAt | None:
    """Return the move in one clause of a line, if all others are talk; None if no clause is a move."""
    for parts in clauses.cut(line):
        if (parts.before and not numbers.is_chosen(parts.order)) or not _may_order(parts.order, offered):
            continue
        orders = _read_clear(parts.order, offered, is_first=True, may_be_number=True)
        if isinstance(orders, StoppedAt) and orders.reason is Why.AMBIGUOUS:
            return StoppedAt(line, orders.reason, orders.suggestions)
        clear_orders = () if not orders or isinstance(orders, StoppedAt) else orders
        played = [replace(order, line=line) for order in clear_orders if isinstance(order, PlayMove)]
        is_asked = parts.order.endswith("?") and not numbers.asks_politely(parts.order)
        if played and (is_asked or not _is_beside_talk(parts, offered)):
            return StoppedAt(line, Why.UNSURE)
        if played:
            return [replace(played[0], talk=parts.talk), *played[1:]]
    return None


def _may_order(clause: str, offered: Offered) -> bool:
    """Check quickly whether a clause may be read as a move at all."""
    pieces = words.letters_and_numbers(clause)
    return bool(pieces) and (
        numbers.has_number(pieces)
        or find_verb(pieces[0], offered) is not None
        or bool(offered.titles() or offered.letters)
    )


def _is_beside_talk(parts: clauses.Cut, offered: Offered) -> bool:
    is_above_talk = not parts.before or _is_talk(parts.before, offered, clauses.is_talk_above)
    return is_above_talk and (not parts.after or _is_talk(parts.after, offered, clauses.is_talk))


def _is_talk(text: str, offered: Offered, is_talk: Callable[[str, int], bool]) -> bool:
    """Check whether a text beside a move is talk, and neither another move nor a doubt."""
    letters_named = {piece.upper() for piece in words.letters_and_numbers(text)} & offered.letters.keys() - {"A", "I"}
    return (
        not letters_named
        and not cards.corrects(text)
        and is_talk(text, len(offered.listed))
        and not any(
            read_orders(sentence, offered, is_first=True, may_be_number=True) for sentence in clauses.sentences(text)
        )
    )


def read_orders(line: str, offered: Offered, *, is_first: bool, may_be_number: bool) -> Sequence[Order] | StoppedAt:
    """Return the orders in a line that says nothing else; none if it is talk."""
    orders = _read_clear(line, offered, is_first=is_first, may_be_number=may_be_number)
    if orders is None and looks_like_an_order(line, offered):
        return StoppedAt(line, Why.NOT_UNDERSTOOD, nearness.near(line, offered))
    return orders or []


def _read_clear(
    line: str, offered: Offered, *, is_first: bool, may_be_number: bool
) -> Sequence[Order] | StoppedAt | None:
    """Return the orders in a line that says nothing else; None if it is none, even if it looks like one."""
    chosen = _read_choice(line, offered, may_be_number=may_be_number)
    if chosen is not None:
        return chosen
    tokens = words.split_words(line)
    wish = wishes.read(line, tokens, offered)
    if wish is not None:
        return wish if isinstance(wish, StoppedAt) else [wish]
    played = read_moves(line, tokens, offered, is_first=is_first) if tokens else None
    if may_be_number and (played is None or _is_no_move(played)):
        choice = (
            cards.read(line, offered)
            or _read_named(line, offered)
            or _read_misspelled(line, tokens or (), offered)
            or _read_city(line, tokens or (), offered)
        )
        if choice:
            return choice
    return cards.read_next(line, offered) if played is None and not is_first else played


def _read_choice(line: str, offered: Offered, *, may_be_number: bool) -> Sequence[Order] | StoppedAt | None:
    """Return the orders of a line that chooses from the email by number, yes or ticket letters; None for others."""
    number = _NUMBER.fullmatch(words.plain(line))
    if number:
        return _read_number(line, int(number[1]), offered) if may_be_number else StoppedAt(line, Why.NUMBER_NOT_FIRST)
    if may_be_number and says_yes(line):
        return _read_yes(line, offered)
    if may_be_number and (chosen := _read_written_number(line, offered) or _read_title(line, offered)):
        return chosen
    if (may_be_number or letters.says_keep(line)) and letters.unknown(line, offered):
        return StoppedAt(line, Why.NO_SUCH_LETTER)
    if letters.are_alone(line, offered):
        chosen = _read_letters(line, offered)
        if may_be_number or isinstance(chosen, StoppedAt):
            return chosen
        suggestions = tuple(order.notation for order in chosen if isinstance(order, PlayMove))
        return StoppedAt(line, Why.LETTERS_NOT_FIRST, suggestions)
    return None


def _read_written_number(line: str, offered: Offered) -> Sequence[Order] | StoppedAt | None:
    """Return the orders of a number with words around it; two numbers, or a doubt, are asked about."""
    number = numbers.read(line, len(offered.listed))
    if number is None:
        return None
    if number.is_doubtful:
        return StoppedAt(line, Why.UNSURE)
    orders = [_read_number(line, value, offered) for value in sorted(number.values)]
    if len(orders) > 1:
        return StoppedAt(line, Why.AMBIGUOUS)
    if not number.may_be_card:
        return orders[0]
    (value,) = number.values
    card, listed = f"draw {value}", [*offered.listed[value - 1 : value]]
    if card not in (offered.moves or ()) or listed == [[card]]:
        return orders[0]
    return StoppedAt(line, Why.AMBIGUOUS, (card, *(moves[0] for moves in listed if len(moves) == 1)))


def _is_no_move(played: Sequence[Order] | StoppedAt) -> bool:
    return isinstance(played, StoppedAt) and played.reason is Why.NOT_UNDERSTOOD


def _read_named(line: str, offered: Offered) -> Sequence[Order] | StoppedAt | None:
    """Return the orders of a line that names a line of the email's list by some of its words; None for any other.

    A card alone does not name a line of several, since nobody has named the others.
    """
    places = titles.find_by_words(line, offered.titles())
    named = [offered.listed[place] for place in places if place < len(offered.listed)]
    if titles.names_a_card(line) and all(len(listed) > 1 for listed in named):
        return None
    return _read_places(line, places, offered)


def _read_misspelled(line: str, tokens: Said, offered: Offered) -> Sequence[Order] | StoppedAt | None:
    """Return the legal move that a line is but for typing errors in names of cities."""
    corrected = spellings.correct_all(tokens, moves.words_of_cities(offered.rules.board))
    orders = None if corrected == tokens else read_moves(line, corrected, offered, is_first=True)
    if not orders or isinstance(orders, StoppedAt):
        return orders
    are_legal = all(isinstance(order, PlayMove) and order.notation in (offered.moves or ()) for order in orders[:1])
    return orders if are_legal else None


def _read_city(line: str, tokens: Said, offered: Offered) -> Sequence[Order] | None:
    """Return the legal move that a line means by a city alone, where every move is the same but for its city."""
    verbs = {move.partition(" ")[0] for move in offered.moves or ()}
    if len(verbs) != 1 or "?" in line:
        return None
    city_words = words.without(tuple(tokens), _AROUND_CITY | verbs)
    city = "_".join(spellings.correct_all(city_words, moves.words_of_cities(offered.rules.board)))
    notation = f"{verbs.pop()} {city}"
    return [PlayMove(notation, line)] if notation in (offered.moves or ()) else None


def _read_title(line: str, offered: Offered) -> Sequence[Order] | StoppedAt | None:
    """Return the orders of a line that repeats a line of the email's list; None if it does not."""
    return _read_places(line, titles.find(line, offered.titles()), offered)


def _read_places(line: str, places: Sequence[int], offered: Offered) -> Sequence[Order] | StoppedAt | None:
    chosen = {tuple(offered.listed[place]) for place in places if place < len(offered.listed)}
    alone = sorted(listed[0] for listed in chosen if len(listed) == 1)
    if len(chosen) > 1 and not (len(alone) == len(chosen) and moves.are_twins(offered.rules.board, alone)):
        return StoppedAt(line, Why.AMBIGUOUS, tuple(alone))
    return _read_number(line, places[0] + 1, offered) if chosen else None


def _read_number(line: str, number: int, offered: Offered) -> Sequence[Order] | StoppedAt:
    if not 1 <= number <= len(offered.listed):
        return StoppedAt(line, Why.NO_SUCH_NUMBER)
    listed = offered.listed[number - 1]
    return [PlayMove(move, line) for move in listed] or StoppedAt(line, Why.MANY_WAYS, _find_unlisted(offered))


def _find_unlisted(offered: Offered) -> tuple[str, ...]:
    """Return legal moves without a number of their own: one of these is meant by a number that stands for many."""
    verbs = {moves[0].partition(" ")[0] for moves in offered.listed if moves} | _LISTED
    return tuple(move for move in offered.moves or () if move.partition(" ")[0] not in verbs)[:MOST_WAYS]


def _read_yes(line: str, offered: Offered) -> Sequence[Order] | StoppedAt:
    if offered.suggested is None:
        return StoppedAt(line, Why.NOTHING_OFFERED)
    return _read_number(line, offered.suggested, offered)


def read_moves(line: str, tokens: Said, offered: Offered, *, is_first: bool) -> Sequence[Order] | StoppedAt | None:
    """Return the moves that a line plays; None if it is not a move."""
    exactly = offered.by_words.get(tokens, []) if is_first else []
    if len(exactly) == 1 and exactly[0] not in _WISHES_IN_WORDS:
        return [PlayMove(exactly[0], line)]
    tokens = _skip_build(tokens, offered)
    verb = find_verb(tokens[0], offered)
    if verb is None:
        return None
    if len(tokens) > 1 and tokens[1].isdigit() and tokens[2:3] in (("ticket",), ("tickets",)):
        return None  # "2 tickets" is how many, and "2" is the ticket with this number
    if is_first and verb == letters.KEEP and letters.find(line, offered) is not None:
        return _read_letters(line, offered)
    if (
        verb == "draw"
        and words.without(tokens[1:], moves.FILLERS | {"new"}) == ()
        and {"ticket", "tickets"} & {*tokens}
    ):
        return [PlayMove("tickets", line)] if "tickets" in offered.rules.verbs else None
    if verb == "draw":
        return _read_draws(line, tokens[1:], offered.market if is_first else (), offered)
    return _pick_move(line, moves.meant(offered.rules, verb, tokens[1:]), offered, is_first=is_first)


def _read_draws(
    line: str, tokens: Said, market: Sequence[str | None], offered: Offered
) -> Sequence[Order] | StoppedAt | None:
    drawn = draws.read(tokens, market)
    if not drawn:
        return None
    fault = draws.find_fault(line, drawn, market, offered.rules)
    return fault or [PlayMove(draw.notation, line, draw.otherwise) for draw in drawn]


def _skip_build(tokens: Said, offered: Offered) -> Said:
    """Return the words without a "build" before what the game itself calls a move: "build a station in Wien"."""
    rest = words.without(tokens[1:], moves.FILLERS) if tokens[0] == "build" else ()
    return rest if rest[:1] and rest[0] in offered.rules.verbs else tokens


def _pick_move(
    line: str, meant: moves.Meant, offered: Offered, *, is_first: bool
) -> Sequence[Order] | StoppedAt | None:
    """Return the move if only one can be meant: a single notation, or the only legal one among several."""
    legal = _find_legal(meant, offered) if is_first else []
    whole = [notation for notation in meant.notations if not notation.endswith(" ")]
    if not meant.is_vague and moves.are_twins(offered.rules.board, legal):
        return [PlayMove(legal[0], line)]
    if not meant.is_vague and len(whole) == len(meant.notations) == 1 and not legal:
        return [PlayMove(whole[0], line)]
    return StoppedAt(line, Why.AMBIGUOUS, tuple(legal[: nearness.MOST])) if legal else None


def _find_legal(meant: moves.Meant, offered: Offered) -> list[str]:
    """Return the legal moves that are meant, ignoring the order in which tickets or colors are named."""
    meant_words = {words.unordered(notation) for notation in meant.notations}
    beginnings = tuple(notation for notation in meant.notations if notation.endswith(" "))
    every = offered.unordered.items() if meant.notations else ()
    return [
        move for move, move_words in every if move_words in meant_words or (beginnings and move.startswith(beginnings))
    ]


def find_verb(word: str, offered: Offered) -> str | None:
    """Return the verb of this game that a word is, or that it alone abbreviates."""
    verbs = [verb for verb in offered.rules.verbs if verb not in _WISHES_IN_WORDS]
    if word in verbs:
        return word
    if SYNONYMS.get(word) in verbs:
        return SYNONYMS[word]
    completions = [
        each for each in {*verbs, *wishes.FIRST_WORDS} if len(word) >= moves.SHORTEST and each.startswith(word)
    ]
    return completions[0] if len(completions) == 1 and completions[0] in verbs else None


def looks_like_an_order(line: str, offered: Offered) -> bool:
    """Check whether a line was meant as an order: it begins like one, or is close to a legal move."""
    pieces = words.letters_and_numbers(line[: words.LONGEST])
    if not pieces:
        return False
    first, others = pieces[0], pieces[1:]
    if letters.seem_chosen(pieces, offered):
        return True
    if first in SYNONYMS:
        return any(moves.cards(word) == [word] or word.isdigit() or word in _SAYS_CARDS for word in others)
    verbs = {*offered.rules.verbs, *wishes.FIRST_WORDS}
    return (
        first in verbs
        or find_verb(first, offered) is not None
        or (nearness.is_like_one_of(first, offered.rules.verbs) and bool(others))
        or nearness.is_like_a_move(line, offered)
    )
