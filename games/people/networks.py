"""Which network a request comes from, as all limits for strangers count it."""

import ipaddress
from typing import cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


def network(address: str) -> str:
    """Return an IPv4 address as it is; the /64 of an IPv6 address, which is one customer's."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((ip, 64), strict=False).network_address) if ip.version == 6 else str(ip)


def network_of(request: HttpRequest | Request) -> str:
    """Return the network that asks."""
    return network(address_of(request))


def address_of(request: HttpRequest | Request) -> str:
    """Return the address that asks, as it is written.

    What proxies say is believed as far as TRUSTED_PROXY_COUNT goes.
    """
    return BaseThrottle().get_ident(cast("Request", request)) or ""
