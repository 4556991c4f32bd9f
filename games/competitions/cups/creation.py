"""Creating a cup and calling it off. Acts of admins on official cups or on other people's are recorded."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.competitions import hosts
from games.competitions.cups import knockout
from games.competitions.hosts import Charter
from games.errors import NotFound, Refused, Unprocessable
from games.lobby import lobby
from games.models import Cup, Player
from games.models.cup import FEWEST_SEATS
from games.people import rights
from games.people.suspension import awake, heard_if_named
from games.signals import cup_changed

MADE, CALLED_OFF, UNNAMED = "cup_made", "cup_called_off", "cup_unnamed"
"""The kinds of these acts among the admins' acts."""
SOONEST, LATEST = timedelta(hours=1), timedelta(days=180)
"""The bounds for the time until a cup begins."""


NEEDED: Final = {Cup.Kind.KNOCKOUT: "advancing", Cup.Kind.SWISS: "rounds", Cup.Kind.ROUND_ROBIN: "legs"}
"""The member of the settings that each kind of cup needs, and others must not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CupCharter(Charter):
    """The settings of a cup, which its host cannot change later.

    A knockout sets how many are `advancing` from each table, a Swiss cup how many `rounds` there are, a round robin how
    often everyone meets everyone (`legs`, 1 or 2). Tables have at most `seats` players. The cup begins at
    `entry_closes_at`; each round lasts at most `round_days`, and with `fixed_dates` no less.
    """

    kind: Cup.Kind
    entry_closes_at: datetime
    advancing: int | None = None
    rounds: int | None = None
    legs: int | None = None
    fixed_dates: bool = False
    round_days: int = 21


def make(*, host: Player, charter: CupCharter, now: datetime) -> Cup:
    """Create a cup, open for entry.

    Raises Unprocessable (rounds_or_advancing, round_robin_of_two, advancing_impossible, entry_closes_too_soon_or_late,
    cup_name_reserved, and for settings that cannot be played), Forbidden (account_suspended, address_needed,
    right_missing), Refused("too_many_cups"), and what `audience.refuse_wish` raises.
    """
    _refuse_impossible(charter, now)
    for seats in (FEWEST_SEATS, charter.seats):  # tables may have fewer seats
        lobby.wished_for(host, charter.wishes(seats), now)
    with transaction.atomic():
        host = heard_if_named(host, charter.name, now)
        charter.refuse_club(host)
        if charter.official:
            rights.check(host, hosts.RIGHT)
        elif _count_going_on(host) >= hosts.MOST_OF_A_HOST:
            raise Refused("too_many_cups", most=hosts.MOST_OF_A_HOST)
        cup = _make_row(host, charter, now)
        cup.save(force_insert=True)
        hosts.note_act(host, cup, MADE, now)
    return cup


def _count_going_on(host: Player) -> int:
    return Cup.objects.filter(host=host, official=False, state__in=[Cup.State.OPEN, Cup.State.RUNNING]).count()


def _refuse_impossible(charter: CupCharter, now: datetime) -> None:
    if [name for name in NEEDED.values() if getattr(charter, name) is not None] != [NEEDED[charter.kind]]:
        raise Unprocessable("rounds_or_advancing")
    if charter.kind == Cup.Kind.ROUND_ROBIN and charter.seats != FEWEST_SEATS:
        raise Unprocessable("round_robin_of_two")
    if charter.kind == Cup.Kind.KNOCKOUT and charter.advancing not in knockout.ADVANCING[charter.seats]:
        raise Unprocessable("advancing_impossible", possible=list(knockout.ADVANCING[charter.seats]))
    if not now + SOONEST <= charter.entry_closes_at <= now + LATEST:
        raise Unprocessable("entry_closes_too_soon_or_late", most=LATEST.days)
    if not charter.official and hosts.is_of_the_site(charter.name, Cup, ended_at=None):
        raise Unprocessable("cup_name_reserved")


def _make_row(host: Player, charter: CupCharter, now: datetime) -> Cup:
    return Cup(
        host=host,
        kind=charter.kind,
        advancing=charter.advancing,
        rounds_wanted=charter.rounds,
        legs=charter.legs,
        fixed_dates=charter.fixed_dates,
        round_days=charter.round_days,
        created_at=now,
        entry_closes_at=charter.entry_closes_at,
        **charter.row_fields(),
    )


def call_off(*, player: Player, cup_id: str, now: datetime) -> Cup:
    """Call the cup off: it does not take place. Repeating this changes nothing.

    Only a host may; for admins see `games.competitions.closure`. Raises NotFound("no_such_cup"), Forbidden
    (account_suspended, address_needed, only_the_host), Refused("cup_has_begun").
    """
    with transaction.atomic():
        player = awake(player, now)
        cup = locked(cup_id)
        hosts.refuse_others(player, cup)
        if cup.state in (Cup.State.RUNNING, Cup.State.OVER):
            raise Refused("cup_has_begun")
        if cup.state == Cup.State.OPEN:
            close(cup, Cup.State.CALLED_OFF, now)
            hosts.note_act(player, cup, CALLED_OFF, now)
    return cup


def take_name(*, admin: Player, cup_id: str, now: datetime) -> Cup:
    """Clear an offensive name. Games that have begun keep theirs.

    Raises NotFound("no_such_cup"), Forbidden("right_missing").
    """
    rights.check(admin, hosts.TAKES_NAMES)
    with transaction.atomic():
        hosts.take_name(admin, cup := locked(cup_id), UNNAMED, now)
    return cup


def close(cup: Cup, state: Cup.State, now: datetime) -> None:
    """End the cup or call it off, and notify everyone who is in it. Its row must be locked."""
    cup.state, cup.ended_at = state, now
    cup.save(update_fields=["state", "ended_at"])
    cup_changed.send(sender=Cup, cup=cup, what=state.value, round=None, entrant=None, now=now)


def locked(cup_id: str) -> Cup:
    """Lock the cup's row and return it. Raise NotFound("no_such_cup")."""
    cup = Cup.objects.select_for_update(no_key=True, of=("self",)).select_related("host").filter(pk=cup_id).first()
    if cup is None:
        raise NotFound("no_such_cup")
    return cup
