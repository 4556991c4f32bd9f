"""Recipients of a cup's notifications: its entrants; before it begins and after it ends, also its host."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.dispatch import receiver

from games import signals
from games.competitions.cups import course
from games.models import Cup, CupEntrant, CupGame, CupRound, Player
from notifications.models import Notification
from notifications.policy import kinds, together
from notifications.policy.creation import create
from notifications.policy.kinds import NotificationKind

KINDS: Final[dict[str, NotificationKind]] = {
    "postponed": kinds.CUP_PUT_OFF,
    "called_off": kinds.CUP_CALLED_OFF,
    "round_began": kinds.CUP_ROUND,
    "round_closed": kinds.CUP_RESULT,
    "lost": kinds.CUP_LEFT,
    "over": kinds.CUP_OVER,
}
"""The notification kinds by event."""


@receiver(signals.cup_changed)
def on_cup_changed(
    cup: Cup, what: str, round: CupRound | None, entrant: CupEntrant | None, now: datetime, **_: object
) -> None:
    """Create the event's notifications. At the end of a round, also release the results that were waiting for it."""
    create(concerned(cup, what, round, entrant, now))
    if what in ("round_closed", "over"):
        together.release(CupGame.objects.filter(round__cup=cup))


def concerned(
    cup: Cup, event: str, round_: CupRound | None, entrant: CupEntrant | None, now: datetime
) -> list[Notification]:
    """Return notifications of an event in the cup, for everyone concerned."""
    facts: dict[str, object] = {"kind": KINDS[event].name, "cup": cup, "created_at": now}
    if round_ is not None:
        facts["round"] = round_.number
    if event == "postponed":
        facts["deadline_at"] = cup.entry_closes_at  # each postponement is a new subject
    players = [entrant.player] if entrant else _find_players(cup, round_, with_host=cup.state != Cup.State.RUNNING)
    return [Notification(player=player, **facts) for player in players]


def _find_players(cup: Cup, round_: CupRound | None, *, with_host: bool) -> Collection[Player]:
    """Return the round's players; without a round, all who have entered the cup and not left."""
    cup_course = course.current_course(cup)
    here = [entrant for entrant in cup_course.entered if entrant.left_at is None]
    if round_ is not None:
        seeds = set(cup_course.rounds[round_.number - 1].seeds)
        here = [entrant for entrant in here if entrant.seed in seeds]
    by_id = {entrant.player_id: entrant.player for entrant in here}
    if with_host:
        by_id.setdefault(cup.host_id, cup.host)
    return by_id.values()
