"""What the settings say, as far as they can be wrong and still be accepted."""

from collections.abc import Iterator
from http.client import HTTPException

from django.conf import settings

from games.clocks import knocking
from games.store import keyring
from notifications.doctor import Finding, error, fine, warning

SHORT_KEY = 32


def environment() -> Iterator[Finding]:
    """Settings that a real site should not have."""
    if settings.DEBUG:
        yield error("DEBUG", "shows source code and settings to anyone who meets an error: set DEBUG=false")
    if not settings.SECURE:
        yield warning("PUBLIC_URL", "is not https: codes and cookies travel in the open; put the proxy's TLS in front")
    elif not settings.TRUSTED_PROXY_COUNT:
        yield warning(
            "TRUSTED_PROXY_COUNT", "is 0, so that all visitors count as one for the limits: set it to 1 behind a proxy"
        )
    if len(settings.SECRET_KEY) < SHORT_KEY:
        yield error("SECRET_KEY", "is short enough to be guessed: take the one that `python -m deploy.keys` prints")
    if "smtp" not in settings.EMAIL_BACKEND:
        yield error(
            "EMAIL_URL", "sends nothing to anyone: give an address that begins with smtp:, smtp+tls: or smtp+ssl:"
        )
    if settings.MAIL_PAGE_URL:
        yield error("MAIL_PAGE_URL", "is for the demo, and tells everybody where emails can be read: take it out")
    if settings.WHITENOISE_USE_FINDERS:
        yield warning(
            "static files", "are not gathered, so browsers fetch them again and again: run `python -m deploy.static`"
        )
    yield fine("settings", f"read; the site is {settings.PUBLIC_URL}")


def keys() -> Iterator[Finding]:
    """Whether SEED_KEYS open the games."""
    closed = keyring.closed_for_ever()
    if closed:
        yield error(
            "SEED_KEYS",
            f"does not open {', '.join(closed[:5])}: add the key that they began with, or nobody plays or reads them",
        )
    else:
        yield fine("SEED_KEYS", f"{len(settings.SEED_KEYS)} keys, which open the games; keep a copy elsewhere")


def door() -> Iterator[Finding]:
    """Whether the web process answers where the worker knocks, and where people do."""
    trouble = _trouble(settings.HEARTBEAT_URL)
    if trouble:
        yield error("HEARTBEAT_URL", f"{trouble}; so no deadline passes")
    else:
        yield fine("HEARTBEAT_URL", f"{settings.HEARTBEAT_URL} answers")
    public = f"{settings.PUBLIC_URL}/heartbeat"
    if public != settings.HEARTBEAT_URL and (trouble := _trouble(public)):
        # From inside it may be out of reach, which is why HEARTBEAT_URL is set; and the proxy may hide /heartbeat.
        yield warning("PUBLIC_URL", f"{trouble}. Where that is so from here alone, let a monitor outside watch /health")


def _trouble(url: str) -> str:
    """What is wrong with the answer to a knock, and what to do; empty where nothing is."""
    try:
        status = knocking.ask(url)
    except (OSError, HTTPException) as problem:
        return f"nothing answers at {url} ({problem}): start deploy/web, or correct the address"
    if status == knocking.NOTED:
        return ""
    if status >= 500:
        return f"{url} answers {status}, as a proxy does behind which nothing is: start deploy/web"
    return f"{url} answers {status}: something else is there, or the name is refused; correct the address"
