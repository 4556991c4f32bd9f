"""The content of a push message: a title and a sentence, which any spectator of the game may read.

Anything that only its player may know (a plan's moves, an invitation, a dispute) is sent by email alone.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from games import languages
from games.formats import write_date
from games.models import Player
from games.zones import zone
from notifications.batch import Batch
from notifications.letters.registry import name_table
from notifications.models import Notification, PushDelivery
from notifications.outbox.calls.http_post import Message
from notifications.outbox.push import encryption, vapid
from notifications.policy import kinds, relevance

DAY: Final = timedelta(days=1)
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=28)
"""How long a push service may store a message for an offline browser; some refuse to store it longer."""
TOPIC_LENGTH: Final = 32
"""Characters (RFC 8030, 5.4)."""


@dataclass(frozen=True, slots=True)
class Said:
    """The sentence for a kind of notification, below the game's name; `%(until)s` becomes the deadline."""

    title: Promise
    sentence: Promise


_TURN: Final = gettext_lazy("Your turn in %(game)s")
_UNTIL: Final = gettext_lazy("Until %(until)s.")
SAID: Final[dict[str, Said]] = {
    kinds.TIME_IS_OVER.name: Said(_TURN, gettext_lazy("Your time is over, but you can still move.")),
    kinds.NUDGE.name: Said(_TURN, gettext_lazy("The others wait for you, until %(until)s.")),
    kinds.REMINDER.name: Said(_TURN, gettext_lazy("Your time runs out: %(until)s.")),
    kinds.YOUR_TURN.name: Said(_TURN, _UNTIL),
    kinds.PLAN_WAITS.name: Said(_TURN, _UNTIL),
    kinds.PLAN_STOPPED.name: Said(_TURN, _UNTIL),
    kinds.PLAYED_FOR_YOU.name: Said(
        gettext_lazy("Your time ran out in %(game)s"), gettext_lazy("A move was played for you.")
    ),
    kinds.FORFEITED.name: Said(gettext_lazy("Your time ran out in %(game)s"), gettext_lazy("You have lost the game.")),
    kinds.GAME_OVER.name: Said(gettext_lazy("%(game)s is over"), gettext_lazy("See how it came out.")),
    kinds.GAME_STARTED.name: Said(gettext_lazy("%(game)s has started"), gettext_lazy("Open the table.")),
}
"""The sentence for each kind, the most important first. A plan that has stopped reads like any turn, since having had a
plan is secret."""


class PushWords(NamedTuple):
    """The texts that the browser shows. A message replaces an earlier one with the same `tag`."""

    title: str
    body: str
    tag: str
    url: str


def worth_telling(notifications: Sequence[Notification], batch: Batch) -> list[Notification]:
    """Return the notifications of kinds for push that are still true, the most important first."""
    true = [
        notification
        for notification in notifications
        if notification.kind in SAID and kinds.kind_of(notification).is_relevant(notification, batch)
    ]
    stands = [
        notification
        for notification in true
        if SAID[notification.kind].title is not _TURN or relevance.turn_is_open(notification, batch)
    ]
    return sorted(stands, key=lambda stand: list(SAID).index(stand.kind))


def shown(notifications: Sequence[Notification], batch: Batch) -> PushWords:
    """Return the texts for these notifications, at least one: about one game, or about several from a digest."""
    first, games = notifications[0], {notification.game_id for notification in notifications}
    with override(languages.of_player(first.player)):
        return _tell_game(first, batch) if len(games) == 1 else _tell_games(notifications)


def shown_as_test(player: Player) -> PushWords:
    """Return a test message that says nothing about any game."""
    with override(languages.of_player(player)):
        return PushWords("Night Mail", _("Notifications work on this device."), "test", _address(reverse("push-page")))


def _tell_game(notification: Notification, batch: Batch) -> PushWords:
    game = batch.game(notification.of_game)
    facts = {"game": name_table(game, batch, notification.player), "until": _format_deadline(notification, batch.now)}
    path = reverse("table", args=[game.pk])
    return PushWords(
        str(SAID[notification.kind].title) % facts, str(SAID[notification.kind].sentence) % facts, path, _address(path)
    )


def _tell_games(notifications: Sequence[Notification]) -> PushWords:
    turns = len({notification.game_id for notification in notifications if SAID[notification.kind].title is _TURN})
    path = reverse("my-games")
    title = ngettext("Your turn in %(n)d game", "Your turn in %(n)d games", turns) % {"n": turns}
    return PushWords(title if turns else _("News of your games"), _("Open your games."), path, _address(path))


def _format_deadline(notification: Notification, now: datetime) -> str:
    """Return the deadline by its reader's clock: only the time, if it is today."""
    if notification.deadline_at is None:
        return ""
    here = zone(notification.player.time_zone)
    at = notification.deadline_at.astimezone(here)
    return write_date(at, "H:i" if at.date() == now.astimezone(here).date() else "D j M, H:i")


def _address(path: str) -> str:
    return settings.PUBLIC_URL + path


def written(
    delivery: PushDelivery, push_words: PushWords, notifications: Sequence[Notification], now: datetime
) -> Message:
    """Return the request, encrypted for that browser alone.

    Its push service learns how long to store it, and which message replaces which, but not which game it is about.
    """
    browser_keys = delivery.subscription.sealed
    body = json.dumps(push_words._asdict(), separators=(",", ":"), ensure_ascii=False).encode()
    urgent = bool(notifications) and kinds.kind_of(notifications[0]).urgency.is_of_a_turn
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(_time_to_live(notifications, now).total_seconds())),
        "Topic": salted_hmac(delivery.subscription_id, push_words.tag, algorithm="sha256").hexdigest()[:TOPIC_LENGTH],
        "Urgency": "high" if urgent else "normal",
        "Authorization": vapid.proof(browser_keys["endpoint"], delivery.subscription.believes, now),
    }
    return Message(browser_keys["endpoint"], encryption.sealed(body, browser_keys), headers)


def _time_to_live(notifications: Sequence[Notification], now: datetime) -> timedelta:
    """Return how long the message is worth storing: until the turn's deadline, or a day if there is none."""
    deadlines = [
        notification.deadline_at
        for notification in notifications[:1]
        if notification.deadline_at is not None and SAID[notification.kind].title is _TURN
    ]
    time = deadlines[0] - now if deadlines else DAY
    return min(max(time, SHORTEST), LONGEST)
