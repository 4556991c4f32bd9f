"""Emails per hour that one, two and four concurrent workers send to a mail server that takes 20 ms for each.

Each worker is its own process that calls `notifications.tasks.deliver` once; all begin together. `make bench
ARGS=senders`; with pictures, `ARGS=senders:pictures`.
"""

import os
import subprocess
import sys
import time
from typing import Final

WORKERS: Final = (1, 2, 4)
GAMES: Final = 150
"""Games of four players, for every round."""
ANSWER_TIME: Final = 0.02
WORK: Final = "import django; django.setup(); from notifications import tasks; input(); tasks.deliver()"


def main(pictures: str = "") -> None:
    """Measure with each number of workers."""
    from deploy.ports import free_port
    from tests.bench.mail import mail_server

    port = free_port()
    os.environ.update(EMAIL_URL=f"smtp://127.0.0.1:{port}", EMAIL_PICTURES="true" if pictures else "false")
    import django

    django.setup()
    with mail_server(port, ANSWER_TIME):
        for workers in WORKERS:
            _tell(workers)


def _tell(workers: int) -> None:
    from notifications.models import Mail

    before = Mail.objects.filter(state=Mail.State.SENT).count()
    _fill_outbox()
    processes = [_start_worker() for _ in range(workers)]
    begun = time.perf_counter()
    for process in processes:
        process.communicate("\n")
    spent = time.perf_counter() - begun
    sent = Mail.objects.filter(state=Mail.State.SENT).count() - before
    print(f"{workers} workers: {sent} emails in {spent:.1f} s, {3600 * sent / spent:,.0f} an hour", flush=True)


def _fill_outbox() -> None:
    from tests.games.stories import players, started

    people = players(4, f"Send{time.monotonic_ns()}n"[-24:])
    for _ in range(GAMES):
        started(people)


def _start_worker() -> subprocess.Popen[str]:
    """Start a worker that waits for a line, behind a shell as its first process, which sets the worker's place."""
    command = f"{sys.executable} -c '{WORK}'; true"
    process = subprocess.Popen(["sh", "-c", command], stdin=subprocess.PIPE, text=True)
    time.sleep(3)
    return process


if __name__ == "__main__":
    main(*sys.argv[1:])
