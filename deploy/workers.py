"""The worker of a machine: a process reserved for codes and deadlines, and others for everything else.

    python -m deploy.workers PROCESSES LOG_LEVEL, which deploy/worker starts

Celery shares all queues of a worker among all its processes, so there are two Celery workers. They are forked from this
process after it has loaded the site, so that they share its memory. It forwards the signal to end to both, which finish
their tasks; if one of them ends by itself, the other is ended as well, for a supervisor to restart everything.
"""

import gc
import os
import signal
import sys
from contextlib import suppress
from typing import Any, Final

ENDS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
YIELDS: Final = 10
"""The `nice` value of work that can wait: reading emails and drawing would otherwise delay players and codes."""
LOOK_EVERY: Final = 5.0
"""Seconds between two checks whether this process still exists: nobody else would tell its workers to end."""


def main(processes: str, log_level: str) -> int:
    from ttr_site import watchdog

    workers = _start_all(processes, log_level)
    watchdog.start()  # only now, since threads do not survive forking
    is_told = False

    def pass_on(number: int, _frame: Any) -> None:
        nonlocal is_told
        is_told = True
        _tell(workers, number)

    for number in ENDS:
        signal.signal(number, pass_on)
    while workers:
        process, _status = os.wait()
        if process not in workers:  # the first process of a container inherits those that others leave behind
            continue
        workers.discard(process)
        if not is_told:
            _tell(workers, signal.SIGTERM)
    return 0 if is_told else 1


def _start_all(processes: str, log_level: str) -> set[int]:
    """Load the site, and fork a Celery worker for each set of queues."""
    from ttr_site import celery, queues

    celery.app.loader.import_default_modules()
    gc.collect()
    gc.freeze()
    as_always = ("--pool", "prefork", "--loglevel", log_level, "--without-gossip", "--without-mingle")
    return {
        _start(celery.app, "codes-and-deadlines", 0, queues.RESERVED, "--concurrency", "1", *as_always),
        _start(celery.app, "celery", YIELDS, queues.OTHERS, "--concurrency", processes, *as_always),
    }


def _start(app: Any, name: str, niceness: int, queues: tuple[str, ...], *options: str) -> int:
    """Fork a Celery worker, and return its process id."""
    parent = os.getpid()
    if process := os.fork():
        return process
    os.nice(niceness)
    from celery.signals import worker_ready

    def look(sender: Any, **_: Any) -> None:
        sender.timer.call_repeatedly(LOOK_EVERY, _end_without, (parent,))

    worker_ready.connect(look, weak=False)
    app.worker_main(["--quiet", "worker", "--hostname", f"{name}@%h", "--queues", ",".join(queues), *options])
    sys.exit()


def _end_without(parent: int) -> None:
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def _tell(workers: set[int], number: int) -> None:
    for process in workers:
        with suppress(ProcessLookupError):
            os.kill(process, number)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
