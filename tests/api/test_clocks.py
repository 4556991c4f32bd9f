"""Clocks over the API: choosing, showing, refusing."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.table.clocks import terms
from tests.api.table import guests, sit_down

pytestmark = pytest.mark.django_db

WISH = {"ruleset": "usa@1", "seats": 2}
LONG = {"start": "P0D", "per_move": "PT0S", "cap": "P20D"}


@pytest.mark.parametrize("name", terms.PRESETS)
def test_by_name(name: str) -> None:
    (host,) = guests(1)

    made = host.post("/games", {**WISH, "clock": name}, 201)

    assert made["clock"] == terms.write(terms.PRESETS[name])
    assert made["seats"][0]["bank"] is not None


def test_in_full() -> None:
    (host,) = guests(1)
    wish = {"time_per_move": "P2D", "grace": "PT6H", "when_over": "forfeit"}

    made = host.post("/games", {**WISH, "clock": wish}, 201)

    assert made["clock"] == {**wish, "bank": None, "stops": "P30D", "vacations": True}


def test_the_time_per_move_is_all_there_has_to_be() -> None:
    (host,) = guests(1)

    made = host.post("/games", {**WISH, "clock": {"time_per_move": "PT36H"}}, 201)

    assert made["clock"]["time_per_move"] == "P1DT12H"
    assert made["seats"][0]["bank"] is None


@pytest.mark.parametrize(
    ("status", "code", "wish"),
    [
        (400, "invalid", {}),
        (422, "unknown_clock", {"clock": "eternal"}),
        (422, "malformed_clock", {"clock": {"time_per_move": "tomorrow"}}),
        (422, "clock_too_long", {"clock": {"time_per_move": "P14D", "grace": "P14D", "bank": LONG}}),
        (400, "invalid", {"clock": 24}),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_refused(status: int, code: str, wish: Any) -> None:
    (host,) = guests(1)

    assert host.post("/games", {**WISH, **wish}, status)["code"] == code


def test_a_question_tells_when_it_is_acted_on() -> None:
    people = guests(2)
    game = sit_down(people, clock="daily")

    (turn, _) = people[0].get(f"/games/{game}")["turns"]

    assert turn["deadline_at"] < turn["expires_at"]


def test_habits_are_set_and_shown() -> None:
    (ada,) = guests(1)
    night = {"begin": "22:00", "end": "07:00"}

    me = ada.do("patch", "/me", {"quiet_hours": night, "days_off": ["sun", "sat"]})

    assert (me["quiet_hours"], me["days_off"]) == (night, ["sat", "sun"])
    assert ada.do("patch", "/me", {"quiet_hours": None})["quiet_hours"] is None
    assert ada.get("/me")["days_off"] == ["sat", "sun"]


@pytest.mark.parametrize(
    ("status", "code", "habits"),
    [
        (422, "too_many_days_off", {"days_off": ["mon", "tue", "wed", "thu"]}),
        (422, "quiet_hours_out_of_range", {"quiet_hours": {"begin": "20:00", "end": "10:00"}}),
        (400, "invalid", {"days_off": ["someday"]}),
        (422, "malformed_habits", {"quiet_hours": {"begin": "25:00", "end": "10:00"}}),
        (422, "malformed_habits", {"quiet_hours": {"begin": "10 pm", "end": "10:00"}}),
    ],
    ids=str,
)
def test_habits_that_are_too_much(status: int, code: str, habits: Any) -> None:
    (ada,) = guests(1)

    assert ada.do("patch", "/me", habits, status=status)["code"] == code


def test_a_vacation_is_taken_and_given_up() -> None:
    (ada,) = guests(1)
    begin = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
    wish = {"starts_at": begin.isoformat(), "ends_at": (begin + timedelta(days=5)).isoformat()}

    taken = ada.post("/me/vacations", wish, 201)
    assert len(taken["results"]) == 1
    assert ada.post("/me/vacations", wish, 409)["code"] == "vacations_overlap"

    rest = ada.do("delete", f"/me/vacations?starts_at={begin:%Y-%m-%dT%H:%M:%SZ}")
    assert (rest["results"], ada.get("/me/vacations")["days_left"]) == ([], 28)


def test_all_agree_to_pause() -> None:
    people = guests(2)
    game = sit_down(people)

    assert people[0].post(f"/games/{game}/proposals", {"kind": "paused"}, 201)["state"] == "open"
    assert people[1].post(f"/games/{game}/proposals", {"kind": "paused"}, 201)["state"] == "agreed"
    assert people[1].get(f"/games/{game}")["paused"]
    people[0].do("delete", f"/games/{game}/pause", status=204)
    assert not people[0].get(f"/games/{game}")["paused"]
