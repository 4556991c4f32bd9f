"""A player's yes or no to a question in our email; only the first typed line counts."""

from collections.abc import Sequence
from enum import Enum, auto

from notifications.inbox.reading import Typed


class Consent(Enum):
    """A player's decision: `ONCE` to do it, `ALWAYS` to also trust that address from now on, `NOT` to refuse."""

    NOT = auto()
    ONCE = auto()
    ALWAYS = auto()


_NO = ("no", "no thanks", "no, thanks", "no thank you", "no, thank you")
_SAID = {
    **dict.fromkeys(_NO, Consent.NOT),
    "yes": Consent.ONCE,
    "yes always": Consent.ALWAYS,
    "yes, always": Consent.ALWAYS,
}


def read(typed: Typed | None) -> Consent | None:
    """Return the yes or no in the first typed line; None if it contains neither."""
    return consent_in(typed.lines) if typed is not None else None


def consent_in(lines: Sequence[str]) -> Consent | None:
    """Return the yes or no in the first of these typed lines; None if it contains neither."""
    if not lines:
        return None
    line = lines[0].lower()
    return _SAID.get(line.removesuffix(".").removesuffix("!"))
