"""Creating notifications: only those that someone wants, and each one once.

The dedupe key tells them apart, however often one is created: kind, game or competition, what it is about, person,
deadline.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from games import store
from games.models import AccessToken
from notifications import account_events, wake_up
from notifications.lists import Mode
from notifications.models import Notification, Preference, Webhook
from notifications.policy.kinds import KINDS, OncePer
from notifications.policy.preferences import by_default


def note(notifications: Sequence[Notification]) -> None:
    """Create them, with those of other games where many are written together (`games.store.together`)."""
    if notifications:
        store.write(NOTIFICATIONS, notifications, notifications[0].game_id or "")


def create(notifications: Sequence[Notification]) -> int:
    """Inserts the notifications of those who may listen, and wakes the worker after the commit.

    Nobody hears of practice. One that exists already stays as it is. Returns how many there were to insert. Whether
    its stream is really wanted is asked when the email goes out. Programs that listen hear of it at once, and of
    practice, too.
    """
    account_events.note(notifications)
    told = [
        notification for notification in notifications if notification.game is None or not notification.game.practice
    ]
    listening = _may_listen(told)
    heard = [one for one in told if one.player_id in listening]
    for one in heard:
        one.dedupe_key = _key(one)
    if heard:
        Notification.objects.bulk_create(heard, ignore_conflicts=True)
        wake_up.after_commit()
    return len(heard)


def _may_listen(told: Collection[Notification]) -> set[str]:
    """The players who hear of anything at all, by email or webhook. People always do, so nothing is read for them."""
    everybody = {one.player_id: one.player for one in told if one.player.erased_at is None}
    listening = {key for key, player in everybody.items() if by_default(player) != Mode.OFF}
    others = everybody.keys() - listening
    if others:
        wishes = Preference.objects.filter(player__in=others).exclude(mode=Mode.OFF).values_list("player_id")
        on = Webhook.objects.filter(state=Webhook.State.ON)
        programs = on.filter(player__in=others, game=None, app=None).values_list("player_id")
        through_apps = _letting_in(on, min(one.created_at for one in told)).filter(user__in=others)
        listening |= {key for (key,) in wishes.union(programs, through_apps.values_list("user_id"))}
    return listening


def _letting_in(webhooks: QuerySet[Webhook], now: datetime) -> QuerySet[AccessToken]:
    """Tokens by which the apps of these webhooks may see games, as the webhooks' triggers have it."""
    good = Q(expires__gt=now) | Q(refresh_token__isnull=False, refresh_token__revoked=None)
    apps = webhooks.filter(app__isnull=False).values("app")
    return AccessToken.objects.filter(good, application__in=apps, scope__regex=r"(^| )games:read( |$)")


def _key(one: Notification) -> str:
    about = _ABOUT[KINDS[one.kind].once_per](one)
    again = f"#{one.ordinal}" if one.ordinal > 1 else ""  # one of several reminders
    return f"{one.kind}:{one.game_id or one.competition}:{about}:{one.player_id}:{_stamp(one.deadline_at)}{again}"


def _subject(one: Notification) -> str:
    """The dispute or its comment; the proposal; the prompt, and plan that left it open; a cup's round; the entry."""
    if one.proposal_id is not None:
        return f"o{one.proposal_id}"
    if one.dispute_id is not None:
        return f"d{one.dispute_id}" if one.comment_id is None else f"d{one.dispute_id}.{one.comment_id}"
    if one.round is not None:
        return f"r{one.round}"
    if one.prompt_opened is None:
        return f"e{one.entry}"
    plan = "" if one.plan is None else f"/{one.plan}"
    return f"p{one.prompt_opened}.{one.seat}{plan}"


def _instant(one: Notification) -> str:
    return f"a{_stamp(one.created_at)}"


def _stamp(instant: datetime | None) -> str:
    return "" if instant is None else f"{instant.timestamp():.0f}"


_ABOUT: Final[Mapping[OncePer, Callable[[Notification], str]]] = {
    OncePer.SUBJECT: _subject,
    OncePer.INSTANT: _instant,
}
NOTIFICATIONS: Final = store.RowWriter(store.Stage.TOLD, create)
