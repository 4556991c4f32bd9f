"""The format of a log entry: a public part, a secret part for each holder, and a chain of hashes over all entries.

The public part holds what everybody may know: kind, seat, time, and the public parts of the move and its facts. A
secret part belongs to a holder: a seat, or NOBODY for what stays sealed until the game's secrets open (such as the
random draws). Each secret part has its own salt of 256 bits, so that its hash reveals nothing.

The hash of an entry is SHA-256 over the canonical JSON of [previous hash, public part, [[holder, SHA-256(salt and
canonical JSON of the secret part)], ...]]; the first entry's previous hash is the game's commitment. Anybody who has
kept a hash can check with it everything that came before: it is a witness.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.codec import Codec, Divided, Json, canonical, merged
from engine.model import Event, Move

NOBODY: Final = -1


class Secret(NamedTuple):
    """A secret part: its holder (a seat or NOBODY), salt and body."""

    holder: int
    salt: bytes
    body: Json


class Record(NamedTuple):
    """A complete log entry."""

    number: int
    public: Json
    secrets: tuple[Secret, ...]
    hash: str


class Cause(NamedTuple):
    """The cause of an entry: further public facts (kind, time, seat, prompt), and the move if there was one."""

    facts: Json
    move: Move | None = None


def write(
    codec: Codec,
    number: int,
    previous: str,
    cause: Cause,
    events: Sequence[Event],
    draws: Sequence[tuple[int, int]],
    salt: Callable[[], bytes],
) -> Record:
    """Return the entry for a decision.

    Arguments: its number, the hash of the entry before it (the commitment for the first), what caused it, its
    facts, the draws as (bound, value), and a source of fresh 32-byte salts.
    """
    bodies: dict[int, Json] = {}
    public = {**cause.facts, "number": number, "events": []}
    if cause.move is not None:
        public["move"] = _divide(codec.move(cause.move), cause.facts["seat"], bodies, "move")
    for index, event in enumerate(events):
        seat = getattr(event, "seat", NOBODY)
        public["events"].append(_divide(codec.event(event), seat, bodies, str(index)))
    if draws:
        bodies.setdefault(NOBODY, {})["draws"] = [list(draw) for draw in draws]
    secrets = tuple(Secret(holder, salt(), bodies[holder]) for holder in sorted(bodies))
    return Record(number, public, secrets, chained(previous, public, secrets))


def _divide(parts: Divided, seat: int, bodies: dict[int, Json], key: str) -> Json:
    """Add the secret parts to their holders' bodies and return the public part."""
    for holder, part in ((seat, parts.own), (NOBODY, parts.sealed)):
        if part:
            bodies.setdefault(holder, {})[key] = part
    return parts.public


def chained(previous: str, public: Json, secrets: Iterable[Secret]) -> str:
    """Return the hash of an entry as hex, chained to the hash of the entry before it."""
    hidden = [[secret.holder, sealed_hash(secret)] for secret in secrets]
    return hashlib.sha256(canonical([previous, public, hidden])).hexdigest()


def sealed_hash(secret: Secret) -> str:
    """Return the salted hash that represents a secret part in the chain."""
    return hashlib.sha256(secret.salt + canonical(secret.body)).hexdigest()


def readable(public: Json, bodies: Mapping[int, Json]) -> Json:
    """Return an entry as seen by a reader who knows these bodies of secret parts, given by holder."""
    entry = dict(public)
    if not bodies:
        return entry
    if "move" in public:
        entry["move"] = merged(public["move"], *(body.get("move", {}) for body in bodies.values()))
    entry["events"] = [
        merged(event, *(body.get(str(index), {}) for body in bodies.values()))
        for index, event in enumerate(public["events"])
    ]
    return entry


def events_of(codec: Codec, public: Json, bodies: Mapping[int, Json]) -> list[Event]:
    """Return the events of an entry for replay. Raises KeyError or ValueError unless `bodies` has all secret parts."""
    return [codec.read_event(event) for event in readable(public, bodies)["events"]]


def draws_of(bodies: Mapping[int, Json]) -> list[tuple[int, int]]:
    """Return the random draws of an entry as (bound, value)."""
    return [(bound, value) for bound, value in bodies.get(NOBODY, {}).get("draws", [])]


def exported(record: Record) -> Json:
    """Return an entry in the format of the export of a game whose secrets are open."""
    secrets = [{"holder": holder, "salt": salt.hex(), "body": body} for holder, salt, body in record.secrets]
    return {"number": record.number, "public": record.public, "secrets": secrets, "hash": record.hash}


def imported(data: Json) -> Record:
    """Return an entry from an export. Raises KeyError, TypeError or ValueError if the data is not an entry."""
    secrets = tuple(Secret(part["holder"], bytes.fromhex(part["salt"]), part["body"]) for part in data["secrets"])
    return Record(data["number"], data["public"], secrets, data["hash"])
