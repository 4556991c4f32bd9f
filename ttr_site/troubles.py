"""Errors that are not bugs: a server that we need is unreachable. Each is logged in one line, without a traceback."""

import smtplib
import traceback
from pathlib import Path
from typing import Final

import psycopg
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from games.lost_connections import is_lost_connection

OURS: Final = Path(__file__).resolve().parent.parent
LIBRARIES: Final = "site-packages"
AWAY: Final = (
    psycopg.OperationalError,
    RedisConnectionError,
    RedisTimeoutError,
    BrokerError,
    smtplib.SMTPServerDisconnected,
    smtplib.SMTPConnectError,
    ConnectionError,
    TimeoutError,
)
SCHEDULING: Final = ("celery.beat", "SchedulingError")
"""The error that beat makes of any failure to send a message; the original error is its context."""


def is_known(error: BaseException | None) -> bool:
    """Check whether an error only says that PostgreSQL, Redis or the mail server is not responding.

    An error that is raised while such an error is being handled is a bug of its own.
    """
    if error is not None and (type(error).__module__, type(error).__name__) == SCHEDULING:
        return is_known(error.__context__)
    return is_lost_connection(error) or isinstance(error, AWAY)


def describe(error: BaseException) -> str:
    """Return a line that names the error, the server's own error behind it, and where in our code it occurred.

    The texts of both are left out, since PostgreSQL's may reveal rows.
    """
    behind = error.__cause__ or error.__context__
    cause = f" from {_name(behind)}" if behind else ""
    return f"{_name(error)}{cause}{_place(error)}"


def _name(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")


def _place(error: BaseException) -> str:
    """Return the innermost line of our code in the traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_ours(Path(frame.filename))]
    return f", at {Path(frames[-1].filename).relative_to(OURS)}:{frames[-1].lineno}" if frames else ""


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(OURS) and LIBRARIES not in file.parts
