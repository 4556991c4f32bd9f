"""Requests of programs that made something, and what they were answered, so that a repeat makes nothing twice."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction

from engine.codec import canonical
from games import encryption
from games.advisory_locks import wait_for_name
from games.errors import Refused, Unprocessable
from games.models import AnsweredRequest, Player

ARE_KEPT: Final = timedelta(days=14)


class MadeAnswer(NamedTuple):
    """An answer to a request: its status, the address of what was made, or "", and its body."""

    status: int
    location: str
    body: object
    is_repeated: bool = False


class KeyedRequest(NamedTuple):
    """A request that its sender has given a key; the same key names another request at another `target`."""

    player: Player
    target: str
    key: str
    content: object

    def digests(self) -> list[str]:
        """Return digests that identify the content without revealing it; the first is stored."""
        return encryption.digests("request", canonical([self.target, self.content]))


def answer_once(request: KeyedRequest, make: Callable[[], MadeAnswer], now: datetime) -> MadeAnswer:
    """Return the answer of `make`, or the first answer if this request has had one.

    What is made and the answer are stored together or not at all; a repeat that comes at the same time waits. A refusal
    is not kept, since it has made nothing, but what `make` has recorded about it is. Raises
    Unprocessable("idempotency_key_reused") and what `make` raises.
    """
    with transaction.atomic():
        wait_for_name(f"{request.player.pk} {request.target} {request.key}")
        answer = _answer(request, make, now)
    if isinstance(answer, Refused):
        raise answer
    return answer


def forget_old(*, now: datetime) -> int:
    """Delete answers that are older than 14 days; return how many."""
    deleted, _ = AnsweredRequest.objects.filter(created_at__lt=now - ARE_KEPT).delete()
    return deleted


def _answer(request: KeyedRequest, make: Callable[[], MadeAnswer], now: datetime) -> MadeAnswer | Refused:
    """Return what `answer_once` returns or raises; a refusal is returned so that the transaction is committed."""
    earlier = AnsweredRequest.objects.filter(player=request.player, target=request.target, key=request.key).first()
    if earlier is not None:
        return _read(earlier, request)
    try:
        answer = make()
    except Refused as refusal:
        return refusal
    if answer.status < 300:
        _keep(request, answer, now)
    return answer


def _read(earlier: AnsweredRequest, request: KeyedRequest) -> MadeAnswer:
    if earlier.request_hash not in request.digests():
        raise Unprocessable("idempotency_key_reused")
    status, location, body = earlier.answer
    return MadeAnswer(status, location, body, is_repeated=True)


def _keep(request: KeyedRequest, answer: MadeAnswer, now: datetime) -> None:
    AnsweredRequest.objects.create(
        player=request.player,
        target=request.target,
        key=request.key,
        request_hash=request.digests()[0],
        answer=[answer.status, answer.location, answer.body],
        created_at=now,
    )
