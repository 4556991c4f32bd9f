"""Logs as JSON for machines or as lines for people, from our own code and from libraries alike."""

import logging
import os
import sys
from collections.abc import Collection, Iterator
from typing import Any, Final

import psycopg
import structlog
from django.db import Error
from django.http import HttpRequest
from structlog.typing import EventDict

from ttr_site import troubles
from ttr_site.request_log import shown

HIDDEN: Final = "(not written)"
TICKING: Final = ("celery.beat", "celery.worker.strategy", "django_structlog.celery.receivers")
STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
RENDERERS: dict[str, list[Any]] = {
    "json": [structlog.processors.JSONRenderer()],
    "console": [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
}


def write_errors(logger: Any, method: str, event: EventDict) -> EventDict:
    """Format errors without the database's texts about rows, which may contain an address or a position.

    Only a bug gets a traceback; an unreachable server gets a line that names it and the place in the code. An exception
    that is a value in the event becomes text as well, since a renderer may concatenate it with other text.
    """
    exceptions = [_raised(event.get("exc_info")), *event.values()]
    texts = {text for error in exceptions if isinstance(error, BaseException) for text in _of_database(error)}
    event = structlog.processors.format_exc_info(logger, method, _shorten(exceptions[0], event))
    return {key: _without(texts, value) for key, value in event.items()}


def _shorten(raised: Any, event: EventDict) -> EventDict:
    """Replace the traceback of an error that is not a bug with a single line."""
    if not (isinstance(raised, BaseException) and troubles.is_known(raised)):
        return event
    rest = {key: value for key, value in event.items() if key != "exc_info" and value is not raised}
    return {**rest, "trouble": troubles.describe(raised)}


def _raised(exc_info: Any) -> Any:
    """Return the exception for any form of `exc_info`: a tuple, an exception, or a truth value."""
    if isinstance(exc_info, BaseException):
        return exc_info
    return exc_info[1] if isinstance(exc_info, tuple) else sys.exception() if exc_info else None


def _of_database(error: BaseException) -> Iterator[str]:
    """Yield the texts of database errors among this one's causes, plain and quoted."""
    for cause in _behind(error):
        if isinstance(cause, Error | psycopg.Error) and str(cause):
            yield str(cause)
            yield repr(str(cause))[1:-1]


def _behind(error: BaseException) -> list[BaseException]:
    """Return the error and its causes."""
    errors = [error]
    for later in errors:
        errors += [before for before in (later.__cause__, later.__context__) if before and before not in errors]
    return errors


def _without(texts: Collection[str], value: Any) -> Any:
    if not isinstance(value, str | BaseException):
        return value
    censored = value if isinstance(value, str) else repr(value)
    for text in sorted(texts, key=len, reverse=True):
        censored = censored.replace(text, HIDDEN)
    return censored


def hide_addresses(logger: Any, method: str, event: EventDict) -> EventDict:
    """Hide a request's address and client in Django's own lines: either may contain a secret."""
    request = getattr(event.get("_record"), "request", None)
    if not isinstance(request, HttpRequest):
        return event
    came_from = request.META.get("HTTP_REFERER") or request.path
    for text in sorted({request.get_full_path(), request.path, came_from} - {"/"}, key=len, reverse=True):
        event = {
            key: value.replace(text, shown(request)) if isinstance(value, str) else value
            for key, value in event.items()
        }
    return event


def formatter(form: str) -> structlog.stdlib.ProcessorFormatter:
    """Return the formatter for records of the standard library's logging, both ours and libraries'."""
    steps = [write_errors, hide_addresses, structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    return structlog.stdlib.ProcessorFormatter(processors=[*steps, *RENDERERS[form]], foreign_pre_chain=STEPS)


def formatter_of_the_environment() -> structlog.stdlib.ProcessorFormatter:
    """Return the formatter for the server's own process, which has no settings: deploy/granian.json."""
    return formatter("console" if os.environ.get("LOG_FORMAT") == "console" else "json")


def configuration(level: str, form: str) -> dict[str, Any]:
    """Configure structlog, and return the value for Django's `LOGGING`."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *STEPS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": {"()": formatter, "form": form}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Queries and OAuth exchanges contain secrets, so they are never logged, whatever the level.
            **{name: {"level": logging.WARNING} for name in ("django.db.backends", "oauthlib", "oauth2_provider")},
            # A refused request is logged once, by the line that ends each request.
            "django.request": {"level": logging.ERROR},
            # Ticks come all the time; failures are logged as errors, and tasks log their own results.
            **{name: {"level": logging.WARNING} for name in TICKING},
            # The line `task_failed` reports the same.
            "celery.app.trace": {"level": logging.CRITICAL},
        },
    }
