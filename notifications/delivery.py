"""Sending: a batch over a line kept open, each mail in a transaction of its own (`outbox` says how it all fits).

A large batch goes over several lines at once, since the time is mostly spent waiting: for the server to take a mail,
for the database to have written it down.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from enum import Enum, auto
from typing import Final

import structlog
from django.db import connection, transaction
from prometheus_client import Counter

from notifications import letters, messages, outbox, roundup
from notifications.desk import Desk, by_importance
from notifications.freshness import is_fresh
from notifications.models import DeadAddress, Mail, Notification
from notifications.outbox import Claim
from notifications.postbox import AddressIsDead, LineIsDown, MailIsRefused, NotTaken, Postbox

BATCH: Final = 100
"""So many that each line has enough to carry; so few that they are sent within the lease even at the server's slowest.
"""
LINES: Final = 4
WORTH_A_LINE: Final = 5
"""Mails for which it pays to open another line."""

log = structlog.get_logger(__name__)
mails = Counter("night_mail_mails_total", "What became of mails", ["outcome"])
PUT_OFF: Final = "put_off"
for _outcome in (Mail.State.SENT, Mail.State.FAILED, Mail.State.DROPPED, PUT_OFF):
    mails.labels(outcome=_outcome)  # so that it is there, and 0, before the first of its kind


class Progress(Enum):
    """How far it went: nothing more is due, more is, or there is no talking to the server now."""

    DONE = auto()
    MORE = auto()
    DOWN = auto()


def deliver_due(*, now: datetime, limit: int = BATCH, lines: int = 1) -> Progress:
    """Gathers what waits and sends what is due: up to so many mails, over at most so many lines."""
    gathered = outbox.gather(now=now, limit=4 * limit)
    claims = outbox.claim(now=now, limit=limit)
    desk = Desk([claim.mail for claim in claims], now)
    if not _over_lines(min(lines, len(claims) // WORTH_A_LINE), claims, desk, now):
        return Progress.DOWN
    return Progress.MORE if len(claims) == limit or gathered >= 4 * limit else Progress.DONE


def _over_lines(count: int, claims: Sequence[Claim], desk: Desk, now: datetime) -> bool:
    """Sends the mails, over so many lines at once. False when there is no talking to the server."""
    if count <= 1:
        return _over_one_line(claims, desk, now)

    def carry(line: int) -> bool:
        try:
            return _over_one_line(claims[line::count], desk, now)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as carriers:
        return all(list(carriers.map(carry, range(count))))


def _over_one_line(claims: Sequence[Claim], desk: Desk, now: datetime) -> bool:
    with Postbox() as postbox:
        for place, claim in enumerate(claims):
            try:
                _deliver(claim, desk, postbox, now)
            except LineIsDown as down:
                log.warning("mail_line_is_down", error=down.code)
                _put_off(claims[place:], now, outbox.NO_LINE + down.code)
                return False
    return True


def _deliver(claim: Claim, desk: Desk, postbox: Postbox, now: datetime) -> None:
    """Sends one mail, or settles why not. Raises only `LineIsDown`: one mail's trouble is no other mail's."""
    try:
        _send(claim, desk, postbox, now)
    except LineIsDown:
        raise
    except AddressIsDead as refusal:
        _bury_address(claim.mail, refusal.code, now)
        _close(claim, Mail.State.FAILED, now, refusal.code)
    except MailIsRefused as refusal:
        _close(claim, Mail.State.FAILED, now, refusal.code)
    except NotTaken as refusal:
        _put_off([claim], now, refusal.code)
    except Exception as error:
        log.error("mail_raised", mail=claim.mail.pk, error=type(error).__name__)
        _put_off([claim], now, type(error).__name__)


def _send(claim: Claim, desk: Desk, postbox: Postbox, now: datetime) -> None:
    mail = claim.mail
    told, address = _worth_telling(mail, desk, now), _address(mail)
    if not address or not (told or mail.template):
        _close(claim, Mail.State.DROPPED, now)
        return
    if desk.is_dead(mail, address):
        _close(claim, Mail.State.FAILED, now, "dead_address")
        return
    if outbox.is_expired(mail, now=now):
        _close(claim, Mail.State.FAILED, now, "code_expired")
        return
    write = roundup.write if mail.is_of_several_games else messages.write
    letter = letters.envelope(write(mail, told, desk), mail, to=address, now=now)
    with transaction.atomic():
        taken = outbox.take(claim, desk.heads(told), now=now)
        if taken:
            postbox.send(letter)
    if taken:
        mails.labels(outcome=Mail.State.SENT).inc()
    else:
        outbox.release(claim, now=now)


def _address(mail: Mail) -> str:
    """Where it goes: a mail about an account where that said, else to the player, who may be gone."""
    if mail.template:
        return mail.address
    return (mail.player.email if mail.player else None) or ""


def _worth_telling(mail: Mail, desk: Desk, now: datetime) -> Sequence[Notification]:
    """The notifications that are still wanted and still true, the most important first; its stream is the mail's.

    What is held back waits for another mail; the others are marked.
    """
    held = [one for one in mail.notifications.all() if outbox.is_held_back(one, now=now)]
    if held:
        outbox.put_back(held)
    pending = [one for one in mail.notifications.all() if one not in held]
    wanted = [one for one in pending if desk.is_wanted(one)]
    fresh = [one for one in wanted if is_fresh(one, desk)]
    _mark([one for one in pending if one not in wanted], Notification.State.UNWANTED)
    _mark([one for one in wanted if one not in fresh], Notification.State.SUPERSEDED)
    if fresh and not mail.is_digest:
        mail.stream = outbox.leading_stream(fresh)
    return by_importance(fresh)


def _mark(notifications: Sequence[Notification], state: Notification.State) -> None:
    if notifications:
        Notification.objects.filter(pk__in=[one.pk for one in notifications]).update(state=state)


def _close(claim: Claim, state: Mail.State, now: datetime, error: str = "") -> None:
    if outbox.close(claim, state, now=now, error=error):
        mails.labels(outcome=state).inc()


def _bury_address(mail: Mail, code: str, now: datetime) -> None:
    """The player's address gets no other mail. An address that is not the player's yet is not remembered."""
    if mail.player is not None and _address(mail) == mail.player.email:
        facts = {"address": mail.player.email, "code": code, "since": now}
        DeadAddress.objects.update_or_create(player=mail.player, defaults=facts)


def _put_off(claims: Sequence[Claim], now: datetime, code: str) -> None:
    for claim in claims:
        outbox.put_off(claim, now=now, error=code)
        mails.labels(outcome=PUT_OFF).inc()
