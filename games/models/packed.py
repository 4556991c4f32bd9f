"""The packed form of log entries of finished games: canonical JSON compressed, and the hash as bytes.

It consists of the hash's 32 bytes, a byte that identifies a dictionary, and the public part's canonical JSON as raw
DEFLATE (RFC 1951). The dictionary is text that the compressor treats as already seen, followed by the entry's own time
and number, which its row has in columns. So an entry of 360 bytes takes 40.

A dictionary is never changed, because entries packed with it would become unreadable: a better one is a new file,
identified by the next byte.
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
"""Raw DEFLATE without header and checksum, since the log's chain is a better checksum."""


class Unpacked(NamedTuple):
    """The values of an unpacked entry's columns."""

    public: Json
    hash: str


def pack(public: Json, hash: str, *, number: int, at: datetime) -> bytes:
    """Return the column `packed` of an entry with this number and instant."""
    return bytes.fromhex(hash) + deflated(canonical(public), _known_fields(number, at))


def unpack(column: bytes | bytearray | memoryview | None, *, number: int, at: datetime) -> Unpacked:
    """Return the values given to `pack`. Raises ValueError if `pack` did not write the column."""
    packed = bytes(column or b"")
    body = inflated(packed[HASH_BYTES:], _known_fields(number, at))
    return Unpacked(json.loads(body), packed[:HASH_BYTES].hex())


def deflated(plain: bytes, prefix: bytes = b"") -> bytes:
    """Return bytes compressed with the newest dictionary and `prefix`, which the reader must know too.

    The dictionary's byte comes first.
    """
    work = zlib.compressobj(
        zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, RAW, zlib.DEF_MEM_LEVEL, zdict=dictionary() + prefix
    )
    return bytes([NEWEST]) + work.compress(plain) + work.flush()


def inflated(packed: bytes, prefix: bytes = b"") -> bytes:
    """Return the bytes given to `deflated`. Raises ValueError if `deflated` did not write them."""
    try:
        return zlib.decompressobj(RAW, zdict=dictionary(packed[0]) + prefix).decompress(packed[1:])
    except (OSError, IndexError, zlib.error) as error:
        raise ValueError("it was not packed here, or by a newer release") from error


@cache
def dictionary(version: int = NEWEST) -> bytes:
    """Return a dictionary: the lines of its file without line ends. Raises OSError if it does not exist."""
    return Path(__file__).with_name(f"dictionary_{version}.txt").read_bytes().replace(b"\n", b"")


def _known_fields(number: int, at: datetime) -> bytes:
    return f'"at":"{instants.rfc3339(at)}","number":{number},'.encode()
