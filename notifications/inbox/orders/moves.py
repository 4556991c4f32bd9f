"""Which moves some words may mean, in notation: all that the board knows, whether legal or not.

A beginning of a word will do, of three letters or more, where the board knows no other: cities, of a route in either
order. Colors need one letter. What comes of it is in the notation of the engine, so that two ways to say a move are
one. A verb that nobody knows here is read as the game writes it.
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
"""Letters of a beginning that stands for a city or a verb."""
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
"""Words of a city's name, with some to spare; what is longer names none, and takes the cube of its length."""
MOST_NAMING: Final = 2 * LONGEST_NAME + 1
"""Words that name a route: two cities, and which of its tracks."""
MOST_WAYS: Final = 100
"""In which letters for cards may be read: there are twice as many for each letter more."""
NONE: Final = frozenset({"none", "nothing"})


@dataclass(frozen=True, slots=True)
class Meant:
    """Moves that may be meant; `is_vague`: by the board's own words they can be of several routes or cities."""

    notations: tuple[str, ...]
    is_vague: bool = False


def meant(rules: engine.Ruleset, verb: str, said: Said) -> Meant:
    """The moves that a verb of this game and these words behind it may be."""
    read = _READERS.get(verb) or _anything(verb)
    return read(rules, words.without(said, FILLERS | {COMMA}))


def _written(rules: engine.Ruleset, text: str) -> Iterator[str]:
    """The move as the game writes it; one that does not add up as it stands, for the rules to refuse."""
    try:
        move = engine.notation.parse(rules, text)
    except EngineError:
        return
    notation = engine.notation.write(rules, move)
    yield text if " -" in notation else notation


def cards(name: str, among: Sequence[str] = KINDS) -> list[str]:
    """The kinds of cards that a name or its beginning may be."""
    whole = NAMES_OF_CARDS.get(name, name)
    return [whole] if whole in KINDS else [kind for kind in among if kind.startswith(name)]


def payments(said: Said) -> list[str]:
    """The ways to read cards: "blue 3 loco 1", "3 blue 1 loco", or "blue" for all of them. [] if they are none."""
    if len(said) == 1:
        return cards(said[0])
    if not said or len(said) % 2:
        return []
    return _every_way([_pair(*said[place : place + 2]) for place in range(0, len(said), 2)])


def _every_way(choices: Sequence[Sequence[str]]) -> list[str]:
    """Return each way to choose one of each; [] where there are too many for any to be meant."""
    if prod(map(len, choices)) > MOST_WAYS:
        return []
    return [" ".join(chosen) for chosen in product(*choices)]


def _pair(first: str, second: str) -> list[str]:
    name, count = (second, first) if first.isdigit() else (first, second)
    return [f"{kind} {count}" for kind in cards(name)] if count.isdigit() and name.isalpha() else []


@lru_cache(1000)
def _cities(board: Board, said: Said) -> tuple[frozenset[int], frozenset[int]]:
    """The cities with this name; and those whose names begin so."""
    named, begun = set(), set()
    for place, city in enumerate(board.cities):
        own = tuple(city.slug.split("_"))
        if said == own or said == ("".join(own),) or _saint(said) == own:
            named.add(place)
        elif _begins(said, own) or _begins(_saint(said), own):
            begun.add(place)
    return frozenset(named), frozenset(begun)


def _saint(said: Said) -> Said:
    return tuple(ALIKE.get(word, word) for word in said)


def _begins(said: Said, own: Said) -> bool:
    """Whether these words, the first of them with three letters or whole, begin a name."""
    if len(said) == 1 and len(said[0]) >= SHORTEST and "".join(own).startswith(said[0]):
        return True
    begins = len(said) <= len(own) and all(word.startswith(part) for part, word in zip(said, own, strict=False))
    return begins and (len(said[0]) >= SHORTEST or said[0] == own[0])


def _ends(said: Said, board: Board) -> Iterator[tuple[frozenset[int], frozenset[int], bool]]:
    """Two cities that these words may be, for each place where one ends; whether both are whole."""
    for place in range(max(1, len(said) - LONGEST_NAME), min(len(said), LONGEST_NAME + 1)):
        (first, firsts), (second, seconds) = _cities(board, said[:place]), _cities(board, said[place:])
        yield first, second, True
        yield first | firsts, second | seconds, False


def _routes(board: Board, said: Said) -> tuple[list[RouteFact], bool]:
    """The tracks that these words may be, by whole names rather than by beginnings; whether they join several pairs."""
    track = next((word[1:] for word in said if word.startswith("~")), "")
    named = tuple(word for word in said if not word.startswith("~"))
    for whole in (True, False):
        found = {
            fact.slug: fact
            for first, second, is_whole in _ends(named, board)
            if is_whole is whole
            for fact in board.routes
            if _joins(fact, first, second)
        }
        if found:
            pairs = {frozenset(fact.ends) for fact in found.values()}
            tracks = [fact for fact in found.values() if not track or fact.slug == f"{fact.group}-{track}"]
            return tracks, len(pairs) > 1
    return [], False


def _joins(fact: RouteFact, first: frozenset[int], second: frozenset[int]) -> bool:
    one, other = fact.ends
    return (one in first and other in second) or (one in second and other in first)


def _claim(rules: engine.Ruleset, said: Said) -> Meant:
    """Cities, then cards; without cards any way to pay, which only the legal moves can tell."""
    found: dict[str, None] = {}
    is_vague = False
    for place in range(2, min(len(said), MOST_NAMING) + 1):
        tracks, are_several = _routes(rules.board, said[:place])
        begun = [f"claim {fact.slug} " for fact in tracks]
        costs = payments(said[place:])
        claims = begun if place == len(said) else [f"{claim}{cost}" for claim in begun for cost in costs]
        is_vague = is_vague or (bool(claims) and are_several)
        found.update(dict.fromkeys(_all_written(rules, claims)))
    return Meant(tuple(found), is_vague)


def _all_written(rules: engine.Ruleset, texts: Sequence[str]) -> Iterator[str]:
    """The moves as the game writes them; what a space ends is a beginning."""
    for text in texts:
        yield from [text] if text.endswith(" ") else _written(rules, text)


def _numbers(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    def read(rules: engine.Ruleset, said: Said) -> Meant:
        if len(said) == 1 and said[0] in NONE:
            return Meant((f"{verb} none",))
        if not said or len(set(said)) < len(said) or not all(word.isdigit() for word in said):
            return Meant(())
        return Meant(tuple(_written(rules, " ".join([verb, *said]))))

    return read


def _city(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    def read(rules: engine.Ruleset, said: Said) -> Meant:
        found = _city_slugs(rules.board, said) if said else []
        return Meant(tuple(f"{verb} {slug}" for slug in found), len(found) > 1)

    return read


def _anything(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    """For verbs that nobody knows here: as the game writes them, or with a city."""

    def read(rules: engine.Ruleset, said: Said) -> Meant:
        written = [
            " ".join([verb, *said]),
            *(f"{verb} {slug}" for slug in (_city_slugs(rules.board, said) if said else ())),
        ]
        found = dict.fromkeys(_all_written(rules, written))
        return Meant(tuple(found), len(found) > 1)

    return read


def _city_slugs(board: Board, said: Said) -> list[str]:
    named, begun = _cities(board, said)
    return [board.cities[city].slug for city in sorted(named or begun)]


def _marker(rules: engine.Ruleset, said: Said) -> Meant:
    if len(said) == 1 and said[0] in NONE:
        return Meant(("marker none",))
    found: dict[str, None] = {}
    is_vague = False
    for place in range(1, min(len(said), LONGEST_NAME) + 1):
        begun = [f"marker {slug} " for slug in _city_slugs(rules.board, said[:place])]
        costs = payments(said[place:])
        marks = begun if place == len(said) else [f"{mark}{cost}" for mark in begun for cost in costs]
        is_vague = is_vague or (bool(marks) and len(begun) > 1)
        found.update(dict.fromkeys(_all_written(rules, marks)))
    return Meant(tuple(found), is_vague)


def _place(rules: engine.Ruleset, said: Said) -> Meant:
    found: dict[str, None] = {}
    if len(said) == 1:
        return Meant(tuple(f"place {kind} " for kind in cards(said[0])))
    if said and not any(word.isdigit() for word in said):
        chosen = _every_way([cards(word) for word in said])
    else:
        chosen = payments(said)
    for each in chosen:
        found.update(dict.fromkeys(_written(rules, f"place {each}")))
    return Meant(tuple(found))


def _alone(verb: str) -> Callable[[engine.Ruleset, Said], Meant]:
    return lambda rules, said: Meant(() if said else (verb,))


_READERS: Final[Mapping[str, Callable[[engine.Ruleset, Said], Meant]]] = {
    "claim": _claim,
    "keep": _numbers("keep"),
    "complete": _numbers("complete"),
    "start": _city("start"),
    "marker": _marker,
    "place": _place,
    "tickets": _alone("tickets"),
    "pass": _alone("pass"),
}
