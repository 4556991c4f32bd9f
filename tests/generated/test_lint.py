"""The API's schema satisfies the recommended rules of two linters, without an error and without a warning."""

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.clients

HERE: Final = Path(__file__).parent
DOCS: Final = HERE.parents[1] / "docs"
SCHEMAS: Final = [str(DOCS / name) for name in ("openapi.yaml", "openapi-admin.yaml")]
BIN: Final = HERE / "node_modules" / ".bin"
QUIET: Final = {"REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "REDOCLY_TELEMETRY": "off"}


def lint(*command: str, home: Path) -> str:
    """Run a linter; return what it says, and fail with it if it has found anything."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), **QUIET}
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_redocly_finds_nothing(tmp_path: Path) -> None:
    said = lint("redocly", "lint", *SCHEMAS, f"--config={HERE / 'redocly.yaml'}", home=tmp_path)
    assert "warning" not in said.replace("Deprecation warning: Node.js", "")


def test_spectral_finds_nothing(tmp_path: Path) -> None:
    rules = f"--ruleset={HERE / 'spectral.yaml'}"
    lint("spectral", "lint", *SCHEMAS, rules, "--fail-severity=warn", home=tmp_path)
