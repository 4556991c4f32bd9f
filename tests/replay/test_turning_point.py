"""The turning point: the entry with which the winner took the lead for good."""

from typing import cast

from games.logged_entries import LoggedEntry
from games.presentation.replay import timeline
from games.presentation.replay.timeline import Timeline
from games.presentation.scoring.turning_point import TurningPoint, find_turning_point


def log(*scored: tuple[int, int], end: tuple[int, int] | None = None, taken_back_to: int | None = None) -> Timeline:
    """Return a log of three seats in which these seats score these points, entry by entry, after the first."""
    events = [[], *([_scored(*each)] for each in scored)]
    if taken_back_to is not None:
        events.append([{"type": "position_restored", "as_of": taken_back_to}])
    if end is not None:
        events.append([_scored(*end), {"type": "game_ended", "outcome": "played"}])
    return timeline.make(3, [_entry(number, each) for number, each in enumerate(events, 1)])


def _scored(seat: int, points: int) -> dict[str, object]:
    return {"type": "points_scored", "seat": seat, "points": points, "reason": "route", "subject": ""}


def _entry(number: int, events: list[dict[str, object]]) -> LoggedEntry:
    entry = {"number": number, "kind": "move", "seat": 0, "at": "2026-03-02T12:00:00Z", "events": events, "hash": ""}
    return cast("LoggedEntry", entry)


def test_it_is_the_last_time_that_the_winner_passed_somebody() -> None:
    line = log((0, 5), (1, 7), (0, 4), (1, 1), (2, 10), (0, 2), (1, 1))
    assert find_turning_point(line, 0, [1, 2]) == TurningPoint(7, 0, [2], in_scoring=False)


def test_being_level_is_no_lead() -> None:
    assert find_turning_point(log((0, 5), (1, 5), (0, 1)), 0, [1]) == TurningPoint(4, 0, [], in_scoring=False)


def test_who_was_level_was_not_passed() -> None:
    line = log((0, 5), (1, 5), (2, 7), end=(0, 9))
    assert find_turning_point(line, 0, [1, 2]) == TurningPoint(5, 0, [2], in_scoring=True)


def test_where_only_the_final_scoring_gave_points_nothing_had_turned() -> None:
    assert find_turning_point(log(end=(0, 9)), 0, [1, 2]) is None


def test_the_final_scoring_can_be_it() -> None:
    line = log((0, 5), (1, 7), (2, 8), end=(0, 9))
    assert find_turning_point(line, 0, [1, 2]) == TurningPoint(5, 0, [1, 2], in_scoring=True)


def test_who_led_from_the_first_points_on_passed_nobody_there() -> None:
    assert find_turning_point(log((0, 5), (1, 3), end=(0, 9)), 0, [1]) == TurningPoint(2, 0, [], in_scoring=False)


def test_what_was_taken_back_is_no_turning_point() -> None:
    line = log((0, 5), (1, 7), (0, 4), taken_back_to=2, end=(0, 9))
    assert find_turning_point(line, 0, [1]) == TurningPoint(2, 0, [], in_scoring=False)


def test_where_the_winner_does_not_stay_ahead_there_is_none() -> None:
    assert find_turning_point(log((0, 5), (1, 5)), 0, [1]) is None
