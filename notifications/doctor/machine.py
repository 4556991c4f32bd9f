"""Checks of what is monitored elsewhere: PostgreSQL's machine, and the public certificate.

Problems there are reported with the other overdue work (`notifications.doctor.work.duties`).
"""

from collections.abc import Iterator

from django.conf import settings
from django.utils import timezone

from games.table.clocks import certificates, heartbeats
from notifications import monitoring
from notifications.doctor import Finding, error, fine, warning


def watched() -> Iterator[Finding]:
    """Check whether the database's disk and backups are being monitored, and list which of them are fine."""
    if heartbeats.last_heard(monitoring.MACHINE) is None:
        yield warning(
            "disk and backups",
            "nobody looks at them, so nobody is told when the disk is nearly full or no backup is made: "
            "on PostgreSQL's machine, systemctl enable --now night-mail-watch.timer",
        )
        return
    troubled = {late.what for late in monitoring.look(timezone.now())}
    if monitoring.MACHINE not in troubled:
        for source in monitoring.SEEN_BY_MACHINE:
            if source not in troubled:
                yield fine(source, "is well")


def certificate() -> Iterator[Finding]:
    """Check how long the certificate at PUBLIC_URL remains valid."""
    if not settings.PUBLIC_URL.startswith("https:"):
        return
    try:
        fetched = certificates.fetch(settings.PUBLIC_URL)
    except (OSError, ValueError) as problem:
        yield warning("certificate", f"unknown: nothing answers at {settings.PUBLIC_URL} ({type(problem).__name__})")
        return
    ends = f"{fetched.not_valid_after_utc:%Y-%m-%d}"
    if certificates.good_until(fetched) <= timezone.now():
        yield error("certificate", f"ends on {ends} and was not renewed: see certbot.timer, then reload nginx")
    else:
        yield fine("certificate", f"is good until {ends}")
