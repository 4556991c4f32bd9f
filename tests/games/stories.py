"""Players and games for the tests of `games`, made through the real services."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from random import Random
from typing import Any

from django.db import connection

import engine
from games.lobby import lobby
from games.models import Game, Player
from games.table import store
from games.table.play import moves
from games.table.store.columns import Columns
from tests.games.beginnings import remembered

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
PLAYER = Columns(Player, "player")
HOLDER = f"""SELECT {PLAYER.sql} FROM games_seat AS seat JOIN games_player AS player ON player.id = seat.player_id
WHERE seat.game_id = %s AND seat.number = %s"""
"""Written as SQL because tests query it at each move."""
MANY = 5
"""The number of moves that take longer to play than to restore."""


def players(count: int, name: str = "Player") -> list[Player]:
    """Return this many new players with email addresses."""

    def signed_up() -> list[Player]:
        return [
            Player.objects.create_user(f"{name.lower()}{number}@mail.example", f"{name} {number}")
            for number in range(count)
        ]

    return remembered(f"{count} people called {name}", signed_up)


def started(people: Sequence[Player], *, now: datetime = NOON, **wishes: Any) -> Game:
    """Return a game of these people at the choice of first tickets; seats are in the order of joining."""
    clock = {} if "clock" in wishes else {"time_per_move": DAY}
    agreed: dict[str, Any] = {"ruleset": "usa@1", "seats": len(people), "order": "fixed", **clock, **wishes}

    def seated() -> Game:
        game = lobby.create_game(host=people[0], wishes=lobby.Wishes(**agreed), now=now)
        for player in people[1:]:
            lobby.join_game(player=player, game_id=game.id, now=now)
        return Game.objects.get(id=game.id)

    names = [player.pk for player in people]
    return remembered(f"{names} play {agreed} at {now}, {Game.objects.count()}", seated, now)


def prompts(game: Game) -> list[engine.PromptView]:
    """Return the open prompts."""
    return store.view_for(store.read(game.id), None)["prompts"]


def post(game: Game, seat: int, *texts: Any, now: datetime = NOON, key: str | None = None) -> moves.Posted:
    """Post these moves as the seat's answer to its open prompt."""
    prompt = next(prompt["id"] for prompt in prompts(game) if prompt["seat"] == seat)
    return post_to(game, seat, prompt, *texts, now=now, key=key)


def post_to(
    game: Game, seat: int, prompt: str, *texts: Any, now: datetime = NOON, key: str | None = None
) -> moves.Posted:
    """Post these moves for a prompt that may no longer be open."""
    return answer(game, holder(game, seat), prompt, *texts, now=now, key=key)


def answer(game: Game, player: Player, prompt: str, *texts: Any, now: datetime, key: str | None = None) -> moves.Posted:
    """Post these moves for a player who is already loaded."""
    request = moves.Request(prompt=prompt, moves=list(texts), key=key)
    return moves.post_moves(player=player, game_id=game.id, request=request, now=now)


def holder(game: Game, seat: int) -> Player:
    """Return the player in this seat."""
    with connection.cursor() as cursor:
        cursor.execute(HOLDER, [game.pk, seat])
        row = cursor.fetchone()
    assert row is not None
    return PLAYER.instance(row)


def play_on(game: Game, count: int, *, seed: int = 1, now: datetime = NOON) -> int:
    """Play random legal moves, `count` of them or up to the end; return how many."""
    if count < MANY:
        return _play_on(game, count, seed, now)
    return remembered(f"{count} moves in {game.pk} by {seed} at {now}", partial(_play_on, game, count, seed, now), now)


def _play_on(game: Game, count: int, seed: int, now: datetime) -> int:
    random, who = Random(seed), cache(partial(holder, game))
    for played in range(count):
        table = store.load(store.read(game.id))
        if table.state.over:
            return played
        prompt = random.choice(table.state.prompts)
        move = engine.options(table.state, prompt.seat).sample(random.randrange)
        text = engine.notation.write(table.codec.rules, move)
        answer(game, who(prompt.seat), prompt.id, text, now=now)
    return count


def chosen(game: Game, *, now: datetime = NOON) -> Game:
    """Have everybody keep two first tickets (or as many as they must), and return the game in its first turn."""
    return remembered(f"first tickets in {game.pk} at {now}", partial(_chosen, game, now), now)


def _chosen(game: Game, now: datetime) -> Game:
    for seat in range(game.seats_wanted):
        (asked,) = (prompt for prompt in store.view_for(store.read(game.id), seat)["prompts"] if prompt["seat"] == seat)
        kept = [str(ticket["number"]) for ticket in asked["offer"]][: max(2, asked["at_least"])]
        post_to(game, seat, asked["id"], f"keep {' '.join(kept)}", now=now)
    while (asked := prompts(game)[0])["type"] == "choose_start":
        post(game, asked["seat"], default(game, asked["seat"]), now=now)
    return Game.objects.get(id=game.id)


def legal(game: Game, seat: int) -> list[str]:
    """Return every legal move of this seat."""
    table = store.load(store.read(game.id))
    return [engine.notation.write(table.codec.rules, move) for move in engine.options(table.state, seat)]


def default(game: Game, seat: int) -> str:
    """Return this seat's default move."""
    table = store.load(store.read(game.id))
    return engine.notation.write(table.codec.rules, engine.default_move(table.state, seat))


def to_the_end_of_a_round(game: Game) -> Iterator[Game]:
    """Play a card game, yielding after each turn, until all choose which tickets to complete."""
    chosen(game)
    who = cache(partial(holder, game))
    while (table := store.load(store.read(game.id))).state.prompts[0].tag != "complete_tickets":
        yield game
        asked = table.state.prompts[0]
        written = partial(engine.notation.write, table.codec.rules)
        moves_there = map(written, engine.options(table.state, asked.seat))
        row = next((move for move in moves_there if move.startswith("place")), None)
        text = row or written(engine.default_move(table.state, asked.seat))
        answer(game, who(asked.seat), asked.id, text, now=NOON)


def play_a_round(game: Game) -> None:
    """Play a card game until all choose which tickets to complete."""

    def played() -> None:
        for _ in to_the_end_of_a_round(game):
            pass

    remembered(f"the end of a round in {game.pk}", played, NOON)
