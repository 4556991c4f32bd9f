"""The life of a dispute: a player asks for an admin, others comment, an admin settles it.

1. A player with a seat opens a dispute, at most one at a time per game. If the host chose so, the game is paused.
2. The players at the table can comment, and so can admins. A dispute that accuses somebody (of abuse, cheating or
   collusion) is between its player and the admins: it pauses nothing, and nobody else hears of it; admins can ask the
   accused (`games.table.disputes.inquiries`). Of one for the admins alone, the table hears that it was opened and
   closed, but reads none of its words. Before the game begins only abuse can be disputed.
3. The player who opened it withdraws it, or an admin who does not play in the game settles it. When the last dispute
   that paused the game ends, so does that reason for the pause.
4. A dispute settled by a ruling is reopened when the ruling is undone (`reopened`).

Locks are taken in one order: the player, the game, the dispute. An open dispute keeps an ended game's secrets sealed
(`games.table.play.reveal.secrets_are_open`).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError, transaction
from django.db.models import Model, QuerySet
from django.dispatch import receiver

from games import signals
from games.errors import Forbidden, NotFound, QuotaSpent, Refused, Unprocessable
from games.models import Dispute, DisputeComment, Game, Player, Ruling, Seat, TalkLine
from games.names import paragraphs
from games.people import audit, rights
from games.people.suspension import heard
from games.table import rulings, store
from games.table.disputes.selectors import concerns
from games.table.play import quarantine
from games.table.play.moves import seat_of
from games.table.play.open_seats import GONE
from games.table.rulings import Order, Pause, Resume, of_itself

A_DAY: Final = timedelta(days=1)
MOST_DISPUTES: Final = 5
MOST_COMMENTS: Final = 30
MOST_LINES: Final = 50
"""The maximum number of lines of the talk attached to a dispute."""
BY_DISPUTE: Final = "dispute"
"""The reason for a pause by a dispute, as recorded in the game's log."""
SETTLE: Final = "settle"
"""The name of the right to settle disputes."""


def open_dispute(
    *,
    player: Player,
    game_id: str,
    kind: str,
    text: str,
    now: datetime,
    entry: int | None = None,
    lines: Sequence[TalkLine] = (),
) -> Dispute:
    """Open a dispute. Asking again returns the open dispute; if it is about abuse, further lines are added.

    Raises NotFound, Forbidden (not_in_this_game, account_muted, account_suspended), Unprocessable (unknown_entry),
    Refused (game_not_begun, dispute_open, too_many_disputes).
    """
    with transaction.atomic():
        player = heard(player, now)
        game = _lock_game(game_id)
        seat = seat_of(game, player)
        _refuse_nonsense(game, kind, entry)
        number = seat.number if game.head else None
        dispute = Dispute(game=game, opened_by=player, seat=number, kind=kind, entry=entry, text=text, created_at=now)
        if earlier := Dispute.objects.filter(game=game, opened_by=player, state=Dispute.State.OPEN).first():
            has_more = lines and earlier.kind == kind
            return _add_lines(earlier, dispute, lines) if has_more else _answer_repetition(earlier, dispute)
        _refuse_too_many(player, now)
        dispute.paused_game = _wants_pause(dispute, seat) and _pause_game(game, player, now)
        dispute.save(force_insert=True)
        dispute.lines.add(*lines)
        _send_change(dispute, "opened", player)
    return dispute


def comment(*, player: Player, dispute_id: str, text: str, now: datetime) -> DisputeComment:
    """Comment on an open dispute of the player's game. Repeating the last comment adds nothing.

    Raises NotFound, Forbidden, Refused (dispute_closed, too_many_comments).
    """
    with transaction.atomic():
        player = heard(player, now)
        dispute = _require_open(_lock_for_player(dispute_id, player))
        return _write_comment(dispute, player, text, now, as_admin=False)


def comment_as_admin(*, admin: Player, dispute_id: str, text: str, now: datetime) -> DisputeComment:
    """Comment as an admin who may settle the dispute. Raises NotFound, Forbidden, Refused."""
    with transaction.atomic():
        dispute = _lock_for_admin(dispute_id, admin)
        new_comment = _write_comment(dispute, admin, text, now, as_admin=True)
        audit.note(admin, "dispute_commented", now, game=dispute.game, detail={"dispute": dispute.pk})
    return new_comment


def withdraw(*, player: Player, dispute_id: str, now: datetime) -> Dispute:
    """Withdraw the player's own dispute; withdrawing it again changes nothing.

    Raises NotFound, Forbidden (not_your_dispute), Refused (dispute_closed).
    """
    with transaction.atomic():
        dispute = _lock_for_player(dispute_id, player)
        if dispute.opened_by_id != player.pk:
            raise Forbidden("not_your_dispute")
        if dispute.state == Dispute.State.WITHDRAWN:
            return dispute
        return _close_dispute(_require_open(dispute), Dispute.State.WITHDRAWN, player, now)


def resolve(*, admin: Player, dispute_id: str, now: datetime, text: str = "", ruling: Ruling | None = None) -> Dispute:
    """Settle a dispute with action taken, by `ruling` if given; the players read the text.

    Raises NotFound, Forbidden (right_missing, plays_in_this_game), Refused (dispute_closed).
    """
    return _settle(admin, dispute_id, Dispute.State.RESOLVED, text, now, ruling)


def dismiss(*, admin: Player, dispute_id: str, now: datetime, text: str = "") -> Dispute:
    """Settle a dispute without action; the players read the reason. Raises what `resolve` raises."""
    return _settle(admin, dispute_id, Dispute.State.DISMISSED, text, now)


def rule(
    *,
    admin: Player,
    dispute_id: str,
    game_id: str,
    order: Order,
    now: datetime,
    text: str = "",
    note: str = "",
    resolves: bool = False,
) -> Ruling:
    """Make a ruling because of a dispute of this game. `resolves`: the ruling settles it, with the ruling's text.

    It is one transaction under the game's lock: of several simultaneous rulings one succeeds, the others find it
    closed. A ruling that waits for a second admin does not settle the dispute yet. Raises what `rulings.rule` raises,
    NotFound("no_such_dispute"), Refused("dispute_closed").
    """
    with rulings.tries_noted(admin, game_id, now), transaction.atomic():
        dispute = _lock_dispute(dispute_id)
        if dispute.game_id != game_id:
            raise NotFound("no_such_dispute")
        if resolves:
            rights.check(admin, SETTLE, dispute.game)
            _require_open(dispute)
        ruling = rulings.rule(admin=admin, game_id=game_id, order=order, now=now, text=text, note=note, dispute=dispute)
        if resolves and ruling.state == Ruling.State.DONE:
            resolve(admin=admin, dispute_id=dispute_id, now=now, text=text, ruling=ruling)
    return ruling


@receiver(signals.player_leaving)
def withdraw_all(*, player: Player, now: datetime, **_more: object) -> None:
    """Withdraw the disputes of a player who is about to be erased. Games are locked in the order of their ids."""
    own_disputes = Dispute.objects.filter(opened_by=player, state=Dispute.State.OPEN).order_by("game_id")
    for dispute_id in list(own_disputes.values_list("pk", flat=True)):
        _close_dispute(_lock_dispute(dispute_id), Dispute.State.WITHDRAWN, player, now)


def reopened(undone: Ruling) -> list[Dispute]:
    """Return the disputes settled by this ruling, which reopen once it is undone.

    Disputes whose player is gone or has another open dispute in the game are left out.
    """
    others = Dispute.objects.filter(game=undone.game_id, state=Dispute.State.OPEN).values("opened_by")
    settled = Dispute.objects.filter(settled_by=undone, state=Dispute.State.RESOLVED, opened_by__erased_at=None)
    return list(settled.exclude(opened_by__in=others).select_related("game", "opened_by").order_by("created_at"))


@receiver(signals.ruling_undone)
def reopen(ruling: Ruling, undone: Ruling, by: Player, now: datetime, **_more: object) -> None:
    """Reopen the disputes that the undone ruling had settled, with the reason. The game is already locked."""
    for dispute in reopened(undone):
        dispute.state, dispute.closed_at, dispute.closed_by, dispute.settled_by = Dispute.State.OPEN, None, None, None
        dispute.reopened_at, dispute.outcome = now, ""
        game = dispute.game = _lock_game(dispute.game_id)
        own_seats = Seat.objects.filter(game=game, player=dispute.opened_by_id)
        seat = None if dispute.seat is None else own_seats.filter(number=dispute.seat).first()
        dispute.paused_game = seat is not None and _wants_pause(dispute, seat) and _pause_game(game, by, now)
        dispute.save()
        new_comment = DisputeComment.objects.create(
            dispute=dispute, by=by, as_admin=True, created_at=now, text=_explain_reopening(ruling, undone)
        )
        audit.note(by, "dispute_reopened", now, game=game, entry=ruling.entry, detail={"dispute": dispute.pk})
        _send_change(dispute, "reopened", by, new_comment)


def _explain_reopening(ruling: Ruling, undone: Ruling) -> str:
    """Explain it in English, as a comment by the admin: it is stored, and read by people of any language."""
    sentence = f"The ruling that settled this (entry {undone.entry}) has been undone, so the dispute is open again."
    return f"{sentence} {ruling.public_text}".strip()


def _settle(
    admin: Player, dispute_id: str, state: Dispute.State, text: str, now: datetime, ruling: Ruling | None = None
) -> Dispute:
    with transaction.atomic():
        dispute = _lock_for_admin(dispute_id, admin)
        dispute.outcome, dispute.settled_by = text, ruling
        _close_dispute(dispute, state, admin, now)
        audit.note(admin, f"dispute_{state}", now, game=dispute.game, detail={"dispute": dispute.pk})
    return dispute


def _close_dispute(dispute: Dispute, state: Dispute.State, by: Player, now: datetime) -> Dispute:
    dispute.state, dispute.closed_at, dispute.closed_by = state, now, by
    dispute.save(update_fields=["state", "closed_at", "closed_by", "outcome", "settled_by"])
    _release_game(dispute, now)
    _send_change(dispute, "withdrawn" if state is Dispute.State.WITHDRAWN else "closed", by)
    return dispute


def _release_game(dispute: Dispute, now: datetime) -> None:
    """Release what the dispute held up: the clocks, and the opening of the secrets."""
    game = dispute.game
    others = Dispute.objects.filter(game=game, state=Dispute.State.OPEN)
    if dispute.paused_game and not others.filter(paused_game=True).exists():
        _unpause_game(game, dispute.closed_by, now)
    if game.secrets_open_at is not None and dispute.open_since < game.secrets_open_at < now:
        game.secrets_open_at = now
        game.save(update_fields=["secrets_open_at"])


def _write_comment(dispute: Dispute, by: Player, text: str, now: datetime, *, as_admin: bool) -> DisputeComment:
    text = paragraphs(text)
    last = dispute.comments.order_by("-created_at", "-id").first()
    if last is not None and (last.by_id, last.text, last.as_admin) == (by.pk, text, as_admin):
        return last
    if not as_admin:
        _refuse_too_much_talk(by, now)
    new_comment = DisputeComment.objects.create(dispute=dispute, by=by, text=text, created_at=now, as_admin=as_admin)
    _send_change(dispute, "commented", by, new_comment)
    return new_comment


def _answer_repetition(earlier: Dispute, dispute: Dispute) -> Dispute:
    if (earlier.kind, earlier.entry, earlier.text) == (dispute.kind, dispute.entry, dispute.text):
        return earlier
    raise Refused("dispute_open", dispute=earlier.pk)


def _add_lines(earlier: Dispute, dispute: Dispute, lines: Sequence[TalkLine]) -> Dispute:
    if earlier.lines.count() + len(lines) > MOST_LINES:
        raise Refused("dispute_open", dispute=earlier.pk)
    earlier.lines.add(*lines)
    if dispute.text not in ("", earlier.text):
        _write_comment(earlier, dispute.opened_by, dispute.text, dispute.created_at, as_admin=False)
    return earlier


def _refuse_nonsense(game: Game, kind: str, entry: int | None) -> None:
    if not game.head and kind != Dispute.Kind.ABUSE:
        raise Refused("game_not_begun", game_status=game.status)
    if entry is not None and not 1 <= entry <= game.head:
        raise Unprocessable("unknown_entry", entry=entry, head=game.head)


def _refuse_too_many(player: Player, now: datetime) -> None:
    own_disputes = Dispute.objects.filter(opened_by=player)
    if wait := _time_until_room(own_disputes, MOST_DISPUTES, now):
        raise QuotaSpent("too_many_disputes", most=MOST_DISPUTES).after(wait)


def _refuse_too_much_talk(player: Player, now: datetime) -> None:
    own_comments = DisputeComment.objects.filter(by=player, as_admin=False)
    if wait := _time_until_room(own_comments, MOST_COMMENTS, now):
        raise QuotaSpent("too_many_comments", most=MOST_COMMENTS).after(wait)


def _time_until_room(rows: QuerySet[Model], most: int, now: datetime) -> timedelta | None:
    """Return how long until another row is allowed, if the last day had too many, else None."""
    lately = rows.filter(created_at__gt=now - A_DAY).order_by("-created_at")
    times = list(lately.values_list("created_at", flat=True)[:most])
    return times[-1] + A_DAY - now if len(times) == most else None


def _wants_pause(dispute: Dispute, seat: Seat) -> bool:
    """Check whether the dispute pauses the game: not if its player has left, or the table does not hear of it."""
    game = dispute.game
    if not dispute.is_announced:
        return False
    return game.pause_on_dispute and game.status == Game.Status.RUNNING and seat.status not in GONE


def _pause_game(game: Game, by: Player, now: datetime) -> bool:
    """Pause the game; return whether it is now paused for a dispute."""
    return BY_DISPUTE in game.pauses or _give_order(game, Pause(BY_DISPUTE), by, now)


def _unpause_game(game: Game, by: Player | None, now: datetime) -> None:
    """Let the game go on, unless an admin has already done so."""
    if by is not None and BY_DISPUTE in game.pauses and game.status == Game.Status.RUNNING:
        _give_order(game, Resume(BY_DISPUTE), by, now)


def _give_order(game: Game, order: Order, by: Player, now: datetime) -> bool:
    """Give the order; return whether that worked. A game that cannot be loaded is put aside; the dispute goes on."""
    try:
        with transaction.atomic():
            of_itself(game_id=game.pk, order=order, by=by, now=now)
    except DatabaseError:
        raise
    except Exception as error:
        quarantine.put(game_id=game.pk, error=error, now=now)
        return False
    return True


def _lock_game(game_id: str) -> Game:
    try:
        return store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None


def _lock_dispute(dispute_id: str) -> Dispute:
    """Lock the dispute and its game, and return the dispute. Raise NotFound."""
    game_id = Dispute.objects.filter(pk=dispute_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound("no_such_dispute")
    game = _lock_game(game_id)
    dispute = Dispute.objects.select_for_update(no_key=True).get(pk=dispute_id)
    dispute.game = game
    return dispute


def _lock_for_player(dispute_id: str, player: Player) -> Dispute:
    """Lock and return a dispute of one of the player's own games. Raise NotFound."""
    dispute = _lock_dispute(dispute_id)
    if not concerns(dispute, player):
        raise NotFound("no_such_dispute")
    return dispute


def _lock_for_admin(dispute_id: str, admin: Player) -> Dispute:
    """Lock and return an open dispute for an admin. Raise NotFound, Forbidden, Refused("dispute_closed")."""
    dispute = _lock_dispute(dispute_id)
    rights.check(admin, SETTLE, dispute.game)
    return _require_open(dispute)


def _require_open(dispute: Dispute) -> Dispute:
    if dispute.state != Dispute.State.OPEN:
        raise Refused("dispute_closed", state=dispute.state)
    return dispute


def _send_change(dispute: Dispute, change: str, by: Player, new_comment: DisputeComment | None = None) -> None:
    signals.dispute_changed.send(sender=Dispute, dispute=dispute, what=change, by=by, comment=new_comment)
