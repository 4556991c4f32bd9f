"""A season from its beginning to its end.

**Beginning.** All members who can play are locked, then the league; if somebody has entered in between, the next sweep
does it. With too few players the season is put off by a week, and the host is told. Otherwise divisions are cut
from the ladder, and every game is promised as a row; the games begin after that, one transaction each.

**End.** At `ends_at` every game that is still running is ended by its present points, even if it is paused, disputed or
set aside: all players know that from the start, and an admin can undo it. Then ranks and outcomes are written, once,
and the next season is planned for a week later. Until it begins, a ruling that changes a result changes them again;
after that, promotion is final. A game that cannot be ended does not hold up the season for more than an hour.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db import transaction

from games.competitions import fixtures, hosts, schedule
from games.competitions.leagues import creation, ladder, places, tables
from games.competitions.leagues.ladder import Finish
from games.models import (
    Game,
    League,
    LeagueDivision,
    LeagueExit,
    LeagueGame,
    LeagueMember,
    LeaguePlace,
    LeagueSeason,
    Player,
    Rating,
    Rule,
)
from games.ratings.skill import NEWCOMER
from games.signals import league_changed
from games.table import rulings
from games.table.rulings.commands import PRESENT_POINTS

BREAK: Final = timedelta(days=7)
"""The time between two seasons, by which a season is also put off if too few have entered."""
WAITED: Final = timedelta(hours=1)
"""How long a season waits for games that could not be ended."""


def begin(*, season_id: int, now: datetime) -> bool:
    """Begin the season, or put it off. Return False if it is not due, or somebody entered at the same time."""
    members = LeagueMember.objects.filter(league__seasons=season_id)
    with transaction.atomic():
        ids = set(members.values_list("player", flat=True))
        available = fixtures.lock_players(ids, now)
        season = _lock_season(season_id)
        if season is None or season.state != LeagueSeason.State.PLANNED or season.starts_at > now:
            return False
        league = season.league
        entered = {row.player_id: row.entered_at for row in members.all()}
        if not entered.keys() <= ids:
            return False
        playing = {key: player for key, player in available.items() if key in entered}
        if len(playing) < ladder.fewest(league.seats):
            _put_off_season(season, now)
            return True
        ladder_order = _order_players(season, playing, entered)
        for level, division in enumerate(ladder.divisions(ladder_order, league.division_size, league.seats), 1):
            _promise_games(season, level, [playing[key] for key in division], now)
        season.state = LeagueSeason.State.RUNNING
        season.save(update_fields=["state"])
    return True


def _lock_season(season_id: int) -> LeagueSeason | None:
    """Lock the league and return its season as read under the lock; None if the league was closed before it began."""
    league = League.objects.select_for_update(no_key=True, of=("self",)).filter(seasons=season_id).first()
    season = LeagueSeason.objects.filter(pk=season_id).first()
    if league is None or season is None:
        return None
    season.league = league
    return season


def _put_off_season(season: LeagueSeason, now: datetime) -> None:
    while season.starts_at <= now:
        season.starts_at, season.ends_at = season.starts_at + BREAK, season.ends_at + BREAK
        season.postponed += 1
    season.save(update_fields=["starts_at", "ends_at", "postponed"])
    league_changed.send(sender=League, season=season, what="postponed", place=None, now=now)


def _order_players(season: LeagueSeason, playing: Mapping[str, Player], entered: Mapping[str, datetime]) -> list[str]:
    """Return last season's players by how they finished; then newcomers by rating, then by time of entry."""
    finished: dict[str, Finish] = {}
    last = LeagueSeason.objects.filter(league=season.league, number=season.number - 1).first()
    if last is not None:
        places = LeaguePlace.objects.filter(division__season=last, player__in=playing.keys())
        for place in places.select_related("division"):
            finished[place.player_id or ""] = Finish(place.division.level, place.outcome, place.rank or 0)
    rated = Rating.objects.filter(ruleset=season.league.ruleset, player__in=playing.keys())
    skills = dict(rated.values_list("player", "cautious"))
    newcomers = sorted(
        playing.keys() - finished.keys(),
        key=lambda player_id: (-skills.get(player_id, NEWCOMER.cautious), entered[player_id], player_id),
    )
    return ladder.ladder(finished, newcomers)


def _promise_games(season: LeagueSeason, level: int, players: list[Player], now: datetime) -> None:
    """Create a division with its places and games."""
    league = season.league
    division = LeagueDivision.objects.create(season=season, level=level)
    LeaguePlace.objects.bulk_create(
        LeaguePlace(division=division, number=number, player=player, given_at=now)
        for number, player in enumerate(players)
    )
    seed = crc32(f"{league.pk}.{season.number}.{level}".encode())
    drawn_tables = schedule.tables(len(players), league.seats, league.games_each, seed)
    LeagueGame.objects.bulk_create(
        LeagueGame(division=division, number=number, places=list(places))
        for number, places in enumerate(drawn_tables, 1)
    )


def start_game(*, fixture_id: int, now: datetime) -> bool:
    """Start a promised game; players who cannot play any more lose their place. Return False if the season is over."""
    with transaction.atomic():
        fixture = LeagueGame.objects.select_related("division__season__league__host").get(pk=fixture_id)
        division, season = fixture.division, fixture.division.season
        if season.state != LeagueSeason.State.RUNNING:
            return False
        holders = dict(division.places.filter(number__in=fixture.places).values_list("number", "player"))
        available = fixtures.lock_players([player_id for player_id in holders.values() if player_id], now)
        if missing := [number for number, player_id in holders.items() if player_id and player_id not in available]:
            creation.locked(season.league_id)
            for place in division.places.filter(number__in=missing).select_related("player"):
                places.vacate(place, LeagueExit.Why.GONE, now)
        players = [available.get(holders[number] or "") for number in fixture.places]
        wishes = hosts.wishes_of(season.league, season.league.seats, _game_title(fixture))
        fixtures.start(fixture=fixture, host=season.league.host, wishes=wishes, players=players, now=now)
    return True


def _game_title(fixture: LeagueGame) -> str:
    season = fixture.division.season
    return f"{season.league.name} {season.number}.{fixture.division.level} #{fixture.number}".strip()


def announce(*, season_id: int, now: datetime) -> bool:
    """Announce that the season has begun, once all of its games have. Return False if this was already done."""
    with transaction.atomic():
        season = LeagueSeason.objects.select_for_update(no_key=True, of=("self",)).get(pk=season_id)
        if season.began_at is not None or LeagueGame.objects.filter(division__season=season, game=None).exists():
            return False
        season.began_at = now
        season.save(update_fields=["began_at"])
        league_changed.send(sender=League, season=season, what="began", place=None, now=now)
    return True


def end_game(game_id: str, season: LeagueSeason, now: datetime) -> bool:
    """End the game by its present points. Raise Refused if it is not running."""
    order = rulings.End(PRESENT_POINTS)
    rulings.by_rule(rule=Rule.SEASON_OVER, by=season.league.host, game_id=game_id, order=order, now=now)
    return True


def running(season: LeagueSeason) -> list[str]:
    """Return the ids of the season's running games."""
    games = LeagueGame.objects.filter(division__season=season, game__status=Game.Status.RUNNING)
    return list(games.order_by("game").values_list("game", flat=True))


def finish(*, season_id: int, now: datetime) -> bool:
    """Write the outcomes of the season, and plan the next one. Return False if this was done, or is not due."""
    with transaction.atomic():
        season = _lock_season(season_id)
        if season is None:
            return False
        league = season.league
        due = season.state == LeagueSeason.State.RUNNING and season.ends_at <= now
        if not due or (running(season) and now < season.ends_at + WAITED):
            return False
        season.state = LeagueSeason.State.OVER
        season.save(update_fields=["state"])
        write_outcomes(season)
        if league.closed_at is None:
            creation.plan(league, season.number + 1, max(season.ends_at, now - BREAK) + BREAK)
        league_changed.send(sender=League, season=season, what="over", place=None, now=now)
    return True


def write_outcomes(season: LeagueSeason) -> None:
    """Write ranks and outcomes by the present results. Ranks are never shared: the next season starts from them."""
    places = []
    for table in tables.division_tables(season):
        for rank, standing in enumerate(table.standings, 1):
            standing.place.rank, standing.place.outcome = rank, standing.outcome
            places.append(standing.place)
    LeaguePlace.objects.bulk_update(sorted(places, key=lambda place: place.pk), ["rank", "outcome"])
