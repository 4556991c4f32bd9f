"""Why no text can be taken from an email."""


class UnreadableEmail(Exception):
    """An email from which no text can be taken; `reason` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
