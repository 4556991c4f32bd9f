"""Entering, leaving and being erased while a season begins or ends, on the real database."""

import pytest

from games.competitions.leagues import admission, creation, replacements, seasons, sweeps
from games.models import Game, League, LeagueExit, LeagueMember, LeaguePlace, LeagueSeason, Player, Seat
from games.people import privacy
from tests.competitions.league import BEGINS, LONG, begun, entered, founded, season
from tests.games.races import both
from tests.games.stories import DAY, players

pytestmark = pytest.mark.long

ENDS = BEGINS + LONG


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def test_whoever_enters_while_the_season_begins_waits_for_a_place(self) -> None:
        people = players(17)
        league = founded(people[0])
        entered(league, people[:16])
        one = season(league)
        told = both(
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
            lambda: admission.enter(player=people[16], league_id=league.pk, now=BEGINS),
        )
        assert told == "done"
        assert LeaguePlace.objects.count() == 16
        assert [row.player for row in replacements.waiting(one)] == [people[16]]

    def test_whoever_has_entered_just_before_it_begins_plays_and_may_be_the_one_who_was_missing(self) -> None:
        people = players(4)
        league = founded(people[0])
        entered(league, people[:3])
        one = season(league)
        both(
            lambda: admission.enter(player=people[3], league_id=league.pk, now=BEGINS),
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
        )
        assert season(league).postponed == 0
        sweeps.sweep(now=BEGINS)
        assert season(league).state == LeagueSeason.State.RUNNING
        assert LeaguePlace.objects.filter(player=people[3]).count() == 1

    def test_leaving_while_it_begins_gives_up_the_place_that_one_has_got(self) -> None:
        league, people = self._planned(17)
        one = season(league)
        both(
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
            lambda: admission.leave(player=people[5], league_id=league.pk, now=BEGINS),
        )
        assert LeagueExit.objects.get().player == people[5]
        sweeps.sweep(now=BEGINS)
        assert not Seat.objects.filter(player=people[5]).exists()
        assert not LeagueMember.objects.filter(player=people[5]).exists()

    def test_one_of_four_leaves_just_before_it_begins(self) -> None:
        league, people = self._planned(4)
        one = season(league)
        both(
            lambda: admission.leave(player=people[2], league_id=league.pk, now=BEGINS),
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
        )
        assert (season(league).state, season(league).postponed) == ("planned", 1)

    def test_two_sweeps_begin_it_once_and_closing_comes_before_or_after(self) -> None:
        league, people = self._planned(16)
        one = season(league)
        both(
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
        )
        assert LeaguePlace.objects.count() == 16
        other, _ = self._planned(16, "Other")
        planned = season(other)
        both(
            lambda: creation.close(player=other.host, league_id=other.pk, now=BEGINS),
            lambda: seasons.begin(season_id=planned.pk, now=BEGINS),
        )
        assert not LeagueSeason.objects.filter(pk=planned.pk).exists()
        assert people[0] == league.host

    def test_an_erasure_while_it_begins(self) -> None:
        league, people = self._planned(17)
        one = season(league)
        both(
            lambda: seasons.begin(season_id=one.pk, now=BEGINS),
            lambda: privacy.erase_player(player=people[3], now=BEGINS),
        )
        assert LeagueExit.objects.get().why == "gone"
        sweeps.sweep(now=BEGINS)
        assert not Seat.objects.filter(player=people[3]).exists()

    def test_leaving_while_a_place_is_given(self) -> None:
        league, people = begun()
        (late,) = players(1, "Late")
        entered(league, [late], now=BEGINS)
        admission.leave(player=people[2], league_id=league.pk, now=BEGINS)
        both(
            lambda: admission.leave(player=late, league_id=league.pk, now=BEGINS),
            lambda: replacements.fill(season=season(league), now=BEGINS),
        )
        assert not LeaguePlace.objects.filter(player=late).exists()

    def _planned(self, count: int, name: str = "Player") -> tuple[League, list[Player]]:
        people = players(count, name)
        league = founded(people[0])
        entered(league, people)
        return league, people


@pytest.mark.django_db
def test_a_game_that_was_put_aside_ends_with_its_season_nevertheless() -> None:
    league, _ = begun()
    game = Game.objects.earliest("pk")
    Game.objects.filter(pk=game.pk).update(quarantined_until=ENDS + DAY)
    sweeps.sweep(now=ENDS)
    assert season(league).state == LeagueSeason.State.OVER
    assert not Game.objects.filter(status=Game.Status.RUNNING).exists()


@pytest.mark.django_db
def test_the_host_is_erased_and_the_league_goes_on() -> None:
    league, people = begun(18)
    name = people[0].name
    league.name = f"{name}’s League"
    league.save(update_fields=["name"])
    founded(people[0], name=f"{name}1 Alpine")
    privacy.erase_player(player=people[0], now=BEGINS + DAY)
    league.refresh_from_db()
    assert league.name == ""
    assert people[0].leagues.exclude(pk=league.pk).get().name == f"{name}1 Alpine"  # another word
    sweeps.sweep(now=ENDS)
    assert season(league).state == LeagueSeason.State.OVER
    sweeps.sweep(now=ENDS + 7 * DAY)
    assert season(league, 2).state == LeagueSeason.State.RUNNING
