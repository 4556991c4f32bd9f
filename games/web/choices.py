"""Choices that a table's address can contain, so that a link in an email leads there with the choice made.

An address never plays a move: the table shows the choice, and its button plays it. `prompt` names the question
that the choice belongs to, so that the table can tell when that question is closed.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

CHOICES: Final = ("prompt", "route", "pay", "take", "tickets", "keep", "city", "place", "station", "all")
LONGEST: Final = 80


def query(choices: Mapping[str, str]) -> str:
    """Return these choices, as far as the table knows them, as a query string with "?"; "" if there are none."""
    chosen = {name: choices[name] for name in CHOICES if name in choices and len(choices[name]) <= LONGEST}
    return f"?{urlencode(chosen, safe=',')}" if chosen else ""
