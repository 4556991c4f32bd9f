"""Compaction of the logs of games long finished to less than a third of their size: `manage.py compact_log`.

Each entry becomes one row without derived data: the public part and the hash packed (`games.models.packed`), all secret
parts in one column (`games.table.store.secret_parts.gathered`). What the log says stays the same to the byte: the whole
export and the chain of hashes are compared in the same transaction. Only the owner of the tables can compact.

The game's row is locked meanwhile, for some tenths of a second; nobody else waits, and readers see either form. Each
game has its own transaction, so that after an interruption every game is either unchanged or done.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import pgtrigger
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from engine.codec import canonical
from engine.record import Secret
from games.kinds import EntryKind
from games.models import Entry, EntrySecret, Game
from games.models.packed import pack
from games.table.store import secret_parts
from games.table.store.export import export, unbroken
from games.table.store.loader import lock

SEARCHED: Final = frozenset(kind for kind in EntryKind if kind.seating)
"""The kinds of entries whose public part is not packed, because queries search it."""
GUARDS: Final = ("games.Entry:append_only", "games.EntrySecret:append_only")
MAY_REWRITE: Final = "SELECT has_table_privilege('games_entry', 'UPDATE') AND has_table_privilege(%s, 'DELETE')"

PACK: Final = """
UPDATE games_entry entry
SET packed = made.packed, parts = made.parts,
    public = CASE WHEN made.packed IS NULL THEN entry.public END,
    hash = CASE WHEN made.packed IS NULL THEN entry.hash END
FROM unnest(%s::int[], %s::bytea[], %s::bytea[]) AS made (number, packed, parts)
WHERE entry.game_id = %s AND entry.number = made.number
"""


class LogWouldChange(Exception):
    """The refusal to compact a log that would change or was already broken. Nothing was changed."""


def may_rewrite() -> bool:
    """Check whether the current PostgreSQL role may change the log: its owner may, the site's role may not."""
    with connection.cursor() as cursor:
        cursor.execute(MAY_REWRITE, [EntrySecret._meta.db_table])
        (may,) = cursor.fetchone() or (False,)
    return bool(may)


def compactable(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return those of the games whose logs have rows to compact."""
    whole = Entry.objects.filter(game=OuterRef("pk"), packed=None).exclude(kind__in=SEARCHED)
    return games.filter(Exists(EntrySecret.objects.filter(game=OuterRef("pk"))) | Exists(whole))


@transaction.atomic
def compact(game_id: str) -> None:
    """Compact a game's log. Its secrets must be open.

    Raises LogWouldChange, BoardChanged, UnknownRuleset, Unopenable, and ValueError if a salt has the wrong length.
    """
    game = lock(game_id)
    hash_before = _log_hash(game)
    with pgtrigger.ignore(*GUARDS), transaction.atomic():
        _rewrite(game)
        EntrySecret.objects.filter(game=game).delete()
    if _log_hash(game) != hash_before:
        raise LogWouldChange(game_id)


def _log_hash(game: Game) -> bytes:
    """Return a hash of the canonical bytes of all that the log says. Raises LogWouldChange if its chain is broken."""
    if not unbroken(game):
        raise LogWouldChange(game.pk)
    return hashlib.sha256(canonical(export(game))).digest()


def _rewrite(game: Game) -> None:
    entries = list(Entry.objects.filter(game=game, packed=None).order_by("number"))
    parts = _parts(game, entries)
    numbers = [entry.number for entry in entries]
    packed = [_packed(entry) for entry in entries]
    gathered = [secret_parts.gathered(game.pk, number, parts[number]) for number in numbers]
    with connection.cursor() as cursor:
        cursor.execute(PACK, [numbers, packed, gathered, game.pk])


def _packed(entry: Entry) -> bytes | None:
    if entry.kind in SEARCHED:
        return None
    return pack(entry.public, entry.hash, number=entry.number, at=entry.at)


def _parts(game: Game, entries: Iterable[Entry]) -> defaultdict[int, list[Secret]]:
    """Return all secret parts of these entries, by entry, in the order of their holders."""
    parts_by_number: defaultdict[int, list[Secret]] = defaultdict(list)
    for entry in entries:
        if entry.parts is not None:
            parts_by_number[entry.number] += secret_parts.scattered(game.pk, entry.number, entry.parts)
    for part in EntrySecret.objects.filter(game=game).order_by("number", "holder"):
        parts_by_number[part.number].append(secret_parts.read(game.pk, part.number, part.holder, part.salt, part.body))
    return parts_by_number
