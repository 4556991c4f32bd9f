"""Reading leagues and their seasons. Everything about a league is public, unless it is a club's own."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from games import names
from games.competitions import audience
from games.competitions.delays import HeldUp
from games.competitions.leagues import replacements
from games.errors import NotFound
from games.models import Game, League, LeagueGame, LeagueMember, LeaguePlace, LeagueSeason, Player

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class LeagueCounts(TypedDict):
    """The annotation that `visible_leagues` adds to a league; None if it has no member."""

    entered: int | None


def visible_leagues(reader: Player | None) -> "QuerySet[WithAnnotations[League, LeagueCounts]]":
    """Return the leagues that the reader (None: anyone) may know of, annotated with how many have `entered`."""
    members = LeagueMember.objects.filter(league=OuterRef("pk")).order_by().values("league")
    entered = Subquery(members.annotate(n=Count("pk")).values("n"))
    leagues = audience.known(League, reader).select_related("host", "club")
    return leagues.annotate(entered=entered).prefetch_related("seasons")


def played_to_the_end(reader: Player | None) -> "QuerySet[WithAnnotations[League, LeagueCounts]]":
    """Return closed leagues, except those that never began."""
    started_seasons = LeagueSeason.objects.filter(league=OuterRef("pk")).exclude(state=LeagueSeason.State.PLANNED)
    return visible_leagues(reader).filter(Exists(started_seasons), closed_at__isnull=False)


def get(reader: Player | None, league_id: str) -> "WithAnnotations[League, LeagueCounts]":
    """Return a league that the reader may know of. Raise NotFound("no_such_league")."""
    league = visible_leagues(reader).filter(pk=league_id).first()
    if league is None:
        raise NotFound("no_such_league")
    return league


def season(reader: Player | None, league_id: str, number: int) -> LeagueSeason:
    """Return a season of a league that the reader may know of. Raise NotFound("no_such_season")."""
    seasons = LeagueSeason.objects.select_related("league__host").filter(league=league_id, number=number)
    league_season = seasons.filter(league__in=audience.known(League, reader).values("pk")).first()
    if league_season is None:
        raise NotFound("no_such_season")
    return league_season


def seasons(league: League) -> list[LeagueSeason]:
    """Return the league's seasons, newest first."""
    return sorted(league.seasons.all(), key=lambda league_season: -league_season.number)


def newest(league: League) -> LeagueSeason | None:
    """Return the newest season, running or planned; of a closed league, the last one."""
    return next(iter(seasons(league)), None)


@dataclass(frozen=True, slots=True)
class LeaguePart:
    """A player's part in a league: the time of entry, and the place in the running season."""

    entered_at: datetime | None = None
    place: LeaguePlace | None = None


def part_of(player: Player | None, league: League) -> LeaguePart:
    """Return the player's part in the league; an empty one for an anonymous reader."""
    if player is None:
        return LeaguePart()
    member = LeagueMember.objects.filter(league=league, player=player).first()
    running = LeaguePlace.objects.filter(
        player=player, division__season__league=league, division__season__state=LeagueSeason.State.RUNNING
    )
    return LeaguePart(member.entered_at if member else None, running.select_related("division__season").first())


def league_of(game: Game, reader: Player | None) -> LeagueGame | None:
    """Return the game's row in a league that the reader may know of, with division, season and league.

    None, without a query, for games outside competitions.
    """
    if not game.of_competition:
        return None
    row = LeagueGame.objects.select_related("division__season__league").filter(game=game).first()
    league = row.division.season.league if row else None
    return row if league is not None and (league.public or audience.is_known(league, reader)) else None


def entrants(league: League) -> QuerySet[LeagueMember]:
    """Return everyone who has entered, with players loaded, in order of entry."""
    return LeagueMember.objects.filter(league=league).select_related("player").order_by("entered_at", "pk")


def number_in_line(season: LeagueSeason, player: Player) -> int | None:
    """Return the player's place in the line for a place in the season, from 1; None if the player is not waiting."""
    line = list(replacements.waiting(season).values_list("player", flat=True))
    return line.index(player.pk) + 1 if player.pk in line else None


def held_up(season: LeagueSeason, now: datetime) -> HeldUp:
    """Count the games that hold up a running season."""
    games = LeagueGame.objects.filter(division__season=season)
    running = games.filter(game__status=Game.Status.RUNNING)
    return HeldUp(
        games.filter(game=None).count(),
        running.filter(game__quarantined_until__gt=now).count(),
        running.count() if season.ends_at <= now else 0,
    )


def overdue(now: datetime, after: timedelta) -> QuerySet[LeagueSeason]:
    """Return the seasons whose beginning or end is overdue by at least this long."""
    planned = Q(state=LeagueSeason.State.PLANNED, starts_at__lt=now - after)
    running = Q(state=LeagueSeason.State.RUNNING, ends_at__lt=now - after)
    return LeagueSeason.objects.filter(planned | running).order_by("starts_at", "pk")


def leagues_of(player: Player, reader: Player | None) -> list[League]:
    """Return the leagues of which the player is a member, of those known to the reader, by name."""
    leagues = visible_leagues(reader).filter(members__player=player)
    return sorted(leagues, key=lambda league: (names.sort_key(league.name), league.pk))
