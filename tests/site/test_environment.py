"""Every setting is checked before anything is restarted, by a command that stops at the first mistake."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import keys

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / "deploy/env.example").read_text()


def filled(**changes: str) -> str:
    """Return an operator's file: the example with new keys, and these lines."""
    given = keys.new() | changes
    kept = [line for line in EXAMPLE.splitlines() if line.partition("=")[0] not in given]
    return "\n".join([*kept, *(f"{name}={value}" for name, value in given.items())])


def check(*arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process without the site's settings."""
    return subprocess.run(
        [sys.executable, "-m", "deploy.environment", *arguments],
        check=False,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LANG": "C.UTF-8", "HOSTNAME": "games"} | variables,
        input=given,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "env"


def test_the_example_with_new_keys_is_well(file: Path) -> None:
    file.write_text(filled())
    owner = "OWNER_DATABASE_URL=postgresql://night_mail_owner:password@127.0.0.1:5432/night_mail"
    found = check(str(file), "-", given=owner)
    assert (found.returncode, found.stdout) == (0, "The settings are well.\n"), found.stderr


def test_every_line_of_the_example_is_known(file: Path) -> None:
    file.write_text(re.sub(r"^#(?=[A-Z_]+=)", "", EXAMPLE, flags=re.MULTILINE))
    assert "there is no variable" not in check(str(file)).stderr


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("SIGNUP=closed", "there is no variable SIGNUP: did you mean SIGN_UP?"),
        ("sign_up=closed", "there is no variable sign_up: did you mean SIGN_UP?"),
        (
            "EMAIL_PICTURE_FILE=/etc/night-mail/p",
            "there is no variable EMAIL_PICTURE_FILE: did you mean EMAIL_PICTURES?",
        ),
        ("COLOR=red", "there is no variable COLOR. deploy/env.example has all there are."),
        ("export SIGN_UP=closed", "must be NAME=value"),
        ("SIGN_UP = closed", "must be NAME=value"),
        ("PUBLIC_URL=https://games.example.org", "PUBLIC_URL is set a second time"),
        ("WEBHOOK_AUTHORITY=/tmp/ca.pem", "WEBHOOK_AUTHORITY names /tmp/ca.pem, which the site cannot see"),
        ("MAIL_WEBHOOK_SECRET_FILE=/home/anna/secret", "names /home/anna/secret, which the site cannot see"),
        (
            "REPLICA_URL=postgresql://10.0.0.3/games?sslmode=verify-full&sslrootcert=/home/anna/ca.pem",
            "REPLICA_URL names /home/anna/ca.pem, which the site cannot see",
        ),
    ],
)
def test_a_line_that_would_be_overlooked_is_refused_with_its_number(file: Path, line: str, sentence: str) -> None:
    file.write_text(f"{filled()}\n{line}\n")
    found = check(str(file))
    assert found.returncode == 1
    assert f"{file}, line {len(filled().splitlines()) + 1}: " in found.stderr
    assert sentence in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SIGN_UP", "inivted"),
        ("EMAIL_PICTURES", "flase"),
        ("WEB_WORKERS", "two"),
        ("WEB_THREADS", "0"),
        ("WEB_PORT", "http"),
        ("STREAM_HOST", "http://10.0.0.1"),
        ("MAIL_IN_LISTEN", "127.0.0.1:8024"),
        ("PROMETHEUS_MULTIPROC_DIR", "metrics"),
        ("OWNER_DATABASE_URL", "mysql://owner@127.0.0.1/games"),
        ("SECRET_KEY", ""),
    ],
)
def test_a_value_that_cannot_be_is_named(file: Path, name: str, value: str) -> None:
    file.write_text(filled(**{name: value}))
    found = check(str(file))
    assert found.returncode == 1
    assert re.search(rf"^{name} (must|is not set)", found.stderr, re.MULTILINE), found.stderr
    assert "Traceback" not in found.stderr


def test_the_later_file_counts(file: Path) -> None:
    file.write_text(filled(SIGN_UP="inivted"))
    assert check(str(file), "-", given="SIGN_UP=invited").returncode == 0


def test_the_process_itself_does_not_complete_a_file(file: Path) -> None:
    file.write_text(filled(SECRET_KEY=""))
    assert "SECRET_KEY is not set" in check(str(file), SECRET_KEY="a" * 50).stderr


def test_a_comment_behind_a_value_is_named_as_such(file: Path) -> None:
    file.write_text(filled(TRUSTED_PROXY_COUNT="1 # nginx"))
    assert (
        "TRUSTED_PROXY_COUNT must be a whole number, 0 or more. A value goes to the end of its line: write the comment "
        "above it." in check(str(file)).stderr
    )


def test_a_process_has_variables_of_its_own_but_none_that_looks_like_ours() -> None:
    given = dict(re.findall(r"^([A-Z_]+)=(.*)$", filled(), re.MULTILINE))
    assert check(**given, PYTHON_VERSION="3.11.9", KUBERNETES_PORT="tcp://10.0.0.1").returncode == 0
    assert "There is no variable SIGNUP: did you mean SIGN_UP?" in check(**given, SIGNUP="closed").stderr


def test_a_release_stops_before_it_asks_the_database() -> None:
    given = dict(re.findall(r"^([A-Z_]+)=(.*)$", filled(SIGN_UP="inivted"), re.MULTILINE))
    variables = {"PATH": os.environ["PATH"]} | given
    found = subprocess.run([ROOT / "deploy/release"], check=False, env=variables, capture_output=True, text=True)
    assert found.returncode == 1
    assert found.stderr.splitlines()[1:] == [
        "SIGN_UP must be open, invited or closed. deploy/env.example describes every variable."
    ]
