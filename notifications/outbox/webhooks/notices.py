"""Emails to a player about a webhook: one was added, or one was switched off.

There are at most a few a day of each: a player who registers many, or whose server refuses all of them, finds the
others in the settings.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from games.models import Player
from games.people.player_rows import addressee
from games.signals import account_mail
from notifications.models import Mail, Webhook
from notifications.outbox.calls import addresses

MADE: Final = "account/email/webhook_made"
OFF: Final = "account/email/webhook_off"
MOST_A_DAY: Final = 3
"""How many emails of each of these two kinds a player gets per day."""


def made(webhook: Webhook, *, now: datetime) -> None:
    """Tell the player that this server will receive news of their games, in case that was not intended."""
    app = webhook.app.name if webhook.app else ""
    host = addresses.read(webhook.url).host
    _send(webhook, MADE, now, host=host, by_program=webhook.token is not None, app=app)


def switched_off(webhook: Webhook, *, now: datetime) -> None:
    """Tell the player that nothing is posted there any longer."""
    _send(webhook, OFF, now, url=webhook.url, gone=webhook.state == Webhook.State.GONE)


def _send(webhook: Webhook, template: str, now: datetime, **facts: Any) -> None:
    reader, player = addressee(webhook.player), webhook.player
    lately = Mail.objects.filter(player=reader, template=template, created_at__gt=now - timedelta(days=1))
    if not reader.email or lately.count() >= MOST_A_DAY:
        return
    bot = player.name if reader != player else ""
    context = {"name": reader.name, "bot": bot, "language": reader.language, **facts}
    account_mail.send(
        sender=Player, address=reader.email, player=reader, template=template, context=context, awaited=False
    )
