"""The view of a single viewer: the position, the log, and entries just written.

Everything returned here has passed `engine.view` or `engine.record.readable` for one seat.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast

import engine
from engine import record
from engine.codec import Json
from games.logged_entries import LoggedEntry, PublicEntry
from games.models import Entry, EntrySecret, Game
from games.table.store import discretion, secret_parts, sql, write_batches
from games.table.store.loader import LoadedGame, along, load, replayed
from games.table.store.unreadable_logs import TolerantReading

_TEXT: Final = json.JSONEncoder(ensure_ascii=False)


def view_for(game: Game, seat: int | None) -> engine.View:
    """Return the view that this seat (None: a spectator) has of the position."""
    return engine.view(load(game).state, seat)


def view_after(game: Game, seat: int | None, number: int) -> engine.View:
    """Return the view that this seat (None: a spectator) had of the position after an entry of the log."""
    return engine.view(replayed(game, number), seat)


def opened_after(game: Game, seat: int | None, number: int) -> tuple[engine.View, list[engine.OwnView]]:
    """Return the result of `view_after`, and what each seat held then.

    Only for a game whose secrets are open to everyone.
    """
    state = replayed(game, number)
    return engine.view(state, seat), [engine.own(engine.view(state, each)) for each in range(state.seats)]


def views_along(game: Game) -> Iterator[tuple[int, engine.View]]:
    """Yield the number of each entry that still counts and a spectator's view after it, oldest first."""
    for state in along(game):
        yield state.entry, engine.view(state, None)


def onlookers_views(games: Mapping[str, Game]) -> dict[str, engine.View]:
    """Return a spectator's view of each of these games by id (see `read_many`), as `views_for_seats` does."""
    return views_for_seats((game, None) for game in games.values())


def views_for_seats(games: Iterable[tuple[Game, int | None]]) -> dict[str, engine.View]:
    """Return the view that a seat (None: a spectator) has of each game by id, leaving out what cannot be loaded.

    Whatever is wrong with one of them, the page or list that shows the others is no worse for it.
    """
    views = {}
    for game, seat in games:
        with TolerantReading(game):
            views[game.pk] = view_for(game, seat)
    return views


def log_for(game: Game, seat: int | None, after: int = 0, limit: int | None = None) -> list[LoggedEntry]:
    """Return the log as this seat may read it: at most `limit` entries with numbers above `after`."""
    last = after + limit if limit is not None else game.head
    return [_read_row(game.id, seat, row) for row in _rows(game.id, seat, after, last)]


def log_texts_for(game: str, seat: int | None, after: int, limit: int) -> list[tuple[int, str]]:
    """Return the entries of `log_for` as JSON texts, each with its number.

    Public parts are passed on as stored.
    """
    return [(row.number, _text(game, seat, row)) for row in _rows(game, seat, after, after + limit)]


def _rows(game: str, seat: int | None, after: int, last: int) -> list[sql.LogRow]:
    write_batches.flush_of(game)
    return sql.log(game, seat, after, last)


def _read_row(game: str, seat: int | None, row: sql.LogRow) -> LoggedEntry:
    plain = row.unpacked
    return entry_for_seat(game, seat, row.number, plain.public, plain.hash, row.body, row.parts)


def _text(game: str, seat: int | None, row: sql.LogRow) -> str:
    secret = row.body is not None or row.parts is not None
    if row.public is None or secret or discretion.hides(row.kind):
        return _TEXT.encode(_read_row(game, seat, row))
    return f'{row.public[:-1]}, "hash": "{row.hash}"}}'


def entry_for_seat(
    game: str, seat: int | None, number: int, public: Json, seal: str, body: bytes | None, parts: bytes | None
) -> LoggedEntry:
    """Return an entry as this seat may read it."""
    readable = record.readable(discretion.as_shown(public), _own_bodies(game, seat, number, body, parts))
    return cast("LoggedEntry", {**readable, "hash": seal})


def entry_for_everybody(entry: Entry) -> LoggedEntry:
    """Return an entry as everybody may read it."""
    return entry_for_seat(entry.game_id, None, entry.number, entry.public, entry.hash, None, None)


def _own_bodies(game: str, seat: int | None, number: int, body: bytes | None, parts: bytes | None) -> dict[int, Json]:
    """Return what only the seat may know of an entry.

    It is in the column `body` of its part, or in the entry's column `parts`.
    """
    if seat is None:
        return {}
    if parts is not None:
        all_parts = secret_parts.scattered(game, number, parts)
        return {part.holder: part.body for part in all_parts if part.holder == seat}
    return {} if body is None else {seat: secret_parts.body(game, number, seat, body)}


class Logs:
    """The logs of many games as many seats may read them (see `log_for`), in two queries.

    `after`: the number after which to start, by game and seat (None: a spectator); up to the head of the game's row.
    """

    def __init__(self, games: Mapping[str, Game], after: Mapping[tuple[str, int | None], int]) -> None:
        self._after = after
        first: dict[str, int] = {}
        for (game, _), number in after.items():
            first[game] = min(number, first.get(game, number))
        of_seats = {place: number for place, number in after.items() if place[1] is not None}
        # The rows of secret parts come first: if a log is compacted in between, its entries have the parts.
        self._bodies: dict[tuple[str, int | None, int], bytes] = {
            (game, seat, number): body for game, seat, number, body in sql.secrets(of_seats)
        }
        self._entries: defaultdict[str, list[tuple[int, Json, str, bytes | None]]] = defaultdict(list)
        for game, number, public, seal, parts in sql.logs(first, {game: games[game].head for game in first}):
            self._entries[game].append((number, public, seal, parts))

    def for_seat(self, game: str, seat: int | None) -> list[LoggedEntry]:
        """Return the log as one seat may read it. Raises KeyError for a seat that was not requested."""
        after = self._after[game, seat]
        return [
            entry_for_seat(game, seat, number, public, seal, self._bodies.get((game, seat, number)), parts)
            for number, public, seal, parts in self._entries[game]
            if number > after
        ]


def public_log(game: Game, kind: str | None = None) -> list[PublicEntry]:
    """Return the public part, as shown, of every entry or of those of a kind, oldest first."""
    entries = Entry.objects.filter(game=game, number__lte=game.head).order_by("number")
    if kind is not None:
        entries = entries.filter(kind=kind)
    return [
        cast("PublicEntry", discretion.as_shown(entry.public))
        for entry in entries.only("number", "at", "public", "packed")
    ]


def told_secretly(game: Game, numbers: Iterable[int]) -> dict[tuple[int, int], frozenset[str]]:
    """Return which parts of these entries ("move", or a fact's place) only one seat was told, by entry and seat.

    It reveals only that there is a secret part, which everybody can see, never its content.
    """
    entry_numbers = list(numbers)
    rows = EntrySecret.objects.filter(game=game, number__in=entry_numbers, holder__gte=0)
    bodies = rows.values_list("number", "holder", "body")
    parts_told = {
        (number, holder): frozenset(secret_parts.body(game.id, number, holder, body)) for number, holder, body in bodies
    }
    packed = Entry.objects.filter(game=game, number__in=entry_numbers, parts__isnull=False).values_list(
        "number", "parts"
    )
    for number, column in packed:
        for part in secret_parts.scattered(game.id, number, column):
            if part.holder != record.NOBODY:
                parts_told[number, part.holder] = frozenset(part.body)
    return parts_told


def secrets_of(game: Game) -> list[Json]:
    """Return each seat's holdings and open prompt, including secrets; only for an admin who opens them on purpose."""
    state = load(game).state
    views = [engine.view(state, seat) for seat in range(state.seats)]
    return [
        {**engine.own(view), "prompts": [prompt for prompt in view["prompts"] if prompt["seat"] == seat]}
        for seat, view in enumerate(views)
    ]


def written_for(table: LoadedGame, seat: int | None) -> list[LoggedEntry]:
    """Return the entries just written, as this seat may read them; None: as anybody may (see `log_for`)."""
    bodies = ({part.holder: part.body for part in entry.secrets if part.holder == seat} for entry in table.written)
    return [
        cast("LoggedEntry", {**record.readable(entry.public, own), "hash": entry.hash})
        for entry, own in zip(table.written, bodies, strict=True)
    ]
