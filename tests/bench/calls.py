"""Functions called between a move's bytes and its answer, for a posted move that ends a turn and for an emailed one.

It counts function calls (including comprehensions and generator steps), distinct functions, and files of `engine`,
`games`, `notifications` and `ttr_site`, in one process, with `sys.setprofile`. Each move is warmed up several times, so
that one-time work (imports, caches, compiled patterns) is not counted.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from django.test import Client

    from tests.bench.inbox import Answered

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = tuple(f"{ROOT / package}/" for package in ("engine", "games", "notifications", "ttr_site"))
WARM: Final = 5
"""Moves made before the counted one."""


def main() -> None:
    """Count the calls of a posted and of an emailed move."""
    import django

    django.setup()
    for name, moves in (("a move posted", _posted()), ("a move emailed", _emailed())):
        for _, move in zip(range(WARM), moves, strict=False):
            move()
        report(name, passed(next(moves)))


def passed(work: Callable[[], object]) -> Counter[CodeType]:
    """Do the work, and return how often each function of the project was called."""
    calls: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGES):
            calls[frame.f_code] += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def report(name: str, calls: Counter[CodeType]) -> None:
    """Print the totals and the files with the most calls."""
    files = Counter[str]()
    for code, times in calls.items():
        files[str(Path(code.co_filename).relative_to(ROOT))] += times
    print(f"{name}: {calls.total()} calls of {len(calls)} functions in {len(files)} files")
    for file, times in files.most_common(8):
        print(f"  {times:5} {file}")


def _posted() -> Iterator[Callable[[], object]]:
    """Yield functions that each post the second draw of a turn to the API, which ends the turn."""
    from django.test import Client
    from django.utils import timezone

    from tests.games.stories import chosen, players, post, prompts, started
    from tests.site.running import token_of

    client = Client(headers={"Host": "localhost"})
    for number in count():
        people = players(2, f"Calls-{number}-")
        game = chosen(started(people, now=timezone.now()), now=timezone.now())
        head = {"Authorization": f"Bearer {token_of(people[0])}"}
        post(game, 0, "draw deck", now=timezone.now())
        body = {"prompt": prompts(game)[0]["id"], "move": "draw deck"}
        yield partial(_post, client, f"/api/v1/games/{game.pk}/moves", body, head)


def _post(client: "Client", path: str, body: Mapping[str, str], head: Mapping[str, str]) -> None:
    answer = client.post(path, body, content_type="application/json", headers=head)
    assert answer.status_code == 201, answer.content


def _emailed() -> Iterator[Callable[[], object]]:
    """Yield functions that each take in an email written by `tests.bench.inbox` and act on it."""
    from django.conf import settings

    from tests.bench.inbox import asked
    from tests.inbox.letters import SELECTOR, SigningKey
    from tests.inbox.names import open_name_server

    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    key = SigningKey.new()
    with open_name_server() as names:
        names.texts[f"{SELECTOR}._domainkey.mail.example"] = key.record
        settings.MAIL_IN_RESOLVERS = [names.address]
        for one in asked(key, 0):
            yield partial(_take, one)


def _take(one: "Answered") -> None:
    from django.utils import timezone

    from notifications.inbox import acceptance, pipeline
    from notifications.models import InboundEmail

    acceptance.accept(one.raw, [one.to], "a@mail.example", InboundEmail.Door.LMTP, timezone.now())
    assert pipeline.process_due(now=timezone.now() + timedelta(seconds=1)) == 1
    assert not InboundEmail.objects.exclude(state="acted").exists()


if __name__ == "__main__":
    main()
