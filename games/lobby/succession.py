"""Who is in charge of a table: its host or, once the host has left for good, whoever has played there longest.

While the host is only away, anyone who plays can offer the seats that are free (`may_offer`).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.dispatch import receiver
from django.urls import reverse

from games.errors import NotFound, Refused, Unprocessable
from games.kinds import EntryKind, RulingKind
from games.lobby import table_locks
from games.models import Entry, Game, Player, Seat
from games.people import suspension
from games.people.player_rows import with_name
from games.signals import account_mail, entry_recorded
from games.table import store

TEMPLATE: Final = "account/email/hosts_table"


def hand_over(*, host: Player, game_id: str, name: str, now: datetime) -> Game:
    """Let somebody else who plays at the table host it, and email them.

    Raises NotFound("no_such_game"), Forbidden (only_the_host, account_suspended, address_needed),
    Refused("game_of_competition", "game_not_running"), Unprocessable("cannot_host").
    """
    with transaction.atomic():
        host = suspension.awake(host, now)
        try:
            game, seats, _turns = store.lock_whole(game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game") from None
        table_locks.refuse_stranger(game, host)
        if game.of_competition:
            raise Refused("game_of_competition")
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise Refused("game_not_running", game_status=game.status)
        heir = with_name(name)
        if heir is None or heir not in heirs(seats, host):
            raise Unprocessable("cannot_host", name=name)
        _give(game, heir)
    return game


def heirs(seats: Iterable[Seat], host: Player | None) -> list[Player]:
    """Return the people other than the host who play at the table, the one who has played there longest first."""
    playing = sorted((seat for seat in seats if _plays(seat)), key=lambda seat: (seat.joined_at, seat.number))
    return [seat.player for seat in playing if seat.player and seat.player != host]


def heirs_named_by(player: Player, game: Game, seats: Iterable[Seat]) -> list[Player]:
    """Return whom the player could name as the next host of a running game; nobody unless the player hosts it."""
    hosts = game.host_id == player.pk and game.status == Game.Status.RUNNING and not game.of_competition
    return heirs(seats, player) if hosts else []


def may_offer(game: Game, seats: Sequence[Seat], player: Player) -> bool:
    """Check whether the player may offer free seats: the host and, while the host does not play, all who do."""
    players = {seat.player_id for seat in seats if _plays(seat)}
    return game.host_id == player.pk or (player.pk in players and game.host_id not in players)


def pass_on(game: Game, seats: Iterable[Seat], leaver: Player) -> bool:
    """Give a table that its host leaves to whoever has been there longest; return False if nobody is left.

    The game's row must be locked.
    """
    heir = next(iter(heirs(seats, leaver)), None)
    if heir is not None:
        _give(game, heir)
    return heir is not None


@receiver(entry_recorded)
def on_entry(game: Game, entry: Entry, seats: Sequence[Seat], **_more: object) -> None:
    """Pass the table on when its host has left for good: has resigned, forfeited, or lost the seat to a person."""
    kind = EntryKind(entry.kind)
    if not (kind.leaving or kind is EntryKind.RULED) or game.of_competition or game.practice:
        return
    if game.status == Game.Status.RUNNING and game.host_id in _left_for_good(entry, seats):
        pass_on(game, seats, game.host)


def _left_for_good(entry: Entry, seats: Sequence[Seat]) -> set[str | None]:
    """Return who has left by this entry and does not only have a stand-in."""
    public = entry.public
    if "before" in public:
        return set() if public.get("stand_in") else {public["before"]}
    if public.get("ruling") in (None, RulingKind.REMOVED):
        return {seats[public["seat"]].player_id}
    return set()


def _plays(seat: Seat) -> bool:
    """Check whether a person plays this seat who can be asked."""
    player = seat.player
    return seat.status == Seat.Status.PLAYING and player is not None and player.kind == Player.Kind.HUMAN


def _give(game: Game, heir: Player) -> None:
    game.host = heir
    game.save(update_fields=["host"])
    page = settings.PUBLIC_URL + reverse("table", args=[game.pk])
    forming = game.status == Game.Status.OPEN
    context = {"name": game.name or game.pk, "language": heir.language, "page": page, "forming": forming}
    account_mail.send(sender=Player, address=heir.email, player=heir, template=TEMPLATE, context=context, awaited=False)
