"""The probe of the web server: a real request by the same way as people's, which the server itself records.

There are three outcomes. The web server answers and records that people can reach it. Nothing answers, or a proxy
reports that (5xx): people cannot get in, and no deadline passes meanwhile (`clock`). Or something answers and refuses
the request: then HEARTBEAT_URL is wrong, and deadlines would wait until somebody notices. So that is logged at once and
kept for `/health`.
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
"""The timeout for the web server's answer in seconds."""
NOTED: Final = 204
REFUSED: Final = "web-refused"
SAID: Final = "web-refused-said"
REMEMBERED: Final = 120
"""How long a refusal is kept, in seconds; probes are sent more often."""
SAID_AGAIN_AFTER: Final = 3600

log = structlog.get_logger(__name__)


class Refusal(NamedTuple):
    """A refusal of the probe, whose answer should have been 204: its status, and since when."""

    status: int
    since: datetime


class _NoDetours(urllib.request.HTTPRedirectHandler):
    """A handler that does not follow redirects, because that would turn POST into GET."""

    def redirect_request(self, *_: object) -> None:
        return None


def knock(*, now: datetime) -> None:
    """Request HEARTBEAT_URL as people do, and remember the answer if it is a refusal."""
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
    """Return the status of the answer to an empty POST. Raises OSError or HTTPException if there is none."""
    request = urllib.request.Request(url, data=b"", headers={"User-Agent": "Night Mail's worker"})
    try:
        with urllib.request.build_opener(_NoDetours).open(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def refused() -> Refusal | None:
    """Return the refusal of the last probe, if it was refused."""
    refusal: Refusal | None = cache.get(REFUSED)
    return refusal


def starts_anew() -> None:
    """Reset at the start of a worker, so that a refusal is logged again."""
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
