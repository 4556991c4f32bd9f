"""Calls a worker where stand-ins are asked at a practice table: somebody sits there and waits for their answer.

Only a courtesy, as all calls are: what is lost the sweep finds. In all other games the sweep alone plays for stand-ins.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import structlog
from celery import current_app
from django.db import transaction
from django.dispatch import receiver

from games.kinds import EntryKind
from games.models import Entry, Game, Seat, Turn
from games.signals import entry_recorded

PLAY: Final = "games.tasks.play_stand_ins"
"""The name of the task, which knows all that plays."""
EXPIRES: Final = 30
"""Seconds after which the sweep has been there."""

log = structlog.get_logger(__name__)


@receiver(entry_recorded)
def call(game: Game, entry: Entry, turns_opened: Sequence[Turn], seats: Sequence[Seat], **_more: Any) -> None:
    """After the commit, if stand-ins are asked. Who plays for them goes on until somebody else is asked."""
    if not game.practice or entry.kind == EntryKind.STAND_IN:
        return
    if any(seats[turn.seat].of_house for turn in turns_opened):
        transaction.on_commit(partial(_call, game.pk), robust=True)


def _call(game_id: str) -> None:
    try:
        current_app.signature(PLAY).apply_async((game_id,), retry=False, expires=EXPIRES)
    except Exception as error:  # the broker is away: the sweep comes
        log.warning("stand_ins_not_called", error=type(error).__name__)
