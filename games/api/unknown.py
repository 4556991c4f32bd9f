"""Unknown names in a request: they are refused, and the nearest known name is suggested.

A typo such as "ratd" must not silently create a rated game. Clients send only names that exist, so more can be added.
"""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process
from rest_framework.exceptions import ErrorDetail

CODE: Final = "unknown"
NEAR: Final = 60.0
"""The similarity, out of 100, from which one name counts as a typo of another."""
MOST_TOLD: Final = 20
"""The most unknown names that a response lists: a body may have a hundred thousand, each compared with all known
ones."""


def find_unknown(names: Iterable[str], known_names: Collection[str]) -> dict[str, list[ErrorDetail]]:
    """Return the first unknown names as errors in the form of a validation error."""
    unknown = islice((name for name in names if name not in known_names), MOST_TOLD)
    return {name: [ErrorDetail(describe(name, known_names), CODE)] for name in unknown}


def describe(name: str, known_names: Collection[str]) -> str:
    """Return a sentence that there is no such name, with the nearest known one, or all of them if none is near."""
    match = process.extractOne(name, sorted(known_names), scorer=fuzz.ratio, score_cutoff=NEAR)
    if match:
        return _("There is no such name here. Did you mean “%(nearest)s”?") % {"nearest": match[0]}
    if not known_names:
        return _("Nothing is read here.")
    return _("There is no such name here. There are: %(names)s.") % {"names": ", ".join(sorted(known_names))}
