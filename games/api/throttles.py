"""Rate limits on requests, counted in the cache. While Redis is unavailable, they let everything pass.

The number of emailed codes is limited elsewhere, by rows: `games.people.codes`. Posting moves has no limit: the player
of a seat can always play. Views declare their limits by `throttle_classes`.

Each answer says how much is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
"""

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.people.counters import WindowCounter
from games.people.networks import network_of

if TYPE_CHECKING:
    # Views load this module.
    from rest_framework.views import APIView


class WindowThrottle(BaseThrottle):
    """A limit on requests per time window, with one counter that is incremented atomically."""

    name: ClassVar[str]
    seconds: ClassVar[int] = 60
    used: int | None = None
    """How many requests the window has had with this one; None for a request that is not counted."""

    def who(self, request: Request) -> str | None:
        """Return the key under which the request is counted; None if it is not counted."""
        raise NotImplementedError

    def limit(self) -> int:
        """Return how many requests a window allows."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView") -> bool:
        who = self.who(request)
        if who is None:
            return True
        self.used = WindowCounter(self.name, self.seconds).count(who)
        return self.used <= self.limit()

    def wait(self) -> float:
        return WindowCounter(self.name, self.seconds).seconds_left()


class AnonymousThrottle(WindowThrottle):
    """A limit for strangers, by address. Many players may share an address, so anyone identified counts as a player."""

    name = "address"

    def who(self, request: Request) -> str | None:
        return None if request.user.is_authenticated else network_of(request)

    def limit(self) -> int:
        return settings.REQUESTS_PER_MINUTE["stranger"]


class PlayerThrottle(WindowThrottle):
    """A limit for players, with any token or with a browser's session."""

    name = "player"

    def who(self, request: Request) -> str | None:
        return str(request.user.pk) if request.user.is_authenticated else None

    def limit(self) -> int:
        return settings.REQUESTS_PER_MINUTE["player"]


class ExportThrottle(WindowThrottle):
    """A limit on responses with many games, which take seconds: by player, or by address for strangers."""

    name = "export"

    def who(self, request: Request) -> str | None:
        return str(request.user.pk) if request.auth else network_of(request)

    def limit(self) -> int:
        return settings.EXPORTS_PER_MINUTE


def describe_limits(throttles: Iterable[BaseThrottle]) -> dict[str, str]:
    """Return the headers that say which limits the request was counted by, and how much of each is left."""
    counted = [throttle for throttle in throttles if isinstance(throttle, WindowThrottle) and throttle.used is not None]
    if not counted:
        return {}
    return {
        "RateLimit-Policy": ", ".join(f'"{each.name}";q={each.limit()};w={each.seconds}' for each in counted),
        "RateLimit": ", ".join(f'"{each.name}";r={_left(each)};t={ceil(each.wait())}' for each in counted),
    }


def _left(throttle: WindowThrottle) -> int:
    return max(throttle.limit() - (throttle.used or 0), 0)
