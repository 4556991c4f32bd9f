"""Leagues and their seasons, as everybody may know them: a league has nothing that only some may see."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from games import names
from games.competitions.leagues import replacing
from games.competitions.waiting import HeldUp
from games.errors import NotFound
from games.models import Game, League, LeagueGame, LeagueMember, LeaguePlace, LeagueSeason, Player


def listed() -> QuerySet[League]:
    """Every league, annotated with how many `entered`."""
    members = LeagueMember.objects.filter(league=OuterRef("pk")).order_by().values("league")
    entered = Subquery(members.annotate(n=Count("pk")).values("n"))
    return League.objects.select_related("host").annotate(entered=entered).prefetch_related("seasons")


def played_to_the_end() -> QuerySet[League]:
    """Closed leagues, without those that never began."""
    begun = LeagueSeason.objects.filter(league=OuterRef("pk")).exclude(state=LeagueSeason.State.PLANNED)
    return listed().filter(Exists(begun), closed_at__isnull=False)


def get(league_id: str) -> League:
    """The league. Raises NotFound("no_such_league")."""
    league = listed().filter(pk=league_id).first()
    if league is None:
        raise NotFound("no_such_league")
    return league


def season(league_id: str, number: int) -> LeagueSeason:
    """One of its seasons. Raises NotFound("no_such_season")."""
    found = LeagueSeason.objects.select_related("league__host").filter(league=league_id, number=number).first()
    if found is None:
        raise NotFound("no_such_season")
    return found


def seasons(league: League) -> list[LeagueSeason]:
    """All of them, the newest first."""
    return sorted(league.seasons.all(), key=lambda one: -one.number)


def newest(league: League) -> LeagueSeason | None:
    """The season that runs or is planned; the last one, where the league is closed."""
    return next(iter(seasons(league)), None)


@dataclass(frozen=True, slots=True)
class LeaguePart:
    """What a player has to do with a league: since when a member, and the place in the season that runs."""

    entered_at: datetime | None = None
    place: LeaguePlace | None = None


def part_of(player: Player | None, league: League) -> LeaguePart:
    """Of nobody in particular: nothing."""
    if player is None:
        return LeaguePart()
    member = LeagueMember.objects.filter(league=league, player=player).first()
    running = LeaguePlace.objects.filter(
        player=player, division__season__league=league, division__season__state=LeagueSeason.State.RUNNING
    )
    return LeaguePart(member.entered_at if member else None, running.select_related("division__season").first())


def league_of(game: Game) -> LeagueGame | None:
    """The league's game that this is, with its division, season and league. Costs nothing for any other."""
    if not game.of_competition:
        return None
    return LeagueGame.objects.select_related("division__season__league").filter(game=game).first()


def entrants(league: League) -> QuerySet[LeagueMember]:
    """Everyone who has entered, with the player, in that order."""
    return LeagueMember.objects.filter(league=league).select_related("player").order_by("entered_at", "pk")


def number_in_line(season: LeagueSeason, player: Player) -> int | None:
    """How many wait for a place in the season up to this player, who is counted; None who does not wait."""
    line = list(replacing.waiting(season).values_list("player", flat=True))
    return line.index(player.pk) + 1 if player.pk in line else None


def held_up(season: LeagueSeason, now: datetime) -> HeldUp:
    """What holds up a season that runs."""
    games = LeagueGame.objects.filter(division__season=season)
    running = games.filter(game__status=Game.Status.RUNNING)
    return HeldUp(
        games.filter(game=None).count(),
        running.filter(game__quarantined_until__gt=now).count(),
        running.count() if season.ends_at <= now else 0,
    )


def overdue(now: datetime, after: timedelta) -> QuerySet[LeagueSeason]:
    """Seasons that should have begun or ended for so long."""
    planned = Q(state=LeagueSeason.State.PLANNED, starts_at__lt=now - after)
    running = Q(state=LeagueSeason.State.RUNNING, ends_at__lt=now - after)
    return LeagueSeason.objects.filter(planned | running).order_by("starts_at", "pk")


def leagues_of(player: Player) -> list[League]:
    """Those of which the player is a member, by name."""
    leagues = listed().filter(members__player=player)
    return sorted(leagues, key=lambda league: (names.sort_key(league.name), league.pk))
