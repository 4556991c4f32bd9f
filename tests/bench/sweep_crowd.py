"""The sweep bench's database: games of two with nothing due, and copies with something due.

`made` plays one game of each kind through the site's own services; `fill` copies them (`crowd`). Each kind of due thing
gets equally many copies, and some more with nothing due for the floor to write to.
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
"""Games per player, not counting those with something due."""
HOUR: Final = timedelta(hours=1)


class DueKind(NamedTuple):
    """A kind of due game: its pattern, and the values in which its copies differ."""

    pattern: str
    other: crowd.Changes


def since(hours: int) -> dict[str, str]:
    """Return the changes for a turn that has been open for this many hours instead of one."""
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
"""Kinds of due games by the name of the sweep."""
ALL: Final = len(DUE_BY) * (DUE + FLOORED)
"""The number of copies with something due or for the floor."""


def made(now: datetime) -> "dict[str, Game]":
    """Return a game of each kind, an hour into its first turn, with both players notified."""
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
    """Gather all waiting notifications into emails and digests."""
    total = 0
    while count := queue.gather(now=now, limit=400):
        total += count
    return total


def settle() -> None:
    """Mark everything as sent some hours ago; the rows stay."""
    Mail.objects.update(state=Mail.State.SENT, settled_at=timezone.now() - 5 * HOUR)
    Notification.objects.filter(mail=None).update(state=Notification.State.SUPERSEDED)


def fill(patterns: "dict[str, Game]", there: int, size: int) -> None:
    """Add the missing games with nothing due, and then all others.

    Every tenth player wants a daily digest. `there`: the number of existing games.
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
    """Return the place of the copies that are due for this sweep."""
    return list(DUE_BY).index(sweep)


def due_numbers(place: int, there: int) -> tuple[int, int]:
    """Return the first and last number of the copies due at a place, counting from `there`."""
    return there + place * DUE, there + (place + 1) * DUE - 1


def floor_numbers(place: int, there: int) -> tuple[int, int]:
    """Return the first and last number of the floor's copies at a place, after all due copies."""
    first = there + len(DUE_BY) * DUE + place * FLOORED
    return first, first + FLOORED - 1


def seat_the_house(first: int, last: int) -> None:
    """Make the seat to move in these games a stand-in's."""
    house, _ = Player.objects.get_or_create(name="Stand-in", kind=Player.Kind.HOUSE, email=None)
    games = Q(game__gte=crowd.key(first), game__lte=crowd.key(last))
    Seat.objects.filter(games, number=0).update(player=house)
    Turn.objects.filter(games, seat=0).update(player=house)


def rule_in_bulk(first: int, last: int) -> None:
    """Have an admin give these games an hour more."""
    games = [crowd.key(number) for number in range(first, last + 1)]
    boss = Player.objects.filter(name="Operator").first() or admin("operator", "Operator")
    bulk.start(admin=boss, order=Extend(hours=1), game_ids=games, text="We were away.", now=timezone.now())
