"""`manage.py compact_log [GAME ...]`: store the logs of games that are long finished in less than a third of the space,
and each of their turns in one row.

The owner of the tables runs it, while the site is running, and again whenever many more games are finished. It can be
stopped at any time, and continues where it was. The exit status is 1 if a game could not be compacted: that game is
unchanged, and the others are done.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.models import Game
from games.table import store
from games.table.clocks import old_turns
from games.table.play import reveal

AFTER: Final = timedelta(days=14)
"""How long after its end nothing reads a game's newest entries any more: streams and webhooks have delivered them."""
BATCH: Final = 200


class Command(BaseCommand):
    """Compact logs."""

    help = (
        "Keeps the logs of games that ended two weeks ago (or of those you name), and whose secrets are open, in less"
        " room, and compares. Run it as the owner of the tables."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all finished games if you give none")

    def handle(self, *, games: list[str], **options: object) -> None:
        if not store.may_rewrite():
            raise CommandError(
                "This role of PostgreSQL may not rewrite the log. Run the command as the owner of the tables:"
                " night-mail owner compact_log (deploy/runbook.md, Storage)."
            )
        compacted_count, failed = 0, 0
        for game_id in due(games, timezone.now()):
            error = compacted(game_id)
            compacted_count, failed = compacted_count + (not error), failed + bool(error)
            if error:
                self.stderr.write(f"{game_id}: {error}")
        self.stdout.write(f"{compacted_count} games compacted, {failed} left as they were")
        if failed:
            raise CommandError("Some games could not be compacted.")


def due(game_ids: Iterable[str], now: datetime) -> Iterator[str]:
    """Yield games that ended long enough ago, whose secrets are public, and that are not compacted yet."""
    finished = Game.objects.filter(ended_at__lte=now - AFTER, secrets_open_at__lte=now).order_by("id")
    if game_ids := list(game_ids):
        finished = finished.filter(id__in=game_ids)
    last = ""
    while batch := list(store.compactable(finished).filter(id__gt=last)[:BATCH]):
        opened = reveal.opened(batch, now)
        yield from (game.pk for game in batch if game.pk in opened)
        last = batch[-1].pk


def compacted(game_id: str) -> str:
    """Compact a game; return why that was impossible, "" if it is done.

    The reason names only an error's class, since its text may contain secrets.
    """
    try:
        old_turns.fold(game_id)
        store.compact(game_id)
    except DatabaseError:
        raise
    except Exception as error:
        return f"it could not be compacted ({type(error).__name__})"
    return ""
