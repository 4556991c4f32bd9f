"""Places without a player, and what becomes of their seats.

1. `find_lost`: anyone who can't play any more loses the place; so does anyone who is away from half of the games that
   still run (absent after three turns in a row, resigned, or replaced by a stand-in for that). It is asked every
   minute, so the database counts, and only places that are lost are read.
2. `fill`: the first member who waits gets a vacant place, as long as a week of the season is left. Nobody who has lost
   a place in the season gets another, and no admin who has seen what its seats hold.
3. `settle`: the seats of its running games go to the place's player, or to stand-ins. Each in its own transaction, with
   the player locked before the game.

What its games have brought stays with the place.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import store
from games.competitions import fixtures
from games.competitions.leagues import entering, founding
from games.models import (
    AdminAct,
    Game,
    League,
    LeagueExit,
    LeagueGame,
    LeagueMember,
    LeaguePlace,
    LeagueSeason,
    Player,
    Seat,
)
from games.people import audit
from games.play import seating, stand_ins
from games.signals import league_changed

LEFT_AT_LEAST: Final = timedelta(days=7)
"""Of the season, for anyone to take a place."""


def find_lost(*, season: LeagueSeason, now: datetime) -> int:
    """Take places from those who are gone or stay away; returns how many."""
    held = LeaguePlace.objects.filter(division__season=season, player__isnull=False).select_related("player")
    gone = list(held.exclude(fixtures.can_play_now("player__", now)).order_by("pk"))
    absent = held.filter(pk__in=_away(season)).exclude(pk__in=[one.pk for one in gone]).order_by("pk")
    return sum(_lose(one, season, LeagueExit.Why.GONE, now) for one in gone) + sum(
        _lose(one, season, LeagueExit.Why.ABSENT, now) for one in absent
    )


AWAY: Final = """
    SELECT place.id FROM games_leaguegame AS fixture
      JOIN games_leaguedivision AS division ON division.id = fixture.division_id
      JOIN games_game AS game ON game.id = fixture.game_id
      JOIN games_seat AS seat ON seat.game_id = fixture.game_id
      JOIN games_leagueplace AS place ON place.division_id = fixture.division_id
        AND place.number = (fixture.places ->> seat.number)::int
    WHERE division.season_id = %(season)s AND game.status = %(running)s
      AND place.player_id IS NOT NULL AND NOT place.unsettled
    GROUP BY place.id
    HAVING 2 * count(*) FILTER (WHERE seat.player_id IS DISTINCT FROM place.player_id OR seat.status <> %(playing)s)
      >= count(*)
"""


def _away(season: LeagueSeason) -> list[int]:
    """The settled places whose player is away from half of their running games or more."""
    told: dict[str, int | str] = {
        "season": season.pk,
        "running": Game.Status.RUNNING.value,
        "playing": Seat.Status.PLAYING.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(AWAY, told)
        return [key for (key,) in cursor.fetchall()]


def _lose(place: LeaguePlace, season: LeagueSeason, why: LeagueExit.Why, now: datetime) -> bool:
    with transaction.atomic():
        founding.locked(season.league_id)
        found = LeaguePlace.objects.select_related("player").get(pk=place.pk)
        if found.player_id != place.player_id:
            return False
        if why == LeagueExit.Why.ABSENT:
            league_changed.send(sender=League, season=season, what="place_lost", place=found, now=now)
        entering.vacate(found, why, now)
    return True


def fill(*, season: LeagueSeason, now: datetime) -> int:
    """Give vacant places to those who wait, the highest division first; returns how many."""
    if season.ends_at - now < LEFT_AT_LEAST:
        return 0
    vacant = LeaguePlace.objects.filter(division__season=season, player=None).order_by("division__level", "given_at")
    return sum(_fill(place, season, now) for place in vacant if _runs(place))


def _runs(place: LeaguePlace) -> bool:
    """Whether any of its games does."""
    return games_of(place).filter(game__status=Game.Status.RUNNING).exists()


def games_of(place: LeaguePlace) -> QuerySet[LeagueGame]:
    """The games of a place."""
    return LeagueGame.objects.filter(division=place.division_id, places__contains=place.number)


def _fill(place: LeaguePlace, season: LeagueSeason, now: datetime) -> bool:
    waits = waiting(season, place).values_list("player", flat=True)
    for candidate in waits:
        with transaction.atomic():
            player = fixtures.lock_players([candidate], now).get(candidate)
            founding.locked(season.league_id)
            found = LeaguePlace.objects.get(pk=place.pk)
            if found.player_id is not None:
                return False
            if player is None or not waiting(season, place).filter(player=player).exists():
                continue
            found.player, found.given_at, found.unsettled = player, now, True
            found.save(update_fields=["player", "given_at", "unsettled"])
            league_changed.send(sender=League, season=season, what="place_given", place=found, now=now)
            return True
    return False


def waiting(season: LeagueSeason, place: LeaguePlace | None = None) -> QuerySet[LeagueMember]:
    """The members without a place in the season, in their order; those who could get this one."""
    placed = LeaguePlace.objects.filter(division__season=season, player=OuterRef("player"))
    lost = LeagueExit.objects.filter(place__division__season=season, player=OuterRef("player"))
    found = LeagueMember.objects.filter(~Exists(placed), ~Exists(lost), league=season.league_id)
    if place is not None:
        games = games_of(place).values("game")
        same = Q(by=OuterRef("player")) | Q(by=OuterRef("player__owner"))
        seen = AdminAct.objects.filter(same, game__in=games, what__in=audit.TELL_SECRETS)
        found = found.filter(~Exists(seen))
    return found.order_by("entered_at", "pk")


def settle(*, place_id: int, now: datetime) -> int:
    """Hand over the seats of a place's running games; returns how many."""
    place = LeaguePlace.objects.get(pk=place_id)
    running = games_of(place).filter(game__status=Game.Status.RUNNING).order_by("game")
    handed = sum(_hand_over(place, one, now) for one in running)
    left = games_of(place).filter(game__status=Game.Status.RUNNING, game__quarantined_until__gt=now)
    if not left.exists():
        LeaguePlace.objects.filter(pk=place_id, player=place.player_id).update(unsettled=False)
    return handed


def _hand_over(place: LeaguePlace, fixture: LeagueGame, now: datetime) -> bool:
    """The seat goes to the place's player, or to a stand-in; False if it is there already, or the game is over."""
    number = fixture.places.index(place.number)
    with transaction.atomic():
        here = fixtures.lock_players([place.player_id] if place.player_id else [], now)
        game, seats, turns = store.lock_whole(fixture.game_id or "")
        seat = seats[number]
        holder: Player | None = here.get(place.player_id or "")
        if game.status != Game.Status.RUNNING or _is_settled(seat, holder):
            return False
        table = store.load(game, seats, turns)
        seating.hand_over(table, seat, holder or stand_ins.free_for(game), now)
    return True


def _is_settled(seat: Seat, holder: Player | None) -> bool:
    return seat.of_house if holder is None else seat.player_id == holder.pk
