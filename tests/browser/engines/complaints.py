"""A browser's complaints: script errors, and violations of the content security policy."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import BrowserContext

from tests.browser.engines.elements import DrivenContext
from tests.browser.engines.interface import Context

NO_STREAMS: Final = r"421 \(Misdirected Request\)|/stream\."
"""The test server has no streams, and redirects clients that request one."""
GONE: Final = r"^undefined$|A ServiceWorker intercepted the request"
"""Errors of a page that was left during a request: from htmx's promise in WebKit, from the worker's answer in
Firefox."""
EXPECTED: Final = re.compile(f"{NO_STREAMS}|{GONE}")


def listen(context: Context) -> Callable[[], list[str]]:
    """Return a function that lists the complaints from now on."""
    if isinstance(context, DrivenContext):
        return lambda: _without_expected(context.list_complaints())
    assert isinstance(context, BrowserContext)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return lambda: _without_expected(complaints)


def _without_expected(messages: list[str]) -> list[str]:
    return [message for message in messages if not EXPECTED.search(message)]
