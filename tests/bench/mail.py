"""Delivering emails, against Django sending the very same emails over one persistent connection.

Django's messages are prepared before the clock starts; it only turns them into bytes and hands them over. The site also
finds the due emails, writes them, and records that they were sent.

The mail server runs in its own process and answers each email after 10 ms, as servers do that check emails; and once
immediately, which no real server does, to show the cost of writing. Both sides run alternately; the median of the
pairs' ratios is printed. The first pair is not counted: the first email of a process takes as long as 150 others, while
modules are imported and database connections opened.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple

PAIRS = 3
GAMES = 50
"""Games of four: two full batches of emails, as where many are due."""
ANSWER_TIMES = (0.01, 0.0)


class Rates(NamedTuple):
    """Emails per second."""

    site: float
    floor: float


def main() -> None:
    """Measure with each of the answer times."""
    from deploy.ports import free_port

    port = free_port()
    os.environ["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
    import django

    from ttr_site.celery import keep_what_is_loaded

    django.setup()
    keep_what_is_loaded()
    with mail_server(port, 0.0):
        _pair()
    for seconds in ANSWER_TIMES:
        with mail_server(port, seconds):
            pairs = [_pair() for _ in range(PAIRS)]
        ratio = median(pair.site / pair.floor for pair in pairs)
        site, floor = (median(rates) for rates in zip(*pairs, strict=True))
        method = f"median of {PAIRS} pairs, {site:.0f}/s : {floor:.0f}/s"
        print(f"mails, server answering after {seconds * 1000:.0f} ms: {ratio:.2f} of the floor's rate ({method})")


@contextmanager
def mail_server(port: int, seconds: float) -> Iterator[None]:
    """Run the mail server."""
    from tests.patience import eventually

    process = subprocess.Popen([sys.executable, "-m", "tests.bench.mail_server", str(port), str(seconds)])
    try:
        assert eventually(lambda: _answers(port))
        yield
    finally:
        process.kill()
        process.wait()


def _answers(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _pair() -> Rates:
    from tests.games.stories import players, started

    people = players(4, f"Mail{time.monotonic_ns()}n"[-24:])
    for _ in range(GAMES):
        started(people)
    sent: list[Any] = []
    site = _rate(lambda: _deliver(sent), lambda: len(sent))
    messages = [_of_django(*told) for told in sent]
    return Rates(site, _rate(lambda: _send(messages), lambda: len(messages)))


def _rate(work: Any, count: Any) -> float:
    gc.collect()  # otherwise garbage from making the games and messages would be collected during either side's time
    begun = time.perf_counter()
    work()
    spent = time.perf_counter() - begun
    mails: int = count()
    return mails / spent


def _deliver(sent: list[Any]) -> None:
    """Deliver as the worker does, noting each letter sent and its email."""
    from django.utils import timezone

    from notifications.letters import mime
    from notifications.outbox import delivery
    from notifications.outbox.lines import Lines

    written = mime.envelope

    def envelope(letter: Any, mail: Any, **named: Any) -> Any:
        email = written(letter, mail, **named)
        sent.append((letter, email))
        return email

    mime.envelope = envelope
    try:
        with Lines(delivery.LINES) as lines:
            while delivery.deliver_due(now=timezone.now(), lines=lines) is delivery.Progress.MORE:
                pass
    finally:
        mime.envelope = written


def _of_django(letter: Any, email: Any) -> Any:
    """Return the same email as a Django message."""
    from email import message_from_bytes, policy

    from notifications.letters import inline_css
    from tests.notifications import by_django

    fields = by_django.fields(message_from_bytes(email.octets, policy=policy.default))
    html = inline_css.inlined(letter.html)
    return by_django.written(fields, letter.text, html, letter.pictures, sender=email.from_email)


def _send(messages: Sequence[Any]) -> None:
    """Send prepared messages over one connection, as Django does."""
    from django.core.mail import get_connection

    connection = get_connection()
    connection.open()
    for message in messages:
        connection.send_messages([message])
    connection.close()


if __name__ == "__main__":
    main()
