"""The tables of notification kinds and of emails are complete and consistent."""

import pytest

from notifications.letters import compose, subjects
from notifications.letters.registry import LETTERS, Body, letter
from notifications.models import Notification
from notifications.policy.kinds import GAME_OVER, KINDS, by_importance, names_where


def test_every_kind_has_one_letter() -> None:
    assert compose.MODULES
    assert LETTERS.keys() == KINDS.keys()
    with pytest.raises(ValueError, match="has a letter"):
        letter(GAME_OVER, subject=subjects.OVER)(lambda _occasion: [])


def test_names_fit_their_column() -> None:
    longest = Notification._meta.get_field("kind").max_length
    assert longest is not None
    assert max(map(len, KINDS)) <= longest


def test_what_asks_for_a_turn_shows_the_turn() -> None:
    of_turns = names_where(lambda kind: kind.urgency.is_of_a_turn)
    assert {LETTERS[name].body for name in of_turns} == {Body.TURN}


def test_nothing_but_a_turn_has_the_subject_of_one() -> None:
    assert {name for name, letter in LETTERS.items() if letter.subject is subjects.TURN} == {"your_turn", "plan_waits"}


def test_a_stranger_has_no_word_in_a_subject() -> None:
    by_strangers = names_where(lambda kind: kind.urgency.by_strangers)
    assert {LETTERS[name].subject for name in by_strangers} == {
        subjects.INVITATION,
        subjects.SEAT_OFFERED,
        subjects.CLUB_INVITED,
    }


def test_the_table_is_in_the_order_of_importance() -> None:
    told = [Notification(kind=name) for name in reversed(KINDS)]
    assert [one.kind for one in by_importance(told)] == list(KINDS)
