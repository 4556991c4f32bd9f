"""Sending of emails: a batch over an open connection, each email in a transaction of its own (see `queue`).

A large batch uses several connections at once, since most of the time is spent waiting: for the server to accept an
email, and for the database to store that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from typing import Final, NamedTuple

import structlog
from django.conf import settings
from django.db import transaction
from prometheus_client import Counter

from games.email_addresses import comparison_key
from notifications import reply_addresses
from notifications.batch import Batch
from notifications.leases import Lease
from notifications.letters import compose, digest, mime, site_questions
from notifications.letters.mime import Letter
from notifications.lists import Mode
from notifications.models import InboundEmail, Mail, Notification
from notifications.outbox import dead_addresses, queue
from notifications.outbox.lines import Lines
from notifications.outbox.queue import Head
from notifications.outbox.smtp import AddressIsDead, MailIsRefused, NoConnection, NotTaken, SmtpConnection
from notifications.pictures import DrawingTime
from notifications.policy import kinds
from notifications.policy.preferences import Subscriptions

BATCH: Final = 100
"""Enough to keep each connection busy; few enough to be sent within the lease even by the slowest server."""
WITH_PICTURES: Final = 16
"""The size of a batch with pictures, so that a player waiting for a sign-in code waits some seconds at most."""
LINES: Final = 4
WORTH_A_LINE: Final = 5
"""The number of emails that justifies another connection."""

log = structlog.get_logger(__name__)
mails = Counter("night_mail_mails_total", "What became of mails", ["outcome"])
PUT_OFF: Final = "put_off"
for _outcome in (Mail.State.FAILED, Mail.State.DROPPED, PUT_OFF):
    mails.labels(outcome=_outcome)  # so that each exists, with 0, before its first event
_sent: Final = mails.labels(outcome=Mail.State.SENT)


class Progress(Enum):
    """The progress of a run: nothing more is due, more is, or the server cannot be reached now."""

    DONE = auto()
    MORE = auto()
    DOWN = auto()


class Run(NamedTuple):
    """A run over a batch: its data, its readers' settings, and its time.

    `pending` are the pending notifications of each email, by the email's key.
    """

    batch: Batch
    pending: Mapping[int, Sequence[Notification]]
    subscriptions: Subscriptions
    now: datetime

    @classmethod
    def prepare(cls, mails: Sequence[Mail], now: datetime, drawing_time: DrawingTime) -> "Run":
        """Prepare a run over emails that were loaded with their players and pending notifications."""
        pending = {mail.pk: list(mail.notifications.all()) for mail in mails}
        notifications = [notification for group in pending.values() for notification in group]
        batch = Batch(notifications, now, drawing_time, {mail.player_id for mail in mails})
        return cls(batch, pending, Subscriptions({notification.player for notification in batch.told}), now)


def size_of_batch(drawing_time: DrawingTime) -> int:
    """Return how many emails to send before checking for urgent ones again."""
    return WITH_PICTURES if settings.EMAIL_PICTURES and not drawing_time.is_over else BATCH


def deliver_due(
    *, now: datetime, limit: int = BATCH, lines: Lines | None = None, drawing_time: DrawingTime | None = None
) -> Progress:
    """Gather waiting notifications and send due emails: up to `limit`, over these connections, or over one by default.

    `drawing_time` is the time left for drawing; by default, that of a whole run.
    """
    gathered = queue.gather(now=now, limit=4 * limit)
    claims = queue.claim(now=now, limit=limit)
    run = Run.prepare([claim.row for claim in claims], now, drawing_time or DrawingTime())
    if not _send_over_lines(lines or Lines(), claims, run):
        return Progress.DOWN
    return Progress.MORE if len(claims) == limit or gathered >= 4 * limit else Progress.DONE


def send_codes(*, now: datetime) -> Progress:
    """Send a batch of due emails that somebody is waiting for. They have no pictures, and are not about games."""
    claims = queue.claim(now=now, limit=BATCH, codes_only=True)
    if not _send_over_lines(Lines(), claims, Run.prepare([claim.row for claim in claims], now, DrawingTime())):
        return Progress.DOWN
    return Progress.MORE if len(claims) == BATCH else Progress.DONE


def _send_over_lines(lines: Lines, claims: Sequence[Lease[Mail]], run: Run) -> bool:
    """Send the emails; each connection takes the next one. Return False when the server cannot be reached."""
    waiting = iter(claims)
    count = min(lines.most, len(claims) // WORTH_A_LINE)
    down = next(filter(None, lines.run_on(count, lambda: _send_over_one_line(waiting, run))), "")
    _put_off(list(waiting), run.now, down)
    return not down


def _send_over_one_line(waiting: Iterator[Lease[Mail]], run: Run) -> str:
    """Take and send emails while there are any. Return "", or the reason why the connection is down.

    In that case only its last email is postponed, since other connections may still work.
    """
    with SmtpConnection() as smtp:
        for claim in waiting:
            try:
                _deliver(claim, run, smtp)
            except NoConnection as down:
                log.warning("mail_line_is_down", error=down.code)
                _put_off([claim], run.now, queue.NO_LINE + down.code)
                return queue.NO_LINE + down.code
    return ""


def _deliver(claim: Lease[Mail], run: Run, smtp: SmtpConnection) -> None:
    """Send one email, or settle why not. Raises only `NoConnection`: one email's errors must not stop the others."""
    try:
        _send(claim, run, smtp)
    except NoConnection:
        raise
    except AddressIsDead as refusal:
        _bury_address(claim.row, refusal.code, run.now)
        _close(claim, Mail.State.FAILED, run.now, refusal.code)
    except MailIsRefused as refusal:
        _close(claim, Mail.State.FAILED, run.now, refusal.code)
    except NotTaken as refusal:
        _put_off([claim], run.now, refusal.code)
    except Exception as error:
        log.error("mail_raised", mail=claim.row.pk, error=type(error).__name__)
        _put_off([claim], run.now, type(error).__name__)


def _send(claim: Lease[Mail], run: Run, smtp: SmtpConnection) -> None:
    mail = claim.row
    notifications, address = _pick_worth_telling(mail, run), _find_address(mail)
    if not address or not (notifications or mail.template):
        _close(claim, Mail.State.DROPPED, run.now)
        return
    if run.batch.is_dead(mail, address) and not mail.urgent:
        _close(claim, Mail.State.FAILED, run.now, dead_addresses.KEPT_BACK)
        return
    if queue.is_expired(mail, now=run.now):
        _close(claim, Mail.State.FAILED, run.now, "code_expired")
        return
    write = digest.write if mail.is_of_several_games else compose.write
    letter = write(mail, notifications, run.batch)
    reply_to = _reply_address(letter, mail, notifications, run.now)
    envelope = mime.envelope(letter, mail, to=address, reply_to=reply_to, now=run.now)
    with transaction.atomic():
        is_taken = queue.take(
            claim, _list_heads(notifications, run.batch), sent_to=dead_addresses.digest(address), now=run.now
        )
        if is_taken:
            smtp.send(envelope)
    if is_taken:
        _sent.inc()
    else:
        claim.rows().update(next_attempt_at=run.now)


def _reply_address(letter: Letter, mail: Mail, notifications: Sequence[Notification], now: datetime) -> str:
    """Return the address for answering the letter; "" if no email can be answered.

    What asks nothing is answered at the site's own address, so that nobody who replies hears nothing.

    Each writing of the letter gets a new address, stored before it is sent, since its numbers may stand for other moves
    later.
    """
    if not reply_addresses.are_offered():
        return ""
    if reply_to := (mail.context or {}).get("reply_to"):
        return str(reply_to)
    if letter.appeals:
        return reply_addresses.make_for_appeal(mail, letter.appeals, now, letter.reply_to)
    if letter.of_club:
        return reply_addresses.make_for_club(mail, now, letter.reply_to)
    if confirms := (mail.context or {}).get("confirms"):
        doubtful = InboundEmail.objects.select_related("address").get(pk=confirms)
        return reply_addresses.make_to_confirm(mail, doubtful, letter.question, now, letter.reply_to)
    if letter.of_games:
        return reply_addresses.make_for_digest(mail, letter.of_games, now, letter.reply_to)
    if letter.question is None or mail.game_id is None:
        return site_questions.address_of(letter.asks) if letter.asks else settings.MAIL_IN_ADDRESS
    return reply_addresses.make(mail, letter.question, now, letter.reply_to)


def _find_address(mail: Mail) -> str:
    """Return the given address of an email about an account, else the player's; "" if the player is gone."""
    if mail.template:
        return mail.address
    return (mail.player.email if mail.player else None) or ""


def _pick_worth_telling(mail: Mail, run: Run) -> Sequence[Notification]:
    """Return the notifications that are still wanted and still true, the most important first.

    The first one's stream becomes the mail's. Notifications held back wait for another email; dropped ones are marked.
    """
    notifications = run.pending[mail.pk]
    held_back = [notification for notification in notifications if queue.is_held_back(notification, now=run.now)]
    if held_back:
        queue.put_back(held_back)
    pending = [notification for notification in notifications if notification not in held_back]
    subscribed = [notification for notification in pending if _is_wanted(notification, run)]
    fresh = [
        notification for notification in subscribed if kinds.kind_of(notification).is_relevant(notification, run.batch)
    ]
    _mark([notification for notification in pending if notification not in subscribed], Notification.State.UNWANTED)
    _mark([notification for notification in subscribed if notification not in fresh], Notification.State.SUPERSEDED)
    if fresh and not mail.is_digest:
        mail.stream = queue.leading_stream(fresh)
    return kinds.by_importance(fresh)


def _is_wanted(notification: Notification, run: Run) -> bool:
    """Check whether the player wants the notification's stream, and emails of its club; what has none is wanted."""
    stream = kinds.kind_of(notification).stream
    if not run.batch.clubs.are_emails_wanted(notification):
        return False
    return stream is None or run.subscriptions.mode(notification.player, stream, notification.game_id) != Mode.OFF


def _list_heads(notifications: Iterable[Notification], batch: Batch) -> set[Head]:
    """Return the games and streams of these notifications, with each game's last entry before anything was read."""
    return {
        Head(notification.game_id, batch.head(notification.game_id), kinds.kind_of(notification).stream or "")
        for notification in notifications
    }


def _mark(notifications: Sequence[Notification], state: Notification.State) -> None:
    if notifications:
        Notification.objects.filter(pk__in=[notification.pk for notification in notifications]).update(state=state)


def _close(claim: Lease[Mail], state: Mail.State, now: datetime, error: str = "") -> None:
    if claim.close(state, now=now, last_error=error):
        mails.labels(outcome=state).inc()


def _bury_address(mail: Mail, code: str, now: datetime) -> None:
    """Stop emails to the player's address; an address that is not the player's yet is not recorded."""
    if mail.player is not None and comparison_key(_find_address(mail)) == comparison_key(mail.player.email or ""):
        dead_addresses.mark(mail.player, code, now)


def _put_off(claims: Sequence[Lease[Mail]], now: datetime, code: str) -> None:
    for claim in claims:
        claim.put_off(now=now, last_error=code)
        mails.labels(outcome=PUT_OFF).inc()
