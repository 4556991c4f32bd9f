"""Limits for networks whose requests are not signed in; generous, for many people may share a network.

Each request is counted in the cache. A process remembers which networks are beyond a limit until the window ends, so
that a flood of requests costs no queries. If Redis is down, nobody is refused.
"""

from typing import Final

from django.conf import settings
from prometheus_client import Counter

from games.people.counters import WindowCounter

refused: Final = Counter("night_mail_refused_strangers", "Requests refused for how many a network has made", ["limit"])


class NetworkLimit:
    """A limit on requests of one kind from a network per minute: `settings.STRANGERS_PER_MINUTE`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._counter = WindowCounter(f"stranger-{name}")
        self._spent: dict[str, float] = {}
        refused.labels(limit=name)  # so that the metric exists, and is 0, before the first refusal

    def allows(self, network: str) -> bool:
        """Count one more request, and check whether it is within the limit."""
        if self.is_spent(network):
            return False
        if self._counter.count(network) <= settings.STRANGERS_PER_MINUTE[self._name]:
            return True
        self._spent = {each: until for each, until in self._spent.items() if until > self._counter.now()}
        self._spent[network] = self._counter.ends_at()
        return False

    def is_spent(self, network: str) -> bool:
        """Check whether this process knows that the network has exceeded the limit in this minute."""
        return self._spent.get(network, 0.0) > self._counter.now()

    def refuse(self) -> float:
        """Count a refusal, and return the seconds until the network may try again."""
        refused.labels(limit=self._name).inc()
        return self._counter.seconds_left()

    def forget(self) -> None:
        """Forget which networks have exceeded the limit, and ask the cache again."""
        self._spent = {}


PAGES: Final = NetworkLimit("pages")
"""Requests for anything but static files that carry neither a token nor a browser's session."""
PROBES: Final = NetworkLimit("probes")
"""Requests from one address for monitoring pages: /health looks at every queue, /heartbeat writes."""
WRONG_TOKENS: Final = NetworkLimit("wrong_tokens")
EVERY: Final = (PAGES, PROBES, WRONG_TOKENS)
