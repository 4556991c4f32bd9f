"""“vacation off”, “end my vacation”: lines that end a vacation. Pure."""

import re
from typing import Final

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import EndVacation

_AWAY: Final = r"(?:vacation|holidays?)"
_END: Final = re.compile(
    rf"(?:(?:end|stop|cancel|finish|give up|no more)(?: (?:my|the|this))? {_AWAY}"
    rf"|(?:my |the )?{_AWAY}(?: is| has)? (?:off|over|end|ends|ended|done)"
    rf"|(?:i ?a?m |we are )?back from(?: (?:my|the))? {_AWAY})(?: (?:now|early|today))?"
)


def read_end(line: str) -> EndVacation | None:
    """Return the order to end the vacation; None for another line."""
    return EndVacation(line) if _END.fullmatch(words.without_courtesy(words.plain(line))) else None
