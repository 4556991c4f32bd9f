"""What is said elsewhere becomes rows, in the same transaction; nothing else happens here. All receivers of signals.

After the commit a worker is woken.
"""

from notifications.receivers import accounts, clubs, competitions, disputes, games

__all__ = ["accounts", "clubs", "competitions", "disputes", "games"]
