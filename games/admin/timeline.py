"""The log as everybody may read it, in sentences, a page at a time and the newest entry first."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.boards import Board
from games import store, words
from games.models import Game

ENTRIES: Final = 50
"""So many a page."""

CAUSES: Final = {
    "started": gettext_lazy("The game began."),
    "timeout": gettext_lazy("%(name)s ran out of time, so this was played:"),
}

Names = Callable[[int], str]


class Line(NamedTuple):
    """An entry as it is shown: its number, time, kind, whose deed it was, what it says, and the public facts whole."""

    number: int
    at: str
    kind: str
    seat: int | None
    name: str
    sentences: list[str]
    facts: str


def page(game: Game, names: Names, number: str = "1") -> tuple[Page[int], list[Line]]:
    """The page of the log with this number (the nearest there is) and its lines."""
    shown = Paginator(range(game.head, 0, -1), ENTRIES).get_page(number)
    after = game.head - shown.end_index()
    entries = store.log_for(game, None, after, limit=len(shown.object_list)) if game.head else []
    board = _board(game)
    return shown, [_line(entry, names, board) for entry in reversed(entries)]


def _board(game: Game) -> Board | None:
    """None where the game's ruleset is no longer there: its log can be read all the same."""
    try:
        return engine.ruleset(game.ruleset).board
    except engine.UnknownRuleset:
        return None


def _line(entry: Mapping[str, Any], names: Names, board: Board | None) -> Line:
    seat = entry["seat"]
    return Line(
        number=entry["number"],
        at=entry["at"][:19].replace("T", " "),
        kind=entry["kind"],
        seat=seat,
        name="" if seat is None else names(seat),
        sentences=_cause(entry, names) + _told(entry, names, board),
        facts=json.dumps(entry, indent=2, sort_keys=True),
    )


def _cause(entry: Mapping[str, Any], names: Names) -> list[str]:
    if entry["kind"] == "ruled":
        return [words.ruling(entry, names)]
    cause = CAUSES.get(entry["kind"])
    return [] if cause is None else [cause % {"name": "" if entry["seat"] is None else names(entry["seat"])}]


def _told(entry: Mapping[str, Any], names: Names, board: Board | None) -> list[str]:
    """No sentences where the words do not cover the facts: an old or broken game must still be readable."""
    try:
        return [] if board is None else words.tell_all(entry["events"], names, board)
    except LookupError:
        return [_("There are no words for these facts.")]
