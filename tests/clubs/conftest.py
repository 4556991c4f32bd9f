"""The mail server's fixtures, for tests that end with an email."""

from tests.notifications.conftest import carry, post_office

__all__ = ["carry", "post_office"]
