"""Saying a line, which is checked, numbered under the game's lock, and added only once if the request is repeated."""

from datetime import datetime

from django.db import transaction

from engine.codec import canonical
from games import encryption
from games.errors import Forbidden, NotFound, Unprocessable
from games.lobby import selectors
from games.models import Game, IdempotencyKey, Player, Seat, TalkLine
from games.people import spoken_lines
from games.people.suspension import heard, refuse_guest, refuse_muted, refuse_suspended
from games.table import store
from games.table.play import moves
from games.table.talk import rights


def say(*, player: Player, game_id: str, text: str, now: datetime, key: str | None = None) -> TalkLine:
    """Say a line of at most `LONGEST_LINE` characters; return the earlier line if the key was already used for it.

    Raises NotFound, Forbidden (talk_not_open, account_muted, account_suspended, address_needed), Refused
    (too_many_lines), Unprocessable (nothing_said, line_too_long, idempotency_key_reused).
    """
    words = spoken_lines.wording(text)
    with transaction.atomic():
        player = heard(player, now)
        game = _lock_game(game_id, player)
        earlier_line = _find_earlier_line(game, player, words, key)
        if earlier_line is not None:
            return earlier_line
        _refuse_flood(game_id, player, now)
        line = _write_line(game, player, words, now)
        if key is not None:
            _keep_key(key, line, now)
    return line


def say_with_move(*, player: Player, game_id: str, request: moves.Request, now: datetime) -> moves.Posted:
    """Post moves and say the request's words. If either is refused, nothing has changed.

    Raises what `moves.post_moves` and `say` raise.
    """
    if not request.words:
        return moves.post_moves(player=player, game_id=game_id, request=request, now=now)
    spoken_lines.wording(request.words)
    with transaction.atomic():
        heard(player, now)
        posted = moves.post_moves(player=player, game_id=game_id, request=request, now=now)
        if not posted.again:
            say(player=player, game_id=game_id, text=request.words, now=now)
    return posted


def check_move_and_words(*, player: Player, game_id: str, request: moves.Request, now: datetime) -> None:
    """Check whether `say_with_move` would accept the words and the first move. Raises what it would raise.

    Nothing is locked or written.
    """
    if request.words:
        spoken_lines.wording(request.words)
    refuse_suspended(player, now)
    if request.words:
        refuse_guest(player)
        refuse_muted(player, now)
    moves.check_move(player=player, game_id=game_id, request=request)
    if request.words:
        _refuse_flood(game_id, player, now)


def _lock_game(game_id: str, player: Player) -> Game:
    """Lock and return the game if the player may join in its talk."""
    try:
        game = store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    seat_number = Seat.objects.filter(game=game, player=player).values_list("number", flat=True).first()
    if seat_number is None and not selectors.may_know(player, game_id):
        raise NotFound("no_such_game")
    if not rights.may_say(game, seat_number):
        raise Forbidden("talk_not_open")
    return game


def _write_line(game: Game, player: Player, words: str, now: datetime) -> TalkLine:
    game.lines += 1
    game.save(update_fields=["lines"])
    read_all = Seat.objects.filter(game=game, player=player, lines_read=game.lines - 1)
    read_all.update(lines_read=game.lines)
    return TalkLine.objects.create(game=game, number=game.lines, by=player, text=words, said_at=now)


def _refuse_flood(game_id: str, player: Player, now: datetime) -> None:
    spoken_lines.refuse_flood(TalkLine.objects.filter(by=player, game_id=game_id), now)


def _digests(words: str) -> list[str]:
    return encryption.digests("request", canonical({"say": words}))


def _find_earlier_line(game: Game, player: Player, words: str, key: str | None) -> TalkLine | None:
    if key is None:
        return None
    used_key = IdempotencyKey.objects.filter(game=game, player=player, key=key).first()
    if used_key is None:
        return None
    if used_key.request_hash not in _digests(words):
        raise Unprocessable("idempotency_key_reused")
    return TalkLine.objects.get(game=game, number=used_key.answer["line"])


def _keep_key(key: str, line: TalkLine, now: datetime) -> None:
    IdempotencyKey.objects.create(
        game=line.game,
        player=line.by,
        key=key,
        request_hash=_digests(line.text)[0],
        answer={"line": line.number},
        created_at=now,
    )
