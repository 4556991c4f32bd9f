"""The outbox as staff may see it: what waits and what went wrong, never what an email says."""

from notifications.admin import inbound, mails, notices, panel, standstill, webhooks

__all__ = ["inbound", "mails", "notices", "panel", "standstill", "webhooks"]
