"""Plans in games that are played, and their results."""

from datetime import datetime

from games.models import Entry, Game, Plan, Player, Seat
from games.table.plans import own_plan
from games.table.play import plan_times
from tests.games.stories import NOON

SOON = NOON + plan_times.LATEST


def holder(game: Game, seat: int) -> Player:
    player = Seat.objects.select_related("player").get(game=game, number=seat).player
    assert player is not None
    return player


def give(game: Game, seat: int, *lines: str, now: datetime = NOON) -> Plan:
    return own_plan.give(player=holder(game, seat), game_id=game.id, lines=lines, now=now).plan


def plan_of(game: Game, seat: int) -> Plan:
    return Plan.objects.get(game=game, seat=seat)


def planned_entries(game: Game) -> list[str]:
    """Return the events of moves made by plans."""
    entries = Entry.objects.filter(game=game, kind="planned").order_by("number")
    return [event["type"] for entry in entries for event in entry.public["events"] if "seat" in event]
