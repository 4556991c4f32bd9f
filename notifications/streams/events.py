"""An event in both formats: server-sent events, and lines of JSON (NDJSON)."""

import json
from enum import Enum
from typing import Final, NamedTuple, Protocol

from rest_framework.utils.encoders import JSONEncoder

from engine.codec import Json


class Form(Enum):
    """The format of a stream, by its media type."""

    EVENTS = "text/event-stream"
    LINES = "application/x-ndjson"

    @property
    def keep_alive(self) -> bytes:
        """The bytes of a sign of life, which readers ignore."""
        return b":\n\n" if self is Form.EVENTS else b"\n"


BEGINNING: Final = {Form.EVENTS: b"retry: 1000\n\n", Form.LINES: b""}
"""The first bytes of a stream; they tell browsers to reconnect after so many milliseconds."""


class Place(Protocol):
    """A position in a stream: its id, and whether it includes an event."""

    @property
    def id(self) -> str: ...

    def has(self, event: "StreamEvent") -> bool: ...


class StreamEvent(NamedTuple):
    """An event, the stream's position after it, and its bytes in both formats, computed once for all readers."""

    type: str
    place: Place
    written: dict[Form, bytes]


def event(kind: str, place: Place, data: Json) -> StreamEvent:
    """Return an event of this kind that leaves the stream at this position."""
    body = json.dumps(data, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    line = f'{{"id":"{place.id}","type":"{kind}","data":{body}}}\n'
    block = f"id: {place.id}\nevent: {kind}\ndata: {body}\n\n"
    return StreamEvent(kind, place, {Form.EVENTS: block.encode(), Form.LINES: line.encode()})


def reset(place: Place) -> StreamEvent:
    """Return the event saying that the reader's position no longer exists, and that the present state follows."""
    return event("reset", place, {"reason": "cannot_resume"})
