"""Processing players' emails, from their bytes to the answer in the outbox, against posting the same moves through the
service that the API calls.

Each email is signed, quotes a whole turn's email, and answers it with a move; the key is known from the first email on.
Both sides run alternately; the median of the pairs' ratios is printed. It also measures judging and reading an email of
200 kB.
"""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from statistics import median
from typing import Any, NamedTuple

PAIRS = 3
GAMES = 30
LARGE = 200_000


class Answered(NamedTuple):
    """A game that waits for a player, and the player's answer by email."""

    game: Any
    raw: bytes
    to: str


def main() -> None:
    """Measure emailed moves against posted ones, and a large email."""
    import django

    django.setup()
    from django.conf import settings

    from tests.inbox.letters import SELECTOR, SigningKey
    from tests.inbox.names import open_name_server

    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    key = SigningKey.new()
    with open_name_server() as names:
        names.texts[f"{SELECTOR}._domainkey.mail.example"] = key.record
        settings.MAIL_IN_RESOLVERS = [names.address]
        pairs = [(_processed(asked(key, 2 * n)), _posted(asked(key, 2 * n + 1))) for n in range(PAIRS)]
        spent = _seconds_for_a_large_one(key)
    ratio = median(emails / posts for emails, posts in pairs)
    emails, posts = (median(rates) for rates in zip(*pairs, strict=True))
    print(f"emails, from row to answer: {ratio:.2f} of the rate of posting moves ({emails:.0f}/s : {posts:.0f}/s)")
    print(f"an email of {LARGE // 1000} kB, judged and read: {spent * 1000:.0f} ms")


def asked(key: Any, number: int) -> Sequence[Answered]:
    """Start games that ask a player by email, and write the answers."""
    from django.utils import timezone

    from notifications import reply_addresses
    from notifications.models import Mail
    from notifications.reply_addresses import EmailQuestion
    from tests.games.stories import chosen, players, prompts, started
    from tests.inbox.letters import signed, written

    now, people = timezone.now(), players(2, f"Inbox-{number}-")
    quoted = "\n".join(f"> a line of the email that asked, {line} of many" for line in range(150))
    found: list[Answered] = []
    for _ in range(GAMES):
        game = chosen(started(people, now=now), now=now)
        mail = Mail.objects.create(player=people[0], game=game, state="sent", created_at=now, next_attempt_at=now)
        to = reply_addresses.make(mail, EmailQuestion(prompts(game)[0]["id"], [["draw deck"]]), now)
        raw = written(to, f"1\n\n{quoted}\n", sender=str(people[0].email), at=now, name=f"{number}.{len(found)}")
        found.append(Answered(game, signed(raw, key), to))
    return found


def _rate(work: Callable[[], int]) -> float:
    begun = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - begun)


def _processed(answers: Sequence[Answered]) -> float:
    from django.utils import timezone

    from notifications.inbox import acceptance, pipeline
    from notifications.models import InboundEmail

    for one in answers:
        acceptance.accept(one.raw, [one.to], "a@mail.example", InboundEmail.Door.LMTP, timezone.now())

    def work() -> int:
        done = 0
        while count := pipeline.process_due(now=timezone.now() + timedelta(seconds=1)):
            done += count
        return done

    rate = _rate(work)
    assert not InboundEmail.objects.exclude(state="acted").exists()
    return rate


def _posted(answers: Sequence[Answered]) -> float:
    from django.utils import timezone

    from tests.games.stories import post

    def work() -> int:
        for one in answers:
            post(one.game, 0, "draw deck", now=timezone.now())
        return len(answers)

    return _rate(work)


def _seconds_for_a_large_one(key: Any) -> float:
    from tests.inbox.letters import signed, written
    from tests.inbox.typed import typed_in

    text = "1\n\n" + "> what was quoted, line by line, as mail programs do it\n" * (LARGE // 55)
    raw = signed(written("play+1@night-mail.example", text), key)
    begun = time.perf_counter()
    typed_in(raw)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
