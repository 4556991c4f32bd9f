"""The ASGI application: requests come in, and open responses go out.

A request goes through Django's own middleware to a view, in a thread. A refusal is sent as it is; a response that will
stay open describes its content (`Opening`), and is sent by the hub.
"""

import asyncio
import re
from contextlib import suppress
from io import BytesIO
from typing import Final, NamedTuple

import structlog
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import DatabaseError
from django.http import HttpResponse, HttpResponseBase

from games.errors import Refused
from notifications.streams.answer import Message, OpenAnswer, Receive, Send
from notifications.streams.calls import hear
from notifications.streams.channel import EventSource
from notifications.streams.events import Form
from notifications.streams.games import StreamEnded
from notifications.streams.hub import TRY_AGAIN_AFTER, Hub
from notifications.streams.rights import Listener

SERVED: Final = re.compile(r"/api/v1/(stream|games/[^/]+/stream)|/healthz|/metrics")
"""All other addresses are served by the web processes."""

log = structlog.get_logger(__name__)


class Opening(NamedTuple):
    """The content of a response that will stay open, and its listener."""

    source: EventSource
    listener: Listener
    form: Form
    last: str | None


class StreamRequest(ASGIRequest):
    """A request to this application, by which views recognize that their response can stay open."""

    hub: Hub


class StreamResponse(HttpResponse):
    """The head of a response that stays open."""

    def __init__(self, opening: Opening) -> None:
        # Proxies must pass on each event immediately.
        quick = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(content_type=f"{opening.form.value}; charset=utf-8", headers=quick)
        self.opening = opening


class Streams:
    """The ASGI application. Its `hub` can be stopped at any time, which ends all open responses."""

    def __init__(self) -> None:
        self.hub = Hub()
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._serve_lifespan(receive, send)
        elif SERVED.fullmatch(scope["path"]):
            await self._answer(scope, receive, send)
        else:
            await _send_whole(send, HttpResponse(status=404))

    async def start(self) -> None:
        """Start watching for news."""
        self._tasks = [asyncio.ensure_future(self.hub.run()), asyncio.ensure_future(hear(self.hub))]

    async def stop(self) -> None:
        """End all open responses, and stop watching."""
        self.hub.stop()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self.hub.threads.close()

    async def _serve_lifespan(self, receive: Receive, send: Send) -> None:
        """Handle a server's startup and shutdown messages (ASGI's lifespan)."""
        await receive()
        await self.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        opening, response = await self._ask_view(scope)
        answer = None if opening is None else await self._open(opening)
        if answer is None:
            await _send_whole(send, response if opening is None else _build_unavailable())
            return
        try:
            await _send_head(send, response)
            del opening, response  # they would be kept for as long as the response is open
            await answer.tell(send, receive)
        finally:
            self.hub.leave(answer)

    async def _ask_view(self, scope: Message) -> tuple[Opening | None, HttpResponseBase]:
        """Return a view's response to the request, and its opening if it is to stay open, else None."""
        request = StreamRequest(scope, BytesIO())
        request.hub = self.hub
        response = await self.hub.threads.ask(lambda: self._handler.get_response(request))
        if not isinstance(response, StreamResponse) or request.method != "GET":
            return None, response
        del response.headers["Content-Length"]  # a middleware has set the length of an empty body
        return response.opening, response

    async def _open(self, opening: Opening) -> OpenAnswer | None:
        """Return the open response, ready to be sent; None if that is impossible now."""
        try:
            return await self.hub.join(*opening)
        except (StreamEnded, Refused, DatabaseError):
            return None
        except Exception:
            log.exception("stream_unreadable", source=opening.source.name)
            return None


def _build_unavailable() -> HttpResponse:
    return HttpResponse(status=503, headers={"Retry-After": str(round(TRY_AGAIN_AFTER))})


async def _send_head(send: Send, response: HttpResponseBase) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    headers += [(b"set-cookie", cookie.output(header="").strip().encode()) for cookie in response.cookies.values()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})


async def _send_whole(send: Send, response: HttpResponseBase) -> None:
    await _send_head(send, response)
    await send({"type": "http.response.body", "body": response.getvalue(), "more_body": False})
