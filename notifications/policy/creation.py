"""Creation of notifications: only those that somebody wants, and each only once.

The dedupe key identifies a notification, however often it is created: kind, game or competition, subject, person,
deadline.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from games.models import AccessToken
from games.table import store
from notifications import account_events, wake_up
from notifications.lists import Mode
from notifications.models import Notification, Preference, Webhook
from notifications.policy.kinds import KINDS, OncePer
from notifications.policy.preferences import by_default


def note(notifications: Sequence[Notification]) -> None:
    """Create notifications, if necessary together with those of other games (`games.table.store.together`)."""
    if notifications:
        store.write(NOTIFICATIONS, notifications, notifications[0].game_id or "")


def create(notifications: Sequence[Notification]) -> int:
    """Insert the notifications whose players may want them, and wake the worker after the commit.

    Practice games cause none. An existing notification stays as it is. Return how many there were to insert. Whether a
    player wants the stream is checked when the email is sent. Programs that listen are told at once, even of practice
    games.
    """
    account_events.note(notifications)
    not_practice = [
        notification for notification in notifications if notification.game is None or not notification.game.practice
    ]
    listening = _may_listen(not_practice)
    heard = [notification for notification in not_practice if notification.player_id in listening]
    for notification in heard:
        notification.dedupe_key = _build_key(notification)
    if heard:
        Notification.objects.bulk_create(heard, ignore_conflicts=True)
        wake_up.after_commit()
    return len(heard)


def _may_listen(notifications: Collection[Notification]) -> set[str]:
    """Return the players who want any notifications, by email or webhook; humans are included without a query."""
    everybody = {
        notification.player_id: notification.player
        for notification in notifications
        if notification.player.erased_at is None
    }
    listening = {key for key, player in everybody.items() if by_default(player) != Mode.OFF}
    others = everybody.keys() - listening
    if others:
        wishes = Preference.objects.filter(player__in=others).exclude(mode=Mode.OFF).values_list("player_id")
        on = Webhook.objects.filter(state=Webhook.State.ON)
        programs = on.filter(player__in=others, game=None, app=None).values_list("player_id")
        through_apps = _find_tokens(on, min(notification.created_at for notification in notifications)).filter(
            user__in=others
        )
        listening |= {key for (key,) in wishes.union(programs, through_apps.values_list("user_id"))}
    return listening


def _find_tokens(webhooks: QuerySet[Webhook], now: datetime) -> QuerySet[AccessToken]:
    """Return tokens that let the apps of these webhooks see games, by the same condition as the webhooks' triggers."""
    good = Q(expires__gt=now) | Q(refresh_token__isnull=False, refresh_token__revoked=None)
    apps = webhooks.filter(app__isnull=False).values("app")
    return AccessToken.objects.filter(good, application__in=apps, scope__regex=r"(^| )games:read( |$)")


def _build_key(notification: Notification) -> str:
    about = _ABOUT[KINDS[notification.kind].once_per](notification)
    suffix = f"#{notification.ordinal}" if notification.ordinal > 1 else ""  # one of several reminders
    return (
        f"{notification.kind}:{notification.game_id or notification.competition}:{about}"
        f":{notification.player_id}:{_stamp(notification.deadline_at)}{suffix}"
    )


def _subject(notification: Notification) -> str:
    """Return the dedupe key's subject: an announcement, dispute, comment, proposal or round; an entry, or a prompt."""
    if notification.announcement_id is not None:
        return f"n{notification.announcement_id}"
    if notification.proposal_id is not None:
        return f"o{notification.proposal_id}"
    if notification.dispute_id is not None:
        return (
            f"d{notification.dispute_id}"
            if notification.comment_id is None
            else f"d{notification.dispute_id}.{notification.comment_id}"
        )
    if notification.round is not None:
        return f"r{notification.round}"
    if notification.prompt_opened is None:
        return f"e{notification.entry}"
    plan = "" if notification.plan is None else f"/{notification.plan}"
    return f"p{notification.prompt_opened}.{notification.seat}{plan}"


def _instant(notification: Notification) -> str:
    return f"a{_stamp(notification.created_at)}"


def _stamp(instant: datetime | None) -> str:
    return "" if instant is None else f"{instant.timestamp():.0f}"


_ABOUT: Final[Mapping[OncePer, Callable[[Notification], str]]] = {
    OncePer.SUBJECT: _subject,
    OncePer.INSTANT: _instant,
}
NOTIFICATIONS: Final = store.RowWriter(store.Stage.TOLD, create)
