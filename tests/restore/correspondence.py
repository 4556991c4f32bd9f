"""Players who go on over HTTP, and remember every acknowledged entry."""

from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from games.lobby import lobby
from games.models import Entry, Player
from notifications.letters.addresses import message_id
from notifications.models import Mail, Notification
from tests.patience import eventually
from tests.site.running import Client, token_of

GAMES = 3
Log = dict[tuple[str, int], str]
"""The chain's hash after each entry, by game and number."""


class Correspondence:
    """Three games of two, whose players make random legal moves."""

    def __init__(self) -> None:
        self.acknowledged: Log = {}
        self._random = Random(1)
        self._played = 0
        people = [Player.objects.create_user(f"player{n}@mail.example", f"Player {n}") for n in range(2 * GAMES)]
        self._tables = [self._table(people[2 * n : 2 * n + 2]) for n in range(GAMES)]

    def play(self, url: str, count: int) -> None:
        """Make this many moves, in rotation, on the site with this address."""
        for _ in range(count):
            self._played += 1
            self._move(url, *self._tables[self._played % GAMES])

    def _table(self, people: list[Player]) -> tuple[str, list[str]]:
        now = timezone.now()
        wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=timedelta(days=1), order="fixed")
        game = lobby.create_game(host=people[0], wishes=wishes, now=now)
        lobby.join_game(player=people[1], game_id=game.id, now=now)
        return game.id, [token_of(person) for person in people]

    def _move(self, url: str, game: str, tokens: list[str]) -> None:
        for token in tokens:
            client = Client(url, token)
            status, legal = client.insist("GET", f"/games/{game}/options")
            if status == 200 and legal["moves"]:
                body = {"prompt": legal["prompt"], "move": self._random.choice(legal["moves"])["notation"]}
                return self._post(client, game, body)
        raise AssertionError(f"nobody is asked anything in {game}")

    def _post(self, client: Client, game: str, body: Any) -> None:
        key = {"Idempotency-Key": f"{self._played}"}
        status, found = client.insist("POST", f"/games/{game}/moves", body, **key)
        assert status == 201, found
        for entry in found["entries"]:
            self.acknowledged[game, entry["number"]] = entry["hash"]


def log() -> Log:
    """Return the log of every game."""
    return {(entry.game_id, entry.number): entry.hash for entry in Entry.objects.all()}


def unsent() -> set[str]:
    """Return the Message-IDs of emails that are still to be sent."""
    return {message_id(token) for token in Mail.objects.filter(state=Mail.State.QUEUED).values_list("token", flat=True)}


def somebody_is_to_hear() -> bool:
    """Check whether there are notifications that no email contains yet."""
    waiting = Notification.objects.filter(state=Notification.State.PENDING, mail=None, held_until=None)
    return waiting.exists() or bool(unsent())


def everything_is_sent() -> bool:
    """Wait until all notifications and emails are sent, within the tests' patience; return whether they were."""

    def done() -> bool:
        Mail.objects.filter(state=Mail.State.QUEUED).update(next_attempt_at=timezone.now())
        return not somebody_is_to_hear()

    return eventually(done)
