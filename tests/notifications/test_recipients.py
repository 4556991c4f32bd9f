"""The recipients of each notification."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from notifications.policy import kinds
from notifications.policy.kinds import NotificationKind
from notifications.policy.notices import of_entry
from notifications.policy.recipients import is_silent

DEADLINE = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)


@dataclass
class AnEntry:
    kind: str
    seat: int | None


@dataclass
class ATurn:
    seat: int
    prompt_opened: int = 7
    deadline_at: datetime = DEADLINE


@dataclass
class ASeat:
    number: int
    status: str = "playing"


TABLE = [ASeat(0), ASeat(1), ASeat(2)]


def heard(
    entry: AnEntry, turns: list[ATurn], seats: list[ASeat], *, over: bool = False
) -> set[tuple[NotificationKind, int]]:
    return {(notice.kind, notice.to.seat) for notice in of_entry(entry, turns, seats, over=over)}


def test_everybody_hears_of_the_beginning_and_of_their_own_question() -> None:
    everybody = {(kind, seat) for kind in (kinds.GAME_STARTED, kinds.YOUR_TURN) for seat in range(3)}
    assert heard(AnEntry("started", None), [ATurn(0), ATurn(1), ATurn(2)], TABLE) == everybody


def test_whose_turn_it_became_hears_and_nobody_else() -> None:
    assert heard(AnEntry("move", 0), [ATurn(1)], TABLE) == {(kinds.YOUR_TURN, 1)}


@pytest.mark.parametrize("kind", ["move", "returned", "resigned"])
def test_nobody_hears_of_their_own_deed(kind: str) -> None:
    assert heard(AnEntry(kind, 0), [ATurn(0)], TABLE) == set()
    assert is_silent(AnEntry(kind, 0), [ATurn(0)], over=False)


def test_a_default_play_is_told_to_all() -> None:
    told = {(kinds.PLAYED_FOR_YOU, 0), (kinds.YOUR_TURN, 1), (kinds.TIME_RAN_OUT, 2)}
    assert heard(AnEntry("timeout", 0), [ATurn(1)], TABLE) == told


def test_whose_turn_comes_again_after_a_default_play_hears_of_it() -> None:
    assert (kinds.YOUR_TURN, 0) in heard(AnEntry("timeout", 0), [ATurn(0)], TABLE)


def test_anyone_who_has_left_hears_of_the_end_only() -> None:
    seats = [ASeat(0), ASeat(1), ASeat(2, "resigned")]
    assert heard(AnEntry("timeout", 0), [ATurn(1)], seats) == {(kinds.PLAYED_FOR_YOU, 0), (kinds.YOUR_TURN, 1)}
    assert heard(AnEntry("move", 0), [], seats, over=True) == {(kinds.GAME_OVER, seat) for seat in range(3)}


def test_the_end_is_told_once_to_whom_it_was_brought_about_for() -> None:
    told = heard(AnEntry("timeout", 0), [], TABLE, over=True)
    assert told == {(kinds.PLAYED_FOR_YOU, 0)} | {(kinds.GAME_OVER, seat) for seat in range(3)}


def test_a_turn_is_named_by_its_prompt_and_deadline() -> None:
    (notice,) = of_entry(AnEntry("move", 0), [ATurn(1)], TABLE, over=False)
    assert (notice.to.prompt_opened, notice.to.deadline_at) == (7, DEADLINE)


@pytest.mark.parametrize("kind", ["started", "timeout", "absent"])
def test_what_is_not_the_players_own_deed_is_never_silent(kind: str) -> None:
    assert not is_silent(AnEntry(kind, 0), [ATurn(0)], over=False)
    assert not is_silent(AnEntry("move", 0), [], over=True)
