"""Receivers of the games' signals: they call the stream processes after the commit."""

from collections.abc import Sequence

from django.db.models.signals import post_save
from django.dispatch import receiver

from games import signals
from games.models import Game, Seat, TalkLine
from notifications import stream_calls


@receiver(signals.entry_recorded)
def on_entry(game: Game, seats: Sequence[Seat], **_: object) -> None:
    """Call the processes for the game and its players."""
    stream_calls.after_commit(game.pk, *(seat.player_id for seat in seats if seat.player_id))


@receiver(post_save, sender=TalkLine)
def on_line_said(instance: TalkLine, created: bool, **_: object) -> None:
    """Call the processes for the game; its players' accounts notice the line within a second."""
    if created:
        stream_calls.after_commit(instance.game_id)
