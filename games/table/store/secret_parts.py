"""The storage of secret parts of entries in rows: salt and body sealed together.

Older rows have a readable body, and the salt in its own column: they are in an append-only log and stay unchanged.

In a game long finished, an entry has all its parts in one column (`gathered`): their count, holders and salts, then
their compressed bodies, sealed together. Compression leaks nothing there, because everyone may know the parts.
"""

import json
import struct
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from engine.codec import Json, canonical
from engine.record import Record, Secret
from games import encryption
from games.models import EntrySecret, Game
from games.models.packed import deflated, inflated

PURPOSE: Final = "secret part"
TOGETHER: Final = "secret parts"
SALT_BYTES: Final = 32
BESIDE: Final = b""
"""The value of the salt's column if the salt is sealed with the body."""
HEAD: Final = struct.Struct(f">b{SALT_BYTES}s")
"""The format of a part's holder and salt."""


def rows(entry: Record, game_id: str) -> list[EntrySecret]:
    """Return an entry's secret parts as unsaved rows."""
    number = entry.number
    return [
        EntrySecret(
            game_id=game_id, number=number, holder=part.holder, salt=BESIDE, body=_sealed(game_id, number, part)
        )
        for part in entry.secrets
    ]


def _sealed(game: str, number: int, part: Secret) -> bytes:
    """Return the column `body` of a secret part of entry `number`."""
    return encryption.seal(PURPOSE, _place(game, number, part.holder), part.salt + canonical(part.body))


def body(game: str, number: int, holder: int, column: bytes | memoryview) -> Json:
    """Return the content of a part. Raises Unopenable."""
    return read(game, number, holder, BESIDE, column).body


def read(game: str, number: int, holder: int, salt: bytes | memoryview, column: bytes | memoryview) -> Secret:
    """Return the part stored in these columns. Raises Unopenable."""
    stored = bytes(column)
    plain = encryption.unseal(PURPOSE, _place(game, number, holder), stored)
    if not encryption.is_sealed(stored):
        return Secret(holder, bytes(salt), json.loads(plain))
    return Secret(holder, plain[:SALT_BYTES], json.loads(plain[SALT_BYTES:]))


def gathered(game: str, number: int, parts: Sequence[Secret]) -> bytes | None:
    """Return the column `parts` of entry `number`; None if the entry has no parts.

    Raises ValueError if a salt has the wrong length.
    """
    if not parts:
        return None
    if any(len(part.salt) != SALT_BYTES for part in parts):
        raise ValueError("a salt has 256 bits")
    heads = b"".join(HEAD.pack(part.holder, part.salt) for part in parts)
    bodies = deflated(canonical([part.body for part in parts]))
    return encryption.seal(TOGETHER, f"{game} {number}", bytes([len(parts)]) + heads + bodies)


def scattered(game: str, number: int, column: bytes | memoryview | None) -> tuple[Secret, ...]:
    """Return the parts stored by `gathered`. Raises Unopenable."""
    plain = encryption.unseal(TOGETHER, f"{game} {number}", bytes(column or b""))
    end = 1 + plain[0] * HEAD.size
    bodies = json.loads(inflated(plain[end:]))
    heads = HEAD.iter_unpack(plain[1:end])
    return tuple(Secret(holder, salt, body) for (holder, salt), body in zip(heads, bodies, strict=True))


def _place(game: str, number: int, holder: int) -> str:
    return f"{game} {number} {holder}"


def of_game(game: Game, last: int) -> defaultdict[int, dict[int, Json]]:
    """Return all secret parts stored in rows, up to an entry, by entry and holder."""
    bodies: defaultdict[int, dict[int, Json]] = defaultdict(dict)
    rows = EntrySecret.objects.filter(game=game, number__lte=last)
    for number, holder, column in rows.values_list("number", "holder", "body"):
        bodies[number][holder] = body(game.id, number, holder, column)
    return bodies
