"""`make fuzz ARGS="--minutes 15"`: all of schemathesis's phases, as a player in running games and as an admin.

Every answer is held against the schema: no status that is not described, no 5xx. What addresses name exists, for the
most part; what would end the asker's own account or tokens is left out, since nothing could be asked after it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.bench.__main__ import empty_database

UNLIMITED = {"PLAYER_REQUESTS_PER_MINUTE": "1000000", "STRANGER_REQUESTS_PER_MINUTE": "1000000"}
MOSTLY = 0.85
"""How often an address names something that exists."""
LEFT_OUT = ("erase_me", "sign_out_browsers", "revoke_token", "revoke_current_token")
TAKEN = ["2XX", "304", "401", "403", "404", "406", "409", "422", "429"]
"""What may become of a request that is as the schema says: done, or refused for how things stand; never 400."""
BEYOND_SCHEMAS = {
    "cursor": ("list_games", "list_disputes", "list_rulings", "list_open_seats", "list_acts", "list_proposals"),
    "a mailed code": ("confirm_code",),
    "names and time zones": ("create_account", "update_me"),
    "how things stand": ("get_game_picture", "get_game_png", "get_log", "create_token", "export_acts", "update_mail"),
}
"""Operations that refuse with 400 what no schema can tell, by what that is."""
CHECKS = (
    "not_a_server_error",
    "positive_data_acceptance",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15, help="for each of the two who ask")
    told = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"
    with empty_database() as address:
        os.environ |= UNLIMITED | {"DATABASE_URL": address, "LOG_LEVEL": "ERROR", "OFFER_EXAMPLES": "true"}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True)
        return _both(told.minutes)


def _both(minutes: float) -> int:
    import django

    django.setup()
    from tests.fuzz.world import made
    from tests.site.running import running, token_of

    world = made()
    with running("web", "worker", EMAIL_URL="memorymail://") as site, ThreadPoolExecutor() as pool:
        askers = (world.player, world.admin)
        runs = [pool.submit(_run, site.url, token_of(asker), world.known, minutes) for asker in askers]
        return max(_told(asker.name, run.result()) for asker, run in zip(askers, runs, strict=True))


def _told(name: str, run: subprocess.CompletedProcess[str]) -> int:
    print(f"== As {name}", run.stdout, sep="\n", flush=True)
    return run.returncode


def _run(url: str, token: str, known: Mapping[str, list[Any]], minutes: float) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "schemathesis.toml"
        config.write_text(_config(known))
        skipped = [f"--exclude-operation-id={name}" for name in LEFT_OUT]
        command = [
            str(Path(sys.executable).with_name("st")),
            "--config-file",
            str(config),
            "run",
            f"{url}/api/v1/schema",
        ]
        options = ["--phases=examples,coverage,fuzzing,stateful", f"--checks={','.join(CHECKS)}", *skipped]
        options += [f"--max-time={round(minutes * 60)}", "--continue-on-failure", "--warnings=off", "--no-color"]
        options += ["--header", f"Authorization: Bearer {token}", "--suppress-health-check=all"]
        return subprocess.run(
            [*command, *options], check=False, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )


def _config(known: Mapping[str, list[Any]]) -> str:
    """What addresses name, as dictionaries of schemathesis."""
    taken = f"[checks.positive_data_acceptance]\nexpected-statuses = {json.dumps(TAKEN)}\n\n"
    for names in BEYOND_SCHEMAS.values():
        for name in names:
            taken += f'[[operations]]\ninclude-operation-id = "{name}"\n'
            statuses = json.dumps([*TAKEN, "400"])
            taken += f"checks.positive_data_acceptance.expected-statuses = {statuses}\n\n"
    values = "".join(f"[dictionaries.{name}]\nvalues = {json.dumps(each)}\n\n" for name, each in known.items())
    bound = "".join(f'"path.{name}" = {{ dictionary = "{name}", probability = {MOSTLY} }}\n' for name in known)
    return f"{taken}{values}[parameters]\n{bound}"


if __name__ == "__main__":
    sys.exit(main())
