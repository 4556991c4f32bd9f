"""Points that a claim brings at once: they are reported with it, whoever gets them (B15, W7)."""

from collections.abc import Sequence
from typing import Final, TypeGuard

from django.utils.translation import ngettext_lazy

from engine.logged_events import LoggedEvent, LoggedPointsScored
from games.presentation.words.sentences import SeatDeed, Sentence

OF_A_CLAIM: Final = frozenset({"route", "marker"})
MARKER_SCORED: Final = Sentence(
    you=ngettext_lazy("You scored %(n)d point for a marker there", "You scored %(n)d points for a marker there", "n"),
    name=ngettext_lazy(
        "%(name)s scored %(n)d point for a marker there", "%(name)s scored %(n)d points for a marker there", "n"
    ),
)


def is_of_a_claim(event: LoggedEvent) -> TypeGuard[LoggedPointsScored]:
    """Check whether these are points for a claimed route."""
    return event["type"] == "points_scored" and event["reason"] in OF_A_CLAIM


def added_up(scored: Sequence[LoggedPointsScored]) -> LoggedPointsScored:
    """Add up a seat's points for one thing: two markers at the ends of a route score it twice (W7)."""
    return {**scored[0], "points": sum(event["points"] for event in scored)}


def scored_there(event: LoggedPointsScored) -> SeatDeed:
    """Describe points for another seat's claim, right after it: a marker at one of its ends brings them (W7)."""
    return SeatDeed(event["seat"], MARKER_SCORED, {"n": event["points"]})
