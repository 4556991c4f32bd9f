"""The error for emails whose text cannot be read."""


class UnreadableEmail(Exception):
    """An email without readable text; `reason` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
