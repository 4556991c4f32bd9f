"""The commands of deploy/runbook.md, as an operator would copy them."""

import re
from pathlib import Path

STEP = re.compile(r"(\d+)\. |In place of step (\d+)")
RUNBOOK = Path(__file__).resolve().parents[2] / "deploy/runbook.md"


def read_chapter(title: str) -> str:
    """Return a chapter's text, up to the next heading."""
    return re.split(r"^#+ ", RUNBOOK.read_text().split(f"# {title}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def read_steps(title: str) -> dict[int, str]:
    """Return the commands of each step of a chapter by its number; 0 holds those before the first step."""
    steps: dict[int, list[str]] = {}
    number, indent = 0, 4
    for line in read_chapter(title).splitlines():
        if match := STEP.match(line):
            number, indent = int(match[1] or match[2]), 7 if match[1] else 4
        if line.startswith(" " * indent):
            steps.setdefault(number, []).append(line[indent:])
    return {number: "\n".join(lines) for number, lines in steps.items()}
