"""A host makes a cup, and calls it off. What admins do is noted: the site's own cups, and other people's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import names
from games.clocks import mapping
from games.clocks.terms import Terms
from games.competitions.cups import knockout
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import Cup, Player
from games.models.cup import FEWEST_SEATS
from games.names import game_name
from games.people import audit, rights
from games.people.suspension import awake
from games.seats import lobby
from games.seats.lobby import Wishes
from games.signals import cup_changed

RIGHT: Final = "rule"
"""What it takes to make a cup official, and to call off somebody else's."""
TAKES_NAMES: Final = "moderate"
MADE, CALLED_OFF, UNNAMED = "cup_made", "cup_called_off", "cup_unnamed"
"""What the list of the admins' acts calls that."""
MOST_OF_A_HOST: Final = 3
SOONEST, LATEST = timedelta(hours=1), timedelta(days=180)
"""How far away its beginning may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CupCharter:
    """What the host of a cup decides, once and for all.

    A knockout says how many are `advancing` from each table, a Swiss cup how many `rounds` there are. Tables have
    `seats` players at most. It begins at `entry_closes_at`; each round lasts `round_days` at most. `official`: the
    site's own.
    """

    name: str
    kind: Cup.Kind
    ruleset: str
    seats: int
    clock: Terms
    entry_closes_at: datetime
    advancing: int | None = None
    rounds: int | None = None
    round_days: int = 21
    options: Mapping[str, bool] = field(default_factory=dict)
    rated: bool = True
    official: bool = False


def make(*, host: Player, charter: CupCharter, now: datetime) -> Cup:
    """Make a cup, open for entry.

    Raises Unprocessable (rounds_or_advancing, advancing_impossible, entry_closes_too_soon_or_late, cup_name_reserved,
    and for what cannot be played), Forbidden (account_suspended, address_needed, right_missing),
    Refused("too_many_cups").
    """
    _refuse_impossible(charter, now)
    for seats in (FEWEST_SEATS, charter.seats):  # a table may have fewer
        lobby.wished_for(host, _wishes(charter, seats), now)
    with transaction.atomic():
        host = awake(host, now)
        if charter.official:
            rights.check(host, RIGHT)
        elif _going_on(host) >= MOST_OF_A_HOST:
            raise Refused("too_many_cups", most=MOST_OF_A_HOST)
        cup = _row(host, charter, now)
        cup.save(force_insert=True)
        if cup.official:
            audit.note(host, MADE, now, detail={"cup": cup.pk})
    return cup


def _going_on(host: Player) -> int:
    return Cup.objects.filter(host=host, official=False, state__in=[Cup.State.OPEN, Cup.State.RUNNING]).count()


def _refuse_impossible(charter: CupCharter, now: datetime) -> None:
    is_knockout = charter.kind == Cup.Kind.KNOCKOUT
    if (charter.advancing is not None, charter.rounds is not None) != (is_knockout, not is_knockout):
        raise Unprocessable("rounds_or_advancing")
    if is_knockout and charter.advancing not in knockout.ADVANCING[charter.seats]:
        raise Unprocessable("advancing_impossible", possible=list(knockout.ADVANCING[charter.seats]))
    if not now + SOONEST <= charter.entry_closes_at <= now + LATEST:
        raise Unprocessable("entry_closes_too_soon_or_late", most=LATEST.days)
    if not charter.official and _is_of_the_site(charter.name):
        raise Unprocessable("cup_name_reserved")


def _is_of_the_site(name: str) -> bool:
    """Whether it looks like a name of ours, or of an official cup that goes on."""
    official = Cup.objects.filter(official=True, ended_at=None).values_list("name", flat=True)
    return names.is_reserved(name) or names.key(name) in {names.key(one) for one in official}


def _wishes(charter: CupCharter, seats: int) -> Wishes:
    return Wishes(
        ruleset=charter.ruleset, seats=seats, clock=charter.clock, options=charter.options, rated=charter.rated
    )


def wishes_of(cup: Cup, seats: int, name: str) -> Wishes:
    """What a game of the cup is like that has so many seats; it is called so."""
    return Wishes(
        ruleset=cup.ruleset,
        seats=seats,
        name=name,
        clock=mapping.terms_of(cup.time_per_move, cup.clock),
        options=cup.options,
        rated=cup.rated,
    )


def _row(host: Player, charter: CupCharter, now: datetime) -> Cup:
    return Cup(
        name=game_name(charter.name),
        host=host,
        official=charter.official,
        kind=charter.kind,
        ruleset=charter.ruleset,
        options=dict(charter.options),
        time_per_move=charter.clock.time_per_move,
        clock=mapping.beside_time(charter.clock),
        seats=charter.seats,
        advancing=charter.advancing,
        rounds_wanted=charter.rounds,
        round_days=charter.round_days,
        rated=charter.rated,
        created_at=now,
        entry_closes_at=charter.entry_closes_at,
    )


def call_off(*, player: Player, cup_id: str, now: datetime) -> Cup:
    """The cup does not take place. Doing so again changes nothing.

    By its host, or an admin. Raises NotFound("no_such_cup"), Forbidden("only_the_host"), Refused("cup_has_begun").
    """
    with transaction.atomic():
        cup = locked(cup_id)
        if cup.host_id != player.pk and not rights.has(player, RIGHT):
            raise Forbidden("only_the_host")
        if cup.state in (Cup.State.RUNNING, Cup.State.OVER):
            raise Refused("cup_has_begun")
        if cup.state == Cup.State.OPEN:
            close(cup, Cup.State.CALLED_OFF, now)
            if cup.official or cup.host_id != player.pk:
                audit.note(player, CALLED_OFF, now, detail={"cup": cup.pk})
    return cup


def take_name(*, admin: Player, cup_id: str, now: datetime) -> Cup:
    """Take a name away that nobody should read. Games that have begun keep theirs.

    Raises NotFound("no_such_cup"), Forbidden("right_missing").
    """
    rights.check(admin, TAKES_NAMES)
    with transaction.atomic():
        cup = locked(cup_id)
        if cup.name:
            cup.name = ""
            cup.save(update_fields=["name"])
            audit.note(admin, UNNAMED, now, detail={"cup": cup.pk})
    return cup


def close(cup: Cup, state: Cup.State, now: datetime) -> None:
    """The cup is over, or called off: all who are in it hear of that. Its row must be locked."""
    cup.state, cup.ended_at = state, now
    cup.save(update_fields=["state", "ended_at"])
    cup_changed.send(sender=Cup, cup=cup, what=state.value, round=None, entrant=None, now=now)


def locked(cup_id: str) -> Cup:
    """The cup's row, locked. Raises NotFound("no_such_cup")."""
    cup = Cup.objects.select_for_update(of=("self",)).select_related("host").filter(pk=cup_id).first()
    if cup is None:
        raise NotFound("no_such_cup")
    return cup
