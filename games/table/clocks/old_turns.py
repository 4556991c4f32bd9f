"""Merging the turns of a game that is long over into one row for each move, however many questions it asked.

A question within a turn continues the question before it, which is not counted separately. Afterwards the row of the
last question represents both: it was open as long as they were together.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection, transaction

from games.models import Turn

REOPEN = """
UPDATE games_turn turn SET opened_at = folded.opened_at
FROM unnest(%s::bigint[], %s::timestamptz[]) AS folded (id, opened_at) WHERE turn.id = folded.id
"""


@transaction.atomic
def fold(game_id: str) -> None:
    """Merge the turns of a game that is over. Running it again changes nothing."""
    turns = Turn.objects.filter(game=game_id, closed_at__isnull=False).order_by("seat", "closed_at", "prompt_opened")
    before: Turn | None = None
    gone: list[int] = []
    lasted: dict[int, datetime] = {}
    for turn in turns:
        if before is not None and _goes_on(before, turn):
            gone.append(before.pk)
            lasted.pop(before.pk, None)
            turn.opened_at = lasted[turn.pk] = before.opened_at
        before = turn
    _save(lasted.items())
    Turn.objects.filter(pk__in=gone).delete()


def _goes_on(before: Turn, turn: Turn) -> bool:
    """Check whether a question continues the turn that the question before it began."""
    same = (before.seat, before.player_id, before.closed_at) == (turn.seat, turn.player_id, turn.opened_at)
    return same and before.in_time is None


def _save(lasted: Iterable[tuple[int, datetime]]) -> None:
    rows = list(lasted)
    with connection.cursor() as cursor:
        cursor.execute(REOPEN, [[key for key, _ in rows], [at for _, at in rows]])
