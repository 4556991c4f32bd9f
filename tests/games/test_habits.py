"""Players with quiet hours and days off, and their turns."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from games.errors import Unprocessable
from games.models import Game, Heartbeat, Outage, Player, Seat, Turn
from games.people import accounts, privacy
from games.table import store
from games.table.clocks import heartbeats, outages
from games.table.clocks.terms import Terms
from games.table.play import deadlines
from games.table.rulings import Pause, Replace, Resume
from tests.games.admins import admin, at_the_desk
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, players, post, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
NIGHT = {"begin": "22:00", "end": "07:00"}


def lives_by(player: Player, now: datetime = NOON, **changes: Any) -> Player:
    return accounts.change_profile(player=player, changes=changes, now=now)


def sweep(now: datetime) -> int:
    Heartbeat.objects.update_or_create(source=heartbeats.SWEEP, defaults={"at": now - MINUTE})
    return deadlines.sweep(now=now)


def open_turn(game: Game) -> Turn:
    return Turn.objects.get(game=game, closed_at=None)


def log(game: Game, kind: str | None = None) -> list[Any]:
    return store.public_log(Game.objects.get(id=game.id), kind)


@pytest.fixture
def people() -> list[Player]:
    return players(2)


def test_a_turn_goes_around_the_night(people: list[Player]) -> None:
    """It is 13:00 in Copenhagen: nine hours are left today, fifteen fill tomorrow, so the turn ends the morning
    after."""
    lives_by(people[0], quiet_hours=NIGHT, time_zone="Europe/Copenhagen")

    game = chosen(started(people))

    assert open_turn(game).deadline_at == datetime(2026, 3, 4, 6, tzinfo=UTC)
    call_command("replay")


def test_the_admin_does_not_tell_when_somebody_sleeps(people: list[Player]) -> None:
    lives_by(people[0], quiet_hours=NIGHT, time_zone="Europe/Copenhagen")
    turn = open_turn(chosen(started(people)))
    begin, _, _ = turn.stops[0]

    page = at_the_desk(admin("Rhea", "referee")).get(f"/admin/games/turn/{turn.pk}/change/")

    assert page.status_code == 200
    assert turn.kind in page.content.decode()
    assert begin not in page.content.decode()


def test_the_log_does_not_tell_why(people: list[Player]) -> None:
    lives_by(people[0], quiet_hours=NIGHT, days_off=["sat"], time_zone="Europe/Copenhagen")
    game = chosen(started(people))
    post(game, 0, "draw deck", "draw deck", now=NOON + DAY)

    told = str(log(game))
    assert "22:00" not in told
    assert "Copenhagen" not in told
    assert "sat" not in told


def test_nights_are_counted_against_what_was_agreed(people: list[Player]) -> None:
    lives_by(people[0], quiet_hours=NIGHT)
    game = chosen(started(people, clock=Terms(DAY, stops=10 * HOUR)))

    post(game, 0, "draw deck", "draw deck", now=NOON + DAY)
    post(game, 1, "draw deck", "draw deck", now=NOON + DAY)

    assert Seat.objects.get(game=game, number=0).stopped == 9 * HOUR
    assert [entry["stopped"] for entry in log(game) if "stopped" in entry] == [{"0": 9 * 3600}]
    assert open_turn(game).deadline_at == NOON + 2 * DAY + HOUR
    call_command("replay")


def test_a_closed_turn_keeps_no_habits(people: list[Player]) -> None:
    lives_by(people[0], quiet_hours=NIGHT)
    game = chosen(started(people))
    assert open_turn(game).stops

    post(game, 0, "draw deck", "draw deck")

    assert not Turn.objects.filter(game=game, closed_at__isnull=False).exclude(stops=[]).exists()


class TestChangingThem:
    def test_an_open_turn_is_due_later(self, people: list[Player]) -> None:
        game = chosen(started(people))

        lives_by(people[0], NOON + HOUR, quiet_hours=NIGHT)

        assert open_turn(game).deadline_at == NOON + DAY + 9 * HOUR
        told = log(game)[-1]
        assert (told["kind"], told["seat"], told["reason"]) == ("clock", 0, "player")
        assert told["deadlines"] == {open_turn(game).prompt_id: "2026-03-03T21:00:00.000000Z"}
        call_command("replay")

    def test_never_sooner(self, people: list[Player]) -> None:
        lives_by(people[0], quiet_hours=NIGHT)
        game = chosen(started(people))
        before = open_turn(game).deadline_at

        lives_by(people[0], NOON + HOUR, quiet_hours=None)

        assert open_turn(game).deadline_at == before
        assert log(game, "clock") == []

    def test_a_name_moves_no_deadline(self, people: list[Player]) -> None:
        game = chosen(started(people))

        lives_by(people[0], NOON + HOUR, name="Ada")

        assert log(game, "clock") == []

    def test_somebody_else_s_turn_stays(self, people: list[Player]) -> None:
        game = chosen(started(people))

        lives_by(people[1], NOON + HOUR, quiet_hours=NIGHT)

        assert open_turn(game).deadline_at == NOON + DAY

    def test_while_the_game_is_paused_nothing_moves_until_it_goes_on(self, people: list[Player]) -> None:
        game = chosen(started(people))
        rule(game, Pause(), now=NOON)
        lives_by(people[0], NOON + HOUR, quiet_hours=NIGHT)
        assert open_turn(game).deadline_at == NOON + DAY

        rule(game, Resume(), now=NOON + 2 * HOUR)

        assert open_turn(game).deadline_at == datetime(2026, 3, 4, 8, tzinfo=UTC)
        call_command("replay")

    def test_timeouts_in_a_row_are_not_forgotten_for_it(self, people: list[Player]) -> None:
        game = chosen(started(people))
        sweep(NOON + DAY)
        post(game, 1, "draw deck", "draw deck", now=NOON + DAY)
        lives_by(people[0], NOON + DAY, quiet_hours=NIGHT)

        assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 1
        call_command("replay")

    def test_too_much_is_refused(self, people: list[Player]) -> None:
        with pytest.raises(Unprocessable, match="too_many_days_off"):
            lives_by(people[0], days_off=["mon", "tue", "wed", "thu"])
        with pytest.raises(Unprocessable, match="quiet_hours_out_of_range"):
            lives_by(people[0], quiet_hours={"begin": "20:00", "end": "09:00"})


def test_anyone_who_takes_a_seat_over_has_a_whole_time_around_their_own_nights(people: list[Player]) -> None:
    game = chosen(started(people))
    (newcomer,) = players(1, "Newcomer")
    lives_by(newcomer, quiet_hours=NIGHT)

    rule(game, Replace(0, newcomer.pk), now=NOON + HOUR)

    assert open_turn(game).deadline_at == datetime(2026, 3, 4, 7, tzinfo=UTC)
    assert open_turn(game).player == newcomer
    call_command("replay")


def test_nobody_loses_a_turn_at_night_even_after_an_outage(people: list[Player]) -> None:
    lives_by(people[0], quiet_hours={"begin": "13:00", "end": "15:00"})
    game = chosen(started(people))
    due = open_turn(game).deadline_at
    assert due == datetime(2026, 3, 3, 16, tzinfo=UTC)
    Outage.objects.create(started_at=due - HOUR, ended_at=due + 21 * HOUR)
    assert outages.due_at(open_turn(game)) == datetime(2026, 3, 4, 14, tzinfo=UTC)

    assert sweep(datetime(2026, 3, 4, 14, 30, tzinfo=UTC)) == 0
    assert sweep(datetime(2026, 3, 4, 15, 0, tzinfo=UTC)) == 1


def test_nobody_puts_a_turn_off_for_ever_by_moving_the_night(people: list[Player]) -> None:
    game = chosen(started(people, clock=Terms(DAY, stops=timedelta())))
    now = open_turn(game).expires_at
    for hours in range(0, 40, 4):
        begin = (now + hours * HOUR).hour
        quiet = {"begin": f"{begin:02}:00", "end": f"{(begin + 12) % 24:02}:00"}
        lives_by(people[0], now + hours * HOUR, quiet_hours=quiet)
        if sweep(now + hours * HOUR + MINUTE):
            break

    assert hours == 24


def test_habits_are_exported_and_erased(people: list[Player]) -> None:
    lives_by(people[0], quiet_hours=NIGHT, days_off=["sun"])
    chosen(started(people))
    people[0].refresh_from_db()
    assert privacy.export_player(player=people[0])["profile"]["habits"] == {"quiet_hours": NIGHT, "days_off": ["sun"]}

    privacy.erase_player(player=people[0], now=NOON)

    assert Player.objects.get(pk=people[0].pk).habits == {}
    assert not Turn.objects.filter(player=people[0]).exclude(stops=[]).exists()


def test_a_pause_that_ends_at_night_costs_nobody_the_turn(people: list[Player]) -> None:
    """Time was over, and before any consequence the game was paused for days."""
    lives_by(people[0], quiet_hours=NIGHT)
    game = chosen(started(people))
    over = open_turn(game).expires_at
    rule(game, Pause(), now=over + MINUTE)
    midnight = datetime(2026, 3, 10, tzinfo=UTC)
    rule(game, Resume(), now=midnight)

    assert sweep(midnight + MINUTE) == 0
    assert sweep(midnight + 7 * HOUR) == 1
    call_command("replay")


def test_anyone_who_travels_from_one_night_into_another_sleeps_through_both(people: list[Player]) -> None:
    """When time is over it is night in Kolkata; when that night ends, another begins in São Paulo."""
    lives_by(people[0], quiet_hours=NIGHT)
    over = open_turn(chosen(started(people))).expires_at
    assert over == datetime(2026, 3, 3, 21, tzinfo=UTC)
    lives_by(people[0], over + MINUTE, time_zone="Asia/Kolkata")
    assert sweep(over + 4 * HOUR) == 0
    lives_by(people[0], over + 4 * HOUR, time_zone="America/Sao_Paulo")

    assert sweep(over + 12 * HOUR) == 0
    assert sweep(over + 13 * HOUR) == 1
