"""The network of a request, by which all limits for strangers count."""

import ipaddress
from typing import cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


def network(address: str) -> str:
    """Return an IPv4 address as it is; for IPv6, the /64 that contains it, which belongs to one customer."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((ip, 64), strict=False).network_address) if ip.version == 6 else str(ip)


def network_of(request: HttpRequest | Request) -> str:
    """Return the network of the request."""
    return network(address_of(request))


def address_of(request: HttpRequest | Request) -> str:
    """Return the address of the request, as written.

    Proxies are believed as far as TRUSTED_PROXY_COUNT says.
    """
    return BaseThrottle().get_ident(cast("Request", request)) or ""
