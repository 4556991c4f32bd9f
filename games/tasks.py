"""Celery's entrance: fetch what is due, call a service. Any of these may be lost or run twice without harm."""

import urllib.request
from typing import Final

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.services import bulk, clock, closing, codes, moves, pausing, planned, stand_ins, tokens

WEB_TIMEOUT: Final = 10
"""Seconds to wait for the web's own answer."""

log = structlog.get_logger(__name__)


@shared_task
def sweep_deadlines() -> int:
    """Let house players answer what they are asked, plans too, and long pauses end; then act on what is due."""
    stand_ins.play_due(now=timezone.now())
    planned.act_due(now=timezone.now())
    pausing.end_long_ones(now=timezone.now())
    return clock.sweep(now=timezone.now())


@shared_task
def close_games() -> int:
    """Close games that never began, or that all have left, after those concerned were told."""
    return closing.close_due(now=timezone.now())


@shared_task
def record_heartbeat() -> None:
    """Knock at the web's door by a real request; the web itself writes that it is there."""
    try:
        with urllib.request.urlopen(settings.HEARTBEAT_URL, data=b"", timeout=WEB_TIMEOUT):
            pass
    except OSError as error:
        log.warning("web_silent", error=type(error).__name__)


@shared_task
def rule_in_bulk() -> int:
    """Rule on the games that wait in bulk rulings, until none does."""
    ruled = 0
    while worked := bulk.work(now=timezone.now()):
        ruled += worked
    return ruled


@shared_task
def forget_old_keys() -> int:
    """Drop idempotency keys that are no longer honoured."""
    return moves.forget_old_keys(now=timezone.now())


@shared_task
def forget_old_access() -> int:
    """Drop mailed codes, access tokens and sessions that open nothing any more."""
    return codes.forget_old_codes(now=timezone.now()) + tokens.forget_expired(now=timezone.now())
