"""People and games for the tests of `games`: made through the services, as everybody makes them."""

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
"""Written out: tests ask for it at each move."""
MANY = 5
"""Moves that take longer to play than to remember."""


def players(count: int, name: str = "Player") -> list[Player]:
    """A number of people with email addresses."""

    def signed_up() -> list[Player]:
        return [
            Player.objects.create_user(f"{name.lower()}{number}@mail.example", f"{name} {number}")
            for number in range(count)
        ]

    return remembered(f"{count} people called {name}", signed_up)


def started(people: Sequence[Player], *, now: datetime = NOON, **wishes: Any) -> Game:
    """A game of these people, in which first tickets are to be chosen; seats are as they joined."""
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
    """What is asked of whom."""
    return store.view_for(store.read(game.id), None)["prompts"]


def post(game: Game, seat: int, *texts: Any, now: datetime = NOON, key: str | None = None) -> moves.Posted:
    """A seat answers its open prompt with these moves."""
    prompt = next(prompt["id"] for prompt in prompts(game) if prompt["seat"] == seat)
    return post_to(game, seat, prompt, *texts, now=now, key=key)


def post_to(
    game: Game, seat: int, prompt: str, *texts: Any, now: datetime = NOON, key: str | None = None
) -> moves.Posted:
    """The same for a prompt that may not be open any more."""
    return answer(game, holder(game, seat), prompt, *texts, now=now, key=key)


def answer(game: Game, player: Player, prompt: str, *texts: Any, now: datetime, key: str | None = None) -> moves.Posted:
    """The same, by a player already at hand."""
    request = moves.Request(prompt=prompt, moves=list(texts), key=key)
    return moves.post_moves(player=player, game_id=game.id, request=request, now=now)


def holder(game: Game, seat: int) -> Player:
    """The player who sits there."""
    with connection.cursor() as cursor:
        cursor.execute(HOLDER, [game.pk, seat])
        row = cursor.fetchone()
    assert row is not None
    return PLAYER.instance(row)


def play_on(game: Game, count: int, *, seed: int = 1, now: datetime = NOON) -> int:
    """Some random legal moves, or up to the end; returns how many."""
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
    """All keep their first two tickets (or as many as they must), so that the first turn has begun."""
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
    """Every move that this seat may make."""
    table = store.load(store.read(game.id))
    return [engine.notation.write(table.codec.rules, move) for move in engine.options(table.state, seat)]


def default(game: Game, seat: int) -> str:
    """What would be played for this seat."""
    table = store.load(store.read(game.id))
    return engine.notation.write(table.codec.rules, engine.default_move(table.state, seat))


def to_the_end_of_a_round(game: Game) -> Iterator[Game]:
    """A card game turn by turn, until all choose what to complete."""
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
    """The same, where nobody looks on meanwhile."""

    def played() -> None:
        for _ in to_the_end_of_a_round(game):
            pass

    remembered(f"the end of a round in {game.pk}", played, NOON)
