"""Troubles that are no bugs: a server that we need is away. The log has one line for each, and no traceback."""

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
"""What the beat makes of any error by which it could not send a message, which is then its context."""


def is_known(error: BaseException | None) -> bool:
    """Check whether an error only says that PostgreSQL, Redis or the mail server does not answer now.

    An error that is raised while such a one is handled is a bug of its own.
    """
    if error is not None and (type(error).__module__, type(error).__name__) == SCHEDULING:
        return is_known(error.__context__)
    return is_lost_connection(error) or isinstance(error, AWAY)


def describe(error: BaseException) -> str:
    """Return a line that names the error, the server's own error behind it, and where in our code it came up.

    The texts of both are left out: PostgreSQL's may tell of rows.
    """
    behind = error.__cause__ or error.__context__
    cause = f" from {_name(behind)}" if behind else ""
    return f"{_name(error)}{cause}{_place(error)}"


def _name(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")


def _place(error: BaseException) -> str:
    """Return the innermost line of ours on the way to the error."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_ours(Path(frame.filename))]
    return f", at {Path(frames[-1].filename).relative_to(OURS)}:{frames[-1].lineno}" if frames else ""


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(OURS) and LIBRARIES not in file.parts
