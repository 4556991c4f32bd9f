"""The settings of incoming mail, read from the environment like those in `ttr_site.settings`."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from ttr_site.variables import items, text, wrong

_ADDRESS: Final = re.compile(r"([a-z0-9._-]{1,33}@[a-z0-9-]+(\.[a-z0-9-]+)+)?")
"""With the 30 characters of a token and a plus, the part before the @ stays within 64 octets (RFC 5321 4.5.3.1.1)."""
PROVIDERS: Final = frozenset({"mailgun", "mailjet", "postmark", "sparkpost"})
"""The mail providers whose webhooks are supported (`notifications.inbox.webhooks`)."""
SHORTEST_SECRET: Final = 16


@dataclass(frozen=True, slots=True)
class MailIn:
    """The settings of incoming mail, each named like its variable without MAIL_IN_ or MAIL_."""

    address: str
    return_address: str
    complaints_address: str
    trusted: list[str]
    resolvers: list[str]
    imap_url: str
    webhooks: list[str]
    webhook_secrets: list[str]
    webhook_signing_key: str


def read() -> MailIn:
    """Return all settings of incoming mail. Raises ImproperlyConfigured."""
    mail_in = _read()
    if mail_in.webhooks and not mail_in.webhook_secrets:
        wrong("MAIL_WEBHOOK_SECRET", "must be set, or anyone could post to MAIL_WEBHOOKS")
    if "mailgun" in mail_in.webhooks and not mail_in.webhook_signing_key:
        wrong("MAIL_WEBHOOK_SIGNING_KEY", "must be set: Mailgun signs what it posts")
    return mail_in


def _read() -> MailIn:
    resolvers = items("MAIL_IN_RESOLVERS")
    if not all(re.fullmatch(r"[0-9.]+:[0-9]{1,5}", resolver) for resolver in resolvers):
        wrong("MAIL_IN_RESOLVERS", "must be like 127.0.0.1:53, separated by commas")
    return MailIn(
        _address("MAIL_IN_ADDRESS", text("MAIL_IN_ADDRESS")),
        _address("MAIL_RETURN_ADDRESS", text("MAIL_RETURN_ADDRESS")),
        _address("MAIL_COMPLAINTS_ADDRESS", text("MAIL_COMPLAINTS_ADDRESS")),
        [name.lower() for name in items("MAIL_IN_TRUSTED")],
        resolvers,
        _imap_url(text("MAIL_IN_IMAP_URL")),
        _webhooks(items("MAIL_WEBHOOKS")),
        _secrets(items("MAIL_WEBHOOK_SECRET")),
        text("MAIL_WEBHOOK_SIGNING_KEY"),
    )


def _address(name: str, value: str) -> str:
    address = value.strip().lower()
    if not _ADDRESS.fullmatch(address):
        wrong(name, "must be like play@games.example.org, with at most 33 characters before the @")
    return address


def _webhooks(names: list[str]) -> list[str]:
    if not PROVIDERS.issuperset(names):
        wrong("MAIL_WEBHOOKS", f"must be some of {', '.join(sorted(PROVIDERS))}, separated by commas")
    return names


def _secrets(secrets: list[str]) -> list[str]:
    if not all(len(password) >= SHORTEST_SECRET for password in (secret.partition(":")[2] for secret in secrets)):
        wrong("MAIL_WEBHOOK_SECRET", f"must be like user:password, the password at least {SHORTEST_SECRET} characters")
    return secrets


def _imap_url(url: str) -> str:
    """Return a mailbox's address unchanged, after checking that its password is sent over networks only encrypted."""
    parts = urlsplit(url)
    is_safe = parts.scheme in ("imaps", "imap+tls") or (parts.scheme, parts.hostname) == ("imap", "127.0.0.1")
    if url and not (is_safe and parts.hostname and parts.username and parts.password):
        wrong("MAIL_IN_IMAP_URL", "must be like imaps://user:password@imap.example.org, with %40 for an @ in user")
    return url
