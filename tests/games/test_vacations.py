"""Players who take a vacation, and return early."""

from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command

from games import instants
from games.errors import NotFound, Refused
from games.models import Game, Player, Turn
from games.people import privacy
from games.table import store
from games.table.clocks import vacations
from games.table.clocks.terms import Terms
from tests.games.stories import DAY, NOON, chosen, players, post, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def away(player: Player, begin: datetime | None, end: datetime, now: datetime = NOON) -> Player:
    return vacations.take(player=player, begin=begin, end=end, now=now)


def days_left(player: Player) -> float:
    return vacations.left(Player.objects.get(pk=player.pk), 2026) / DAY


def at(days: float) -> str:
    return instants.rfc3339(NOON + days * DAY)


def deadline(game: Game) -> datetime:
    return Turn.objects.get(game=game, closed_at=None).deadline_at


@pytest.fixture
def people() -> list[Player]:
    return players(2)


@pytest.fixture
def game(people: list[Player]) -> Game:
    return chosen(started(people))


def test_away_from_now_on(people: list[Player], game: Game) -> None:
    away(people[0], None, NOON + 8 * DAY, NOON + HOUR)

    assert deadline(game) == NOON + 9 * DAY - HOUR
    assert store.public_log(Game.objects.get(id=game.id), "clock")[0]["reason"] == "player"
    call_command("replay")


def test_in_advance(people: list[Player], game: Game) -> None:
    away(people[1], NOON + 2 * DAY, NOON + 9 * DAY)

    post(game, 0, "draw deck", "draw deck", now=NOON + 1.5 * DAY)

    assert deadline(game) == NOON + 9.5 * DAY


def test_a_game_may_forbid_it(people: list[Player]) -> None:
    game = chosen(started(people, clock=Terms(DAY, vacations=False)))

    away(people[0], None, NOON + 8 * DAY)

    assert deadline(game) == NOON + DAY


def test_a_year_has_so_many_days_of_it(people: list[Player]) -> None:
    away(people[0], NOON + DAY, NOON + 21 * DAY)

    with pytest.raises(Refused, match="no_vacation_left"):
        away(people[0], NOON + 30 * DAY, NOON + 38.5 * DAY)
    away(people[0], NOON + 30 * DAY, NOON + 38 * DAY)
    assert vacations.left(Player.objects.get(pk=people[0].pk), 2026) == timedelta()
    away(people[0], datetime.fromisoformat("2027-01-02T00:00Z"), datetime.fromisoformat("2027-01-30T00:00Z"))


def test_one_at_a_time(people: list[Player]) -> None:
    away(people[0], NOON + DAY, NOON + 5 * DAY)

    with pytest.raises(Refused, match="vacations_overlap"):
        away(people[0], NOON + 4 * DAY, NOON + 6 * DAY)


@pytest.mark.parametrize(
    ("code", "begin", "end"),
    [
        ("vacation_too_short", NOON, NOON + DAY - HOUR),
        ("vacation_too_short", NOON + DAY, NOON),
        ("vacation_in_the_past", NOON - HOUR, NOON + 2 * DAY),
        ("vacation_in_the_past", NOON, NOON - DAY),
        ("vacation_too_far_ahead", NOON + 366 * DAY, NOON + 368 * DAY),
    ],
)
def test_what_is_no_vacation(people: list[Player], code: str, begin: datetime, end: datetime) -> None:
    with pytest.raises(Refused, match=code):
        away(people[0], begin, end)


class TestGivingUp:
    def test_before_it_begins_it_costs_nothing(self, people: list[Player]) -> None:
        player = away(people[0], NOON + DAY, NOON + 11 * DAY)

        player = vacations.give_up(player=player, begin=NOON + DAY, now=NOON)

        assert vacations.left(player, 2026) == vacations.A_YEAR
        away(player, NOON + DAY, NOON + 11 * DAY)

    def test_back_early_one_has_the_rest(self, people: list[Player]) -> None:
        player = away(people[0], NOON, NOON + 10 * DAY)

        player = vacations.give_up(player=player, begin=NOON, now=NOON + 4 * DAY)

        assert vacations.left(player, 2026) == vacations.A_YEAR - 4 * DAY

    def test_no_deadline_comes_sooner_and_so_it_counts_whole(self, people: list[Player], game: Game) -> None:
        player = away(people[0], NOON + HOUR, NOON + 10 * DAY)
        before = deadline(game)

        player = vacations.give_up(player=player, begin=NOON + HOUR, now=NOON)

        assert deadline(game) == before
        assert vacations.left(player, 2026) == vacations.A_YEAR - 10 * DAY + HOUR

    def test_nobody_plays_for_time_with_it(self, people: list[Player], game: Game) -> None:
        """Taking and giving up vacations repeatedly gains no more than a year's allowance."""
        player, before = people[0], deadline(game)
        for hour in range(20):
            now = NOON + hour * HOUR
            with suppress(Refused):
                player = away(player, now + HOUR / 2, now + (14 + hour) * DAY, now)
                player = vacations.give_up(player=player, begin=now + HOUR / 2, now=now)

        assert deadline(game) - before == vacations.A_YEAR - vacations.left(player, 2026)
        assert deadline(game) < NOON + 30 * DAY

    def test_days_that_a_corrected_vacation_has_again_are_paid_once(self, people: list[Player], game: Game) -> None:
        player, before = away(people[0], None, NOON + 5 * DAY), NOON + DAY
        player = vacations.give_up(player=player, begin=NOON, now=NOON)
        assert (days_left(player), deadline(game)) == (23, before + 5 * DAY)

        player = away(player, None, NOON + 6 * DAY)
        assert (days_left(player), deadline(game)) == (22, before + 6 * DAY)
        player = vacations.give_up(player=player, begin=NOON, now=NOON)
        assert days_left(player) == 22

        player = away(player, None, NOON + 5 * DAY)
        assert (days_left(player), deadline(game)) == (22, before + 6 * DAY)
        player = vacations.give_up(player=player, begin=NOON, now=NOON)
        assert days_left(player) == 22

    def test_days_that_no_open_turn_goes_around_any_more_come_back(self, people: list[Player], game: Game) -> None:
        player = away(people[0], NOON + HOUR, NOON + 10 * DAY)
        player = vacations.give_up(player=player, begin=NOON + HOUR, now=NOON)
        post(game, 0, "draw deck", "draw deck", now=NOON)

        player = away(player, NOON + 20 * DAY, NOON + 25 * DAY)

        assert vacations.left(player, 2026) == vacations.A_YEAR - 5 * DAY

    def test_a_vacation_far_from_any_deadline_costs_nothing_if_another_has_moved_one(
        self, people: list[Player], game: Game
    ) -> None:
        player = away(people[0], NOON + 2 * DAY, NOON + 4 * DAY)
        player = away(player, NOON + HOUR, NOON + 2 * DAY)
        player = vacations.give_up(player=player, begin=NOON + HOUR, now=NOON)
        player = vacations.give_up(player=player, begin=NOON + 2 * DAY, now=NOON)

        assert vacations.A_YEAR - vacations.left(player, 2026) == deadline(game) - (NOON + DAY)

    def test_what_was_charged_twice_before_is_charged_once(self, people: list[Player], game: Game) -> None:
        """In rows of the release before, a later vacation includes days of one that was given up."""
        player = people[0]
        player.vacations = [[at(0), at(0), 5 * 86400], [at(0), at(0), 6 * 86400], [at(3), at(4), 10 * 86400]]
        player.save()

        assert vacations.left(player, 2026) == vacations.A_YEAR - 13 * DAY

    def test_there_is_none(self, people: list[Player]) -> None:
        with pytest.raises(NotFound, match="no_such_vacation"):
            vacations.give_up(player=people[0], begin=NOON, now=NOON)


def test_an_erased_player_is_nowhere(people: list[Player]) -> None:
    player = away(people[0], NOON + DAY, NOON + 11 * DAY)
    assert privacy.export_player(player=player)["profile"]["vacations"]

    privacy.erase_player(player=player, now=NOON)

    assert Player.objects.get(pk=player.pk).vacations == []
