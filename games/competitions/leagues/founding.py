"""A host makes a league, and closes it. What admins do here is in their list of acts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import names
from games.clocks import mapping
from games.clocks.terms import FORFEIT, Terms
from games.competitions import schedule
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import League, LeagueSeason, Player
from games.names import game_name
from games.people import audit, rights
from games.people.suspension import awake
from games.seats import lobby
from games.seats.lobby import Wishes

RIGHT: Final = "rule"
"""What it takes to make a league official."""
TAKES_NAMES: Final = "moderate"
FOUNDED, CLOSED, UNNAMED = "league_founded", "league_closed", "league_unnamed"
"""Acts of admins, in their list."""
MOST_OF_A_HOST: Final = 3
SOONEST, LATEST = timedelta(days=1), timedelta(days=180)
"""How far away the first season may be."""
FEWEST_DAYS, MOST_DAYS = 14, 366


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    """What the host of a league decides, once and for all.

    `games_each` must be a multiple of `seats`; `movers` go up from a division, and as many down; a season begins at
    `starts_at` and lasts `season_days`. `official`: the site's own.
    """

    name: str
    ruleset: str
    seats: int
    clock: Terms
    starts_at: datetime
    games_each: int
    division_size: int = 20
    movers: int = 3
    season_days: int = 90
    options: Mapping[str, bool] = field(default_factory=dict)
    rated: bool = True
    official: bool = False


def found(*, host: Player, charter: Charter, now: datetime) -> League:
    """Make a league, with its first season planned.

    Raises Unprocessable (games_each_impossible, season_too_soon_or_late, no_forfeits_in_leagues, league_name_reserved,
    and for what cannot be played), Forbidden (account_suspended, address_needed, right_missing),
    Refused("too_many_leagues").
    """
    _refuse_impossible(charter, now)
    lobby.wished_for(host, wishes(charter), now)
    with transaction.atomic():
        host = awake(host, now)
        if charter.official:
            rights.check(host, RIGHT)
        elif League.objects.filter(host=host, official=False, closed_at=None).count() >= MOST_OF_A_HOST:
            raise Refused("too_many_leagues", most=MOST_OF_A_HOST)
        league = _row(host, charter, now)
        league.save(force_insert=True)
        if league.official:
            audit.note(host, FOUNDED, now, detail={"league": league.pk})
        plan(league, 1, charter.starts_at)
    return league


def plan(league: League, number: int, starts_at: datetime) -> LeagueSeason:
    """The next season. Its end does not move once it has begun."""
    ends_at = starts_at + timedelta(days=league.season_days)
    return LeagueSeason.objects.create(league=league, number=number, starts_at=starts_at, ends_at=ends_at)


def _refuse_impossible(charter: Charter, now: datetime) -> None:
    if charter.games_each not in schedule.possible_games(charter.seats):
        raise Unprocessable("games_each_impossible", possible=schedule.possible_games(charter.seats))
    if not now + SOONEST <= charter.starts_at <= now + LATEST:
        raise Unprocessable("season_too_soon_or_late", days=SOONEST.days, most=LATEST.days)
    if charter.clock.when_over == FORFEIT:
        raise Unprocessable("no_forfeits_in_leagues")
    if not charter.official and _is_of_the_site(charter.name):
        raise Unprocessable("league_name_reserved")


def _is_of_the_site(name: str) -> bool:
    """Whether it looks like a name of ours, or of an official league."""
    official = League.objects.filter(official=True, closed_at=None).values_list("name", flat=True)
    return names.is_reserved(name) or names.key(name) in {names.key(one) for one in official}


def wishes(charter: Charter) -> Wishes:
    """What each of its games is like."""
    return Wishes(
        ruleset=charter.ruleset,
        seats=charter.seats,
        clock=charter.clock,
        options=charter.options,
        rated=charter.rated,
    )


def wishes_of(league: League, name: str) -> Wishes:
    """The same, of a league that is there; the game is called so."""
    return Wishes(
        ruleset=league.ruleset,
        seats=league.seats,
        name=name,
        clock=mapping.terms_of(league.time_per_move, league.clock),
        options=league.options,
        rated=league.rated,
    )


def _row(host: Player, charter: Charter, now: datetime) -> League:
    return League(
        name=game_name(charter.name),
        host=host,
        official=charter.official,
        ruleset=charter.ruleset,
        options=dict(charter.options),
        time_per_move=charter.clock.time_per_move,
        clock=mapping.beside_time(charter.clock),
        seats=charter.seats,
        games_each=charter.games_each,
        division_size=charter.division_size,
        movers=charter.movers,
        season_days=charter.season_days,
        rated=charter.rated,
        created_at=now,
    )


def close(*, player: Player, league_id: str, now: datetime) -> League:
    """No season begins any more; one that runs is played to its end. Doing so again changes nothing.

    By its host, or an admin. Raises NotFound("no_such_league"), Forbidden("only_the_host").
    """
    with transaction.atomic():
        league = locked(league_id)
        if league.host_id != player.pk and not rights.has(player, RIGHT):
            raise Forbidden("only_the_host")
        if league.closed_at is None:
            league.closed_at = now
            league.save(update_fields=["closed_at"])
            if league.official or league.host_id != player.pk:
                audit.note(player, CLOSED, now, detail={"league": league.pk})
            league.seasons.filter(state=LeagueSeason.State.PLANNED).delete()
    return league


def take_name(*, admin: Player, league_id: str, now: datetime) -> League:
    """Take a name away that nobody should read. Games that have begun keep theirs.

    Raises NotFound("no_such_league"), Forbidden("right_missing").
    """
    rights.check(admin, TAKES_NAMES)
    with transaction.atomic():
        league = locked(league_id)
        if league.name:
            league.name = ""
            league.save(update_fields=["name"])
            audit.note(admin, UNNAMED, now, detail={"league": league.pk})
    return league


def locked(league_id: str) -> League:
    """The league's row, locked. Raises NotFound("no_such_league")."""
    league = League.objects.select_for_update(of=("self",)).filter(pk=league_id).first()
    if league is None:
        raise NotFound("no_such_league")
    return league
