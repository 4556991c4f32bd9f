"""What a service refuses: a stable code and its parameters. The sentences are made outside."""

from collections.abc import Mapping
from datetime import timedelta


class Refused(Exception):
    """A refusal: `code` names the reason for ever, `detail` holds parameters ready for JSON.

    This class itself: it cannot be done as things are now. `wait`: in how many seconds it is worth trying again, if
    known.
    """

    wait: float | None = None

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail: Mapping[str, object] = detail

    def after(self, wait: timedelta) -> "Refused":
        """Return this refusal, with how long it will hold."""
        self.wait = wait.total_seconds()
        return self


class NotFound(Refused):
    """It does not exist, or nobody may know that it does."""


class Forbidden(Refused):
    """The player may not do it."""


class Unavailable(Refused):
    """A part of the site that this needs is away; `wait` says when to try again."""


class Unprocessable(Refused):
    """The request makes no sense, at any time and for anyone."""
