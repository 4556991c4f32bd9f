"""Events that change nothing on the board: they are in the log, and nobody needs to know of them sooner."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import ngettext

from engine.parts.markers import MarkerDeclined
from engine.parts.market import SecondCardDue
from engine.parts.tickets import FirstTicketsKept
from engine.parts.turns import TurnBegan
from games.logged_entries import LoggedEntry
from games.presentation.words.draws import MOVES
from games.presentation.words.lists import all_of

UNTOLD: Final = frozenset({TurnBegan.tag, SecondCardDue.tag})
"""Facts that need no sentence."""
QUIET: Final = frozenset({MarkerDeclined.tag, FirstTicketsKept.tag}) | UNTOLD


def only(group: Sequence[LoggedEntry], kinds: frozenset[str]) -> bool:
    """Check whether players have done only things of these kinds, and nothing else has happened."""
    return all(entry["kind"] in MOVES and all(event["type"] in kinds for event in entry["events"]) for entry in group)


def is_quiet(group: Sequence[LoggedEntry]) -> bool:
    """Check whether nothing has happened that anyone needs to know."""
    return group[-1]["kind"] == "started" or only(group, QUIET)


def drew(names: Sequence[str]) -> str:
    """Return that these players drew cards, whatever the cards; each is named once. "" for no players."""
    once = list(dict.fromkeys(names))
    sentence = ngettext("%(names)s drew cards.", "%(names)s drew cards.", len(once))
    return sentence % {"names": all_of(once)} if once else ""
