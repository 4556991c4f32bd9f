"""The public keys of senders, from the DNS (RFC 6376 3.6.2): in bounded time, kept as long as they may be."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import dns.exception
import dns.resolver
from django.conf import settings

PATIENCE: Final = 6.0
"""Seconds for one key."""
KEPT: Final = 2000
"""Answers that a process remembers, each as long as its time to live says."""
LONGEST: Final = 4096
"""Bytes of a key's record: that of 4096 bits has 750."""


class KeysAreAway(Exception):
    """The DNS does not answer now; it may later."""


def record(name: str) -> bytes:
    """The key's record, b"" where there is none. Raises KeysAreAway."""
    try:
        answer = resolver(tuple(settings.MAIL_IN_RESOLVERS)).resolve(name, "TXT", search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return b""
    except (dns.resolver.NoNameservers, dns.exception.Timeout, OSError) as error:
        raise KeysAreAway from error
    except dns.exception.DNSException:
        return b""  # not a name
    texts = [b"".join(found.strings) for found in answer]
    return texts[0] if len(texts) == 1 and len(texts[0]) <= LONGEST else b""


@lru_cache(4)
def resolver(servers: Sequence[str]) -> dns.resolver.Resolver:
    """Asks these servers, and remembers what they say."""
    found = dns.resolver.Resolver(configure=not servers)
    found.lifetime = PATIENCE
    found.cache = dns.resolver.LRUCache(KEPT)
    if servers:
        parts = [server.partition(":") for server in servers]
        found.nameservers = [host for host, _, _ in parts]
        found.nameserver_ports = {host: int(port) for host, _, port in parts}
    return found
