"""Points that a claim brings at once: they are reported with it, whoever gets them (B15, W7)."""

from collections.abc import Sequence
from typing import Final, TypeGuard

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.logged_events import LoggedEvent, LoggedPointsScored
from games.presentation.words.vocabulary import Names

OF_A_CLAIM: Final = frozenset({"route", "marker"})


def is_of_a_claim(event: LoggedEvent) -> TypeGuard[LoggedPointsScored]:
    """Check whether these are points for a claimed route."""
    return event["type"] == "points_scored" and event["reason"] in OF_A_CLAIM


def added_up(scored: Sequence[LoggedPointsScored]) -> LoggedPointsScored:
    """Add up a seat's points for one thing: two markers at the ends of a route score it twice (W7)."""
    return {**scored[0], "points": sum(event["points"] for event in scored)}


def scored_there(event: LoggedPointsScored, names: Names) -> str:
    """Describe points for another seat's claim, right after it: a marker at one of its ends brings them (W7)."""
    points = ngettext("%(n)d point", "%(n)d points", event["points"]) % {"n": event["points"]}
    return _("%(name)s scored %(points)s for a marker there.") % {"name": names(event["seat"]), "points": points}
