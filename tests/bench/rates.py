"""Speed measurements: alternating runs, CPU time of one process, medians."""

import time
from collections.abc import Callable
from statistics import median

RUNS = 5
Work = Callable[[int], int]


def rates(works: dict[str, Work]) -> dict[str, list[float]]:
    """Return the rate per second of each kind of work, run by run."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for run in range(RUNS):
        for name, work in works.items():
            began = time.process_time()
            done = work(run)
            found[name].append(done / (time.process_time() - began))
    return found


def report(found: dict[str, list[float]], floor: str) -> None:
    """Print a line for each kind of work, relative to the floor."""
    width = max(10, *map(len, found))
    for name, speeds in found.items():
        ratios = [speed / other for speed, other in zip(speeds, found[floor], strict=True)]
        print(f"  {name:{width}} {median(speeds):10,.0f}   {median(ratios):5.2f} times {floor}")


def seconds(work: Callable[[], object]) -> float:
    """Return how long one run takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def quickest(work: Callable[[], object]) -> float:
    """Return the time of the quickest run."""
    return min(seconds(work) for _ in range(RUNS))
