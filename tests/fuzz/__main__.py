"""`make fuzz ARGS="--minutes 15"`: all phases of schemathesis, as a player in running games and as an admin.

Every answer is checked against the schema: no undocumented status, no 5xx. Most ids in addresses exist. Operations that
would end the requester's own account or tokens are left out, since nothing could be requested afterwards, and so are
the streams, which another process serves.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import yaml

from tests.api.described import ADMINS, PLAYERS
from tests.bench.databases import CREATE, MEASURED, database
from tests.fuzz.figures import Figures, figures_of

ROOT = Path(__file__).resolve().parent.parent.parent
UNLIMITED = dict.fromkeys(
    (
        "PLAYER_REQUESTS_PER_MINUTE",
        "STRANGER_REQUESTS_PER_MINUTE",
        "STRANGER_PAGES_PER_MINUTE",
        "WRONG_TOKENS_PER_MINUTE",
        "EXPORTS_PER_MINUTE",
    ),
    "1000000",
)
MOSTLY = 0.85
"""The probability that an id in an address exists."""
LEFT_OUT = ("erase_me", "sign_out_browsers", "revoke_token", "revoke_current_token", "stream_game", "stream_account")
TAKEN = ["2XX", "304", "401", "403", "404", "406", "409", "422", "429"]
"""Statuses that answer a valid request: done, or refused because of the state; never 400."""
BEYOND_SCHEMAS = {
    "a mailed code": ("confirm_code",),
    "names and time zones": (
        "create_account",
        "create_bot",
        "change_bot",
        "sign_up_by_invitation",
        "update_me",
        "create_guest",
        "keep_guest",
        "create_game",
        "create_game_list",
        "create_cup",
        "create_league",
    ),
    "the moves of the game's ruleset": (
        "post_moves",
        "create_ruling",
        "propose",
    ),
    "what the id or the link in the address is of": (
        "change_webhook",
        "join_by_link",
    ),
    "how things stand": (
        "get_game_picture",
        "get_game_png",
        "get_log",
        "create_token",
        "export_acts",
        "export_games",
        "update_mail",
    ),
}
"""Operations that refuse with 400 something that no schema can express, by reason; a cursor comes from an earlier
page."""
PLAYING = (
    "create_practice",
    "get_game",
    "list_moves",
    "post_moves",
    "get_log",
    "put_plan",
    "get_plan",
    "delete_plan",
)
DEEP = 20
"""The most requests in a chain."""
ORDERS = [
    "best",
    "draw deck",
    "always keep best",
    "always draw best",
    "draw wanted else deck",
    "stop when last round",
    "wait until 6 hours left",
]
NEAR = {"starts_at": (1, 9, 40), "ends_at": (3, 12, 44), "until": (1, 30)}
"""Members of bodies that are instants, and numbers of days ahead that are likely to be accepted."""
STATEFUL = f"""[phases.stateful]
max-steps = {DEEP}

[phases.stateful.inference]
algorithms = []

"""
"""The schema's own links give the order of requests; hundreds of guesses would take time from them."""
CHECKS = (
    "not_a_server_error",
    "positive_data_acceptance",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


class Part(NamedTuple):
    """Phases that run together, their share of the time, their operations, if not all, and the document with them."""

    phases: str
    share: float
    only: tuple[str, ...] = ()
    document: str = PLAYERS


PARTS = {
    "each": Part("examples,coverage,fuzzing", 0.5),
    "desk": Part("examples,coverage,fuzzing", 0.1, document=ADMINS),
    "links": Part("stateful", 0.25),
    "playing": Part("stateful", 0.15, PLAYING),
}
"""Separate runs, because the first phases would leave the last one no time, and walks among all operations would
rarely reach a second move."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15, help="for each of the two who ask")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=list(PARTS), help="these parts alone")
    told = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"
    with database(MEASURED, CREATE) as address:
        os.environ |= UNLIMITED | {"DATABASE_URL": address, "LOG_LEVEL": "ERROR", "OFFER_EXAMPLES": "true"}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True)
        parts = [PARTS[name] for name in told.only]
        return _both(parts, told.minutes / sum(part.share for part in parts))


def _both(parts: Sequence[Part], minutes: float) -> int:
    import django

    django.setup()
    from tests.fuzz.world import made
    from tests.site.running import running, token_of

    world = made()
    with running("web", "worker", EMAIL_URL="memorymail://") as site, ThreadPoolExecutor() as pool:
        askers = {asker: Asker(site.url, token_of(asker), world.known) for asker in (world.player, world.admin)}
        for document in (PLAYERS, ADMINS):
            urlopen(site.url + document, timeout=60).close()  # made in advance, not while someone waits for it
        runs = {name: pool.submit(_all, asker, parts, minutes) for name, asker in askers.items()}
        return max(_told(asker.name, run.result()) for asker, run in runs.items())


@dataclass(frozen=True)
class Asker:
    """The requester, the address, and the ids to ask about."""

    url: str
    token: str
    known: Mapping[str, list[Any]]


@dataclass(frozen=True)
class Run:
    """The results of a part."""

    part: Part
    said: subprocess.CompletedProcess[str]
    figures: Figures


def _told(name: str, runs: Sequence[Run]) -> int:
    for run in runs:
        print(f"== As {name}: {run.part.phases}", run.said.stdout, run.figures, sep="\n", flush=True)
    return max(run.said.returncode for run in runs)


def _all(asker: Asker, parts: Sequence[Part], minutes: float) -> list[Run]:
    return [_run(asker, part, minutes * part.share) for part in parts]


def _operations(part: Part) -> list[str]:
    """Return the options that select the operations."""
    if part.only:
        return [f"--include-operation-id={name}" for name in part.only]
    return [f"--exclude-operation-id={name}" for name in LEFT_OUT]


def _run(asker: Asker, part: Part, minutes: float) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.ndjson"
        config = Path(folder) / "schemathesis.toml"
        config.write_text(_config(asker.known))
        command = [
            str(Path(sys.executable).with_name("st")),
            "--config-file",
            str(config),
            "run",
            asker.url + part.document,
        ]
        options = [
            f"--phases={part.phases}",
            f"--report-ndjson-path={report}",
            f"--checks={','.join(CHECKS)}",
            *_operations(part),
        ]
        options += [f"--max-time={round(minutes * 60)}", "--continue-on-failure", "--warnings=off", "--no-color"]
        options += ["--header", f"Authorization: Bearer {asker.token}", "--suppress-health-check=all"]
        said = subprocess.run(
            [*command, *options],
            check=False,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if not report.exists():
            raise RuntimeError(said.stdout)
        return Run(part, said, figures_of(report))


def _config(known: Mapping[str, list[Any]]) -> str:
    """Return schemathesis's settings, with dictionaries of existing ids."""
    taken = f"[checks.positive_data_acceptance]\nexpected-statuses = {json.dumps(TAKEN)}\n\n"
    for names in (*BEYOND_SCHEMAS.values(), _with_a_cursor()):
        for name in names:
            taken += f'[[operations]]\ninclude-operation-id = "{name}"\n'
            statuses = json.dumps([*TAKEN, "400"])
            taken += f"checks.positive_data_acceptance.expected-statuses = {statuses}\n\n"
    likely = _likely()
    values = "".join(
        f"[dictionaries.{name}]\nvalues = {json.dumps(each)}\n\n" for name, each in {**known, **likely}.items()
    )
    places = {f"path.{name}": name for name in known} | {f"body.{re.sub('_$', '[*]', name)}": name for name in likely}
    bound = "".join(
        f'"{place}" = {{ dictionary = "{name}", probability = {MOSTLY} }}\n' for place, name in places.items()
    )
    return f'hooks = "tests.fuzz.hooks"\n\n{taken}{STATEFUL}{values}[parameters]\n{bound}'


def _with_a_cursor() -> list[str]:
    documents = [yaml.safe_load((ROOT / "docs" / name).read_text()) for name in ("openapi.yaml", "openapi-admin.yaml")]
    operations = [each for document in documents for path in document["paths"].values() for each in path.values()]
    return [one["operationId"] for one in operations if "cursor" in _parameters(one)]


def _parameters(operation: Any) -> list[str]:
    return [one["name"] for one in operation.get("parameters", ())]


def _likely() -> dict[str, list[Any]]:
    """Return likely values that no schema can express: instants in bodies, and orders common to most games."""
    now = datetime.now(UTC)
    soon = {
        name: [(now + timedelta(days=day)).isoformat(timespec="seconds") for day in days] for name, days in NEAR.items()
    }
    return {**soon, "orders_": ORDERS}


if __name__ == "__main__":
    sys.exit(main())
