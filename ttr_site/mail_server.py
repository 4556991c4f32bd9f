"""The settings of outgoing mail, read from the environment like those in `ttr_site.settings`."""

from email.utils import parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

from ttr_site.variables import env, required, wrong

SERVERS: Final = {"smtp", "smtp+tls", "smtp+ssl"}
ELSEWHERE: Final = {"consolemail", "filemail", "memorymail"}
"""Schemes that deliver to nobody: the terminal, a folder, and the memory of a test's process."""
FORM: Final = "must be like smtp+tls://user:password@host:587, consolemail:// or filemail:///folder"
AMBIGUOUS: Final = "must not begin with smtps://: write smtp+ssl:// (port 465) or smtp+tls:// (STARTTLS, port 587)"


def read() -> dict[str, Any]:
    """Return Django's settings for outgoing emails. Raises ImproperlyConfigured."""
    value = required("EMAIL_URL")
    try:
        address = urlsplit(value)
        is_server = address.scheme in SERVERS and bool(address.hostname) and address.port != 0
    except ValueError:
        wrong("EMAIL_URL", FORM)
    if address.scheme == "smtps":
        wrong("EMAIL_URL", AMBIGUOUS)
    if address.query or address.fragment or (address.scheme not in ELSEWHERE and not is_server):
        wrong("EMAIL_URL", f"{FORM}; a # or ? in the password is written %23 or %3F")
    config: dict[str, Any] = env.email_url_config(value)
    return config | {"EMAIL_FILE_PATH": "/" + config["EMAIL_FILE_PATH"].lstrip("/")}


def sender() -> str:
    """Return the name and address that our emails come from. Raises ImproperlyConfigured."""
    value = required("DEFAULT_FROM_EMAIL")
    local, at, domain = parseaddr(value)[1].partition("@")
    if not (local and at and domain) or not value.isprintable():
        wrong("DEFAULT_FROM_EMAIL", "must be like Night Mail <post@games.example.org>")
    return value
