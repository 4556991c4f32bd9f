"""A player's private note about a game, which nobody else can read, during the game or after it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction

from games.models import Game, Player, PrivateNote
from games.names import paragraphs
from games.people.player_rows import still_here
from games.table.play import moves

LONGEST: Final = 2000


def write(*, player: Player, game_id: str, text: str, now: datetime) -> PrivateNote | None:
    """Replace the note with this text of at most `LONGEST` characters; an empty text deletes it and returns None.

    Raises NotFound, Forbidden (not_in_this_game; forbidden, for anyone who is gone).
    """
    game, cleaned = _own(player, game_id), paragraphs(text)[:LONGEST]
    with transaction.atomic():
        writer = still_here(player)
        if not cleaned:
            PrivateNote.objects.filter(game=game, player=writer).delete()
            return None
        facts = {"text": cleaned, "written_at": now}
        return PrivateNote.objects.update_or_create(game=game, player=writer, defaults=facts)[0]


def read(*, player: Player, game_id: str) -> PrivateNote | None:
    """Return the player's note. Raises NotFound, Forbidden (not_in_this_game)."""
    return read_note(player, _own(player, game_id).pk)


def read_note(player: Player, game_id: str) -> PrivateNote | None:
    """Return the player's note about this game; None if there is no note or no game."""
    return PrivateNote.objects.filter(game_id=game_id, player=player).first()


def texts(games: Iterable[str], players: Iterable[str]) -> dict[tuple[str, str], str]:
    """Return the notes of these players about these games, by game and player, each for an email to that player."""
    notes = PrivateNote.objects.filter(game__in=list(games), player__in=list(players))
    return {(note.game_id, note.player_id): note.text for note in notes}


def _own(player: Player, game_id: str) -> Game:
    game = moves.readable(game_id)
    moves.seat_of(game, player)
    return game
