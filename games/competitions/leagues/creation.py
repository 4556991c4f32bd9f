"""Creating a league and closing it. Acts of admins here are recorded among the admins' acts."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games.competitions import hosts, schedule
from games.competitions.hosts import Charter
from games.errors import NotFound, Refused, Unprocessable
from games.lobby import lobby
from games.models import League, LeagueSeason, Player
from games.people import rights
from games.people.suspension import awake, heard_if_named
from games.table.clocks.terms import FORFEIT

FOUNDED, CLOSED, UNNAMED = "league_founded", "league_closed", "league_unnamed"
"""The kinds of these acts among the admins' acts."""
SOONEST, LATEST = timedelta(days=1), timedelta(days=180)
"""The bounds for the time until the first season begins."""
FEWEST_DAYS, MOST_DAYS = 14, 366


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueCharter(Charter):
    """The settings of a league, which its host cannot change later.

    `games_each` must be a multiple of `seats`; `movers` are promoted from a division, and as many relegated; a season
    begins at `starts_at` and lasts `season_days`. A division has at least as many players as `seats`, and as move.
    """

    starts_at: datetime
    games_each: int
    division_size: int = 20
    movers: int = 3
    season_days: int = 90


def found_league(*, host: Player, charter: LeagueCharter, now: datetime) -> League:
    """Create a league, with its first season planned.

    Raises Unprocessable (games_each_impossible, division_too_small, movers_impossible, season_too_soon_or_late,
    no_forfeits_in_leagues, league_name_reserved, and for settings that cannot be played), Forbidden
    (account_suspended, address_needed, right_missing), Refused("too_many_leagues"), and what `audience.refuse_wish`
    raises.
    """
    _refuse_impossible(charter, now)
    lobby.wished_for(host, charter.wishes(charter.seats), now)
    with transaction.atomic():
        host = heard_if_named(host, charter.name, now)
        charter.refuse_club(host)
        if charter.official:
            rights.check(host, hosts.RIGHT)
        elif League.objects.filter(host=host, official=False, closed_at=None).count() >= hosts.MOST_OF_A_HOST:
            raise Refused("too_many_leagues", most=hosts.MOST_OF_A_HOST)
        league = _make_row(host, charter, now)
        league.save(force_insert=True)
        hosts.note_act(host, league, FOUNDED, now)
        plan(league, 1, charter.starts_at)
    return league


def plan(league: League, number: int, starts_at: datetime) -> LeagueSeason:
    """Plan the next season. Its end is fixed once it has begun."""
    ends_at = starts_at + timedelta(days=league.season_days)
    return LeagueSeason.objects.create(league=league, number=number, starts_at=starts_at, ends_at=ends_at)


def _refuse_impossible(charter: LeagueCharter, now: datetime) -> None:
    if charter.games_each not in schedule.possible_games(charter.seats):
        raise Unprocessable("games_each_impossible", possible=schedule.possible_games(charter.seats))
    if charter.division_size < charter.seats:
        raise Unprocessable("division_too_small", fewest=charter.seats)
    if 2 * charter.movers > charter.division_size:
        raise Unprocessable("movers_impossible", most=charter.division_size // 2)
    if not now + SOONEST <= charter.starts_at <= now + LATEST:
        raise Unprocessable("season_too_soon_or_late", days=SOONEST.days, most=LATEST.days)
    if charter.clock.when_over == FORFEIT:
        raise Unprocessable("no_forfeits_in_leagues")
    if not charter.official and hosts.is_of_the_site(charter.name, League, closed_at=None):
        raise Unprocessable("league_name_reserved")


def _make_row(host: Player, charter: LeagueCharter, now: datetime) -> League:
    return League(
        host=host,
        games_each=charter.games_each,
        division_size=charter.division_size,
        movers=charter.movers,
        season_days=charter.season_days,
        created_at=now,
        **charter.row_fields(),
    )


def close(*, player: Player, league_id: str, now: datetime) -> League:
    """Close the league: no further season begins; a running one is played to its end.

    Only the host may; for admins see `games.competitions.closure`. Repeating this changes nothing. Raises
    NotFound("no_such_league"), Forbidden (account_suspended, address_needed, only_the_host).
    """
    with transaction.atomic():
        player = awake(player, now)
        league = locked(league_id)
        hosts.refuse_others(player, league)
        if league.closed_at is None:
            end(league, now)
            hosts.note_act(player, league, CLOSED, now)
    return league


def end(league: League, now: datetime) -> None:
    """Let no further season begin. The league's row must be locked."""
    league.closed_at = now
    league.save(update_fields=["closed_at"])
    league.seasons.filter(state=LeagueSeason.State.PLANNED).delete()


def take_name(*, admin: Player, league_id: str, now: datetime) -> League:
    """Clear an offensive name. Games that have begun keep theirs.

    Raises NotFound("no_such_league"), Forbidden("right_missing").
    """
    rights.check(admin, hosts.TAKES_NAMES)
    with transaction.atomic():
        hosts.take_name(admin, league := locked(league_id), UNNAMED, now)
    return league


def locked(league_id: str) -> League:
    """Lock the league's row and return it. Raise NotFound("no_such_league")."""
    league = League.objects.select_for_update(no_key=True, of=("self",)).filter(pk=league_id).first()
    if league is None:
        raise NotFound("no_such_league")
    return league
