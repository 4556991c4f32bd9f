"""Calls a worker where stand-ins are asked at a practice table: somebody sits there and waits for their answer.

Only a courtesy, as all calls are: what is lost the sweep finds. In all other games the sweep alone plays for stand-ins.
"""

from functools import partial
from typing import Final

import structlog
from celery import current_app
from django.db import transaction

PLAY: Final = "games.tasks.play_stand_ins"
"""The name of the task, which knows all that plays."""
EXPIRES: Final = 30
"""Seconds after which the sweep has been there."""

log = structlog.get_logger(__name__)


def after_commit(game_id: str) -> None:
    """Have a worker play for the game's stand-ins when the present transaction has committed. Never raises."""
    transaction.on_commit(partial(_call, game_id), robust=True)


def _call(game_id: str) -> None:
    try:
        current_app.signature(PLAY).apply_async((game_id,), retry=False, expires=EXPIRES)
    except Exception as error:  # the broker is away: the sweep comes
        log.warning("stand_ins_not_called", error=type(error).__name__)
