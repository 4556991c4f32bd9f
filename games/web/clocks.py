"""Clocks in plain words: the presets, for anyone who creates a table, and a short line about any clock, for lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
USUAL: Final = "daily"


@dataclass(frozen=True)
class Pace:
    """A preset in words."""

    title: Promise
    about: Promise


PACES: Final[Mapping[str, Pace]] = {
    "brisk": Pace(gettext_lazy("Brisk"), gettext_lazy("12 hours for each move. For quick people.")),
    "daily": Pace(gettext_lazy("Daily"), gettext_lazy("A day for each move, two spare days. For most people.")),
    "relaxed": Pace(gettext_lazy("Relaxed"), gettext_lazy("Three days for each move. A season.")),
    "slow": Pace(gettext_lazy("Slow"), gettext_lazy("A week for each move. Most of a year.")),
}
"""The presets in words, by their names in `games.table.clocks.terms.PRESETS`."""


def each_move(time: timedelta) -> str:
    """Describe a clock, such as “a day for each move”."""
    days, rest = divmod(time, DAY)
    if rest:
        hours = time // HOUR
        return ngettext("%(n)d hour for each move", "%(n)d hours for each move", hours) % {"n": hours}
    if days % 7 == 0:
        weeks = days // 7
        return ngettext("a week for each move", "%(n)d weeks for each move", weeks) % {"n": weeks}
    return ngettext("a day for each move", "%(n)d days for each move", days) % {"n": days}
