"""Sending: one batch over one connection, each mail in a transaction of its own (`outbox` says how it all fits)."""

from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from prometheus_client import Counter

from notifications import letters, messages, outbox, preferences
from notifications.freshness import is_fresh
from notifications.kinds import STREAM_OF, Kind
from notifications.models import DeadAddress, Mail, Notification
from notifications.outbox import Claim
from notifications.postbox import AddressIsDead, LineIsDown, MailIsRefused, NotTaken, Postbox

BATCH: Final = 50

log = structlog.get_logger(__name__)
mails = Counter("night_mail_mails_total", "What became of mails", ["outcome"])


def deliver_due(*, now: datetime, limit: int = BATCH) -> bool:
    """Gathers what waits and sends what is due, up to so many mails.

    Returns whether it is worth while to go on at once.
    """
    gathered = outbox.gather(now=now, limit=4 * limit)
    claims = outbox.claim(now=now, limit=limit)
    with Postbox() as postbox:
        for place, claim in enumerate(claims):
            try:
                _deliver(claim, postbox, now)
            except LineIsDown as down:
                log.warning("mail_line_is_down", error=down.code)
                _put_off(claims[place:], now, down.code)
                return False
    return len(claims) == limit or gathered == 4 * limit


def _deliver(claim: Claim, postbox: Postbox, now: datetime) -> None:
    """Sends one mail, or settles why not. Raises only `LineIsDown`: one mail's trouble is no other mail's."""
    try:
        _send(claim, postbox, now)
    except LineIsDown:
        raise
    except AddressIsDead as refusal:
        _bury_address(claim, refusal.code, now)
    except MailIsRefused as refusal:
        _give_up(claim, refusal.code, now)
    except NotTaken as refusal:
        _put_off([claim], now, refusal.code)
    except Exception as error:
        log.error("mail_raised", mail=claim.mail, error=type(error).__name__)
        _put_off([claim], now, type(error).__name__)


@transaction.atomic
def _send(claim: Claim, postbox: Postbox, now: datetime) -> None:
    mail = outbox.lock(claim)
    if mail is None:
        return
    address = _address(mail)
    told = _worth_telling(mail)
    if not address or not (told or mail.template):
        _end(mail, Mail.State.DROPPED, now)
    elif _is_dead(mail, address):
        outbox.give_up(mail, now=now, error="dead_address")
    else:
        letter = messages.write(mail, told)
        postbox.send(letters.envelope(letter, mail, to=address, now=now))
        Notification.objects.filter(pk__in=[one.pk for one in told]).update(state=Notification.State.SENT)
        _end(mail, Mail.State.SENT, now)


def _end(mail: Mail, state: Mail.State, now: datetime) -> None:
    outbox.settle(mail, state, now=now)
    mails.labels(outcome=state).inc()


def _address(mail: Mail) -> str:
    """Where it goes: a mail about an account where that said, else to the player, who may be gone."""
    if mail.template:
        return mail.address
    return (mail.player.email if mail.player else None) or ""


def _worth_telling(mail: Mail) -> list[Notification]:
    """The notifications that are still wanted and still true, the most important first.

    The others are marked, and the mail's stream is the first one's.
    """
    if not mail.player:
        return []
    wanted = preferences.of_player(mail.player)
    told = []
    for one in mail.notifications.filter(state=Notification.State.WAITING):
        if not wanted[STREAM_OF[Kind(one.kind)]]:
            _mark(one, Notification.State.UNWANTED)
        elif not is_fresh(one):
            _mark(one, Notification.State.SUPERSEDED)
        else:
            told.append(one)
    if told:
        mail.stream = outbox.leading_stream(told)
    order = list(Kind)
    return sorted(told, key=lambda one: order.index(Kind(one.kind)))


def _mark(notification: Notification, state: Notification.State) -> None:
    notification.state = state
    notification.save(update_fields=["state"])


def _is_dead(mail: Mail, address: str) -> bool:
    return DeadAddress.objects.filter(player=mail.player_id, address=address).exists()


@transaction.atomic
def _give_up(claim: Claim, code: str, now: datetime) -> None:
    mail = outbox.lock(claim)
    if mail is not None:
        outbox.give_up(mail, now=now, error=code)
        mails.labels(outcome=Mail.State.FAILED).inc()


@transaction.atomic
def _bury_address(claim: Claim, code: str, now: datetime) -> None:
    """The mail has failed, and its address gets no other."""
    mail = outbox.lock(claim)
    if mail is not None and mail.player is not None and _address(mail) == mail.player.email:
        facts = {"address": mail.player.email, "code": code, "since": now}
        DeadAddress.objects.update_or_create(player=mail.player, defaults=facts)
    _give_up(claim, code, now)


def _put_off(claims: list[Claim], now: datetime, code: str) -> None:
    for claim in claims:
        outbox.put_off(claim, now=now, error=code)
        mails.labels(outcome="put_off").inc()
