"""Rows about emails and other notifications.

`mails` has outgoing emails, and how each player wants them; `inbound` incoming ones; `webhooks` what programs are sent;
`streams` who listens to what; `push` what browsers show; `calendars` where calendar programs look; `notices` how far
players have read what has happened; `wishes` which tables they would join.
"""

from notifications.models.calendars import CalendarAddress
from notifications.models.inbound import (
    DigestGame,
    Inbound,
    InboundEmail,
    MailReport,
    ReplyAddress,
    SenderAddress,
    SiteEmail,
)
from notifications.models.leased import Leased
from notifications.models.mails import (
    LONGEST_LEAD_HOURS,
    LONGEST_NOTICE,
    MOST_REMINDERS,
    Absence,
    Alarm,
    DeadAddress,
    FirstBounce,
    Habits,
    Mail,
    Notification,
    Preference,
    new_token,
)
from notifications.models.notices import NoticesRead
from notifications.models.push import LONGEST_DEVICE, PushDelivery, PushSubscription
from notifications.models.streams import AccountEvent, Listening
from notifications.models.webhooks import LONGEST_LABEL, LONGEST_URL, Webhook, WebhookDelivery
from notifications.models.wishes import TableWish

__all__ = [
    "LONGEST_DEVICE",
    "LONGEST_LABEL",
    "LONGEST_LEAD_HOURS",
    "LONGEST_NOTICE",
    "LONGEST_URL",
    "MOST_REMINDERS",
    "Absence",
    "AccountEvent",
    "Alarm",
    "CalendarAddress",
    "DeadAddress",
    "DigestGame",
    "FirstBounce",
    "Habits",
    "Inbound",
    "InboundEmail",
    "Leased",
    "Listening",
    "Mail",
    "MailReport",
    "NoticesRead",
    "Notification",
    "Preference",
    "PushDelivery",
    "PushSubscription",
    "ReplyAddress",
    "SenderAddress",
    "SiteEmail",
    "TableWish",
    "Webhook",
    "WebhookDelivery",
    "new_token",
]
