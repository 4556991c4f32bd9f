"""Finding lines, and those that are new to a player. A muted player's lines are left out.

A reader is a player (None: anyone) with a seat in the game (None: a spectator, who reads what was said since the talk
was opened). `rights.may_read` decides who may read at all.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from games.models import Game, Player, Seat, TalkLine, TalkMute
from games.table.talk import rights

MOST: Final = 200
"""The number of lines on a page."""
LATEST: Final = 50
"""The number of a game's latest lines of which new ones are also shown elsewhere."""


def after(game: Game, reader: Player | None, own: int | None, number: int, most: int = MOST) -> list[TalkLine]:
    """Return the lines with a higher number, oldest first. Makes no query if there are none."""
    return list(_read_by(game, reader, own).filter(number__gt=number)[:most]) if game.lines > number else []


def latest(game: Game, reader: Player | None, own: int | None, most: int) -> list[TalkLine]:
    """Return the last lines, oldest first. Makes no query if there are none."""
    return list(_read_by(game, reader, own).order_by("-number")[:most])[::-1] if game.lines else []


def before(game: Game, reader: Player | None, own: int | None, number: int) -> list[TalkLine]:
    """Return the last lines before this number, oldest first."""
    return list(_read_by(game, reader, own).filter(number__lt=number).order_by("-number")[:MOST])[::-1]


def mark(*, player: Player, game: Game, number: int) -> None:
    """Record that the player has read up to this line. A mark never moves back."""
    read = min(number, game.lines)
    Seat.objects.filter(game=game, player=player, lines_read__lt=read).update(lines_read=read)


def counts(player: Player) -> dict[str, int]:
    """Return the number of lines new to the player in each game that has any, in one query."""
    rows = _new_to([player.pk]).order_by().values("game_id").annotate(count=Count("pk"))
    return {row["game_id"]: row["count"] for row in rows}


def new(games: Iterable[str], players: Iterable[str]) -> dict[tuple[str, str], list[TalkLine]]:
    """Return the latest lines of these games that are new to each of these players, by game and player."""
    rows = _new_to(players).filter(game__in=list(games), number__gt=F("game__lines") - LATEST)
    new_lines: defaultdict[tuple[str, str], list[TalkLine]] = defaultdict(list)
    for line in rows.select_related("by").order_by("game_id", "number"):
        new_lines[line.game_id, line.reader].append(line)  # type: ignore[attr-defined]
    return new_lines


def _read_by(game: Game, reader: Player | None, own: int | None) -> QuerySet[TalkLine]:
    lines = TalkLine.objects.filter(game=game, number__gt=rights.begins_after(game, own))
    lines = lines.select_related("by").order_by("number")
    return lines if reader is None else lines.exclude(by__in=TalkMute.objects.filter(player=reader).values("other"))


def _new_to(players: Iterable[str]) -> QuerySet[TalkLine]:
    """Select others' lines that these players have not read, with their `reader`, without erased lines."""
    muted = TalkMute.objects.filter(player=OuterRef("reader"), other=OuterRef("by"))
    lines = TalkLine.objects.annotate(reader=F("game__seats__player_id"), read=F("game__seats__lines_read"))
    return (
        lines.filter(~Exists(muted), reader__in=list(players), number__gt=F("read"))
        .exclude(by=F("reader"))
        .exclude(text="")
    )
