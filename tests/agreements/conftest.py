"""The post office, for stories that begin with an email."""

from tests.notifications.conftest import carry, post_office

__all__ = ["carry", "post_office"]
