"""Logs as JSON for machines or as lines for people: our own messages and those of the libraries alike."""

import logging
from typing import Any

import structlog

STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
RENDERERS: dict[str, list[Any]] = {
    "json": [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
    "console": [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
}


def configuration(level: str, form: str) -> dict[str, Any]:
    """Set structlog up, and return what Django's `LOGGING` has to be."""
    formatter = structlog.stdlib.ProcessorFormatter
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *STEPS, formatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    structured = {
        "()": formatter,
        "processors": [formatter.remove_processors_meta, *RENDERERS[form]],
        "foreign_pre_chain": STEPS,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": structured},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Queries carry secrets, so they are never logged, whatever the level.
        "loggers": {"django.db.backends": {"level": logging.WARNING}},
    }
