"""What the vocabulary of orders makes of a plan's order: moves whose turn has yet to come, in a plan's own words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import KINDS
from notifications.inbox.orders import draws, line_reader, moves, spellings, words
from notifications.inbox.orders.draws import DrawSaid
from notifications.inbox.orders.kinds import Offered, PlayMove
from notifications.inbox.orders.lines import StoppedAt, Why
from notifications.inbox.orders.moves import Meant, Said
from notifications.inbox.orders.vocabulary import LANGUAGES

CLAIM, DRAW = "claim", "draw"
_COURTESIES: Final = frozenset[str]().union(*(phrases.courtesies for phrases in LANGUAGES)) | {words.COMMA}
_MOST_ALIKE: Final = 2
"""Draws on a line; each of several is for a card of its own, so that it is carried out once."""
Lines = tuple[str, ...]


def find(order: str, offered: Offered) -> list[Lines]:
    """Return the ways to write an order in a plan's words, each of one or more lines; none if it is not understood."""
    tokens = _skip_courtesies(words.split_words(order) or ())
    if not tokens:
        return []
    cities = moves.words_of_cities(offered.rules.board)
    corrected = spellings.correct_all(tokens, cities | offered.rules.verbs.keys() | {*KINDS})
    return _find_written(order, tokens, offered) or _find_written(order, corrected, offered)


def _skip_courtesies(tokens: Said) -> Said:
    """Return the words from the first that says something: "then claim ..." is "claim ..."."""
    start = next((place for place, word in enumerate(tokens) if word not in _COURTESIES), len(tokens))
    return tokens[start:]


def _find_written(order: str, tokens: Said, offered: Offered) -> list[Lines]:
    """Return the readings of words that need neither a list nor a position."""
    unbound = replace(offered, moves=None, listed=(), market=(), letters={}, titles=tuple)
    orders = line_reader.read_moves(order, tokens, unbound, is_first=False)
    if orders and not isinstance(orders, StoppedAt):
        return [_write_moves([order for order in orders if isinstance(order, PlayMove)], unbound)]
    verb = line_reader.find_verb(tokens[0], unbound)
    if verb is not None and verb != DRAW:
        return _write_meant(moves.meant(offered.rules, verb, tokens[1:]), offered)
    if verb is None and (drawn := None if any(word.isdigit() for word in tokens[:1]) else draws.read(tokens, ())):
        return [_write_draws(drawn)]
    if verb is None and CLAIM in offered.rules.verbs:
        return _write_meant(moves.meant(offered.rules, CLAIM, tokens), offered)
    return []


def find_chosen(order: str, offered: Offered) -> list[Lines] | StoppedAt:
    """Return how to write what an order chooses from the email: a number, a line of its list, letters of tickets."""
    orders = line_reader.read_line(order, offered, is_first=True, may_be_number=True)
    if isinstance(orders, StoppedAt):
        return orders
    played = [order for order in orders if isinstance(order, PlayMove)]
    if len(played) < len(orders) or not played:
        return StoppedAt(order, Why.NOT_UNDERSTOOD)
    return [_write_moves(played, offered)]


def _write_moves(played: Sequence[PlayMove], offered: Offered) -> Lines:
    notations = [replace(move, notation=_name_card(move.notation, offered)) for move in played]
    if all(move.notation.startswith(f"{DRAW} ") for move in notations):
        return _write_draws([DrawSaid(move.notation, move.otherwise) for move in notations])
    return tuple(move.notation for move in notations)


def _name_card(notation: str, offered: Offered) -> str:
    """Return the draw of an open card by its kind: it may lie elsewhere, or be gone, when the plan acts."""
    verb, _space, place = notation.partition(" ")
    if verb != DRAW or not place.isdigit() or not 1 <= int(place) <= len(offered.market):
        return notation
    return f"{DRAW} {offered.market[int(place) - 1] or place}"


def _write_draws(drawn: Sequence[DrawSaid]) -> Lines:
    """Return a line for each card; several cards are drawn once each, a lone one as often as it can be."""
    lines = [_write_draw(draw) for draw in drawn]
    return tuple(f"once {line}" for line in lines) if len(lines) == _MOST_ALIKE else tuple(lines)


def _write_draw(draw: DrawSaid) -> str:
    if draw.otherwise is None:
        return draw.notation
    card = draw.otherwise.removeprefix(f"{DRAW} ")
    return f"{draw.notation} else deck" if card == draws.DECK else f"{draw.notation} {card}"


def _write_meant(meant: Meant, offered: Offered) -> list[Lines]:
    return [(line,) for line in dict.fromkeys(_join_tracks([each.strip() for each in meant.notations], offered))]


def _join_tracks(notations: Sequence[str], offered: Offered) -> Iterator[str]:
    """Yield the moves, those for all tracks of a route as one for any of them."""
    tracks: dict[str, set[str]] = {}
    for fact in offered.rules.board.routes:
        if fact.group:
            tracks.setdefault(fact.group, set()).add(fact.slug)
    group_of = {slug: group for group, slugs in tracks.items() for slug in slugs}
    for notation in notations:
        verb, _space, rest = notation.partition(" ")
        slug, _space, cost = rest.partition(" ")
        group = group_of.get(slug) if verb == CLAIM else None
        every = {f"{CLAIM} {each} {cost}".strip() for each in tracks[group]} if group else set()
        yield f"{CLAIM} {group} {cost}".strip() if every and every <= {*notations} else notation
