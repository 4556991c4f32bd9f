"""Permitted targets of webhooks: on the Internet, never in the operator's network.

A name does not reveal where it leads, and may lead elsewhere a moment later. So the form of an address is checked when
it is registered (`read`), and at each delivery the name is resolved, every address it stands for is checked, and the
connection is made to one of those very addresses (`find`).
"""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from django.conf import settings

from games.errors import Unprocessable
from notifications.models import LONGEST_URL

IPAddress = IPv4Address | IPv6Address

HTTPS: Final = 443
PATIENCE: Final = 4.0
"""Seconds to resolve a name."""
VISIBLE: Final = re.compile(r"https://[!-\[\]-~]+", re.ASCII)
"""Printable characters except the backslash, which some programs read as a slash."""
NAME: Final = re.compile(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?\.?")
"""A host's name. Its last label begins with a letter: a name ending in a number is an IPv4 address in one of its old
forms (decimal, octal, hexadecimal, shortened), which programs interpret differently."""
GLOBAL: Final = IPv6Network("2000::/3")
"""All IPv6 addresses allocated for global unicast so far (RFC 4291 2.4)."""
TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""The prefix under which a translator represents IPv4 addresses (RFC 6052 2.1)."""


class Endpoint(NamedTuple):
    """The parts of a webhook's address. `path` includes the query."""

    host: str
    port: int
    path: str


class NotAllowed(Exception):
    """The error for a name that leads to a target that is not permitted."""


class NoAddress(Exception):
    """The error for a name without an address, or a DNS that does not answer."""


def read(url: str) -> Endpoint:
    """Return the parts of an address. Raises Unprocessable("webhook_address")."""
    try:
        parts = urlsplit(url)
        port = parts.port or HTTPS
    except ValueError as error:
        raise Unprocessable("webhook_address") from error
    host = (parts.hostname or "").lower()
    plain = VISIBLE.fullmatch(url) and "@" not in parts.netloc and "#" not in url and len(url) <= LONGEST_URL
    literal = _parse_literal(host)
    if not plain or parts.port == 0 or not (literal or _is_name(host)):
        raise Unprocessable("webhook_address")
    if literal and not is_allowed(literal):
        raise Unprocessable("webhook_address")
    return Endpoint(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _is_name(host: str) -> bool:
    """Check whether this can be a host's name. One without a dot could only lead into the operator's network."""
    return bool(NAME.fullmatch(host)) and ("." in host.rstrip(".") or bool(settings.WEBHOOK_NETWORKS))


def server(url: str) -> str:
    """Return the host of a registered address, permitted or not, with its port unless it is the usual one."""
    return urlsplit(url).netloc.lower().removesuffix(f":{HTTPS}")


def find(host: str) -> list[IPAddress]:
    """Return every address of the host, after checking that all are permitted. Raises NotAllowed, NoAddress."""
    literal = _parse_literal(host)
    addresses = [literal] if literal else _resolve(host)
    if not all(map(is_allowed, addresses)):
        raise NotAllowed
    return addresses


def is_allowed(address: IPAddress) -> bool:
    """Check whether an address is public, or in one of the operator's networks (WEBHOOK_NETWORKS)."""
    unwrapped = _unwrap_ipv4(address)
    if any(unwrapped in ip_network(network) for network in settings.WEBHOOK_NETWORKS):
        return True
    public = unwrapped.is_global and not (unwrapped.is_multicast or unwrapped.is_reserved)
    return public and (unwrapped.version == 4 or unwrapped in GLOBAL)


def _unwrap_ipv4(address: IPAddress) -> IPAddress:
    """Return the IPv4 address that an IPv6 address represents; any other address unchanged."""
    if isinstance(address, IPv4Address):
        return address
    if address in TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _parse_literal(host: str) -> IPAddress | None:
    try:
        return None if "%" in host else ip_address(host)
    except ValueError:
        return None


def _resolve(host: str) -> list[IPAddress]:
    try:
        answers = _resolver(tuple(settings.WEBHOOK_RESOLVERS)).resolve_name(host, lifetime=PATIENCE, search=False)
        addresses = [ip_address(address) for address in answers.addresses()]
    except (dns.exception.DNSException, OSError, ValueError) as error:
        raise NoAddress from error
    if not addresses:
        raise NoAddress
    return addresses


@lru_cache(4)
def _resolver(servers: tuple[str, ...]) -> dns.resolver.Resolver:
    """Return a resolver that asks these servers, without a cache."""
    resolver = dns.resolver.Resolver(configure=not servers)
    if servers:
        parts = [server.rpartition(":") for server in servers]
        resolver.nameservers = [host for host, _, _ in parts]
        resolver.nameserver_ports = {host: int(port) for host, _, port in parts}
    return resolver
