"""A league from its creation to its second season, as players experience it."""

import pytest

from engine.verify import verify
from games.competitions.leagues import admission, creation, seasons, sweeps, tables
from games.errors import Forbidden, Refused, Unprocessable
from games.lobby import takeovers
from games.models import Game, LeagueGame, LeagueMember, LeaguePlace, LeagueSeason, Player, Rating, Ruling, Seat
from games.people import privacy
from games.ratings import derivation
from games.table import rulings, store
from tests.competitions.league import BEGINS, LONG, begun, entered, founded, season
from tests.games.stories import DAY, NOON, players

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ENDS = BEGINS + LONG


def games(number: int = 1) -> list[Game]:
    fixtures = LeagueGame.objects.filter(division__season__number=number).select_related("game")
    return [one.game for one in fixtures.order_by("pk") if one.game is not None]


def test_a_season_begins_with_all_its_games() -> None:
    league, people = begun()
    assert season(league).state == LeagueSeason.State.RUNNING
    assert season(league).began_at == BEGINS
    assert len(games()) == 16
    for player in people:
        held = Seat.objects.filter(player=player, game__status=Game.Status.RUNNING)
        assert sorted(held.values_list("number", flat=True)) == [0, 1]
    for fixture in LeagueGame.objects.select_related("game"):
        places = {place.number: place.player_id for place in fixture.division.places.all()}
        assert fixture.game is not None
        assert [seat.player_id for seat in fixture.game.seats.all()] == [places[number] for number in fixture.places]
        assert (fixture.game.order, fixture.game.access) == (Game.Order.PAIRED, Game.Access.INVITATION)
    sweeps.sweep(now=BEGINS + DAY)
    seasons.start_game(fixture_id=LeagueGame.objects.latest("pk").pk, now=BEGINS + DAY)
    assert Game.objects.count() == 16


def test_too_few_put_the_season_off_by_a_week() -> None:
    people = players(3)
    league = founded(people[0])
    entered(league, people)
    sweeps.sweep(now=BEGINS)
    planned = season(league)
    assert (planned.state, planned.starts_at, planned.ends_at) == ("planned", BEGINS + 7 * DAY, ENDS + 7 * DAY)
    assert not Game.objects.exists()


def test_four_friends_are_enough_for_a_league() -> None:
    league, people = begun(4)
    places = LeaguePlace.objects.filter(division__season__league=league)
    assert sorted(place.player_id or "" for place in places) == sorted(player.pk for player in people)
    assert Game.objects.count() == 4


@pytest.mark.nightly
def test_every_season_ends_on_time_and_the_next_one_follows_the_ladder() -> None:
    """Two divisions; a ruling in the break changes a result and with it a promotion; later rulings change neither."""
    league, people = begun(32, movers=2)
    sweeps.sweep(now=ENDS - DAY)
    assert season(league).state == LeagueSeason.State.RUNNING
    sweeps.sweep(now=ENDS)
    assert season(league).state == LeagueSeason.State.OVER
    assert {game.status for game in games()} == {Game.Status.ENDED}
    assert {game.ended_at for game in games()} == {ENDS}
    ruling = Ruling.objects.filter(game=games()[0]).get()
    assert (ruling.rule, ruling.by, ruling.agreed) == ("season_over", people[0], [])
    verify(store.export(store.read(games()[0].pk)))
    places = LeaguePlace.objects.filter(division__season__league=league)
    assert (
        sorted(places.filter(division__level=1).values_list("outcome", flat=True)) == ["relegated"] * 2 + ["stays"] * 14
    )
    up = set(places.filter(outcome="promoted").values_list("player", flat=True))
    down = set(places.filter(outcome="relegated").values_list("player", flat=True))
    assert (len(up), len(down)) == (2, 2)
    following = season(league, 2)
    assert (following.state, following.starts_at) == ("planned", ENDS + 7 * DAY)
    sweeps.sweep(now=following.starts_at)
    assert len(games(2)) == 32
    level = {place.player_id: place.division.level for place in places.filter(division__season__number=2)}
    assert all(level[one] == 1 for one in up)
    assert all(level[one] == 2 for one in down)
    assert sorted(level.values()) == [1] * 16 + [2] * 16


def test_a_ruling_in_the_break_changes_the_outcome() -> None:
    league, people = begun()
    sweeps.sweep(now=ENDS)
    (table,) = tables.division_tables(season(league))
    last = table.standings[-1].place
    game = next(one.game_id for one in table.games if last.number in one.places)
    seat = Seat.objects.get(game=game, player=last.player)
    rulings.by_the_table(
        by=people[0], agreed=[0, 1], game_id=str(game), order=rulings.Correct(seat.number, 50), now=ENDS + DAY
    )
    assert LeaguePlace.objects.filter(pk=last.pk, rank__lt=16).exists()
    (again,) = tables.division_tables(season(league))
    ranks = {place.number: place.rank for place in LeaguePlace.objects.all()}
    assert [ranks[one.place.number] for one in again.standings] == list(range(1, 17))


def test_standings_are_read_in_a_constant_number_of_queries(django_assert_num_queries: object) -> None:
    begun(32)
    one = LeagueSeason.objects.select_related("league").get()
    with django_assert_num_queries(4):  # type: ignore[operator]
        assert len(tables.division_tables(one)) == 2


def test_whoever_leaves_makes_room_for_the_first_who_waits() -> None:
    league, people = begun()
    others = players(2, "Late")
    entered(league, others, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    assert LeaguePlace.objects.filter(player__in=others).count() == 0
    admission.leave(player=people[3], league_id=league.pk, now=BEGINS + 2 * DAY)
    sweeps.sweep(now=BEGINS + 2 * DAY)
    place = LeaguePlace.objects.get(player=others[0])
    assert (place.unsettled, place.exits.get().player, place.exits.get().why) == (False, people[3], "left")
    assert Seat.objects.filter(player=others[0]).count() == 2
    assert not Seat.objects.filter(player=people[3]).exists()
    admission.enter(player=people[3], league_id=league.pk, now=BEGINS + 3 * DAY)
    admission.leave(player=people[4], league_id=league.pk, now=BEGINS + 3 * DAY)
    admission.leave(player=people[5], league_id=league.pk, now=BEGINS + 3 * DAY)
    sweeps.sweep(now=BEGINS + 3 * DAY)
    assert LeaguePlace.objects.filter(player=others[1]).exists()
    assert not LeaguePlace.objects.filter(player=people[3]).exists()
    empty = Seat.objects.filter(player__kind="house")
    assert empty.count() == 2
    for seat in empty:  # nor does anyone get a seat back from its stand-in
        with pytest.raises(Refused, match="out_of_competition"):
            takeovers.take_over(player=people[5], game_id=seat.game_id, seat=seat.number, now=BEGINS + 3 * DAY)


def test_the_suspended_and_the_erased_lose_their_places() -> None:
    league, people = begun()
    people[1].suspended_until = NOON + 300 * DAY
    people[1].save(update_fields=["suspended_until"])
    privacy.erase_player(player=people[2], now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    vacant = LeaguePlace.objects.filter(player=None)
    assert vacant.count() == 2
    assert LeagueMember.objects.filter(league=league).count() == 14
    assert Seat.objects.filter(player__kind="house").count() == 2  # games of two end when one resigns
    assert Seat.objects.filter(player=people[2], status="resigned", game__status="ended").count() == 2
    assert not Seat.objects.filter(player=people[1]).exists()
    sweeps.sweep(now=ENDS)
    sweeps.sweep(now=ENDS + 7 * DAY)
    begun_again = LeaguePlace.objects.filter(division__season=season(league, 2))
    assert begun_again.count() == 14
    assert not begun_again.filter(player__in=people[1:3]).exists()


def test_whoever_stays_away_from_half_of_the_games_loses_the_place() -> None:
    league, people = begun()
    Seat.objects.filter(player=people[6], number=0).update(status=Seat.Status.ABSENT)
    sweeps.sweep(now=BEGINS + 9 * DAY)
    assert LeaguePlace.objects.get(player=None).exits.get().player == people[6]
    assert {seat.status for seat in Seat.objects.all()} == {Seat.Status.PLAYING}
    assert Seat.objects.filter(player__kind="house").count() == 2
    assert league.members.count() == 15


def test_what_a_host_cannot_found() -> None:
    (host,) = players(1)
    with pytest.raises(Unprocessable, match="games_each_impossible"):
        founded(host, games_each=3)
    with pytest.raises(Unprocessable, match="division_too_small"):
        founded(host, seats=5, games_each=5, division_size=4)
    with pytest.raises(Unprocessable, match="movers_impossible"):
        founded(host, division_size=5, movers=3)
    with pytest.raises(Unprocessable, match="season_too_soon_or_late"):
        founded(host, starts_at=NOON)
    with pytest.raises(Forbidden, match="right_missing"):
        founded(host, official=True)
    for _ in range(3):
        founded(host)
    with pytest.raises(Refused, match="too_many_leagues"):
        founded(host)


def test_a_closed_league_plays_its_season_and_no_other() -> None:
    league, people = begun()
    with pytest.raises(Forbidden, match="only_the_host"):
        creation.close(player=people[1], league_id=league.pk, now=NOON)
    Player.objects.filter(pk=people[0].pk).update(suspended_until=NOON + DAY)
    with pytest.raises(Forbidden, match="account_suspended"):
        creation.close(player=people[0], league_id=league.pk, now=NOON)
    Player.objects.filter(pk=people[0].pk).update(suspended_until=None)
    creation.close(player=people[0], league_id=league.pk, now=BEGINS + DAY)
    sweeps.sweep(now=ENDS)
    assert [one.state for one in LeagueSeason.objects.all()] == ["over"]
    with pytest.raises(Refused, match="league_closed"):
        admission.enter(player=players(1, "Late")[0], league_id=league.pk, now=ENDS)


def test_ratings_derive_the_same_again() -> None:
    begun()
    sweeps.sweep(now=ENDS)
    before = list(Rating.objects.order_by("player").values_list("player", "mu", "games"))
    assert len(before) == 16
    derivation.derive("usa@1", NOON)
    assert list(Rating.objects.order_by("player").values_list("player", "mu", "games")) == before
