"""Descriptions of a new table in one line: "usa, 4 seats, daily, with Bela and Carl". Pure.

The line is read piece by piece, and stops at the first unknown piece. After "with" come people, unless a piece is known
to be something else.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Final, TypedDict

from rapidfuzz import fuzz, process

import engine
from games.names import NUMBERS, SEATS, STAND_INS, TIME
from games.table.clocks.terms import PRESETS, Terms
from notifications.inbox.orders import words
from notifications.inbox.orders.lines import StoppedAt, Why
from notifications.inbox.site.orders import MakeTable

SHORTEST: Final = 3
"""The fewest letters to which a game's name may be shortened."""
NEAR: Final = 60
"""A rapidfuzz score out of 100: two letters in three."""
MOST_SUGGESTIONS: Final = 3
MOST_GUESTS: Final = 10
LONGEST_PHRASE: Final = 8
"""The most words in a phrase."""
LONGEST: Final = 400
"""The most characters of such a line."""
_UNITS: Final = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}
_NAMED: Final = re.compile(r"(?:called|named|name:?) +(.{1,200})", re.IGNORECASE)
_PARTS: Final = re.compile(r"[,;]|\band\b|&|(?=\bwith\b)", re.IGNORECASE)
_GUESTS: Final = re.compile(r"(?:with|invite|inviting)\b:? *(.*)", re.IGNORECASE)
_COURTESY: Final = re.compile(r"[ ,]+(?:please|pls|thanks|thank you)[.!]*$", re.IGNORECASE)
"""What may follow a name."""
_FILLERS: Final = frozenset({"game", "table", "please", "pls", "thanks"})
"""Words that say nothing where nothing with them is known: “old west game for 3, please”."""
_ADDRESS: Final = re.compile(r"[^\s@<>,;]{1,64}@[^\s@<>,;]{1,189}")


class TableFacts(TypedDict, total=False):
    """What a line specifies about a new table, by topic; `option` is one of the game's options."""

    ruleset: str
    seats: int
    terms: Terms
    public: bool
    private: bool
    invited_only: bool
    stand_ins: int
    name: str
    option: str


_WORDS: Final[Mapping[str, TableFacts]] = {
    "weekly": {"terms": Terms(timedelta(days=7))},
    "public": {"public": True},
    "private": {"private": True},
    **dict.fromkeys(
        ("by invitation", "invitation only", "invite only", "invites only", "invited only", "only invited"),
        TableFacts(invited_only=True),
    ),
    **{name: {"terms": terms} for name, terms in PRESETS.items()},
}


@dataclass
class _Read:
    """The new table as far as its line has been read."""

    rules: Mapping[str, engine.Ruleset]
    titles: Mapping[str, str]
    facts: TableFacts = field(default_factory=TableFacts)
    options: dict[str, bool] = field(default_factory=dict)
    guests: list[str] = field(default_factory=list)
    among_guests: bool = False

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The id of each game, by name."""
        return dict(_list_names(self.titles))

    @cached_property
    def variants(self) -> Set[str]:
        """The options that any of the games has."""
        return {name for rules in self.rules.values() for name in rules.variants}


def read(line: str, rest: str, rules: Mapping[str, engine.Ruleset], titles: Mapping[str, str]) -> MakeTable | StoppedAt:
    """Return the table that the rest of a line asks for. `titles`: of the games that can be begun here, by id."""
    draft = _Read(rules, titles)
    if len(rest) > LONGEST:
        return StoppedAt(line, Why.NOT_UNDERSTOOD)
    for part in filter(None, (piece.strip(" .:!\t") for piece in _PARTS.split(rest))):
        unclear = _take(draft, part)
        if unclear is not None:
            return StoppedAt(line, Why.WHICH_PART, _find_games_like(unclear, draft), unclear[:100])
    return _build_table(line, draft)


def _build_table(line: str, draft: _Read) -> MakeTable | StoppedAt:
    if "ruleset" not in draft.facts:
        return StoppedAt(line, Why.WHICH_GAME)
    if len(draft.guests) > MOST_GUESTS:
        return StoppedAt(line, Why.TOO_MANY_GUESTS)
    unknown = [name for name in draft.options if name not in draft.rules[draft.facts["ruleset"]].variants]
    if unknown:
        return StoppedAt(line, Why.WHICH_PART, about=unknown[0])
    seats = draft.facts.get("seats") or 1 + len(draft.guests) + draft.facts.get("stand_ins", 0)
    if seats < 2:
        return StoppedAt(line, Why.HOW_MANY_SEATS)
    private = draft.facts.get("private", False)
    invited_only = private or draft.facts.get("invited_only", False)
    return MakeTable(
        ruleset=draft.facts["ruleset"],
        line=line,
        seats=seats,
        terms=draft.facts.get("terms"),
        public=draft.facts.get("public", not invited_only) and not private,
        invited_only=invited_only,
        stand_ins=draft.facts.get("stand_ins", 0),
        name=draft.facts.get("name", ""),
        options=draft.options,
        guests=tuple(draft.guests),
    )


def _take(draft: _Read, part: str) -> str | None:
    """Record a piece of the line; return its unknown part, None if there is none."""
    guests = None if _recognize(words.plain(part), draft) else _GUESTS.fullmatch(part)
    if guests is not None:
        draft.among_guests, part = True, guests[1].strip()
    if not part:
        return None
    name_match = _NAMED.fullmatch(part)
    facts = TableFacts(name=_read_name(name_match[1])) if name_match else _recognize(words.plain(part), draft)
    if facts:
        return None if _note(draft, facts) else part
    if draft.among_guests or _ADDRESS.fullmatch(part):
        draft.guests.append(part.strip("\"'“”„« »<>"))
        return None
    return _take_words(draft, part.split())


def _read_name(typed: str) -> str:
    return _COURTESY.sub("", typed).strip("\"'“”„« »")


def _take_words(draft: _Read, tokens: Sequence[str]) -> str | None:
    """Read a piece without commas by its longest known prefix, repeatedly.

    Return its unknown part, None if there is none.
    """
    while tokens:
        beginnings = (
            (end, _recognize(words.plain(" ".join(tokens[:end])), draft)) for end in range(LONGEST_PHRASE, 0, -1)
        )
        end, facts = next(((end, facts) for end, facts in beginnings if facts), (0, None))
        if not facts and tokens[0].lower() in _FILLERS:
            end = 1
        elif not facts or not _note(draft, facts):
            return " ".join(tokens)
        tokens = tokens[end:]
    return None


def _note(draft: _Read, facts: TableFacts) -> bool:
    """Record facts; return False if they contradict earlier ones."""
    if "option" in facts:
        draft.options[facts["option"]] = True
        return True
    if any(draft.facts.get(about, setting) != setting for about, setting in facts.items()):
        return False
    draft.facts.update(facts)
    return True


def _recognize(text: str, draft: _Read) -> TableFacts | None:
    """Return what a normalized piece specifies; None if it is unknown."""
    return next(filter(None, (reader(text, draft) for reader in _READERS)), None)


def _word(text: str, _draft: _Read) -> TableFacts | None:
    return _WORDS.get(text)


def _seats(text: str, _draft: _Read) -> TableFacts | None:
    match = SEATS.fullmatch(text)
    return {"seats": _read_number(match[1] or match[2])} if match else None


def _time(text: str, _draft: _Read) -> TableFacts | None:
    match = TIME.fullmatch(text)
    return {"terms": Terms(_read_number(match[1]) * _UNITS[match[2]])} if match else None


def _stand_ins(text: str, _draft: _Read) -> TableFacts | None:
    match = STAND_INS.fullmatch(text)
    return {"stand_ins": _read_number(match[1])} if match else None


def _option(text: str, draft: _Read) -> TableFacts | None:
    name = text.replace(" ", "_")
    return {"option": name} if name in draft.variants else None


def _game(text: str, draft: _Read) -> TableFacts | None:
    """Return a game by its id, with or without the version, or by its title, or by a unique prefix of either.

    Among guests only its full name counts, and only if no game was named before.
    """
    if draft.among_guests and "ruleset" in draft.facts:
        return None
    names = draft.names
    plain = text.removeprefix("the ").replace("_", " ")
    is_begun = len(plain) >= SHORTEST and not draft.among_guests
    completions = {game for name, game in names.items() if is_begun and name.startswith(plain)}
    game = names.get(plain) or (completions.pop() if len(completions) == 1 else None)
    return {"ruleset": game} if game else None


_READERS: Final[Sequence[Callable[[str, _Read], TableFacts | None]]] = (
    _word,
    _seats,
    _time,
    _stand_ins,
    _option,
    _game,
)


def _list_names(titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names of each game; of several versions, those of the last one."""
    for game, title in sorted(titles.items()):
        yield typed_name(game), game
        yield words.plain(title), game
        yield words.plain(game.replace("_", " ")), game


def typed_name(game: str) -> str:
    """Return the text to type for a game: its id without version and underscores."""
    return game.partition("@")[0].replace("_", " ")


def _find_games_like(text: str, draft: _Read) -> tuple[str, ...]:
    """Return orders of the games whose names, or parts of them, are like this text, the nearest name first."""
    plain, names = words.plain(text), [typed_name(game) for game in draft.titles]
    near = process.extract(plain, names, scorer=fuzz.WRatio, limit=None, score_cutoff=NEAR)
    nearest = sorted((name for name, _, _ in near), key=lambda name: -fuzz.ratio(plain, name))
    return tuple(f"new {name}" for name in nearest[:MOST_SUGGESTIONS])


def _read_number(word: str) -> int:
    return NUMBERS[word] if word in NUMBERS else int(word)
