"""The outbox as staff may see it: what waits and what went wrong, never what a mail says."""

from notifications.admin import mails, notices, panel, standstill

__all__ = ["mails", "notices", "panel", "standstill"]
