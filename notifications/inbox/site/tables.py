"""What a line says about a new table: "usa, 4 seats, daily, with Bela and Carl". Pure.

It is read piece by piece, and each piece must be known: what is not stops it. Behind "with" come people, unless a piece
is known as something else.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from rapidfuzz import fuzz, process

import engine
from games.clocks.terms import PRESETS, Terms
from games.names import NUMBERS, SEATS, STAND_INS, TIME
from notifications.inbox.orders import words
from notifications.inbox.site.orders import MakeTable, Unread

SHORTEST: Final = 3
"""Letters by which a game's name may be cut short."""
NEAR: Final = 60
"""Out of 100, as rapidfuzz weighs it: two letters of three."""
MOST_GUESTS: Final = 10
LONGEST_PHRASE: Final = 8
"""Words."""
LONGEST: Final = 400
"""Characters of such a line."""
_UNITS: Final = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}
_NAMED: Final = re.compile(r"(?:called|named|name:?) +(.{1,200})", re.IGNORECASE)
_PARTS: Final = re.compile(r"[,;]|\band\b|&|(?=\bwith\b)", re.IGNORECASE)
_GUESTS: Final = re.compile(r"(?:with|invite|inviting)\b:? *(.*)", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"[^\s@<>,;]{1,64}@[^\s@<>,;]{1,189}")
_WORDS: Final[Mapping[str, tuple[str, Any]]] = {
    "weekly": ("terms", Terms(timedelta(days=7))),
    "public": ("public", True),
    "private": ("private", True),
    "by invitation": ("invited_only", True),
    "invitation only": ("invited_only", True),
    "invited only": ("invited_only", True),
    "only invited": ("invited_only", True),
    **{name: ("terms", terms) for name, terms in PRESETS.items()},
}


@dataclass
class _Read:
    """What was said so far, by what it is about."""

    rules: Mapping[str, engine.Ruleset]
    titles: Mapping[str, str]
    said: dict[str, Any] = field(default_factory=dict)
    options: dict[str, bool] = field(default_factory=dict)
    guests: list[str] = field(default_factory=list)
    among_guests: bool = False

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What each game is called, with its id."""
        return dict(_names(self.titles))

    @cached_property
    def variants(self) -> Set[str]:
        """The options that any of the games has."""
        return {name for rules in self.rules.values() for name in rules.variants}


def read(line: str, rest: str, rules: Mapping[str, engine.Ruleset], titles: Mapping[str, str]) -> MakeTable | Unread:
    """The table that the rest of a line asks for. `titles`: of the games that can be begun here, by id."""
    found = _Read(rules, titles)
    if len(rest) > LONGEST:
        return Unread(line, "not_understood")
    for part in filter(None, (piece.strip(" .:!\t") for piece in _PARTS.split(rest))):
        unclear = _take(found, part)
        if unclear is not None:
            return Unread(line, "which_part", unclear[:100], _games_like(unclear, found))
    return _whole(line, found)


def _whole(line: str, found: _Read) -> MakeTable | Unread:
    if "ruleset" not in found.said:
        return Unread(line, "which_game")
    if len(found.guests) > MOST_GUESTS:
        return Unread(line, "too_many_guests")
    unknown = [name for name in found.options if name not in found.rules[found.said["ruleset"]].variants]
    if unknown:
        return Unread(line, "which_part", unknown[0])
    seats = found.said.get("seats") or 1 + len(found.guests) + found.said.get("stand_ins", 0)
    if seats < 2:
        return Unread(line, "how_many_seats")
    private = found.said.pop("private", False)
    said = {**found.said, "seats": seats, "options": found.options, "guests": tuple(found.guests)}
    if private:
        said |= {"public": False, "invited_only": True}
    return MakeTable(line=line, **said)


def _take(found: _Read, part: str) -> str | None:
    """Notes what a piece says; returns what of it is not known, None if all is."""
    guests = _GUESTS.fullmatch(part)
    if guests is not None:
        found.among_guests, part = True, guests[1].strip()
    if not part:
        return None
    named = _NAMED.fullmatch(part)
    known = ("name", named[1].strip("\"'“”„« »")) if named else _known(words.plain(part), found)
    if known is not None:
        return None if _note(found, *known) else part
    if found.among_guests or _ADDRESS.fullmatch(part):
        found.guests.append(part.strip("\"'“”„« »<>"))
        return None
    return _take_words(found, part.split())


def _take_words(found: _Read, said: Sequence[str]) -> str | None:
    """A piece without commas: the longest beginning that is known, and so on."""
    while said:
        beginnings = ((end, _known(words.plain(" ".join(said[:end])), found)) for end in range(LONGEST_PHRASE, 0, -1))
        end, known = next(filter(itemgetter(1), beginnings), (0, None))
        if known is None or not _note(found, *known):
            return " ".join(said)
        said = said[end:]
    return None


def _note(found: _Read, about: str, what: Any) -> bool:
    """Notes it; False if something else was said of the same."""
    if about == "option":
        found.options[what] = True
        return True
    return bool(found.said.setdefault(about, what) == what)


def _known(text: str, found: _Read) -> tuple[str, Any] | None:
    """What a piece in plain letters is about, and what it says; None if that is not known."""
    return next(filter(None, (reader(text, found) for reader in _READERS)), None)


def _word(text: str, _found: _Read) -> tuple[str, Any] | None:
    return _WORDS.get(text)


def _seats(text: str, _found: _Read) -> tuple[str, Any] | None:
    said = SEATS.fullmatch(text)
    return ("seats", _number(said[1] or said[2])) if said else None


def _time(text: str, _found: _Read) -> tuple[str, Any] | None:
    said = TIME.fullmatch(text)
    return ("terms", Terms(_number(said[1]) * _UNITS[said[2]])) if said else None


def _stand_ins(text: str, _found: _Read) -> tuple[str, Any] | None:
    said = STAND_INS.fullmatch(text)
    return ("stand_ins", _number(said[1])) if said else None


def _option(text: str, found: _Read) -> tuple[str, Any] | None:
    return ("option", text.replace(" ", "_")) if text.replace(" ", "_") in found.variants else None


def _game(text: str, found: _Read) -> tuple[str, Any] | None:
    """A game by its id, with or without the version, or its title; or by how only one of them begins.

    Among guests only by its whole name, and only if none was named before.
    """
    if found.among_guests and "ruleset" in found.said:
        return None
    names = found.names
    plain = text.removeprefix("the ").replace("_", " ")
    is_begun = len(plain) >= SHORTEST and not found.among_guests
    begun = {game for name, game in names.items() if is_begun and name.startswith(plain)}
    game = names.get(plain) or (begun.pop() if len(begun) == 1 else None)
    return ("ruleset", game) if game else None


_READERS: Final[Sequence[Callable[[str, _Read], tuple[str, Any] | None]]] = (
    _word,
    _seats,
    _time,
    _stand_ins,
    _option,
    _game,
)


def _names(titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What each game is called; of several versions the last one."""
    for game, title in sorted(titles.items()):
        yield typed_name(game), game
        yield words.plain(title), game
        yield words.plain(game.replace("_", " ")), game


def typed_name(game: str) -> str:
    """What one types for a game: its id without version and underscores."""
    return game.partition("@")[0].replace("_", " ")


def _games_like(text: str, found: _Read) -> tuple[str, ...]:
    names = [typed_name(game) for game in found.titles]
    near = process.extract(words.plain(text), names, scorer=fuzz.WRatio, limit=3, score_cutoff=NEAR)
    return tuple(f"new {name}" for name, _, _ in near)


def _number(said: str) -> int:
    return NUMBERS[said] if said in NUMBERS else int(said)
