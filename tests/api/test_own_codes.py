"""Codes of errors.md that come in place of `invalid`, where the schema alone excludes a value, too."""

from typing import Any

import pytest

from games.models.club import LONGEST_ABOUT, LONGEST_ANNOUNCEMENT
from games.models.series import MOST_GAMES
from tests.api.table import guests, sit_down

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "code"), [("", "nothing_said"), (" \u200b", "nothing_said"), ("x" * 501, "line_too_long")]
)
def test_a_line_that_nobody_can_say(text: str, code: str) -> None:
    people = guests(2)
    game = sit_down(people)
    club = people[0].post("/clubs", {"name": "Night owls"}, 201)["id"]
    move = {"prompt": people[0].asked(game)["id"], "move": "keep 1", "say": text}

    for path, body in (
        (f"/games/{game}/talk", {"text": text}),
        (f"/clubs/{club}/talk", {"text": text}),
        (f"/games/{game}/moves", move),
        (f"/games/{game}/moves?dry_run=true", move),
    ):
        assert people[0].post(path, body, 422)["code"] == code


@pytest.mark.parametrize("seats", [1, 6, 9, -1, 10**30])
def test_seats_that_the_ruleset_does_not_have(seats: int) -> None:
    (host,) = guests(1)
    refusal = host.post("/games", {"ruleset": "usa@1", "seats": seats, "clock": "daily"}, 422)
    assert (refusal["code"], refusal["fewest"], refusal["most"]) == ("wrong_number_of_seats", 2, 5)


def test_a_series_without_end() -> None:
    (host,) = guests(1)
    refusal = host.post("/games", {"ruleset": "usa@1", "seats": 2, "clock": "daily", "games": 99}, 422)
    assert (refusal["code"], refusal["most"]) == ("series_too_long", MOST_GAMES)


def test_what_a_club_says_at_too_great_a_length() -> None:
    (host,) = guests(1)
    club = {"name": "Night owls", "about": "x" * (LONGEST_ABOUT + 1)}
    assert host.post("/clubs", club, 422)["code"] == "club_about_too_long"
    path = f"/clubs/{host.post('/clubs', {'name': 'Night owls'}, 201)['id']}"
    assert host.do("patch", path, {"about": club["about"]}, status=422)["code"] == "club_about_too_long"
    refusal = host.post(f"{path}/announcements", {"text": "x" * (LONGEST_ANNOUNCEMENT + 1)}, 422)
    assert (refusal["code"], refusal["most"]) == ("announcement_too_long", LONGEST_ANNOUNCEMENT)


@pytest.mark.parametrize("more", [{}, {"hours": 0}, {"hours": 337}, {"hours": 9999}])
def test_hours_that_cannot_be_proposed(more: dict[str, int]) -> None:
    people = guests(2)
    game = sit_down(people)
    refusal = people[0].post(f"/games/{game}/proposals", {"kind": "extended", **more}, 422)
    assert (refusal["code"], refusal["most"]) == ("hours_out_of_range", 336)


def test_a_host_invites_herself() -> None:
    (host,) = guests(1)
    wish: dict[str, Any] = {"ruleset": "usa@1", "seats": 3, "clock": "daily"}
    game = host.post("/games", wish, 201)["id"]
    refusal = host.post(f"/games/{game}/invitations", {"players": [host.name]}, 422)
    assert refusal["code"] == "cannot_invite_yourself"


def test_an_entry_that_the_log_has_not_yet_cannot_be_taken_back() -> None:
    people = guests(2)
    game = sit_down(people)
    head = people[0].get(f"/games/{game}")["head"]
    refusal = people[0].do("delete", f"/games/{game}/entries/{head + 86}", status=422)
    assert (refusal["code"], refusal["entry"], refusal["head"]) == ("unknown_entry", head + 86, head)


def test_a_vacation_that_is_over_before_it_begins() -> None:
    (player,) = guests(1)
    refusal = player.post("/me/vacations", {"ends_at": "2026-01-01T00:00:00Z"}, 422)
    assert refusal["code"] == "vacation_in_the_past"
