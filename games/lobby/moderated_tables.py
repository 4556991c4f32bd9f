"""What admins clear away of tables: those of somebody that have not begun, one such table, or a table's name."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.dispatch import receiver

from games.errors import NotFound, Refused
from games.lobby import lobby, table_locks
from games.models import Game, Moderation, Player
from games.people import audit, rights
from games.signals import account_mail, player_sanctioned
from games.table import store

RIGHT: Final = "moderate"
CLOSED: Final = "table_closed"
UNNAMED: Final = "table_unnamed"
TEMPLATE: Final = "account/email/table_cleared"


def close_table(*, admin: Player, game_id: str, now: datetime, text: str = "") -> Game:
    """Close a table that has not begun; its host gets an email with these words, and its guests hear as always.

    Raises NotFound("no_such_game"), Forbidden (right_missing, plays_in_this_game), Refused (game_not_open,
    game_of_competition).
    """
    with transaction.atomic():
        game = table_locks.lock_open_game(game_id)
        rights.check(admin, RIGHT, game)
        if game.of_competition:
            raise Refused("game_of_competition")
        _tell_host(game, CLOSED, text)
        _close(game, now)
        audit.note(admin, CLOSED, now, game=game, player=game.host)
    return game


def take_name(*, admin: Player, game_id: str, now: datetime, text: str = "") -> Game:
    """Clear a table's name, also while it is played; its host gets an email with these words.

    Raises NotFound("no_such_game"), Forbidden (right_missing, plays_in_this_game), Refused("nothing_changes").
    """
    with transaction.atomic():
        try:
            game = store.lock(game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game") from None
        rights.check(admin, RIGHT, game)
        if not game.name:
            raise Refused("nothing_changes")
        game.name = ""
        store.save([game], "name", game=game.pk)
        _tell_host(game, UNNAMED, text)
        audit.note(admin, UNNAMED, now, game=game, player=game.host)
    return game


@receiver(player_sanctioned)
def on_player_sanctioned(player: Player, kind: Moderation.Kind, now: datetime, **_more: object) -> None:
    """Close the tables of somebody whose tables are to go, except those of competitions."""
    if kind == Moderation.Kind.TABLES_OFF:
        hosted = Game.objects.filter(host=player, status=Game.Status.OPEN).order_by("pk")
        for game_id in hosted.values_list("pk", flat=True):
            game = store.lock(game_id)
            if game.status == Game.Status.OPEN and not game.of_competition:
                _close(game, now)


def _close(game: Game, now: datetime) -> None:
    lobby.call_off(game, list(game.seats.select_related("player").order_by("number")), now)


def _tell_host(game: Game, what: str, text: str) -> None:
    """Email the host, without the name, which nobody is to read any more."""
    if game.host.email:
        context = {"language": game.host.language, "closed": what == CLOSED, "game": game.pk, "text": text}
        account_mail.send(
            sender=Player, address=game.host.email, player=game.host, template=TEMPLATE, context=context, awaited=False
        )
