"""Events of accounts that no log tells of, for players who listen; those of entries and of the talk are written by
triggers (`notifications.models.AccountEvent`).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from notifications import stream_calls
from notifications.models import AccountEvent, Listening, Notification

Kind = AccountEvent.Kind


def note(notifications: Iterable[Notification]) -> None:
    """Writes those of these notifications that are no entry's, whether or not their players want emails.

    Nothing is asked where all of them are.
    """
    told = [notification for notification in notifications if _is_told(notification)]
    if not told:
        return
    listening = Listening.objects.filter(player__in={one.player_id for one in told}, listens=True)
    players = set(listening.values_list("player_id", flat=True))
    events = [_event(one) for one in told if one.player_id in players]
    if events:
        AccountEvent.objects.bulk_create(events)
        stream_calls.after_commit(*players)


def _is_told(one: Notification) -> bool:
    """Players hear of a ruling by its entry; but a player whose seat it gave away has none any more."""
    return one.game_id is not None and one.kind in Kind.values and (one.kind != Kind.RULING or one.seat is None)


def _event(one: Notification) -> AccountEvent:
    return AccountEvent(
        player_id=one.player_id,
        kind=one.kind,
        game_id=str(one.game_id),
        entry=one.entry,
        seat=one.seat,
        about=dict(_about(one)),
        at=one.created_at,
    )


def _about(one: Notification) -> Iterator[tuple[str, Any]]:
    if one.dispute_id is not None:
        yield "dispute", one.dispute_id
    if one.proposal_id is not None:
        yield "proposal", one.proposal_id
    if one.kind in (Kind.NUDGE, Kind.TIME_IS_OVER):
        yield "prompt", f"{one.prompt_opened}.{one.seat}"
