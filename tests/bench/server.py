"""Posting a move and reading a game, against the floor (`tests.bench.floor`).

16 connections, each with its own game of four and the moves recorded for it beforehand, sent in order. Site and floor
alternate, one slice of the recording each; the median of the pairs' ratios is printed. Finally, a late move in a game
of five is compared with an early one, with no other requests.
"""

import json
import os
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple
from urllib.request import urlopen

import engine
from engine.codec import Codec
from tests.bench.load import Figures, measure, request

CONNECTIONS = 16
PAIRS = 5
SLICE = 24
READS = 60
LAST = ("keep", "tickets", "draw", "claim", "pass")

Pick = Callable[[list[str], Random], str]


class Step(NamedTuple):
    """A move of a recorded game, its player, and how many rows it inserts."""

    token: str
    prompt: str
    move: str
    work: dict[str, int]


class Recorded(NamedTuple):
    """A game and the moves that play it."""

    game: str
    moves: list[Step]


def main() -> None:
    """Start a site and measure it."""
    import django

    django.setup()
    from tests.site.running import running

    with running("web", DJANGO_SETTINGS_MODULE="tests.bench.settings", DATABASE_URL=os.environ["DATABASE_URL"]) as site:
        port = int(site.url.rpartition(":")[2])
        games = [record(number) for number in range(2 * CONNECTIONS)]
        _tell_sizes(site.url, games[0])
        _posts(port, games[:CONNECTIONS], games[CONNECTIONS:])
        _reads(port, games[:CONNECTIONS])
        _late(port)


def at_random(moves: list[str], random: Random) -> str:
    """Return any legal move."""
    return random.choice(moves)


def long_game(moves: list[str], random: Random) -> str:
    """Return the move that makes a game last: tickets, cards, and the shortest route only when nothing else is left."""
    return min(
        moves, key=lambda move: (LAST.index(move.split()[0]), len(move) if move.startswith("keep") else 0, _size(move))
    )


def _size(move: str) -> int:
    return sum(int(word) for word in move.split()[2:] if word.isdigit()) if move.startswith("claim") else 0


def record(number: int, most: int = PAIRS * SLICE, seats: int = 4, pick: Pick = at_random) -> Recorded:
    """Start a game and record moves for it beforehand, with the game's own chance."""
    from django.utils import timezone

    from games.table import store
    from tests.games.stories import players, started
    from tests.site.running import token_of

    people = players(seats, f"Bench {os.getpid()} {number} ")
    game = started(people, now=timezone.now())
    table = store.load(store.read(game.id))
    tokens = [token_of(player) for player in people]
    return Recorded(game.id, list(_play(table, tokens, Random(number), most, pick)))


def _play(table: Any, tokens: list[str], random: Random, most: int, pick: Pick) -> Iterator[Step]:
    state, chance = table.state, table.chance()
    for _ in range(most):
        if state.over:
            return
        prompt = random.choice(state.prompts)
        move = pick([engine.notation.write(table.codec.rules, o) for o in engine.options(state, prompt.seat)], random)
        seat, rules = prompt.seat, table.codec.rules
        decision = engine.decide(state, seat, engine.notation.parse(rules, move), chance)
        yield Step(tokens[seat], f"{prompt.opened}.{seat}", move, _work(table.codec, decision, seat))
        state = decision.state


def _work(codec: Codec, decision: engine.Decision, mover: int) -> dict[str, int]:
    parts = [codec.event(event) for event in decision.events]
    opened = [prompt for prompt in decision.state.prompts if prompt.opened == decision.state.entry]
    drawn = any(event.tag in ("card_drawn", "market_filled", "market_flushed") for event in decision.events)
    return {
        "secrets": int(any(part.own for part in parts)) + int(drawn),
        "turns": len(opened),
        "notes": sum(1 for prompt in opened if prompt.seat != mover),
    }


def _tell_sizes(url: str, sample: Recorded) -> None:
    """Measure what a usual move writes and answers, and make the floor do as much."""
    from django.db.models import Avg
    from django.db.models.fields import TextField
    from django.db.models.functions import Cast, Length

    from games.models import EntrySecret
    from games.table import store
    from tests.site.running import Client

    answers = []
    for token, prompt, move, _ in sample.moves[:40]:
        status, body = Client(url, token).ask("POST", f"/games/{sample.game}/moves", {"prompt": prompt, "move": move})
        assert status == 201, body
        answers.append(len(json.dumps(body)))
    game = store.read(sample.game)
    secret = EntrySecret.objects.filter(game=game, number__gt=5).aggregate(size=Avg(Length("body")))["size"]
    public = game.entries.filter(number__gt=5).aggregate(size=Avg(Length(Cast("public", TextField()))))["size"]
    shown = len(json.dumps(Client(url, sample.moves[0][0]).ask("GET", f"/games/{sample.game}")[1]))
    sizes = {
        "answer": int(median(answers)),
        "public": int(public),
        "secret": int(secret),
        "position": len(bytes(game.secret.position or b"")),
        "game": shown,
    }
    del sample.moves[:40]
    query = "&".join(f"{name}={size}" for name, size in sizes.items())
    for _ in range(50):  # so that every process and thread behind the port has received it
        urlopen(f"{url}/floor/prepare?{query}").close()
    print(f"a usual move: {sizes} bytes")


def _posts(port: int, own: list[Recorded], floors: list[Recorded]) -> None:
    pairs = []
    for turn in range(PAIRS - 1):
        part = slice(turn * SLICE, (turn + 1) * SLICE)
        site = measure(port, [requests(game, part, "/api/v1") for game in own], 201)
        floor = measure(port, [requests(game, part, "/floor") for game in floors], 201)
        pairs.append((site, floor))
    _tell("posting a move", pairs[1:])  # the first pair met a server that had only just started


def requests(game: Recorded, part: slice, root: str) -> list[bytes]:
    """Return these moves as requests, ready to send to the site (`/api/v1`) or to the floor (`/floor`)."""
    path = f"{root}/games/{game.game}/moves"
    return [
        request(
            "POST",
            path,
            step.token,
            json.dumps(_body(step) | ({"work": step.work} if "floor" in root else {})).encode(),
        )
        for step in game.moves[part]
    ]


def _body(step: Step) -> dict[str, Any]:
    return {"prompt": step.prompt, "move": step.move}


def _reads(port: int, games: list[Recorded]) -> None:
    pairs, fresh = [], []
    for _ in range(PAIRS):
        site = measure(port, [_gets(game, "/api/v1") for game in games], 200)
        floor = measure(port, [_gets(game, "/floor") for game in games], 200)
        unchanged = measure(port, [_gets(game, "/api/v1", _tag(port, game)) for game in games], 304)
        pairs.append((site, floor))
        fresh.append((unchanged, floor))
    _tell("reading a game", pairs)
    _tell("304", fresh)


def _gets(game: Recorded, root: str, tag: str = "") -> list[bytes]:
    return [request("GET", f"{root}/games/{game.game}", game.moves[-1].token, if_none_match=tag)] * READS


def _tag(port: int, game: Recorded) -> str:
    from urllib.request import Request

    asked = Request(f"http://127.0.0.1:{port}/api/v1/games/{game.game}")
    asked.add_header("Authorization", f"Bearer {game.moves[-1].token}")
    with urlopen(asked) as answer:
        return str(answer.headers["ETag"])


def _late(port: int) -> None:
    """Alternate between two long games, one far ahead of the other: five moves each."""
    old, young = (
        requests(record(number, most=450, seats=5, pick=long_game), slice(0, None), "/api/v1")
        for number in (1000, 1001)
    )
    begun, ahead = 6, len(old) - 70
    measure(port, [young[:begun]], 201)
    measure(port, [old[:ahead]], 201)
    ratios = []
    for step in range(0, 60, 5):
        early = measure(port, [young[begun + step : begun + step + 5]], 201)
        late = measure(port, [old[ahead + step : ahead + step + 5]], 201)
        ratios.append(early.rate / late.rate)
    method = f"median of {len(ratios)} pairs of 5 moves"
    print(f"a move at entry {ahead} to {ahead + 60} costs {median(ratios):.2f} of one at entry 6 to 66 ({method})")


def _tell(what: str, pairs: list[tuple[Figures, Figures]]) -> None:
    rate = median(site.rate / floor.rate for site, floor in pairs)
    p99 = median(site.p99 / floor.p99 for site, floor in pairs)
    site, floor = (median(pair[side].rate for pair in pairs) for side in (0, 1))
    method = f"medians of {len(pairs)} pairs, {site:.0f}/s : {floor:.0f}/s"
    print(f"{what}: {rate:.2f} of the floor's rate, p99 {p99:.2f} of its p99 ({method})")


if __name__ == "__main__":
    main()
