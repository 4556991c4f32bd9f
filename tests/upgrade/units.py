"""The process described by a release's systemd unit: how it is started and stopped, and its variables.

Tests act like systemd (systemd.service(5)), so that they test what the units say.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Unit:
    """A unit's commands: `start` keeps running; `started` returns when it is ready, `stop` when it may be stopped,
    if given."""

    variables: dict[str, str]
    start: list[str]
    started: list[str]
    stop: list[str]
    seconds_to_stop: float


def unit(release: Path, part: str, runtime: Path) -> Unit:
    """Return a part's unit, "worker" or "web@1", from the release in this folder; `runtime` replaces
    /run/night-mail."""
    name, at, instance = part.partition("@")
    text = (release / "deploy" / "systemd" / f"night-mail-{name}{at}.service").read_text()
    for written, here in (("%i", instance), ("/srv/night-mail", str(release)), ("/run/night-mail", str(runtime))):
        text = text.replace(written, here)

    def values_of(key: str) -> list[str]:
        return [word for line in re.findall(rf"^{key}=(.*)$", text, re.MULTILINE) for word in shlex.split(line)]

    return Unit(
        variables=dict(pair.split("=", 1) for pair in values_of("Environment")),
        start=values_of("ExecStart"),
        started=values_of("ExecStartPost"),
        stop=values_of("ExecStop"),
        seconds_to_stop=float(values_of("TimeoutStopSec")[0]),
    )
