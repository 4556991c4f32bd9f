"""The mail server's fixtures, for tests that end with an email, or with the answer to one."""

from tests.inbox.conftest import mail_in
from tests.notifications.conftest import carry, post_office

__all__ = ["carry", "mail_in", "post_office"]
