"""An entry of a log as finished games keep it: its canonical JSON compressed, its hash as bytes.

What is kept is the hash's 32 bytes, then a byte that names a dictionary, then the public part's canonical JSON as raw
DEFLATE (RFC 1951). The dictionary is text that is taken as already seen; the entry's own time and number, which its row
has in columns, follow it. So an entry of 360 bytes takes 40.

A dictionary is never changed, for what was packed with it could not be read any more: a better one is another file,
under the next byte.
"""

import json
import zlib
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.codec import Json, canonical
from games import instants

NEWEST: Final = 1
HASH_BYTES: Final = 32
RAW: Final = -zlib.MAX_WBITS
"""Neither header nor checksum: the log's chain is the better one."""


class Unpacked(NamedTuple):
    """What an entry's row would have in its own columns."""

    public: Json
    hash: str


def pack(public: Json, hash: str, *, number: int, at: datetime) -> bytes:
    """Return the column `packed` of an entry with this number, of this instant."""
    return bytes.fromhex(hash) + deflated(canonical(public), _known_fields(number, at))


def unpack(column: bytes | bytearray | memoryview | None, *, number: int, at: datetime) -> Unpacked:
    """Return what `pack` was given. Raises ValueError if `pack` did not write the column."""
    packed = bytes(column or b"")
    body = inflated(packed[HASH_BYTES:], _known_fields(number, at))
    return Unpacked(json.loads(body), packed[:HASH_BYTES].hex())


def deflated(plain: bytes, prefix: bytes = b"") -> bytes:
    """Return bytes compressed after the newest dictionary and `prefix`, which its reader must know too.

    The dictionary's byte comes first.
    """
    work = zlib.compressobj(
        zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, RAW, zlib.DEF_MEM_LEVEL, zdict=dictionary() + prefix
    )
    return bytes([NEWEST]) + work.compress(plain) + work.flush()


def inflated(packed: bytes, prefix: bytes = b"") -> bytes:
    """Return what `deflated` was given. Raises ValueError if it is not from there."""
    try:
        return zlib.decompressobj(RAW, zdict=dictionary(packed[0]) + prefix).decompress(packed[1:])
    except (OSError, IndexError, zlib.error) as error:
        raise ValueError("it was not packed here, or by a newer release") from error


@cache
def dictionary(version: int = NEWEST) -> bytes:
    """Return a dictionary: the lines of its file, without their ends. Raises OSError for one that there is not."""
    return Path(__file__).with_name(f"dictionary_{version}.txt").read_bytes().replace(b"\n", b"")


def _known_fields(number: int, at: datetime) -> bytes:
    return f'"at":"{instants.rfc3339(at)}","number":{number},'.encode()
