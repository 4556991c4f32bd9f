"""Why no text can be taken from an email."""


class UnreadableEmail(Exception):
    """No text can be taken from this email; `reason` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
