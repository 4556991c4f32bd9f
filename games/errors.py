"""What a service refuses: a stable code and its parameters. The sentences are made outside."""

from collections.abc import Mapping
from datetime import timedelta


class Refused(Exception):
    """A refusal: `code` names the reason for ever, `detail` holds parameters ready for JSON.

    This class itself: as things are now it cannot be done. `wait` is in how many seconds it is worth trying again,
    where that is known.
    """

    wait: float | None = None

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail: Mapping[str, object] = detail

    def after(self, wait: timedelta) -> "Refused":
        """The same refusal, which knows how long it will hold."""
        self.wait = wait.total_seconds()
        return self


class NotFound(Refused):
    """It does not exist, or nobody may know that it does."""


class Forbidden(Refused):
    """It is not this player's to do."""


class Unavailable(Refused):
    """A part of the site that this needs is away; `wait` says when to try again."""


class Unprocessable(Refused):
    """What was asked for makes no sense, whoever asks and whenever."""
