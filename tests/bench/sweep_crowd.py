"""What the sweeps' bench is filled with: games of two in which nothing is due, and copies in which something is.

`made` plays one game of each kind by the site's own services; `fill` copies them (`crowd`). Of each kind of what is due
there are as many copies; and of each some more, of which nothing is due, for the floor to write to.
"""

import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from games.lobby import lobby
from games.models import Plan, Player, Seat, Turn
from games.table.agreements import new_proposals
from games.table.clocks.terms import Terms
from games.table.plans import own_plan
from games.table.rulings import Extend, bulk
from notifications.models import Mail, Notification, Preference
from notifications.outbox import queue
from tests.bench import crowd
from tests.games.courts import admin
from tests.games.stories import chosen, players, started

if TYPE_CHECKING:
    from games.models import Game

DUE: Final = int(os.environ.get("SWEEP_DUE", "500"))
FLOORED: Final = 200
"""Games of each kind that the floor writes to."""
GAMES_EACH: Final = 2
"""How many games a player is in, but for those in which something is due."""
HOUR: Final = timedelta(hours=1)


class DueKind(NamedTuple):
    """Games in which something is due: the pattern, and in what copies of it differ."""

    pattern: str
    other: crowd.Changes


def since(hours: int) -> dict[str, str]:
    """A turn that has been open for so many hours, and not for one."""
    return {name: f"{name} - interval '{hours - 1} hours'" for name in ("opened_at", "deadline_at", "expires_at")}


PAUSED: Final = {"pauses": "ARRAY['agreement']", "paused_at": "started_at - interval '61 days'"}
DUE_BY: Final[dict[str, DueKind]] = {
    "deadlines": DueKind("quiet", {"Turn": since(25)}),
    "graces": DueKind("graced", {"Turn": since(25)}),
    "reminders": DueKind("quiet", {"Turn": since(21)}),
    "plans": DueKind("planned", {"Plan": {"acts_at": "made_at"}}),
    "closings": DueKind("forgotten", {"Game": {"closes_at": "created_at", "closing_told_at": "created_at"}}),
    "stand-ins": DueKind("quiet", {}),
    "pauses": DueKind("quiet", {"Game": PAUSED}),
    "proposals": DueKind("proposed", {"Proposal": {"closes_at": "created_at", "look_at": "created_at"}}),
    "bulk": DueKind("quiet", {}),
}
"""By the name of the sweep."""
ALL: Final = len(DUE_BY) * (DUE + FLOORED)
"""Copies in which something is due, or that are for the floor."""


def made(now: datetime) -> "dict[str, Game]":
    """A game of each kind, an hour into its first turn, of which two players were told."""
    people = players(2, "Sweep")
    begun = now - HOUR
    plain = chosen(started(people, now=begun, name="Plain"), now=begun)
    graced = Terms(24 * HOUR, grace=4 * HOUR)
    kinds = {
        "quiet": plain,
        "planned": chosen(started(people, now=begun, name="Planned"), now=begun),
        "graced": chosen(started(people, now=begun, name="Graced", clock=graced), now=begun),
        "proposed": chosen(started(people, now=begun, name="Proposed"), now=begun),
    }
    own_plan.give(player=people[0], game_id=kinds["planned"].pk, lines=["draw deck"], now=begun)
    Plan.objects.update(acts_at=now + 24 * HOUR)
    end = {"kind": "ended", "how": "void"}
    new_proposals.propose(player=people[1], game_id=kinds["proposed"].pk, asked=end, now=begun)
    wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=24 * HOUR)
    kinds["forgotten"] = lobby.create_game(host=people[0], wishes=wishes, now=begun)
    gathered(now)
    settle()
    return kinds


def gathered(now: datetime) -> int:
    """Puts all that waits into emails and digests."""
    total = 0
    while count := queue.gather(now=now, limit=400):
        total += count
    return total


def settle() -> None:
    """All that was to be told has been, some hours ago: rows stay."""
    Mail.objects.update(state=Mail.State.SENT, settled_at=timezone.now() - 5 * HOUR)
    Notification.objects.filter(mail=None).update(state=Notification.State.SUPERSEDED)


def fill(patterns: "dict[str, Game]", there: int, size: int) -> None:
    """As many more games as are missing among those in which nothing is due, and then all others.

    Every tenth player wants a daily digest. `there`: how many games there are.
    """
    people = size // GAMES_EACH * 2
    crowd.add_players(Player.objects.earliest("date_joined").pk, there // GAMES_EACH * 2, people - 1)
    wishes = Player.objects.filter(name__startswith="Crowd", name__endswith="7", mail_preferences=None)
    Preference.objects.bulk_create(Preference(player=one, stream="turns", mode="daily") for one in wishes)
    for place, kind in enumerate(DUE_BY.values()):
        crowd.add_games(patterns[kind.pattern], *due_numbers(place, there), people, kind.other)
        crowd.add_games(patterns[kind.pattern], *floor_numbers(place, there), people, {})
    crowd.add_games(patterns["quiet"], there + ALL, size + ALL - 1, people, {})
    crowd.tell_each_by_its_own_mail()
    seat_the_house(*due_numbers(place_of("stand-ins"), there))
    rule_in_bulk(*due_numbers(place_of("bulk"), there))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def place_of(sweep: str) -> int:
    """Where copies stand in which something is due to this sweep."""
    return list(DUE_BY).index(sweep)


def due_numbers(place: int, there: int) -> tuple[int, int]:
    """The first and the last of them, beginning with `there`."""
    return there + place * DUE, there + (place + 1) * DUE - 1


def floor_numbers(place: int, there: int) -> tuple[int, int]:
    """The same of those for the floor, which come behind all in which something is due."""
    first = there + len(DUE_BY) * DUE + place * FLOORED
    return first, first + FLOORED - 1


def seat_the_house(first: int, last: int) -> None:
    """The seat that is asked in these games is a stand-in's."""
    house, _ = Player.objects.get_or_create(name="Stand-in", kind=Player.Kind.HOUSE, email=None)
    games = Q(game__gte=crowd.key(first), game__lte=crowd.key(last))
    Seat.objects.filter(games, number=0).update(player=house)
    Turn.objects.filter(games, seat=0).update(player=house)


def rule_in_bulk(first: int, last: int) -> None:
    """An admin gives these games an hour more."""
    games = [crowd.key(number) for number in range(first, last + 1)]
    boss = Player.objects.filter(name="Operator").first() or admin("operator", "Operator")
    bulk.start(admin=boss, order=Extend(hours=1), game_ids=games, text="We were away.", now=timezone.now())
