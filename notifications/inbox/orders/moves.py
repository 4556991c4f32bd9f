"""The moves that words may mean, in notation: any that the board allows, whether legal now or not.

A prefix of at least three letters will do for a word if it is unambiguous on this board; a route's cities may be in
either order. Colors need one letter. The results are in the engine's notation, so that two phrasings of a move become
one. A verb without a reader here is read as the game writes it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final

import engine
from engine.boards import Board, RouteFact
from engine.cards import KINDS
from engine.errors import EngineError
from notifications.inbox.orders import words
from notifications.inbox.orders.words import COMMA

Said = tuple[str, ...]
SHORTEST: Final = 3
"""The shortest prefix that can name a city or a verb."""
NAMES_OF_CARDS: Final = {
    "loco": "locomotive",
    "locos": "locomotive",
    "locomotives": "locomotive",
    "wild": "locomotive",
} | {
    "wilds": "locomotive",
    "pink": "purple",
}
FILLERS: Final = frozenset(
    {"a", "an", "the", "with", "using", "for", "and", "route", "tickets", "ticket", "numbers", "please"}
    | {"from", "to", "in", "at"}
)
ALIKE: Final = {"st": "saint", "saint": "st"}
LONGEST_NAME: Final = 5
"""Words in a city's name, with some to spare; a longer text names no city, and would take cubic time."""
MOST_NAMING: Final = 2 * LONGEST_NAME + 1
"""The most words that can name a route: two cities, and one of its parallel tracks."""
MOST_WAYS: Final = 100
"""How many ways of reading letters as cards are allowed; each further letter doubles them."""
MOST_TWINS: Final = 2
NONE: Final = frozenset({"none", "nothing"})


@dataclass(frozen=True, slots=True)
class Meant:
    """Moves that may be meant; `is_vague` if they belong to several routes or cities of the board."""

    notations: tuple[str, ...]
    is_vague: bool = False


def meant(rules: engine.Ruleset, verb: str, tokens: Said) -> Meant:
    """Return the moves that a verb of this game, and these words after it, may mean."""
    read = _READERS.get(verb) or _anything(verb)
    return read(rules, words.without(tokens, FILLERS | {COMMA}))


def _write_notation(rules: engine.Ruleset, text: str) -> Iterator[str]:
    """Yield the move in the game's notation; if its numbers do not add up, as typed, so that the rules refuse it."""
    try:
        move = engine.notation.parse(rules, text)
    except EngineError:
        return
    notation = engine.notation.write(rules, move)
    yield text if " -" in notation else notation


def cards(name: str, among: Sequence[str] = KINDS) -> list[str]:
    """Return the kinds of cards that a name or its prefix may mean."""
    whole = NAMES_OF_CARDS.get(name, name)
    return [whole] if whole in KINDS else [kind for kind in among if kind.startswith(name)]


def payments(tokens: Said) -> list[str]:
    """Return the readings of words as cards: "blue 3 loco 1", "3 blue 1 loco", "blue" for all of them; [] if none."""
    if len(tokens) == 1:
        return cards(tokens[0])
    if not tokens or len(tokens) % 2:
        return []
    return _combine_choices([_read_pair(*tokens[place : place + 2]) for place in range(0, len(tokens), 2)])


def _combine_choices(choices: Sequence[Sequence[str]]) -> list[str]:
    """Return every combination with one element of each choice; [] if there are too many for any to be meant."""
    if prod(map(len, choices)) > MOST_WAYS:
        return []
    return [" ".join(chosen) for chosen in product(*choices)]


def _read_pair(first: str, second: str) -> list[str]:
    name, count = (second, first) if first.isdigit() else (first, second)
    return [f"{kind} {count}" for kind in cards(name)] if count.isdigit() and name.isalpha() else []


@lru_cache(20)
def words_of_cities(board: Board) -> frozenset[str]:
    """Return the words of the cities' names."""
    return frozenset[str]().union(*(city.slug.split("_") for city in board.cities))


@lru_cache(1000)
def _find_cities(board: Board, tokens: Said) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cities with this name, and those whose names begin with it."""
    exact, prefixed = set(), set()
    for index, city in enumerate(board.cities):
        own = tuple(city.slug.split("_"))
        if tokens == own or tokens == ("".join(own),) or _spell_saint(tokens) == own:
            exact.add(index)
        elif _begins(tokens, own) or _begins(_spell_saint(tokens), own):
            prefixed.add(index)
    return frozenset(exact), frozenset(prefixed)


def _spell_saint(tokens: Said) -> Said:
    return tuple(ALIKE.get(word, word) for word in tokens)


def _begins(tokens: Said, own: Said) -> bool:
    """Check whether these words begin a name, the first of them with at least three letters or in full."""
    if len(tokens) == 1 and len(tokens[0]) >= SHORTEST and "".join(own).startswith(tokens[0]):
        return True
    begins = len(tokens) <= len(own) and all(word.startswith(part) for part, word in zip(tokens, own, strict=False))
    return begins and (len(tokens[0]) >= SHORTEST or tokens[0] == own[0])


def _split_ends(tokens: Said, board: Board) -> Iterator[tuple[frozenset[int], frozenset[int], bool]]:
    """Yield each pair of cities that these words may mean, and whether both names are complete."""
    for place in range(max(1, len(tokens) - LONGEST_NAME), min(len(tokens), LONGEST_NAME + 1)):
        (first, firsts), (second, seconds) = _find_cities(board, tokens[:place]), _find_cities(board, tokens[place:])
        yield first, second, True
        yield first | firsts, second | seconds, False


def _find_routes(board: Board, tokens: Said) -> tuple[list[RouteFact], bool]:
    """Return the tracks that these words may mean, and whether they join several city pairs.

    Complete names are preferred.
    """
    track = next((word[1:] for word in tokens if word.startswith("~")), "")
    city_tokens = tuple(word for word in tokens if not word.startswith("~"))
    for whole in (True, False):
        routes = {
            fact.slug: fact
            for first, second, is_whole in _split_ends(city_tokens, board)
            if is_whole is whole
            for fact in board.routes
            if _joins(fact, first, second)
        }
        if routes:
            pairs = {frozenset(fact.ends) for fact in routes.values()}
            tracks = [fact for fact in routes.values() if not track or fact.slug == f"{fact.group}-{track}"]
            return tracks, len(pairs) > 1
    return [], False


def name_routes(board: Board, tokens: Said) -> list[str]:
    """Return the routes that these words may name, in notation: a route of parallel tracks by its cities alone."""
    tracks, _are_several = _find_routes(board, words.without(tokens, FILLERS | {COMMA}))
    names_track = any(word.startswith("~") for word in tokens)
    return list(dict.fromkeys(fact.slug if names_track else fact.group or fact.slug for fact in tracks))


def name_cities(board: Board, tokens: Said) -> list[str]:
    """Return the cities that these words may name, in notation."""
    return _find_city_slugs(board, words.without(tokens, FILLERS | {COMMA})) if tokens else []


def _joins(fact: RouteFact, first: frozenset[int], second: frozenset[int]) -> bool:
    start, end = fact.ends
    return (start in first and end in second) or (start in second and end in first)


def are_twins(board: Board, claims: Sequence[str]) -> bool:
    """Check whether moves are one, or the same claim of parallel tracks that differ in nothing."""
    if len(claims) < MOST_TWINS:
        return len(claims) == 1
    facts = {fact.slug: fact for fact in board.routes}
    pieces = [claim.split(" ", 2) for claim in claims]
    tracks = [facts.get(piece[1]) if piece[0] == "claim" and len(piece) > MOST_TWINS else None for piece in pieces]
    first, *others = (fact._replace(slug="") if fact else None for fact in tracks)
    return first is not None and all(fact == first for fact in others) and len({piece[2] for piece in pieces}) == 1


def _claim(rules: engine.Ruleset, tokens: Said) -> Meant:
    """Read cities, then cards; without cards any payment is meant, which only the legal moves can determine."""
    notations: dict[str, None] = {}
    is_vague = False
    for place in range(2, min(len(tokens), MOST_NAMING) + 1):
        tracks, are_several = _find_routes(rules.board, tokens[:place])
        beginnings = [f"claim {fact.slug} " for fact in tracks]
        costs = payments(tokens[place:])
        claims = beginnings if place == len(tokens) else [f"{claim}{cost}" for claim in beginnings for cost in costs]
        is_vague = is_vague or (bool(claims) and are_several)
        notations.update(dict.fromkeys(_write_notations(rules, claims)))
    return Meant(tuple(notations), is_vague)


def _write_notations(rules: engine.Ruleset, texts: Sequence[str]) -> Iterator[str]:
    """Yield the moves in the game's notation; a text ending in a space is a prefix, and kept as it is."""
    for text in texts:
        yield from [text] if text.endswith(" ") else _write_notation(rules, text)


def _numbers(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    def read(rules: engine.Ruleset, tokens: Said) -> Meant:
        if len(tokens) == 1 and tokens[0] in NONE:
            return Meant((f"{verb} none",))
        if not tokens or len(set(tokens)) < len(tokens) or not all(word.isdigit() for word in tokens):
            return Meant(())
        return Meant(tuple(_write_notation(rules, " ".join([verb, *tokens]))))

    return read


def _city(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    def read(rules: engine.Ruleset, tokens: Said) -> Meant:
        slugs = _find_city_slugs(rules.board, tokens) if tokens else []
        return Meant(tuple(f"{verb} {slug}" for slug in slugs), len(slugs) > 1)

    return read


def _anything(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    """Return a reader for a verb without its own: it reads moves as the game writes them, or with a city."""

    def read(rules: engine.Ruleset, tokens: Said) -> Meant:
        texts = [
            " ".join([verb, *tokens]),
            *(f"{verb} {slug}" for slug in (_find_city_slugs(rules.board, tokens) if tokens else ())),
        ]
        notations = dict.fromkeys(_write_notations(rules, texts))
        return Meant(tuple(notations), len(notations) > 1)

    return read


def _find_city_slugs(board: Board, tokens: Said) -> list[str]:
    exact, prefixed = _find_cities(board, tokens)
    return [board.cities[city].slug for city in sorted(exact or prefixed)]


def _marker(rules: engine.Ruleset, tokens: Said) -> Meant:
    if len(tokens) == 1 and tokens[0] in NONE:
        return Meant(("marker none",))
    notations: dict[str, None] = {}
    is_vague = False
    for place in range(1, min(len(tokens), LONGEST_NAME) + 1):
        beginnings = [f"marker {slug} " for slug in _find_city_slugs(rules.board, tokens[:place])]
        costs = payments(tokens[place:])
        marks = beginnings if place == len(tokens) else [f"{mark}{cost}" for mark in beginnings for cost in costs]
        is_vague = is_vague or (bool(marks) and len(beginnings) > 1)
        notations.update(dict.fromkeys(_write_notations(rules, marks)))
    return Meant(tuple(notations), is_vague)


def _payments_or_colors(tokens: Said) -> list[str]:
    """Return the readings of words as cards; a lone color is the beginning of a payment, and ends in a space."""
    costs = payments(tokens)
    return [f"{engine.notation.LOCO if cost == KINDS[-1] else cost} " for cost in costs] if len(tokens) == 1 else costs


def _station(rules: engine.Ruleset, tokens: Said) -> Meant:
    """Read a city, then cards; a lone color pays for all that the station costs."""
    notations: dict[str, None] = {}
    for place in range(1, min(len(tokens), LONGEST_NAME) + 1):
        beginnings = [f"station {slug} " for slug in _find_city_slugs(rules.board, tokens[:place])]
        costs = _payments_or_colors(tokens[place:])
        if place == len(tokens) - 1 and len(beginnings) == len(costs) == 1:
            return Meant((f"{beginnings[0]}{costs[0]}".rstrip(),))
        stations = [f"{beginning}{cost}" for beginning in beginnings for cost in costs]
        notations.update(dict.fromkeys(_write_notations(rules, beginnings if place == len(tokens) else stations)))
    return Meant(tuple(notations), len({notation.split()[1] for notation in notations}) > 1)


def _dig(rules: engine.Ruleset, tokens: Said) -> Meant:
    """Read cards; a lone "dig" pays with the fewest locomotives."""
    if not tokens:
        return Meant(("dig",))
    if len(tokens) == 1 and tokens[0] in NONE:
        return Meant(("dig none",))
    return Meant(tuple(_write_notations(rules, [f"dig {cost}" for cost in _payments_or_colors(tokens)])))


def _place(rules: engine.Ruleset, tokens: Said) -> Meant:
    notations: dict[str, None] = {}
    if len(tokens) == 1:
        return Meant(tuple(f"place {kind} " for kind in cards(tokens[0])))
    if tokens and not any(word.isdigit() for word in tokens):
        chosen = _combine_choices([cards(word) for word in tokens])
    else:
        chosen = payments(tokens)
    for payment in chosen:
        notations.update(dict.fromkeys(_write_notation(rules, f"place {payment}")))
    return Meant(tuple(notations))


def _alone(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    return lambda rules, tokens: Meant(() if tokens else (verb,))


_READERS: Final[Mapping[str, Callable[[engine.Ruleset, Said], Meant]]] = {
    "claim": _claim,
    "keep": _numbers("keep"),
    "complete": _numbers("complete"),
    "start": _city("start"),
    "marker": _marker,
    "place": _place,
    "station": _station,
    "dig": _dig,
    "tickets": _alone("tickets"),
    "pass": _alone("pass"),
}
