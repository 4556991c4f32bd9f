"""Posting moves: how a request becomes log entries.

1. Lock the game's row, so that nobody else can write.
2. A request that was already answered (same key, same content) gets its first answer again.
3. The given prompt must be the one that is open for the seat.
4. Each move in turn is decided by the engine and recorded. A second move answers the prompt that the first one opened.
5. The key is kept with the numbers of the entries.

A refused first move writes nothing. If a later move is refused, the moves before it stay.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

import engine
from engine.codec import Json, canonical
from games import encryption
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.kinds import EntryKind
from games.logged_entries import LoggedEntry
from games.models import Game, IdempotencyKey, Player, Seat, Turn
from games.people.suspension import refuse_suspended
from games.table import store
from games.table.play import log_entries

KEYS_ARE_KEPT: Final = timedelta(days=14)
MoveText = str | Json


@dataclass(frozen=True, slots=True)
class Posted:
    """The outcome of a request.

    It has the numbers of the entries, the entries as the seat and as anybody may read them, and the code of a refusal
    with its parameters (None if they were not kept). `prompt`: the seat's open prompt afterwards, whatever opened it;
    `goes_on`: the same prompt if it belongs to the turn of the last move. `again`: the request was repeated, and this
    is its first answer.
    """

    seat: int
    entries: list[int]
    refused: str | None = None
    detail: Json | None = None
    prompt: str | None = None
    goes_on: str | None = None
    told: list[LoggedEntry] = field(default_factory=list)
    told_to_all: list[LoggedEntry] = field(default_factory=list)
    again: bool = False


@dataclass(slots=True)
class Request:
    """Moves to be played one after the other, the first in answer to `prompt`; `key` makes it safe to repeat.

    `words`: what the player says with them (`games.table.talk.new_lines`).
    """

    prompt: str
    moves: Sequence[MoveText]
    key: str | None = None
    words: str = ""

    def digests(self) -> list[str]:
        """Return digests that identify the same request but do not reveal its content, since a move may be secret.

        The first is stored; the others are made with older keys, and the last without a key, as before there were keys.
        """
        content = canonical([self.prompt, list(self.moves), *([self.words] if self.words else [])])
        return [*encryption.digests("request", content), hashlib.sha256(content).hexdigest()]


def post_moves(*, player: Player, game_id: str, request: Request, now: datetime) -> Posted:
    """Play moves for the player's seat.

    Raises NotFound, Forbidden (also for a suspended player), Refused (a prompt that is not open), Unprocessable (a key
    already used for another request), engine.MalformedMove, engine.IllegalMove. Then nothing has changed.
    """
    refuse_suspended(player, now)
    with transaction.atomic():
        game, seats, turns = _lock_game(game_id)
        earlier = _known_key(game, player, request)
        if earlier is not None:
            return earlier
        table = store.load(_running(game), seats, turns)
        posted = _play(table, _seat_at(table, player), request, now)
        _keep_key(game, player, request, posted, now)
        told, told_to_all = (store.written_for(table, reader) for reader in (posted.seat, None))
        return replace(posted, told=told, told_to_all=told_to_all)


def check_move(*, player: Player, game_id: str, request: Request) -> None:
    """Check whether the first move would be accepted, without playing it. Raises what `post_moves` would raise.

    Nothing is locked, drawn or written, so that it reveals no more than the list of legal moves.
    """
    game = readable(game_id)
    table = store.load(_running(game))
    seat = _seat_at(table, player)
    _open_prompt(table, seat.number, request.prompt)
    engine.check(table.state, seat.number, read_move(table, request.moves[0]))


def seat_of(game: Game, player: Player) -> Seat:
    """Return the player's seat in this game. Raises Forbidden if there is none."""
    seat = Seat.objects.filter(game=game, player=player).first()
    if seat is None:
        raise Forbidden("not_in_this_game")
    return seat


def _seat_at(table: store.LoadedGame, player: Player) -> Seat:
    """Return the player's seat among the table's loaded seats. Raises Forbidden if there is none."""
    for seat in table.seats:
        if seat.player_id == player.pk:
            return seat
    raise Forbidden("not_in_this_game")


def readable(game_id: str) -> Game:
    """Return the game without locking it. Raises NotFound."""
    try:
        return store.read(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None


def _lock_game(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    try:
        return store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None


def _running(game: Game) -> Game:
    if game.status != Game.Status.RUNNING:
        raise Refused("game_not_running", game_status=game.status)
    if game.paused_at is not None:
        raise Refused("game_paused")
    return game


def _play(table: store.LoadedGame, seat: Seat, request: Request, now: datetime) -> Posted:
    posted = Posted(seat.number, [], goes_on=_open_prompt(table, seat.number, request.prompt))
    for text in request.moves:
        try:
            posted = _play_one(table, posted, text, now)
        except (engine.EngineError, Refused) as refusal:
            if not posted.entries:
                raise
            posted = replace(posted, refused=refusal.code, detail=dict(refusal.detail))
            break
    if seat.timeouts_in_a_row:
        seat.timeouts_in_a_row = 0
        seat.save(update_fields=["timeouts_in_a_row"])
    prompt = asked_of(table, seat.number)
    return replace(posted, prompt=prompt.id if prompt else None)


def _play_one(table: store.LoadedGame, so_far: Posted, text: MoveText, now: datetime) -> Posted:
    if so_far.goes_on is None:
        raise Refused("turn_ended", open=open_prompts(table))
    move = read_move(table, text)
    entry = log_entries.decide(table, kind=EntryKind.MOVE, seat=so_far.seat, move=move, now=now, prompt=so_far.goes_on)
    opened = table.state.prompt_of(so_far.seat)
    follows = opened is not None and opened.opened == entry.number and opened.within_turn
    return Posted(so_far.seat, [*so_far.entries, entry.number], goes_on=opened.id if opened and follows else None)


OF_THEIR_OWN: Final[Mapping[type[engine.Move], Mapping[str, str]]] = {
    engine.Resign: {"instead": "POST /games/{game_id}/resign"},
    engine.ComeBack: {"instead": "POST /games/{game_id}/return"},
}
"""Where a player does what is no answer to a question."""


def read_move(table: store.LoadedGame, text: MoveText) -> engine.Move:
    """Parse a move in answer to a prompt. Raises MalformedMove, or IllegalMove (see `parse_at`)."""
    rules = table.codec.rules
    move = engine.notation.parse_at(table.state, text) if isinstance(text, str) else table.codec.read_move(text)
    if type(move) in rules.controls:
        raise engine.MalformedMove("not_a_turn_move", move=move.tag, **OF_THEIR_OWN.get(type(move), {}))
    return move


def open_prompts(table: store.LoadedGame) -> list[engine.PromptView]:
    """Return the open prompts as visible to everybody."""
    return engine.view(table.state, None)["prompts"]


def asked_of(table: store.LoadedGame, seat: int) -> engine.Prompt | None:
    """Return the open prompt of a seat, if there is one; None once the game is over."""
    return None if table.state.over else table.state.prompt_of(seat)


def _open_prompt(table: store.LoadedGame, seat: int, prompt_id: str) -> str:
    prompt = table.state.prompt_of(seat)
    if prompt is None or prompt.id != prompt_id:
        raise Refused("prompt_not_open", open=open_prompts(table))
    return prompt_id


def _known_key(game: Game, player: Player, request: Request) -> Posted | None:
    if request.key is None:
        return None
    stored = IdempotencyKey.objects.filter(game=game, player=player, key=request.key).first()
    if stored is None:
        return None
    if stored.request_hash not in request.digests():
        raise Unprocessable("idempotency_key_reused")
    # Answers stored before `goes_on` existed have it as their `prompt`.
    posted = Posted(**{"goes_on": stored.answer["prompt"], **stored.answer})
    first, last = posted.entries[0], posted.entries[-1]
    told, told_to_all = (store.log_for(game, reader, first - 1, last - first + 1) for reader in (posted.seat, None))
    return replace(posted, told=told, told_to_all=told_to_all, again=True)


def _keep_key(game: Game, player: Player, request: Request, posted: Posted, now: datetime) -> None:
    if request.key is not None:
        names = ("seat", "entries", "refused", "detail", "prompt", "goes_on")
        answer = {name: getattr(posted, name) for name in names}
        IdempotencyKey.objects.create(
            game=game,
            player=player,
            key=request.key,
            request_hash=request.digests()[0],
            answer=answer,
            created_at=now,
        )


def forget_old_keys(*, now: datetime) -> int:
    """Delete keys that are older than 14 days; return how many."""
    deleted, _ = IdempotencyKey.objects.filter(created_at__lt=now - KEYS_ARE_KEPT).delete()
    return deleted
