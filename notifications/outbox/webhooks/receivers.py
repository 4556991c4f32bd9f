"""Receivers of signals about webhooks: talk wakes the worker, and pages and exports show what webhooks know.

An entry needs no call: the worker is called for almost every one of them anyway, and soon looks by itself.
"""

from django.db.models.signals import post_save
from django.dispatch import receiver

from games import signals
from games.models import Game, Player, TalkLine
from games.templatetags.account_notices import PageNotice
from notifications import wake_up
from notifications.models import Webhook
from notifications.outbox.webhooks import table_webhooks
from notifications.outbox.webhooks.queue import DELIVERIES


@receiver(post_save, sender=TalkLine)
def on_line_said(instance: TalkLine, created: bool, **_: object) -> None:
    """Wake the worker if a webhook receives the line."""
    if created and DELIVERIES.is_due(now=instance.said_at):
        wake_up.after_commit(wake_up.wake_caller)


@receiver(signals.player_erased)
def on_player_erased(player: Player, **_: object) -> None:
    """Remove the player from all hosts' mentions."""
    for webhook in Webhook.objects.select_for_update(no_key=True).filter(mentions__has_key=player.pk):
        del webhook.mentions[player.pk]
        webhook.save(update_fields=["mentions"])


@receiver(signals.personal_data_wanted)
def on_personal_data_wanted(player: Player, **_: object) -> dict[str, object]:
    """Return the player's identities in hosts' chats."""
    webhooks = Webhook.objects.filter(mentions__has_key=player.pk).order_by("pk")
    return {
        "mentioned_in_chats": [{"game": webhook.game_id, "as": webhook.mentions[player.pk]} for webhook in webhooks]
    }


@receiver(signals.table_notices_wanted)
def on_table_notices_wanted(game: Game, player: Player, **_: object) -> PageNotice | None:
    """Return the servers that receive news of the game; for its host also a notice that chats can be attached."""
    if game.practice:
        return None
    servers = table_webhooks.servers(game.pk)
    if not servers and game.host_id != player.pk:
        return None
    return PageNotice("notifications/_table_webhooks.html", {"game": game, "servers": servers})
