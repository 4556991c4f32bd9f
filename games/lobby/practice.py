"""Practice: a table for one, against stand-ins who answer within seconds (`games.table.play.practice_calls`).

The table is private, never listed, not in any statistics (`games.people.reliability`), and no email mentions it
(`notifications.policy.creation`). Its clock allows the maximum time. Guests can have one too.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.errors import Refused
from games.kinds import EntryKind
from games.limits import LONGEST_TIME
from games.lobby import lobby
from games.models import Entry, Game, Player
from games.people.suspension import present
from games.table.clocks.terms import Terms

SEATS: Final = 3
MOST_TABLES: Final = 5
"""The maximum number of a player's practice tables that have not ended, since each is work for the house players."""


def start(*, player: Player, ruleset: str, now: datetime) -> Game:
    """Start and return a practice table of this game.

    If the player has one without any move yet, that table is returned. Raises Unprocessable("unknown_ruleset"),
    Refused("too_many_practice_tables" or "too_many_games_with_stand_ins"), Forbidden for a player who is gone or
    suspended.
    """
    wishes = lobby.Wishes(
        ruleset=ruleset,
        seats=SEATS,
        clock=Terms(LONGEST_TIME),
        access=Game.Access.INVITATION,
        public=False,
        order=Game.Order.FIXED,
    )
    game = lobby.wished_for(player, wishes, now)
    game.practice = True
    with transaction.atomic():
        present(player, now)
        running = Game.objects.filter(host=player, practice=True, status=Game.Status.RUNNING, closes_at=None)
        moved = Entry.objects.filter(game=OuterRef("pk"), kind=EntryKind.MOVE)
        if fresh := running.filter(~Exists(moved), ruleset=game.ruleset).first():
            return fresh
        if running.count() >= MOST_TABLES:
            raise Refused("too_many_practice_tables", most=MOST_TABLES)
        lobby.set_up(game, SEATS - 1, now)
    return game
