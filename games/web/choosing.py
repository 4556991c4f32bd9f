"""What the address of a table can choose, so that a link in an email leads there with the choice made.

Nothing in an address plays anything: the table shows the choice, and its button plays it. `prompt` says to which
question the choice belongs, so that the table can tell when that is closed.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

CHOICES: Final = ("prompt", "route", "pay", "take", "tickets", "keep", "city", "place", "all")
LONGEST: Final = 80


def query(asked: Mapping[str, str]) -> str:
    """As much of what is asked as chooses something, as the end of an address; "" for nothing."""
    chosen = {name: asked[name] for name in CHOICES if name in asked and len(asked[name]) <= LONGEST}
    return f"?{urlencode(chosen, safe=',')}" if chosen else ""
