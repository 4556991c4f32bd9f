"""Check every setting before anything is restarted: deploy/restart, deploy/release and deploy/install run this first.

    python -m deploy.environment                          the variables of this process
    python -m deploy.environment /etc/night-mail/env -    those of files; - reads one from the standard input

It stops at the first mistake, with a sentence that names the variable. In a file every name must be one of
deploy/env.example's, or of those that PostgreSQL's library, Python or the C library know; among the variables of a
process, which has many of its own, only those are refused that look like a misspelled one of ours.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from psycopg import pq

EXAMPLE: Final = Path(__file__).with_name("env.example")
OWN: Final = frozenset(re.findall(r"^#?([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))
"""The names of our own variables."""
LIBRARIES: Final = frozenset(
    (
        *("HOME", "LANG", "LC_ALL", "LD_PRELOAD", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_", "PATH"),
        *("RES_OPTIONS", "TMPDIR", "TZ", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"),
        *("PYTHONMALLOC", "PYTHONUNBUFFERED", "PYTHONWARNINGS", "SSL_CERT_DIR", "SSL_CERT_FILE"),
        *("POSTGRES_DB", "POSTGRES_INITDB_ARGS", "POSTGRES_PASSWORD", "POSTGRES_USER"),
    )
)
"""Variables read by others: the C library, Python, OpenSSL, and the image of PostgreSQL in compose.yaml."""
HIDDEN: Final = tuple(f"/{folder}/" for folder in ("home", "root", "run/user", "tmp", "var/tmp"))
"""Folders that the site's units cannot see (ProtectHome), or have private copies of (PrivateTmp)."""
PATHS: Final = re.compile(r"(?:^|[?&]sslrootcert=|[?&]sslcert=|[?&]sslkey=)(/[^?&]*)")
NEAR: Final = 0.8
"""How similar two names must be for one to be considered a misspelling of the other."""
VERY_NEAR: Final = 0.9
"""The same in a process, where other programs have similar names, such as DATABASE_USER."""
LINE: Final = re.compile(r"[ \t]*([A-Za-z_]\w*)=(.*?)[ \t]*")
COUNT: Final = re.compile(r"[1-9][0-9]{0,4}")
HOST: Final = re.compile(r"[A-Za-z0-9.:_\[\]-]+")
LISTEN: Final = re.compile(r"(lmtp|smtp)://[A-Za-z0-9.:_\[\]-]+:[0-9]{1,5}")
POLICY: Final = re.compile(r"([A-Za-z0-9.:_\[\]-]+:[0-9]{1,5})?")
ABSOLUTE_PATH: Final = re.compile(r"/.+")
SCRIPTS: Final = {
    **dict.fromkeys(
        ("WEB_PORT", "STREAM_PORT", "WEB_WORKERS", "WEB_THREADS"),
        (COUNT, "must be a whole number, 1 or more"),
    ),
    **dict.fromkeys(("WEB_HOST", "STREAM_HOST"), (HOST, "must be an address like 127.0.0.1")),
    "MAIL_IN_LISTEN": (LISTEN, "must be like lmtp://127.0.0.1:8024"),
    "MAIL_IN_POLICY": (POLICY, "must be like 127.0.0.1:8025, or empty"),
    "PROMETHEUS_MULTIPROC_DIR": (ABSOLUTE_PATH, "must be a folder like /run/night-mail/metrics"),
}
"""Variables that only the scripts in deploy/ read, with what each must be."""


class SettingsRefused(Exception):
    """A mistake in the settings; the text names the variable and says what to do."""


def check_process(variables: Mapping[str, str]) -> None:
    """Check the variables of a process. Raises SettingsRefused, or ImproperlyConfigured."""
    for name in sorted(variables):
        if not _is_known(name) and (meant := _nearest(name, VERY_NEAR)):
            raise SettingsRefused(f"There is no variable {name}: did you mean {meant}?")
    _check_values(variables)


def check_files(texts: Mapping[str, str]) -> None:
    """Check the site's environment as set by these named files; if two set the same variable, the later one counts.

    Raises SettingsRefused, or ImproperlyConfigured.
    """
    variables = {name: value for name, value in os.environ.items() if name.removesuffix("_FILE") not in OWN}
    for file, text in texts.items():
        variables |= _read(file, text)
    _check_values(variables)


def _read(file: str, text: str) -> dict[str, str]:
    variables: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        where = f"{file}, line {number}"
        parts = LINE.fullmatch(line)
        if not parts:
            raise SettingsRefused(f"{where}: must be NAME=value, without spaces around the sign and without `export`.")
        name, value = parts[1], re.sub(r"^(['\"])(.*)\1$", r"\2", parts[2])
        if not _is_known(name):
            hint = (
                f": did you mean {meant}?" if (meant := _nearest(name)) else ". deploy/env.example has all there are."
            )
            raise SettingsRefused(f"{where}: there is no variable {name}{hint}")
        if name in variables:
            raise SettingsRefused(f"{where}: {name} is set a second time. Leave one of the two lines out.")
        variables[name] = value
        _check_path(where, name, value)
    return variables


def _check_path(where: str, name: str, value: str) -> None:
    """Raise SettingsRefused if a value leads to a file that the site's processes cannot see."""
    for path in PATHS.findall(value):
        if path.startswith(HIDDEN):
            raise SettingsRefused(
                f"{where}: {name} names {path}, which the site cannot see. Keep it in /etc/night-mail."
            )


def _is_known(name: str) -> bool:
    return name in OWN or name.removesuffix("_FILE") in OWN or name in LIBRARIES or name in _of_libpq()


def _of_libpq() -> set[str]:
    return {option.envvar.decode() for option in pq.Conninfo.get_defaults() if option.envvar}


def _nearest(name: str, near: float = NEAR) -> str:
    """Return the name of ours that somebody may have meant; "" if none is similar."""
    return "".join(get_close_matches(name.upper(), OWN, 1, near))


def _check_values(variables: Mapping[str, str]) -> None:
    """Load all settings as the site's processes will."""
    for name, (form, sentence) in SCRIPTS.items():
        value = variables.get(name, "")
        if value and not form.fullmatch(value):
            raise SettingsRefused(f"{name} {sentence}. deploy/env.example describes every variable.")
    os.environ.clear()
    os.environ.update(variables)
    from ttr_site import databases, settings  # noqa: F401 - loading them is the check

    if any(variables.get(name) for name in ("OWNER_DATABASE_URL", "OWNER_DATABASE_URL_FILE")):
        databases.read_address("OWNER_DATABASE_URL")


def _texts(names: Iterable[str]) -> dict[str, str]:
    """Return the contents of files, by their names. Raises OSError."""
    return {
        name if name != "-" else "standard input": sys.stdin.read() if name == "-" else Path(name).read_text()
        for name in names
    }


def main(names: list[str]) -> None:
    check: Callable[[], None] = (
        (lambda: check_files(_texts(names))) if names else (lambda: check_process(os.environ.copy()))
    )
    try:
        check()
    except (SettingsRefused, ImproperlyConfigured, OSError) as mistake:
        sys.exit(f"The settings are refused; nothing has been changed.\n{mistake}")
    print("The settings are well.")


if __name__ == "__main__":
    main(sys.argv[1:])
