"""Checks of settings that can be wrong although the site accepts them."""

from collections.abc import Iterator
from http.client import HTTPException

from django.conf import settings

from games.table.clocks import probe
from games.table.store import key_ring
from notifications.doctor import Finding, error, fine, warning
from notifications.models import PushSubscription

SHORT_KEY = 32


def environment() -> Iterator[Finding]:
    """Look for settings that a production site should not have."""
    if settings.DEBUG:
        yield error("DEBUG", "shows source code and settings to anyone who sees an error: set DEBUG=false")
    if not settings.SECURE:
        yield warning(
            "PUBLIC_URL", "is not https, so codes and cookies are sent in the clear: put a proxy with TLS in front"
        )
    elif not settings.TRUSTED_PROXY_COUNT:
        yield warning(
            "TRUSTED_PROXY_COUNT", "is 0, so the limits treat all visitors as one: set it to 1 behind a proxy"
        )
    if len(settings.SECRET_KEY) < SHORT_KEY:
        yield error("SECRET_KEY", "is too short and can be guessed: use the one that `python -m deploy.keys` prints")
    if "smtp" not in settings.EMAIL_BACKEND:
        yield error(
            "EMAIL_URL", "does not send emails to anyone: set an address that begins with smtp:, smtp+tls: or smtp+ssl:"
        )
    if settings.MAIL_PAGE_URL:
        yield error("MAIL_PAGE_URL", "is for the demo, and tells everybody where to read emails: remove it")
    if settings.WHITENOISE_USE_FINDERS:
        yield warning(
            "static files", "are not collected, so browsers fetch them again and again: run `python -m deploy.static`"
        )
    yield fine("settings", f"the site is {settings.PUBLIC_URL}")


def push() -> Iterator[Finding]:
    """Check whether browsers can show notifications."""
    if settings.VAPID_PRIVATE_KEY:
        count = PushSubscription.objects.count()
        yield fine("VAPID_PRIVATE_KEY", f"browsers can show notifications: {count} are told")
    else:
        yield warning(
            "VAPID_PRIVATE_KEY", "is not set, so browsers show no notifications: `python -m deploy.keys` prints one"
        )


def keys() -> Iterator[Finding]:
    """Check whether SEED_KEYS decrypt the games."""
    closed = key_ring.closed_for_ever()
    if closed:
        yield error(
            "SEED_KEYS",
            f"cannot decrypt {', '.join(closed[:5])}: add the key they began with, or nobody can play or read them",
        )
    else:
        yield fine("SEED_KEYS", f"{len(settings.SEED_KEYS)} keys decrypt all games; keep a copy elsewhere")


def door() -> Iterator[Finding]:
    """Check whether the web process answers at the worker's address, and at the public one."""
    trouble = _find_trouble(settings.HEARTBEAT_URL)
    if trouble:
        yield error("HEARTBEAT_URL", f"{trouble}; until then no deadline passes")
    else:
        yield fine("HEARTBEAT_URL", f"{settings.HEARTBEAT_URL} answers")
    public = f"{settings.PUBLIC_URL}/heartbeat"
    if public != settings.HEARTBEAT_URL and (trouble := _find_trouble(public)):
        # From inside it may be unreachable, which is why HEARTBEAT_URL is set; and the proxy may hide /heartbeat.
        yield warning(
            "PUBLIC_URL", f"{trouble}. If only this machine cannot reach it, let an outside monitor watch /health"
        )


def _find_trouble(url: str) -> str:
    """Return what is wrong with the web process's response, and what to do; "" if nothing is."""
    try:
        status = probe.ask(url)
    except (OSError, HTTPException) as problem:
        return f"nothing answers at {url} ({problem}): start deploy/web, or correct the address"
    if status == probe.NOTED:
        return ""
    if status >= 500:
        return f"{url} answers {status}, like a proxy with nothing behind it: start deploy/web"
    return f"{url} answers {status}: something else is there, or it refuses the host name; correct the address"
