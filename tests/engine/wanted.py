"""The required contents of the golden corpus for every ruleset; `manners` plays missing games.

A ruleset's tables determine what can occur: every number of seats with every choice of options, every ending, every
kind of event, move and ruling. A game on file may cover many of these.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine import rulings
from engine.parts.claims import BoardPosition
from engine.verify import SEATED
from tests.sweeps import TWINS

from .golden_games import FOLDER, add, export_of, files
from .manners import played_in_all_manners
from .positions import EVERY, Kind

Json = dict[str, Any]
MOVES_BY_RULINGS = {f"ruling {name}" for name in ("taken_back", "moved_for", "replaced", "removed")}
PASSED_ON = {f"seated {kind}" for kind in SEATED}
OUTCOMES = ("played", "abandoned", "adjudicated", "void")


class Story(NamedTuple):
    """The contents of an export. `told` has every kind of event, move and ruling as in "fact card_drawn"."""

    rules: str
    seats: int
    chosen: tuple[str, ...]
    outcome: str
    fixed_order: bool
    told: frozenset[str]
    at_last: tuple[str, ...]


class Want(NamedTuple):
    """A requirement that some game of the corpus must meet."""

    rules: engine.Ruleset
    name: str
    shown_by: Callable[[Story], bool]

    def __repr__(self) -> str:
        return f"{self.rules.id} {self.name}"


def wants(rules: engine.Ruleset) -> Iterator[Want]:
    """Yield all requirements for a ruleset; of one that plays like another only its smallest and largest tables."""
    kinds = [kind for kind in EVERY if kind.rules is rules]
    counts = rules.seat_counts
    for kind, seats in product(kinds, counts if rules.id not in TWINS else (counts[0], counts[-1])):
        yield Want(rules, " ".join([str(seats), "seats", *kind.chosen]), _at_table(kind, seats))
    if rules.id not in TWINS:
        yield from _what_can_happen(rules, kinds)


def _what_can_happen(rules: engine.Ruleset, kinds: list[Kind]) -> Iterator[Want]:
    """Yield the requirements for every ending, and for every kind of event, move and ruling."""
    for outcome in OUTCOMES:
        yield Want(rules, f"end {outcome}", lambda story, outcome=outcome: story.outcome == outcome)  # type: ignore[misc]
    yield Want(rules, "end left alone", lambda story: story.outcome == "played" and "seat_left" in story.at_last)
    yield Want(
        rules, "with moves by rulings", lambda story: story.told >= MOVES_BY_RULINGS and story.outcome == "played"
    )
    yield Want(rules, "where people stay", _people_stayed)
    yield Want(rules, "where others sit down", lambda story: story.told >= PASSED_ON and story.outcome == "played")
    yield Want(rules, "in fixed order", lambda story: story.fixed_order)
    if issubclass(rules.position, BoardPosition):
        yield Want(rules, "end nothing left", _nothing_left)
    for name in tellable(kinds):
        yield Want(rules, name, lambda story, name=name: name in story.told)  # type: ignore[misc]


def tellable(kinds: list[Kind]) -> list[str]:
    """Return every kind of event, move and ruling that is possible with any options."""
    facts = {f"fact {fact.tag}" for kind in kinds for fact in kind.played.reducers}
    moves = {f"move {move.tag}" for kind in kinds for move in (*kind.played.writers, *kind.played.controls)}
    return sorted(facts | moves | {f"ruling {name}" for name in rulings._DECISIONS})


def _at_table(kind: Kind, seats: int) -> Callable[[Story], bool]:
    wanted = (seats, tuple(sorted(kind.chosen)), "played")
    return lambda story: (story.seats, story.chosen, story.outcome) == wanted


def _people_stayed(story: Story) -> bool:
    """Check that a restored position kept those away who had left, and those present who had come back (P5)."""
    return story.told >= {"restored seat_left", "restored seat_returned"}


def _nothing_left(story: Story) -> bool:
    """Check that the game ended because nobody could do anything, not with a last round (B11)."""
    return "turn_passed" in story.at_last and "fact last_round_began" not in story.told


WANTS = [want for rules in engine.RULESETS.values() for want in wants(rules)]


def story(export: Json) -> Story:
    """Return an export's story; the last ending counts, even if points were corrected later."""
    publics = [entry["public"] for entry in export["entries"]]
    ends = [public for public in publics if any(fact["type"] == "game_ended" for fact in public["events"])]
    return Story(
        export["ruleset"],
        export["seats"],
        tuple(sorted(name for name, on in export["options"].items() if on)),
        next(fact["outcome"] for fact in ends[-1]["events"] if fact["type"] == "game_ended"),
        export["order"] is not None,
        frozenset(name for public in publics for name in _told(public)),
        tuple(fact["type"] for fact in ends[-1]["events"]),
    )


def _told(public: Json) -> Iterator[str]:
    yield from (f"fact {fact['type']}" for fact in public["events"])
    if "move" in public:
        yield f"move {public['move']['type']}"
    elif public["kind"] in SEATED:
        yield f"seated {public['kind']}"
    if "ruling" in public:
        yield f"ruling {public['ruling']}"
    if "away" in public:
        yield from (f"restored {fact['type']}" for fact in public["events"][1:2])


@cache
def stories(folder: Path = FOLDER) -> list[Story]:
    """Return the stories of the games on file."""
    return [story(export_of(file)) for file in files(folder)]


def missing(want: Want, told: list[Story]) -> bool:
    return not any(story.rules == want.rules.id and want.shown_by(story) for story in told)


def play_missing(folder: Path = FOLDER) -> Iterator[Path]:
    """Play a game for each unmet requirement and save it; raise LookupError if no play meets it."""
    told = list(stories(folder))
    for want in WANTS:
        if missing(want, told):
            export = _found(want)
            told.append(story(export))
            yield add(export, name_of(want, told[-1]), folder)


def name_of(want: Want, story: Story) -> str:
    """Return a file name from the requirement and the options."""
    what = "to-the-end" if "seats" in want.name else re.sub("[ _]", "-", want.name.partition(" ")[2] or want.name)
    return "-".join([what, *story.chosen])


def _found(want: Want) -> Json:
    """Play until a game of the ruleset meets the requirement, and return its export."""
    kinds = [kind for kind in EVERY if kind.rules is want.rules]
    for game in played_in_all_manners(kinds):
        export = game.export()
        if want.shown_by(story(export)):
            return export
    raise LookupError(f"no game shows it, add one of your own: {want!r}")
