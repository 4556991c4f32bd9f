"""The settings of webhooks, read from the environment as those in `ttr_site.settings`."""

import re
import ssl
from ipaddress import ip_network
from typing import NamedTuple

from ttr_site.variables import items, text, wrong


class Webhooks(NamedTuple):
    """Each as the setting of its name, WEBHOOK_...

    `networks`: where webhooks may lead besides the Internet. `authority`: a file (PEM) with who else may prove
    servers; "" for nobody. `resolvers`: who knows their names; none for this machine's own.
    """

    networks: list[str]
    authority: str
    resolvers: list[str]


def read() -> Webhooks:
    """All of them. Raises ImproperlyConfigured."""
    return Webhooks(_networks(), _authority(), _resolvers())


def _networks() -> list[str]:
    found: list[str] = items("WEBHOOK_NETWORKS")
    try:
        for network in found:
            ip_network(network)
    except ValueError:
        wrong("WEBHOOK_NETWORKS", "must be like 10.20.0.0/16, separated by commas")
    return found


def _authority() -> str:
    found: str = text("WEBHOOK_AUTHORITY")
    if found:
        try:
            ssl.create_default_context(cafile=found)
        except OSError:
            wrong("WEBHOOK_AUTHORITY", "must be a file of certificates in PEM")
    return found


def _resolvers() -> list[str]:
    found: list[str] = items("WEBHOOK_RESOLVERS")
    if not all(re.fullmatch(r"[0-9.]+:[0-9]{1,5}", one) for one in found):
        wrong("WEBHOOK_RESOLVERS", "must be like 127.0.0.1:53, separated by commas")
    return found
