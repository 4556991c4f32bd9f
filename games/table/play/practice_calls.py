"""Calls to a worker when stand-ins are asked at a practice table, where somebody waits for their answer.

A call is only a courtesy: if it is lost, the sweep plays. In all other games only the sweep plays for stand-ins.
"""

from functools import partial
from typing import Final

import structlog
from celery import current_app
from django.db import transaction

PLAY: Final = "games.tasks.play_stand_ins"
"""The name of the task that plays for stand-ins."""
EXPIRES: Final = 30
"""The seconds after which a call expires, because the sweep has run by then."""

log = structlog.get_logger(__name__)


def after_commit(game_id: str) -> None:
    """Make a worker play for the game's stand-ins once the current transaction has committed. Never raises."""
    transaction.on_commit(partial(_call, game_id), robust=True)


def _call(game_id: str) -> None:
    try:
        current_app.signature(PLAY).apply_async((game_id,), retry=False, expires=EXPIRES)
    except Exception as error:  # the broker is down: the sweep will play
        log.warning("stand_ins_not_called", error=type(error).__name__)
