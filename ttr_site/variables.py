"""Environment variables: a missing or invalid one stops the process at once, with a sentence that names it."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, NoReturn
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.FileAwareEnv()
FLAGS: Final = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_HOST: Final = re.compile(r"\*|\.?[a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.ASCII | re.IGNORECASE)


def wrong(name: str, why: str) -> NoReturn:
    """Stop the process; in the sentence, `why` follows the name."""
    comment = " A value goes to the end of its line: write the comment above it." if " #" in env.str(name, "") else ""
    raise ImproperlyConfigured(f"{name} {why}.{comment} deploy/env.example describes every variable.")


def text(name: str, default: str = "") -> str:
    """Return a variable without surrounding spaces; the default if it is unset or empty."""
    try:
        value: str = env.str(name, default="")
    except (OSError, UnicodeDecodeError) as error:
        wrong(f"{name}_FILE", f"must name a file that can be read ({type(error).__name__})")
    return value.strip() or default


def required(name: str) -> str:
    """Return a variable that must be set."""
    return text(name) or wrong(name, "is not set")


def items(name: str) -> list[str]:
    """Return the comma-separated parts of a variable, without surrounding spaces."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def flag(name: str, *, default: bool) -> bool:
    """Return the truth value of a variable."""
    value = text(name).lower()
    if value and value not in FLAGS:
        wrong(name, "must be true or false")
    return FLAGS.get(value, default)


def whole(name: str, default: int, *, least: int = 1, unit: str = "") -> int:
    """Return a variable that is a whole number; `unit` is what it counts."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and int(value) >= least):
        wrong(name, f"must be a whole number{unit and f' of {unit}'}, {least} or more")
    return int(value)


def seconds(name: str, default: float) -> float:
    """Return a variable that is a positive number of seconds."""
    value = text(name, str(default))
    if not value.isascii() or not value.replace(".", "", 1).isdigit():
        wrong(name, "must be a number of seconds, like 3 or 0.5")
    return float(value)


def choice(name: str, choices: Sequence[str], default: str) -> str:
    """Return the choice that a variable names, ignoring case."""
    value = text(name, default).lower()
    for word in choices:
        if word.lower() == value:
            return word
    wrong(name, f"must be {', '.join(choices[:-1])} or {choices[-1]}")


def web_address(name: str, value: str, like: str, path: str = "") -> SplitResult:
    """Return a variable's value as the address of a website, with this path and nothing after it."""
    address = urlsplit(value)
    try:
        is_whole = bool(address.hostname) and address.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or address.scheme not in {"http", "https"} or address[2:] != (path, "", "") or "@" in address[1]:
        wrong(name, f"must look like {like}")
    return address


def host_names(name: str) -> list[str]:
    """Return a variable's list of host names or addresses, without ports."""
    names = items(name)
    if not all(_HOST.fullmatch(host) for host in names):
        wrong(name, "must be host names like games.example.org, separated by commas, without ports")
    return names


def day(name: str) -> date | None:
    """Return a variable's day, such as 2026-03-02; None if it is not set."""
    value = text(name)
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        wrong(name, "must be a day like 2026-03-02")
