"""The admin pages of the outbox: what waits and what failed, but never what an email says."""

from notifications.admin import inbound, mails, notices, panel, standstill, webhooks

__all__ = ["inbound", "mails", "notices", "panel", "standstill", "webhooks"]
