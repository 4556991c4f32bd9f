"""The settings of webhooks, read from the environment like those in `ttr_site.settings`."""

import re
import ssl
from ipaddress import ip_network
from typing import NamedTuple

from ttr_site.variables import items, text, wrong


class WebhookSettings(NamedTuple):
    """The settings of webhooks, each named like its variable without WEBHOOK_.

    `networks` are allowed besides the Internet. `authority` is a file (PEM) with an additional certificate authority
    for servers, or "". `resolvers` are the name servers; none means this machine's own.
    """

    networks: list[str]
    authority: str
    resolvers: list[str]


def read() -> WebhookSettings:
    """Return all settings of webhooks. Raises ImproperlyConfigured."""
    return WebhookSettings(_networks(), _authority(), _resolvers())


def _networks() -> list[str]:
    networks: list[str] = items("WEBHOOK_NETWORKS")
    try:
        for network in networks:
            ip_network(network)
    except ValueError:
        wrong("WEBHOOK_NETWORKS", "must be like 10.20.0.0/16, separated by commas")
    return networks


def _authority() -> str:
    file: str = text("WEBHOOK_AUTHORITY")
    if file:
        try:
            ssl.create_default_context(cafile=file)
        except OSError:
            wrong("WEBHOOK_AUTHORITY", "must be a file of certificates in PEM")
    return file


def _resolvers() -> list[str]:
    resolvers: list[str] = items("WEBHOOK_RESOLVERS")
    if not all(re.fullmatch(r"[0-9.]+:[0-9]{1,5}", resolver) for resolver in resolvers):
        wrong("WEBHOOK_RESOLVERS", "must be like 127.0.0.1:53, separated by commas")
    return resolvers
