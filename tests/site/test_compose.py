"""Containers are as confined as the units of deploy/systemd."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
FROM_OUTSIDE = {"postgres", "valkey"}
"""Images that start as root and change to another user."""


@pytest.mark.parametrize("name", SERVICES)
def test_no_container_writes_to_its_image_or_gains_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert bool(service.get("cap_add")) == (name in FROM_OUTSIDE)
    assert "privileged" not in service


def test_what_comes_from_elsewhere_is_named_by_its_digest() -> None:
    """A tag can change overnight to another image, with a different collation, or worse."""
    (base,) = re.findall(r"^FROM (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    names = [base, *(SERVICES[name]["image"] for name in FROM_OUTSIDE)]
    assert [name for name in names if not re.fullmatch(r"[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}", name)] == []


@pytest.mark.parametrize("name", sorted(set(SERVICES) - FROM_OUTSIDE))
def test_a_part_of_the_site_can_write_where_it_must(name: str) -> None:
    """Check the folder of counters that env.example names, and the one of temporary files."""
    folders = {folder.partition(":")[0] for folder in SERVICES[name]["tmpfs"]}
    assert folders == {"/tmp", "/run/night-mail"}
