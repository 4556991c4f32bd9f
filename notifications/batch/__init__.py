"""What a batch of emails needs, read in as many queries as for one email.

`batch` has the games, `competitions`, `decisions` and `free_seats` what else emails are about.
"""

from notifications.batch.batch import TURN_EMAILS, Batch

__all__ = ["TURN_EMAILS", "Batch"]
