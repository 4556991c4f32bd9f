"""The supported providers of webhooks; those that need programs or calls of their own are not supported."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from anymail.webhooks.base import AnymailBaseWebhookView
from anymail.webhooks.mailgun import MailgunInboundWebhookView, MailgunTrackingWebhookView
from anymail.webhooks.mailjet import MailjetInboundWebhookView, MailjetTrackingWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView, PostmarkTrackingWebhookView
from anymail.webhooks.sparkpost import SparkPostInboundWebhookView, SparkPostTrackingWebhookView
from django.http import HttpRequest

from notifications.inbox.webhooks import emails
from notifications.inbox.webhooks.emails import PostedEmail


@dataclass(frozen=True, slots=True)
class Provider:
    """django-anymail's views for a provider's posts, which verify the provider, and a reader for its emails."""

    inbound: type[AnymailBaseWebhookView]
    tracking: type[AnymailBaseWebhookView]
    emails: Callable[[HttpRequest], list[PostedEmail]]


PROVIDERS: Final = {
    "mailgun": Provider(MailgunInboundWebhookView, MailgunTrackingWebhookView, emails.mailgun),
    "mailjet": Provider(MailjetInboundWebhookView, MailjetTrackingWebhookView, emails.mailjet),
    "postmark": Provider(PostmarkInboundWebhookView, PostmarkTrackingWebhookView, emails.postmark),
    "sparkpost": Provider(SparkPostInboundWebhookView, SparkPostTrackingWebhookView, emails.sparkpost),
}
