"""Knocking at the web's door, by the way that people take: a real request, which the web itself records.

Three things can come of it. The web answers and notes that people can get in. Nothing answers, or a proxy says that
nothing does (5xx): people cannot get in, and no deadline passes meanwhile (`clock`). Or something answers, and refuses
the request: then HEARTBEAT_URL leads to a wrong place, and deadlines would wait until somebody notices. So that is said
in the log at once, and kept where `/health` finds it.
"""

import urllib.request
from datetime import datetime
from http.client import HTTPException
from typing import Final, NamedTuple
from urllib.error import HTTPError

import structlog
from django.conf import settings
from django.core.cache import cache

from games.table.clocks import heartbeats

PATIENCE: Final = 10
"""Seconds to wait for the web's own answer."""
NOTED: Final = 204
REFUSED: Final = "web-refused"
SAID: Final = "web-refused-said"
REMEMBERED: Final = 120
"""Seconds; knocks come more often."""
SAID_AGAIN_AFTER: Final = 3600

log = structlog.get_logger(__name__)


class Refusal(NamedTuple):
    """The answer to a knock that should have been 204: its status, and since when it has been like that."""

    status: int
    since: datetime


class _NoDetours(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer: following it would turn POST into GET."""

    def redirect_request(self, *_: object) -> None:
        return None


def knock(*, now: datetime) -> None:
    """Ask at HEARTBEAT_URL whether people can get in, and keep the answer if it is a refusal."""
    heartbeats.listen(now=now)
    try:
        status = ask(settings.HEARTBEAT_URL)
    except (OSError, HTTPException) as error:
        cache.delete(REFUSED)
        log.warning("web_silent", url=settings.HEARTBEAT_URL, error=type(error).__name__)
        return
    if status == NOTED:
        cache.delete(REFUSED)
    elif status >= 500:
        cache.delete(REFUSED)
        log.warning("web_silent", url=settings.HEARTBEAT_URL, status=status)
    else:
        _remember(Refusal(status, now))


def ask(url: str) -> int:
    """Return the status of an answer to an empty POST. Raises OSError or HTTPException if there is none."""
    request = urllib.request.Request(url, data=b"", headers={"User-Agent": "Night Mail's worker"})
    try:
        with urllib.request.build_opener(_NoDetours).open(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def refused() -> Refusal | None:
    """Return the refusal that the last knock met, if it met one."""
    refusal: Refusal | None = cache.get(REFUSED)
    return refusal


def starts_anew() -> None:
    """Note that a worker has started: a refusal is worth another line in the log."""
    cache.delete(SAID)


def _remember(refusal: Refusal) -> None:
    before = refused()
    if before and before.status == refusal.status:
        refusal = before
    cache.set(REFUSED, refusal, REMEMBERED)
    if cache.add(SAID, True, SAID_AGAIN_AFTER):
        log.error(
            "web_refused",
            url=settings.HEARTBEAT_URL,
            status=refusal.status,
            problem="HEARTBEAT_URL does not lead to this site's /heartbeat, so no deadline passes. Correct it.",
        )
