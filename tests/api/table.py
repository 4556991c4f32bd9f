"""Players who use nothing but the public API: HTTP in, JSON out."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game, Player
from games.people.tokens import create_personal_token
from games.scopes import SCOPES
from tests.games.beginnings import remembered

API = "/api/v1"


@dataclass
class Guest:
    """A client with one token. `do` checks the status and returns the body."""

    name: str
    http: APIClient = field(default_factory=APIClient)

    def do(self, method: str, path: str, body: Any = None, *, status: int = 200, **headers: str) -> Any:
        answer = getattr(self.http, method)(f"{API}{path}", body, format="json", headers=headers)
        assert answer.status_code == status, (answer.status_code, answer.content)
        return answer.json() if answer.content else None

    def get(self, path: str) -> Any:
        return self.do("get", path)

    def post(self, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
        return self.do("post", path, body, status=status, **headers)

    def prompt(self, game: str) -> dict[str, Any] | None:
        """Return this guest's prompt in the game."""
        shown = self.get(f"/games/{game}")
        own = [prompt for prompt in shown["position"]["prompts"] if prompt["seat"] == shown["your_seat"]]
        return own[0] if own else None

    def asked(self, game: str) -> dict[str, Any]:
        """Return this guest's prompt; fail if there is none."""
        prompt = self.prompt(game)
        assert prompt is not None, f"{self.name} is asked nothing"
        return prompt

    def move(self, game: str, *moves: Any, status: int = 201, **headers: str) -> Any:
        """Answer the open prompt."""
        prompt = self.asked(game)
        return self.post(f"/games/{game}/moves", {"prompt": prompt["id"], "moves": list(moves)}, status, **headers)


def guests(count: int) -> list[Guest]:
    """Return this many guests with accounts, each with a token that can do everything."""
    names = [f"Guest {number}" for number in range(count)]
    secrets = remembered(f"{count} guests with tokens", lambda: [_signed_up(name) for name in names])
    return [_with_token(name, secret) for name, secret in zip(names, secrets, strict=True)]


def guest(name: str) -> Guest:
    """Return a guest with an account and a token."""
    return _with_token(name, _signed_up(name))


def _signed_up(name: str) -> str:
    """Return a token of a new account."""
    player = Player.objects.create_user(f"{name.lower().replace(' ', '.')}@mail.example", name)
    now = timezone.now()
    _, secret = create_personal_token(
        player=player, label="test", scopes=list(SCOPES), expires_at=now.replace(year=now.year + 1), now=now
    )
    return secret


def _with_token(name: str, secret: str) -> Guest:
    someone = Guest(name)
    someone.http.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return someone


def sit_down(people: list[Guest], **wishes: Any) -> str:
    """Make a game of these people, seated as they joined; return its id."""
    clock = {} if "clock" in wishes else {"clock": {"time_per_move": "P1D"}}
    body = {"ruleset": "usa@1", "seats": len(people), "order": "fixed", **clock, **wishes}

    def seated() -> str:
        game: str = people[0].post("/games", body, 201)["id"]
        for someone in people[1:]:
            someone.post(f"/games/{game}/join")
        return game

    return remembered(f"{_names(people)} sit down at {body}, {Game.objects.count()}", seated)


def choose_tickets(people: list[Guest], game: str) -> None:
    """Have everybody keep the first two tickets."""

    def chosen() -> None:
        for someone in people:
            numbers = [ticket["number"] for ticket in someone.asked(game)["offer"]]
            someone.move(game, f"keep {numbers[0]} {numbers[1]}")

    remembered(f"{_names(people)} choose tickets in {game}", chosen)


def _names(people: list[Guest]) -> list[str]:
    return [someone.name for someone in people]


def play_to_the_end(people: list[Guest], game: str, *, seed: int = 1) -> int:
    """Make random legal moves until the game is over; return how many."""
    random = Random(seed)
    moves = 0
    while True:
        shown = people[0].get(f"/games/{game}")
        if shown["position"]["over"]:
            return moves
        someone = people[random.choice(shown["position"]["prompts"])["seat"]]
        legal = someone.get(f"/games/{game}/options")
        move = random.choice(legal["moves"])
        someone.post(
            f"/games/{game}/moves", {"prompt": legal["prompt"], "move": random.choice(list(move.values()))}, 201
        )
        moves += 1
