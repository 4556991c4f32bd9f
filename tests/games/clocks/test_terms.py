"""Clock terms that can be agreed, and terms that are refused because a game could run for ever."""

from typing import Any

import pytest

from games import durations
from games.errors import Unprocessable
from games.table.clocks import habits, terms
from games.table.clocks.terms import PRESETS, Bank, Terms
from tests.games.clocks.people import DAY, HOUR, person

BANK = {"start": "P1D", "per_move": "PT1H", "cap": "P2D"}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_what_it_says_and_can_be_agreed(name: str) -> None:
    agreed = terms.read(name)

    assert agreed == terms.checked(PRESETS[name]) == terms.read(terms.write(agreed))


def test_only_the_time_for_a_move_has_to_be_said() -> None:
    assert terms.read({"time_per_move": "P1D"}) == Terms(DAY)


def test_all_can_be_said() -> None:
    told = {"time_per_move": "P2D", "bank": BANK, "grace": "PT6H", "when_over": "forfeit", "stops": "P10D", "vacations": False}  # fmt: skip  # noqa: E501

    agreed = terms.read(told)

    assert agreed == Terms(2 * DAY, Bank(DAY, HOUR, 2 * DAY), 6 * HOUR, "forfeit", 10 * DAY, vacations=False)
    assert terms.write(agreed) == told


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("time_per_move_out_of_range", {"time_per_move": "PT11H59M"}),
        ("time_per_move_out_of_range", {"time_per_move": "P14DT1S"}),
        ("grace_out_of_range", {"time_per_move": "PT12H", "grace": "PT13H"}),
        ("stops_out_of_range", {"time_per_move": "P1D", "stops": "P121D"}),
        ("bank_out_of_range", {"time_per_move": "P1D", "bank": {**BANK, "cap": "P31D"}}),
        ("bank_out_of_range", {"time_per_move": "P1D", "bank": {**BANK, "cap": "PT23H"}}),
        ("bank_refills_too_fast", {"time_per_move": "P1D", "bank": {**BANK, "per_move": "PT13H"}}),
        ("clock_too_long", {"time_per_move": "P14D", "grace": "P4D", "bank": {**BANK, "cap": "P28D"}}),
        ("unknown_clock", "eternal"),
        ("malformed_clock", {}),
        ("malformed_clock", {"time_per_move": "P1D", "bonus": "P1D"}),
        ("malformed_clock", {"time_per_move": 24}),
        ("malformed_clock", {"time_per_move": "1 day"}),
        ("malformed_clock", {"time_per_move": "P1M"}),
        ("malformed_clock", {"time_per_move": "P1D", "bank": {"start": "P1D"}}),
        ("malformed_clock", {"time_per_move": "P1D", "bank": "P1D"}),
        ("malformed_clock", {"time_per_move": "P1D", "when_over": "nothing"}),
        ("malformed_clock", {"time_per_move": "P1D", "vacations": "yes"}),
    ],
)
def test_what_cannot_be_agreed(code: str, told: Any) -> None:
    with pytest.raises(Unprocessable) as refusal:
        terms.read(told)

    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("PT0S", 0 * DAY),
        ("P1D", DAY),
        ("P1DT12H", 1.5 * DAY),
        ("PT90M", 1.5 * HOUR),
        ("P2W", 14 * DAY),
        ("PT36H", 1.5 * DAY),
    ],
)
def test_durations_are_read(text: str, time: Any) -> None:
    assert durations.read(text) == time
    assert durations.read(durations.write(time)) == time


@pytest.mark.parametrize("text", ["", "P", "PT", "P1DT", "T1H", "P-1D", "P1.5D", "p1d", "P1D1H", "PT1S1M", "P999999D"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="no duration"):
        durations.read(text)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("quiet_hours_out_of_range", {"quiet_hours": {"begin": "20:00", "end": "08:01"}}),
        ("quiet_hours_out_of_range", {"quiet_hours": {"begin": "22:00", "end": "22:00"}}),
        ("too_many_days_off", {"days_off": ["mon", "tue", "wed", "thu"]}),
        ("malformed_habits", {"days_off": ["monday"]}),
        ("malformed_habits", {"quiet_hours": {"begin": "22:00"}}),
        ("malformed_habits", {"quiet_hours": {"begin": "22:00", "end": "24:00"}}),
        ("malformed_habits", {"quiet_hours": "at night"}),
    ],
)
def test_habits_that_leave_too_little_time(code: str, told: Any) -> None:
    with pytest.raises(Unprocessable) as refusal:
        habits.read(told)

    assert refusal.value.code == code


def test_habits_are_written_as_they_are_read() -> None:
    someone = person(quiet="22:30-07:00", off="sun sat")

    assert habits.write(someone) == {"quiet_hours": {"begin": "22:30", "end": "07:00"}, "days_off": ["sat", "sun"]}
    assert habits.read(habits.write(someone)) == someone
