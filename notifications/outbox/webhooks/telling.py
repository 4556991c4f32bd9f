"""What its player hears of a webhook by email: there is a new one; one was switched off.

A few a day of each: whoever registers many, or whose server refuses all of them, finds the others in the settings.
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
"""Of each of these, to one player."""


def made(webhook: Webhook, *, now: datetime) -> None:
    """This server hears of the player's games from now on: whoever did not want that ought to know."""
    app = webhook.app.name if webhook.app else ""
    host = addresses.read(webhook.url).host
    _send(webhook, MADE, now, host=host, by_program=webhook.token is not None, app=app)


def switched_off(webhook: Webhook, *, now: datetime) -> None:
    """Nothing is posted there any more."""
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
