"""The check of how long the certificate that PUBLIC_URL presents remains valid.

It is fetched as browsers do, so a renewed file that the proxy has not loaded yet does not count.
"""

import socket
import ssl
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

import structlog
from cryptography import x509
from django.conf import settings

from games.table.clocks import heartbeats

SOURCE: Final = "certificate_good_until"
"""The heartbeat dated when the certificate's end is near, which is in the future while all is well."""
PATIENCE: Final = 5
"""The timeout for the proxy in seconds."""
MARGIN: Final = timedelta(days=14)
SHORT_LIVED: Final = 4
"""The divisor for short-lived certificates: the last quarter of their validity is the margin."""

log = structlog.get_logger(__name__)


def good_until(certificate: x509.Certificate) -> datetime:
    """Return the instant from which the certificate's end is near, by when its renewal must have failed for days."""
    begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return end - min(MARGIN, (end - begin) / SHORT_LIVED)


def fetch(url: str) -> x509.Certificate:
    """Return the certificate of the server at an https address, whoever issued it. Raises OSError."""
    address = urlsplit(url)
    host = address.hostname or ""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, address.port or 443), PATIENCE) as line,
        context.wrap_socket(line, server_hostname=host) as tls,
    ):
        return x509.load_der_x509_certificate(tls.getpeercert(binary_form=True) or b"")


def look() -> None:
    """Record how long the certificate at PUBLIC_URL is good; keep the earlier record if the server does not answer."""
    if not settings.PUBLIC_URL.startswith("https:"):
        return
    try:
        certificate = fetch(settings.PUBLIC_URL)
    except (OSError, ValueError) as error:
        log.warning("certificate_not_seen", url=settings.PUBLIC_URL, error=type(error).__name__)
        return
    heartbeats.note(source=SOURCE, now=good_until(certificate))
