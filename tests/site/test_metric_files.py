"""Files of dead processes are swept, and no counter falls."""

import os
import subprocess
import sys
from pathlib import Path

from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from ttr_site import metric_files

COUNT = """
import os, sys
from prometheus_client import Counter, Gauge, Histogram

Counter("moves", "Moves", ["by"]).labels("mail").inc(3)
Histogram("taken", "Taken", buckets=[1, 2]).observe(1.5)
Gauge("open", "Open", multiprocess_mode="livesum").set(1)
"""


def count_in_a_process(folder: Path) -> None:
    """Let a process count and end."""
    variables = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    subprocess.run([sys.executable, "-c", COUNT], check=True, env=variables)


def values(folder: Path) -> dict[str, float | None]:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
    labels = {"moves_total": {"by": "mail"}, "taken_bucket": {"le": "2.0"}, "taken_sum": {}, "open": {}}
    return {name: registry.get_sample_value(name, label) for name, label in labels.items()}


def test_files_of_dead_processes_are_swept_and_no_counter_falls(tmp_path: Path) -> None:
    for times in (1, 2):
        count_in_a_process(tmp_path)
        with metric_files.swept(tmp_path):
            found = values(tmp_path)
        assert found == {"moves_total": 3 * times, "taken_bucket": times, "taken_sum": 1.5 * times, "open": None}
        assert sorted(file.name for file in tmp_path.glob("*.db")) == ["counter_swept.db", "histogram_swept.db"]


def test_a_living_process_keeps_its_files(tmp_path: Path) -> None:
    count_in_a_process(tmp_path)
    for file in tmp_path.glob("*.db"):
        file.rename(file.with_stem(f"{file.stem.rpartition('_')[0]}_{os.getpid()}"))
    before = sorted(tmp_path.glob("*.db"))
    with metric_files.swept(tmp_path):
        assert values(tmp_path)["open"] == 1
    assert sorted(tmp_path.glob("*.db")) == before
