"""Events that end a browser's subscription: signing out there or everywhere else, and suspension.

Erasure deletes it with all other data about the player.
"""

from typing import Any, Final

from django.contrib.auth.signals import user_logged_out
from django.db.models import Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from games import signals
from games.models import Moderation, Player
from notifications.models import PushSubscription

SESSION_KEY: Final = "push"
"""The key under which a browser's session holds the id of its own subscription."""


@receiver(user_logged_out)
def on_signed_out(request: HttpRequest | None, **_: object) -> None:
    """Delete the subscription of the browser that signs out."""
    if request is not None and (own := request.session.get(SESSION_KEY)):
        PushSubscription.objects.filter(pk=own).delete()


@receiver(signals.signed_out_elsewhere)
def on_signed_out_elsewhere(player: Player, kept: Any, **_: object) -> None:
    """Delete the subscriptions of all browsers but the one that stays signed in, not those of programs."""
    own = kept.get(SESSION_KEY, "") if kept is not None else ""
    PushSubscription.objects.filter(player=player, token=None).exclude(pk=own).delete()


@receiver(post_save, sender=Moderation)
def on_moderated(instance: Moderation, created: bool, **_: object) -> None:
    """Delete the subscriptions of a suspended player and the player's bots; they can subscribe again afterwards."""
    if created and instance.kind == Moderation.Kind.SUSPENDED:
        shut_out = Q(player=instance.player) | Q(player__owner=instance.player)
        PushSubscription.objects.filter(shut_out).delete()
