"""The public keys of senders from DNS (RFC 6376 3.6.2), fetched in bounded time and cached as long as allowed."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import dns.exception
import dns.resolver
from django.conf import settings

PATIENCE: Final = 6.0
"""Seconds for fetching one key."""
KEPT: Final = 2000
"""Cached replies per process, each for its time to live."""
LONGEST: Final = 4096
"""Maximum bytes of a key record; a 4096-bit key takes 750."""


class KeysAreAway(Exception):
    """The error for a DNS that does not reply about a sender's keys now, but may later."""


def record(name: str) -> bytes:
    """Return the key's record; b"" if there is none. Raises KeysAreAway."""
    try:
        answer = resolver(tuple(settings.MAIL_IN_RESOLVERS)).resolve(name, "TXT", search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return b""
    except (dns.resolver.NoNameservers, dns.exception.Timeout, OSError) as error:
        raise KeysAreAway from error
    except dns.exception.DNSException:
        return b""  # not a valid name
    texts = [b"".join(rdata.strings) for rdata in answer]
    return texts[0] if len(texts) == 1 and len(texts[0]) <= LONGEST else b""


@lru_cache(4)
def resolver(servers: Sequence[str]) -> dns.resolver.Resolver:
    """Return a resolver that asks these servers, and caches their replies."""
    caching_resolver = dns.resolver.Resolver(configure=not servers)
    caching_resolver.lifetime = PATIENCE
    caching_resolver.cache = dns.resolver.LRUCache(KEPT)
    if servers:
        parts = [server.partition(":") for server in servers]
        caching_resolver.nameservers = [host for host, _, _ in parts]
        caching_resolver.nameserver_ports = {host: int(port) for host, _, port in parts}
    return caching_resolver
