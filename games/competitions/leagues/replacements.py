"""Places without a player, and who takes their seats.

1. `find_lost`: players who can't play any more lose their place; so do those who are away from half of their games
   still running (absent after three turns in a row, resigned, or replaced by a stand-in for that). This runs every
   minute, so the database counts, and only places that are lost are read.
2. `fill`: the first member who waits gets a vacant place, as long as a week of the season is left. Players who have
   lost a place in the season get no other, nor do those who know what its seats hold (`seat_knowledge`).
3. `settle`: the seats of its running games go to the place's player, or to stand-ins. Each in its own transaction, with
   the player locked before the game.

The points of its games stay with the place.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.competitions import fixtures, seat_knowledge
from games.competitions.leagues import creation, places
from games.models import (
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
from games.signals import league_changed
from games.table import store
from games.table.play import seat_changes, stand_ins

LEFT_AT_LEAST: Final = timedelta(days=7)
"""How much of the season must be left for anyone to take a place."""


def find_lost(*, season: LeagueSeason, now: datetime) -> int:
    """Take places from players who are inactive, suspended or away; return their number."""
    occupied = LeaguePlace.objects.filter(division__season=season, player__isnull=False).select_related("player")
    gone = list(occupied.exclude(fixtures.can_play_now("player__", now)).order_by("pk"))
    absent = occupied.filter(pk__in=_find_away(season)).exclude(pk__in=[place.pk for place in gone]).order_by("pk")
    return sum(_vacate_lost(place, season, LeagueExit.Why.GONE, now) for place in gone) + sum(
        _vacate_lost(place, season, LeagueExit.Why.ABSENT, now) for place in absent
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


def _find_away(season: LeagueSeason) -> list[int]:
    """Return the settled places whose player is away from half of their running games or more."""
    params: dict[str, int | str] = {
        "season": season.pk,
        "running": Game.Status.RUNNING.value,
        "playing": Seat.Status.PLAYING.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(AWAY, params)
        return [key for (key,) in cursor.fetchall()]


def _vacate_lost(place: LeaguePlace, season: LeagueSeason, why: LeagueExit.Why, now: datetime) -> bool:
    with transaction.atomic():
        creation.locked(season.league_id)
        current = LeaguePlace.objects.select_related("player").get(pk=place.pk)
        if current.player_id != place.player_id:
            return False
        if why == LeagueExit.Why.ABSENT:
            league_changed.send(sender=League, season=season, what="place_lost", place=current, now=now)
        places.vacate(current, why, now)
    return True


def fill(*, season: LeagueSeason, now: datetime) -> int:
    """Give vacant places to members who wait, highest division first; return their number."""
    if season.ends_at - now < LEFT_AT_LEAST:
        return 0
    vacant = LeaguePlace.objects.filter(division__season=season, player=None).order_by("division__level", "given_at")
    return sum(_fill_place(place, season, now) for place in vacant if _has_running_game(place))


def _has_running_game(place: LeaguePlace) -> bool:
    """Check whether any of the place's games is running."""
    return games_of(place).filter(game__status=Game.Status.RUNNING).exists()


def games_of(place: LeaguePlace) -> QuerySet[LeagueGame]:
    """Return the games of a place."""
    return LeagueGame.objects.filter(division=place.division_id, places__contains=place.number)


def _fill_place(place: LeaguePlace, season: LeagueSeason, now: datetime) -> bool:
    candidates = waiting(season).values_list("player", flat=True)
    for candidate in candidates:
        with transaction.atomic():
            player = fixtures.lock_players([candidate], now).get(candidate)
            creation.locked(season.league_id)
            current = LeaguePlace.objects.select_related("division__season").get(pk=place.pk)
            if current.player_id is not None:
                return False
            if player is None or not can_take(player, current):
                continue
            places.give(current, player, now)
            return True
    return False


def waiting(season: LeagueSeason) -> QuerySet[LeagueMember]:
    """Return the members without a place in the season, in line.

    Who has lost a place in it gets no other, nor does their owner or a bot of theirs.
    """
    placed = LeaguePlace.objects.filter(division__season=season, player=OuterRef("player"))
    of_member = Q(player=OuterRef("player")) | Q(player__owner=OuterRef("player"))
    of_owner = Q(player=OuterRef("player__owner")) | Q(player__owner=OuterRef("player__owner"))
    lost = LeagueExit.objects.filter(of_member | of_owner, place__division__season=season)
    return LeagueMember.objects.filter(~Exists(placed), ~Exists(lost), league=season.league_id).order_by(
        "entered_at", "pk"
    )


def can_take(player: Player, place: LeaguePlace) -> bool:
    """Check whether the player is in line for the season, and may know what the place's seats hold."""
    games = games_of(place).filter(game__status=Game.Status.RUNNING).values_list("game", flat=True)
    is_waiting = waiting(place.division.season).filter(player=player).exists()
    return is_waiting and not seat_knowledge.knows_seats(player, [game for game in games if game])


def settle(*, place_id: int, now: datetime) -> int:
    """Hand over the seats of a place's running games; return their number."""
    place = LeaguePlace.objects.get(pk=place_id)
    running = games_of(place).filter(game__status=Game.Status.RUNNING).order_by("game")
    handed_over = sum(_hand_over_seat(place, fixture, now) for fixture in running)
    quarantined = games_of(place).filter(game__status=Game.Status.RUNNING, game__quarantined_until__gt=now)
    if not quarantined.exists():
        LeaguePlace.objects.filter(pk=place_id, player=place.player_id).update(unsettled=False)
    return handed_over


def _hand_over_seat(place: LeaguePlace, fixture: LeagueGame, now: datetime) -> bool:
    """Give the seat to the place's player, or to a stand-in; return False if nothing changes, or the game is over."""
    number = fixture.places.index(place.number)
    with transaction.atomic():
        available = fixtures.lock_players([place.player_id] if place.player_id else [], now)
        game, seats, turns = store.lock_whole(fixture.game_id or "")
        seat = seats[number]
        holder: Player | None = available.get(place.player_id or "")
        if game.status != Game.Status.RUNNING or _is_settled(seat, holder):
            return False
        table = store.load(game, seats, turns)
        seat_changes.hand_over(table, seat, holder or stand_ins.free_for(game), now)
    return True


def _is_settled(seat: Seat, holder: Player | None) -> bool:
    return seat.of_house if holder is None else seat.player_id == holder.pk
