"""Taking back your own last move without asking anyone.

You can do so as long as the move is the last thing that happened, the game is running, and nobody has learned anything
from it except the move itself: no card was drawn or turned up, no ticket seen, no choice of others shown. You are asked
again with the same deadline as before, but at least ten minutes from now, and you lose the time that the move had added
to your bank. You can do it until the original deadline, and only once for each question. So nobody gains time by it.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.kinds import EntryKind, RulingKind
from games.lobby import visible
from games.logged_entries import PublicEntry, is_own_move_taken_back
from games.models import Entry, Game, Player, Ruling, Seat, Turn
from games.people.suspension import present
from games.table import rulings, store
from games.table.rulings import TakeBack, disclosure


def take_back(*, player: Player, game_id: str, now: datetime, entry: int | None = None) -> Ruling:
    """Take back the player's own last move; `entry`: only if the move is this entry. Repeating that changes nothing.

    Raises NotFound, Forbidden (not_in_this_game, account_suspended), Refused (game_not_running, game_paused,
    not_your_last_move, something_was_learned, taken_back_before, too_late_to_take_back), Unprocessable (unknown_entry).
    """
    with transaction.atomic():
        player = present(player, now)
        game, seats = _lock_game(game_id)
        own = next((seat.number for seat in seats if seat.player_id == player.pk), None)
        if own is None:
            raise Forbidden("not_in_this_game") if visible.may_know(player, game_id) else NotFound("no_such_game")
        if entry is not None and (earlier := _find_taken_back(game, player, own, entry)) is not None:
            return earlier
        if entry is not None and entry > game.head:
            raise Unprocessable("unknown_entry", entry=entry, head=game.head)
        moved, refusal = _find_last_move(game, own, now)
        if refusal is None and entry not in (None, moved):
            refusal = Refused("not_your_last_move")
        if refusal is not None:
            raise refusal
        order = TakeBack(moved - 1)
        return rulings.by_the_table(by=player, agreed=[own], game_id=game.pk, order=order, now=now, again=moved)


def last_move(game: Game, own: int | None, now: datetime) -> int | None:
    """Return the entry of the seat's last move if it can be taken back now, else None."""
    if own is None:
        return None
    moved, refusal = _find_last_move(game, own, now)
    return moved if refusal is None else None


def _find_taken_back(game: Game, player: Player, own: int, entry: int) -> Ruling | None:
    """Return the ruling by which the player has already taken this entry back from their seat, unless it is undone."""
    own_rulings = Ruling.objects.filter(game=game, by=player, kind=RulingKind.TAKEN_BACK, agreed=[own])
    undone = Ruling.objects.filter(game=game, undoes__isnull=False, entry__isnull=False).values("undoes")
    return own_rulings.filter(asked__as_of=entry - 1, entry__gt=entry).exclude(entry__in=undone).first()


def _lock_game(game_id: str) -> tuple[Game, Sequence[Seat]]:
    try:
        game, seats, _ = store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    return game, seats


def _find_last_move(game: Game, own: int, now: datetime) -> tuple[int, Refused | None]:
    """Return the number of the last entry that changed the position, and the reason, if any, against taking it back."""
    if game.status != Game.Status.RUNNING:
        return 0, Refused("game_not_running", game_status=game.status)
    if game.paused_at is not None:
        return 0, Refused("game_paused")
    last = _find_last_entry(game, own)
    if last is None or last["kind"] != EntryKind.MOVE or last["seat"] != own:
        return 0, Refused("not_your_last_move")
    if disclosure.in_entries(game, [last]):
        return 0, Refused("something_was_learned")
    if _is_asked_again(game, own, last["number"]):
        return 0, Refused("taken_back_before")
    if _find_deadline(game, own, last["prompt"]) <= now:
        return 0, Refused("too_late_to_take_back")
    return last["number"], None


def _find_last_entry(game: Game, own: int) -> PublicEntry | None:
    """Return the last entry that still counts, ignoring those only about clocks, and what the seat has taken back."""
    entries = Entry.objects.filter(game=game).exclude(kind=EntryKind.CLOCK).order_by("-number")
    entry = entries.first()
    while entry is not None and takes_back_own(entry.public, own):
        entry = entries.filter(number__lte=entry.public["as_of"]).first()
    return None if entry is None else entry.public


def _find_deadline(game: Game, own: int, prompt: str) -> datetime:
    """Return the deadline of the question that the move answered."""
    turns = Turn.objects.filter(game=game, seat=own, prompt_opened=int(prompt.partition(".")[0]))
    return turns.latest("closed_at").deadline_at


def _is_asked_again(game: Game, own: int, moved: int) -> bool:
    """Check whether the seat took its own move back just before this one, whatever others have answered since."""
    earlier = Entry.objects.filter(game=game, number__lt=moved)
    answers = Q(seat=own, public__has_key="prompt")
    taken_back = Q(kind=EntryKind.RULED, public__ruling=RulingKind.TAKEN_BACK, public__agreed=[own])
    before = earlier.filter(answers | taken_back).order_by("-number").first()
    return before is not None and before.kind == EntryKind.RULED


def takes_back_own(entry: PublicEntry, own: int | None) -> bool:
    """Check whether in this entry the seat takes back its own move."""
    return is_own_move_taken_back(entry) and entry["agreed"] == [own]
