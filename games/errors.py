"""Refusals by services: a stable code and its parameters. The sentences are made elsewhere."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Self


class Refused(Exception):
    """A refusal: `code` is a stable name for the reason, `detail` holds parameters ready for JSON.

    This class itself means that the request is impossible in the present state. `wait`: after how many seconds to try
    again, if known.
    """

    wait: float | None = None

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail: Mapping[str, object] = detail

    def after(self, wait: timedelta) -> Self:
        """Return this refusal with the time after which to try again."""
        self.wait = wait.total_seconds()
        return self


class NotFound(Refused):
    """The refusal of something that does not exist, or whose existence the player may not know."""


class Forbidden(Refused):
    """The refusal of something that the player may not do."""


class QuotaSpent(Refused):
    """The refusal of what the player has done too often for now; `wait` says when there is room again."""


class Unavailable(Refused):
    """The refusal because a needed part of the site is down; `wait` says when to try again."""


class Unprocessable(Refused):
    """The refusal of a request that is invalid at any time and for anyone."""
