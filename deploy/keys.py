"""The site's keys: new ones, and how one is changed while the site runs.

    python -m deploy.keys                       prints keys for a new installation, as `make keys` does
    python -m deploy.keys prepare NAME FILE     adds a new key behind the one in use: every process can read with it
    python -m deploy.keys use NAME FILE         puts it in front: from now on it signs and encrypts
    python -m deploy.keys retire NAME FILE      leaves out all but the one in front

NAME is SECRET_KEY, SEED_KEYS, VAPID_PRIVATE_KEY or MAIL_WEBHOOK_SECRET; FILE is the site's environment,
/etc/night-mail/env. After each step restart all processes, one after the other: at no moment does any of them meet what
it cannot read. The file is replaced in one step, keeps its owner and mode, and only the lines of that key change.
"""

import base64
import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric import ec


def new() -> dict[str, str]:
    return {name: KEYS[name].make() for name in ("SECRET_KEY", "SEED_KEYS", "VAPID_PRIVATE_KEY")}


def _private_key() -> str:
    """Return a new P-256 private key, its 32 bytes in base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


@dataclass(frozen=True)
class Key:
    """How to create a key, and where older keys are.

    `fallbacks` is the variable with the older ones; "" if a single variable has all keys, with the one in use first.
    """

    make: Callable[[], str]
    fallbacks: str = ""


KEYS: Final = {
    "SECRET_KEY": Key(lambda: secrets.token_urlsafe(50), "SECRET_KEY_FALLBACKS"),
    "SEED_KEYS": Key(lambda: Fernet.generate_key().decode()),
    "VAPID_PRIVATE_KEY": Key(_private_key, "VAPID_PRIVATE_KEY_FALLBACKS"),
    "MAIL_WEBHOOK_SECRET": Key(lambda: f"hooks:{secrets.token_urlsafe(30)}"),
}


class NotYet(Exception):
    """The error for a step that cannot be taken yet; its message says why."""


def prepared(name: str, keys: Sequence[str]) -> list[str]:
    """Return the keys with a new one last. Raises NotYet if there is no key to replace."""
    if not keys:
        raise NotYet(f"{name} is not set: put in what `python -m deploy.keys` prints")
    return [*keys, KEYS[name].make()]


def used(name: str, keys: Sequence[str]) -> list[str]:
    """Return the keys with the last one first. Raises NotYet if none is prepared."""
    if len(keys) < 2:
        raise NotYet(f"no new {name} is there: first `python -m deploy.keys prepare {name} FILE`")
    return [keys[-1], *keys[:-1]]


def retired(name: str, keys: Sequence[str]) -> list[str]:
    """Return only the first key. Raises NotYet if it is the only one."""
    if len(keys) < 2:
        raise NotYet(f"{name} has no older key")
    return [keys[0]]


STEPS: Final = {"prepare": prepared, "use": used, "retire": retired}


def changed(text: str, step: str, name: str, today: date) -> str:
    """Return the environment's text after a step. Raises NotYet."""
    first, others = _value(text, name), _value(text, KEYS[name].fallbacks)
    keys = STEPS[step](name, [*first.replace(",", " ").split(), *others.replace(",", " ").split()])
    if not KEYS[name].fallbacks:
        text = _with(text, name, ",".join(keys))
    else:
        text = _with(_with(text, name, keys[0]), KEYS[name].fallbacks, ",".join(keys[1:]))
    return _with(text, f"{name}_SINCE", today.isoformat()) if step == "use" else text


def _value(text: str, name: str) -> str:
    values = re.findall(rf"^{name}=(.*)$", text, re.MULTILINE) if name else []
    return values[-1].strip().strip("\"'") if values else ""


def _with(text: str, name: str, value: str) -> str:
    """Return the text with a variable on its own line, or replacing its commented-out line, or at the end."""
    line = f"{name}={value}"
    for pattern in (rf"^{name}=.*$", rf"^#{name}=.*$"):
        if re.search(pattern, text, re.MULTILINE):
            return re.sub(pattern, line, text, flags=re.MULTILINE)
    return f"{text.rstrip()}\n{line}\n"


def _replace(file: Path, text: str) -> None:
    beside = file.with_name(f".{file.name}.new")
    beside.touch(mode=0o600)
    beside.write_text(text)
    shutil.copymode(file, beside)
    os.chown(beside, file.stat().st_uid, file.stat().st_gid)
    beside.replace(file)


def main(arguments: Sequence[str]) -> None:
    if not arguments:
        print("\n".join(f"{name}={value}" for name, value in new().items()))
        return
    if len(arguments) != 3 or arguments[0] not in STEPS or arguments[1] not in KEYS:
        sys.exit(str(__doc__))
    step, name, file = arguments[0], arguments[1], Path(arguments[2])
    try:
        text = changed(file.read_text(), step, name, datetime.now(UTC).date())
    except (NotYet, OSError) as problem:
        sys.exit(str(problem))
    _replace(file, text)
    print(f"Done. Now restart every process, one after the other.{NEXT[step].format(name=name, file=file)}")


NEXT: Final = {
    "prepare": " Then: python -m deploy.keys use {name} {file}",
    "use": " Then see deploy/runbook.md, Keys; night-mail check says when the older key may go.",
    "retire": "",
}


if __name__ == "__main__":
    main(sys.argv[1:])
