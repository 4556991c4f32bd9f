"""Account events that are in no log, for players who listen.

Triggers write those about entries and talk (`notifications.models.AccountEvent`).
"""

from collections.abc import Iterable, Iterator

from notifications import stream_calls
from notifications.models import AccountEvent, Listening, Notification

Kind = AccountEvent.Kind


def note(notifications: Iterable[Notification]) -> None:
    """Write account events for those of these notifications that no entry causes.

    They do not depend on whether the players want emails. Make no query if entries cause all of them.
    """
    unlogged = [notification for notification in notifications if _is_told(notification)]
    if not unlogged:
        return
    listening = Listening.objects.filter(player__in={notification.player_id for notification in unlogged}, listens=True)
    players = set(listening.values_list("player_id", flat=True))
    events = [_build_event(notification) for notification in unlogged if notification.player_id in players]
    if events:
        AccountEvent.objects.bulk_create(events)
        stream_calls.after_commit(*players)


def _is_told(notification: Notification) -> bool:
    """Check whether a notification needs an event of its own.

    A ruling has its entry's event, except for a player whose seat it gave away.
    """
    return (
        notification.game_id is not None
        and notification.kind in Kind.values
        and (notification.kind != Kind.RULING or notification.seat is None)
    )


def _build_event(notification: Notification) -> AccountEvent:
    return AccountEvent(
        player_id=notification.player_id,
        kind=notification.kind,
        game_id=str(notification.game_id),
        entry=notification.entry,
        seat=notification.seat,
        about=dict(_list_subjects(notification)),
        at=notification.created_at,
    )


def _list_subjects(notification: Notification) -> Iterator[tuple[str, object]]:
    if notification.dispute_id is not None:
        yield "dispute", notification.dispute_id
    if notification.proposal_id is not None:
        yield "proposal", notification.proposal_id
    if notification.kind in (Kind.NUDGE, Kind.TIME_IS_OVER):
        yield "prompt", f"{notification.prompt_opened}.{notification.seat}"
