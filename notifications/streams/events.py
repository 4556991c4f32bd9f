"""One event, as both forms write it: server-sent events, and lines of JSON (NDJSON)."""

import json
from enum import Enum
from typing import Final, NamedTuple, Protocol

from rest_framework.utils.encoders import JSONEncoder

from engine.codec import Json


class Form(Enum):
    """The form in which a stream is written, by its media type."""

    EVENTS = "text/event-stream"
    LINES = "application/x-ndjson"

    @property
    def keep_alive(self) -> bytes:
        """The bytes that say that the stream is still there, which readers pass over."""
        return b":\n\n" if self is Form.EVENTS else b"\n"


BEGINNING: Final = {Form.EVENTS: b"retry: 1000\n\n", Form.LINES: b""}
"""How soon a browser comes back, in milliseconds."""


class Place(Protocol):
    """How far a stream has told something: its id, and whether an event is told already."""

    @property
    def id(self) -> str: ...

    def has(self, event: "StreamEvent") -> bool: ...


class StreamEvent(NamedTuple):
    """What happened, where the stream is after it, and how both forms write it, once for all who hear it."""

    type: str
    place: Place
    written: dict[Form, bytes]


def event(kind: str, place: Place, data: Json) -> StreamEvent:
    """Return an event of this kind, after which the stream is at this place."""
    body = json.dumps(data, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    line = f'{{"id":"{place.id}","type":"{kind}","data":{body}}}\n'
    block = f"id: {place.id}\nevent: {kind}\ndata: {body}\n\n"
    return StreamEvent(kind, place, {Form.EVENTS: block.encode(), Form.LINES: line.encode()})


def reset(place: Place) -> StreamEvent:
    """Return the event that says that the reader's place is gone, so that the present state follows."""
    return event("reset", place, {"reason": "cannot_resume"})
