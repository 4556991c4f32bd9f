"""The certificate that people are shown at PUBLIC_URL: until when it is good.

It is asked for as browsers do, so a renewed file that the proxy has not read yet does not count.
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
"""The heartbeat whose instant is when the certificate's end is near: in the future while all is well."""
PATIENCE: Final = 5
"""Seconds to wait for the proxy."""
MARGIN: Final = timedelta(days=14)
SHORT_LIVED: Final = 4
"""Of a certificate that is good for few days, the last quarter is the margin."""

log = structlog.get_logger(__name__)


def good_until(certificate: x509.Certificate) -> datetime:
    """Return the instant from which the end is near: whatever renews it has failed for days by then."""
    begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return end - min(MARGIN, (end - begin) / SHORT_LIVED)


def fetch(url: str) -> x509.Certificate:
    """Return what the server at an https address shows, whoever has issued it. Raises OSError."""
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
    """Note until when the certificate at PUBLIC_URL is good. Where nothing answers, what was noted stays."""
    if not settings.PUBLIC_URL.startswith("https:"):
        return
    try:
        certificate = fetch(settings.PUBLIC_URL)
    except (OSError, ValueError) as error:
        log.warning("certificate_not_seen", url=settings.PUBLIC_URL, error=type(error).__name__)
        return
    heartbeats.note(source=SOURCE, now=good_until(certificate))
