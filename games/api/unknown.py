"""Names in a request that nothing here reads: refused, with the nearest of those that are read.

A typo such as "ratd" must not silently make a rated game. Clients send what they know, so names can still be added.
"""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process
from rest_framework.exceptions import ErrorDetail

CODE: Final = "unknown"
NEAR: Final = 60.0
"""How alike two names must be, of 100, for one to be a typo of the other."""
MOST_TOLD: Final = 20
"""Unknown names that an answer lists: a body may have a hundred thousand, each compared with all known ones."""


def find_unknown(names: Iterable[str], known_names: Collection[str]) -> dict[str, list[ErrorDetail]]:
    """Return what is wrong with the first names that are not known, as a validation error has it."""
    unknown = islice((name for name in names if name not in known_names), MOST_TOLD)
    return {name: [ErrorDetail(describe(name, known_names), CODE)] for name in unknown}


def describe(name: str, known_names: Collection[str]) -> str:
    """Say that there is no such name, and which is the nearest; all there are if none is near."""
    match = process.extractOne(name, sorted(known_names), scorer=fuzz.ratio, score_cutoff=NEAR)
    if match:
        return _("There is no such name here. Did you mean “%(nearest)s”?") % {"nearest": match[0]}
    if not known_names:
        return _("Nothing is read here.")
    return _("There is no such name here. There are: %(names)s.") % {"names": ", ".join(sorted(known_names))}
