"""What the games say becomes rows, in the same transaction; nothing else happens here.

After the commit a worker is woken.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from games import signals
from games.models import Entry, Game, Player, Seat, Turn
from notifications import preferences, recipients, wake
from notifications.kinds import Kind
from notifications.models import DeadAddress, Mail, Notification, Preference
from notifications.notes import note
from notifications.recipients import Notice

OVER = frozenset({Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID})


@receiver(signals.entry_recorded)
def on_entry(game: Game, entry: Entry, turns_opened: Sequence[Turn], seats: Sequence[Seat], **_: Any) -> None:
    """Notes what each player should hear of the entry."""
    over = game.status in OVER
    if recipients.is_silent(entry, turns_opened, over=over):
        return
    players = {seat.number: seat.player for seat in seats}
    notices = recipients.of_entry(entry, turns_opened, seats, over=over)
    note([_notification(notice, game, entry, player) for notice in notices if (player := players[notice.seat])])


def _notification(notice: Notice, game: Game, entry: Entry, player: Player) -> Notification:
    return Notification(
        kind=notice.kind,
        player=player,
        game=game,
        seat=notice.seat,
        entry=entry.number,
        prompt_opened=notice.prompt_opened,
        deadline_at=notice.deadline_at,
        created_at=entry.at,
    )


@receiver(signals.game_changed)
def on_game_changed(game: Game, what: str, player: Player, **_: Any) -> None:
    """Notes an invitation."""
    if what == "invited":
        note([Notification(kind=Kind.INVITATION, player=player, game=game, created_at=timezone.now())])


@receiver(signals.account_mail)
def on_account_mail(address: str, player: Player | None, template: str, context: dict[str, Any], **_: Any) -> None:
    """Queues a mail about an account: before all others, for somebody waits for it."""
    now = timezone.now()
    Mail.objects.create(
        player=player,
        address=address,
        template=template,
        context=context,
        urgent=True,
        created_at=now,
        next_attempt_at=now,
    )
    wake.after_commit()


@receiver(signals.player_erased)
def on_player_erased(player: Player, address: str, **_: Any) -> None:
    """Forgets whatever was to be told to the player, what was told, and every address."""
    Mail.objects.filter(Q(player=player) | Q(address__iexact=address, address__gt="")).delete()
    for rows in (Notification, Preference, DeadAddress):
        rows.objects.filter(player=player).delete()


@receiver(signals.personal_data_wanted)
def on_personal_data_wanted(player: Player, **_: Any) -> dict[str, Any]:
    """What the player wants to hear of, which mails there were, and whether the address is dead."""
    mails = Mail.objects.filter(player=player).order_by("pk")
    return {
        "mail_preferences": {stream.value: on for stream, on in preferences.of_player(player).items()},
        "mails": list(mails.values("created_at", "settled_at", "stream", "template", "game_id", "state", "address")),
        "dead_address": list(DeadAddress.objects.filter(player=player).values("address", "code", "since")),
    }
