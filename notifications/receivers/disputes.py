"""Disputes, and what admins do that a table should know, become notifications."""

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from engine.codec import Json
from games import signals
from games.models import (
    AdminAct,
    Dispute,
    DisputeComment,
    Player,
    Seat,
)
from games.table.disputes import selectors
from notifications.models import (
    Notification,
)
from notifications.policy import kinds
from notifications.policy.creation import note
from notifications.receivers.games import OVER

SECRETS_OPENED = "secrets_opened"
OF_DISPUTES = {
    "opened": kinds.DISPUTE_OPENED.name,
    "commented": kinds.DISPUTE_COMMENT.name,
    "reopened": kinds.DISPUTE_OPENED.name,
    "closed": kinds.DISPUTE_CLOSED.name,
    "withdrawn": kinds.DISPUTE_CLOSED.name,
}


@receiver(signals.dispute_changed)
def on_dispute_changed(dispute: Dispute, what: str, by: Player, comment: DisputeComment | None, **_: object) -> None:
    """Notify others at the table and the dispute's opener of a change, and of a new dispute also its judges."""
    fields: Json = {
        "kind": OF_DISPUTES[what],
        "game": dispute.game,
        "dispute": dispute,
        "comment": comment or _find_reopening(dispute),
        "created_at": timezone.now(),
    }
    seats = Seat.objects.filter(game=dispute.game_id, player__isnull=False).exclude(player=by).select_related("player")
    seated = {seat.player: seat.number for seat in seats if seat.player}
    is_announced = dispute.is_announced and what != "commented"
    readers = {player: seat for player, seat in seated.items() if is_announced or selectors.concerns(dispute, player)}
    outsiders: list[Player] = selectors.judges(dispute.game) if what in ("opened", "reopened") else []
    if dispute.opened_by != by and dispute.opened_by not in readers:
        outsiders.append(dispute.opened_by)
    note(
        [Notification(player=player, seat=seat, **fields) for player, seat in readers.items()]
        + [Notification(player=player, **fields) for player in outsiders if player != by]
    )


def _find_reopening(dispute: Dispute) -> DisputeComment | None:
    """Return the comment that last reopened the dispute, if any: a second closing is announced again."""
    if dispute.reopened_at is None:
        return None
    return dispute.comments.filter(created_at=dispute.reopened_at, as_admin=True).last()


@receiver(post_save, sender=AdminAct)
def on_admin_act(instance: AdminAct, created: bool, **_: object) -> None:
    """Notify players at once if secrets are opened after a game's end; before it, the email about the end does."""
    game = instance.game
    if not created or instance.what != SECRETS_OPENED or game is None or game.status not in OVER:
        return
    seats = Seat.objects.filter(game=game, player__isnull=False).select_related("player")
    fields = {"kind": kinds.SECRETS_OPENED.name, "game": game, "entry": instance.entry, "created_at": instance.at}
    note([Notification(player=seat.player, seat=seat.number, **fields) for seat in seats if seat.player])
