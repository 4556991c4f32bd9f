"""Rows about emails: `mails` are those that go out, and as each player wants them; `inbound` those that come in."""

from notifications.models.inbound import (
    DigestGame,
    Inbound,
    InboundEmail,
    MailReport,
    ReplyAddress,
    SenderAddress,
    SiteEmail,
)
from notifications.models.mails import (
    LONGEST_LEAD_HOURS,
    LONGEST_NOTICE,
    MOST_REMINDERS,
    Absence,
    Alarm,
    DeadAddress,
    Habits,
    Mail,
    Notification,
    Preference,
    new_token,
)

__all__ = [
    "LONGEST_LEAD_HOURS",
    "LONGEST_NOTICE",
    "MOST_REMINDERS",
    "Absence",
    "Alarm",
    "DeadAddress",
    "DigestGame",
    "Habits",
    "Inbound",
    "InboundEmail",
    "Mail",
    "MailReport",
    "Notification",
    "Preference",
    "ReplyAddress",
    "SenderAddress",
    "SiteEmail",
    "new_token",
]
