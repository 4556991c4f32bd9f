"""The results of a schemathesis run in figures: requests, operations and links."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Figures:
    """How often each status was answered, by operation and by followed link; and the number of links."""

    operations: dict[str, Counter[int]]
    links: dict[str, Counter[int]]
    known_links: int

    def __str__(self) -> str:
        statuses = sum(self.operations.values(), Counter[int]())
        followed, done = len(self.links), sum(map(_is_done, self.links.values()))
        never = sorted(name for name, answers in self.operations.items() if not _is_done(answers))
        answered = ", ".join(f"{status} {times}" for status, times in sorted(statuses.items()))
        lines = [
            f"{statuses.total()} requests: {answered}",
            f"{len(self.operations)} operations, {len(self.operations) - len(never)} of them with 2xx",
            f"{followed} of {self.known_links} links followed, {done} of them with 2xx",
            *(f"never 2xx: {name} {dict(self.operations[name])}" for name in never),
            *(f"{name}: {dict(answers)}" for name, answers in sorted(self.links.items())),
        ]
        return "\n".join(lines)


def _is_done(answers: Counter[int]) -> bool:
    return any(200 <= status < 300 for status in answers)


def figures_of(report: Path) -> Figures:
    """Read the figures from schemathesis's report, which has one event per line."""
    operations: dict[str, Counter[int]] = defaultdict(Counter)
    links: dict[str, Counter[int]] = defaultdict(Counter)
    known = 0
    for kind, event in _events(report):
        if kind == "LoadingFinished":
            known = event["statistic"]["transitions"]["selected"]
        elif kind == "ScenarioFinished":
            for case, status in _answered(event["recorder"]):
                operations[f"{case['value']['method']} {case['value']['path']}"][status] += 1
                if case.get("transition") and case.get("is_transition_applied"):
                    links[case["transition"]["id"]][status] += 1
    return Figures(operations, links, known)


def _events(report: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    with report.open(encoding="utf-8") as lines:
        for line in lines:
            yield from json.loads(line).items()


def _answered(recorder: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int]]:
    interactions = recorder.get("interactions", {})
    for name, case in recorder.get("cases", {}).items():
        response = interactions.get(name, {}).get("response")
        if response is not None:
            yield case, response["status_code"]
