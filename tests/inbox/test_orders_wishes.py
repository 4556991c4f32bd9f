"""Orders other than moves: viewing the game, pausing, being away, leaving, planning, asking an admin."""

from datetime import date

import pytest

from notifications.inbox.orders import (
    Ask,
    AskAdmin,
    GivePlan,
    GoOn,
    LeaveGame,
    NudgeThem,
    Order,
    ProposeThis,
    SayLine,
    TakeSeatAgain,
    TakeVacation,
    Why,
)
from tests.inbox.test_orders import MONDAY, read_lines, stopped


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("board", Ask("board", "board")),
        ("Moves", Ask("moves", "Moves")),
        ("status", Ask("status", "status")),
        ("the log, please", Ask("log", "the log, please")),
        ("HELP!", Ask("help", "HELP!")),
        ("pause", ProposeThis({"kind": "paused"}, "pause")),
        ("go on", GoOn("go on")),
        ("no pause, please", GoOn("no pause, please")),
        ("resign", LeaveGame("resign")),
        ("back", TakeSeatAgain("back")),
        ("return", TakeSeatAgain("return")),
        ("please nudge them", NudgeThem("please nudge them")),
        ("say Well played, Ada!", SayLine("Well played, Ada!", "say Well played, Ada!")),
        ("SAY: 1", SayLine("1", "SAY: 1")),
        ("plan off", GivePlan((), "plan off")),
        ("Plan: off", GivePlan((), "Plan: off")),
        ("vacation until 2026-12-01", TakeVacation(date(2026, 12, 1), "vacation until 2026-12-01")),
        ("vacation until 1 December", TakeVacation(date(2026, 12, 1), "vacation until 1 December")),
        ("Away till Dec 1st, 2026", TakeVacation(date(2026, 12, 1), "Away till Dec 1st, 2026")),
        ("vacation until 1.12.", TakeVacation(date(2026, 12, 1), "vacation until 1.12.")),
        ("vacation until 1.12.2027", TakeVacation(date(2027, 12, 1), "vacation until 1.12.2027")),
        ("vacation until 13/12", TakeVacation(date(2026, 12, 13), "vacation until 13/12")),
        ("vacation until 1 March", TakeVacation(date(2027, 3, 1), "vacation until 1 March")),
        ("vacation until the 2nd of March", TakeVacation(MONDAY, "vacation until the 2nd of March")),
        ("vacation until Friday", TakeVacation(date(2026, 3, 6), "vacation until Friday")),
        ("vacation until Monday", TakeVacation(date(2026, 3, 9), "vacation until Monday")),
        ("vacation until tomorrow", TakeVacation(date(2026, 3, 3), "vacation until tomorrow")),
    ],
)
def test_orders_beside_moves(line: str, order: Order) -> None:
    found = read_lines(line)
    assert found.stopped is None
    assert found.orders == (order,)


def test_a_day_that_may_be_two_is_asked_about() -> None:
    found = read_lines("vacation until 1/12").stopped
    assert found is not None
    assert found.reason == Why.WHICH_DAY
    assert found.suggestions == ("vacation until 1 December 2026", "vacation until 12 January 2027")


@pytest.mark.parametrize("line", ["vacation", "vacation until 31 February", "vacation until soon", "away from home"])
def test_a_day_that_is_none(line: str) -> None:
    assert stopped(line) == Why.WHICH_DAY


def test_a_plan_takes_its_lines_and_no_greeting() -> None:
    found = read_lines("plan:", "Draw red when played 3", "always best", "stop when last round", "Best regards", "Ada")
    lines = ("draw red when played 3", "always best", "stop when last round")
    assert found.orders == (GivePlan(lines, "plan:"),)
    assert read_lines("plan:", "draw red", "best").orders == (GivePlan(("draw red", "best"), "plan:"),)
    assert read_lines("plan:", "best").orders == (GivePlan(("best",), "plan:"),)
    for goodbye in (["Best", "Ada"], ["Best,"]):
        assert read_lines("plan:", "draw red", *goodbye).orders == (GivePlan(("draw red",), "plan:"),)
    assert read_lines("draw red", "plan claim den-oma").orders[1] == GivePlan(("claim den-oma",), "plan claim den-oma")


def test_an_admin_gets_all_that_follows() -> None:
    found = read_lines("admin Bela does not answer.", "draw red", "Ada")
    assert found.orders == (AskAdmin("Bela does not answer.\ndraw red\nAda", "admin Bela does not answer."),)


def test_nothing_but_a_whole_word_leaves_the_game() -> None:
    for line in ("resig", "resign?", "I will resign", "resigned", "resign tomorrow"):
        assert read_lines(line).orders == ()
