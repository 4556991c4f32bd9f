"""Addresses of the API for notifications, below /api/v1/."""

from django.urls import path

from games import converters  # noqa: F401 - imports register the extensions
from notifications.api import (
    absences,
    calendar,
    links,
    mail,
    notices,
    push,
    refusal,
    senders,
    streams,
    table_wish,
    unsubscribe,
    webhooks,
)

urlpatterns = [
    path("me/mail", mail.MailView.as_view(), name="mail"),
    path("me/mail/refusal", refusal.RefusalView.as_view(), name="mail-refusal"),
    path("me/mail/addresses", senders.SenderAddressesView.as_view(), name="sender-addresses"),
    path("me/mail/addresses/<int:address_id>", senders.SenderAddressView.as_view(), name="sender-address"),
    path("me/mail/games/<key:game_id>", mail.GameMailView.as_view(), name="game-mail"),
    path("games/<key:game_id>/absences", absences.AbsencesView.as_view(), name="absences"),
    path("stream", streams.AccountStreamView.as_view(), name="account-stream"),
    path("games/<key:game_id>/stream", streams.GameStreamView.as_view(), name="game-stream"),
    path("me/calendar", calendar.CalendarView.as_view(), name="calendar"),
    path("me/notices", notices.NoticesView.as_view(), name="notices-list"),
    path("me/notices/read", notices.NoticesReadView.as_view(), name="notices-read"),
    path("me/table-wish", table_wish.TableWishView.as_view(), name="own-table-wish"),
    path("me/links", links.LinksView.as_view(), name="links"),
    path("me/webhooks", webhooks.WebhooksView.as_view(), name="webhooks"),
    path("me/webhooks/<key:webhook_id>", webhooks.WebhookView.as_view(), name="webhook"),
    path("me/webhooks/<key:webhook_id>/secret", webhooks.WebhookSecretView.as_view(), name="webhook-secret"),
    path("me/webhooks/<key:webhook_id>/test", webhooks.WebhookTestView.as_view(), name="webhook-test"),
    path(
        "me/webhooks/<key:webhook_id>/deliveries", webhooks.WebhookDeliveriesView.as_view(), name="webhook-deliveries"
    ),
    path(
        "me/webhooks/<key:webhook_id>/deliveries/<int:delivery_id>/replay",
        webhooks.WebhookReplayView.as_view(),
        name="webhook-replay",
    ),
    path("me/push-subscriptions", push.PushSubscriptionsView.as_view(), name="push-subscriptions"),
    path("me/push-subscriptions/key", push.PushKeyView.as_view(), name="push-key"),
    path("me/push-subscriptions/<key:subscription_id>", push.PushSubscriptionView.as_view(), name="push-subscription"),
    path(
        "me/push-subscriptions/<key:subscription_id>/test", push.PushTestView.as_view(), name="push-subscription-test"
    ),
    path("unsubscribe/<str:token>", unsubscribe.UnsubscribeView.as_view(), name="unsubscribe"),
]
