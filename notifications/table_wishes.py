"""Emails about new tables that a player would join: one a day at most, never at night, and none without a wish.

A wish's row is locked while its email is queued, and says until when it has been told: no table is told of twice,
however many workers look.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from engine.codec import Json
from games import languages
from games.lobby import tables_to_tell
from games.models import Game, Player
from games.people.player_rows import still_here
from games.people.suspension import is_suspended, refuse_guest
from games.presentation import words
from games.presentation.words.lengths import length
from games.table.clocks.habits import PlayerHabits
from games.table.clocks.terms import PRESETS
from notifications import links, reply_addresses, wake_up
from notifications.letters import site
from notifications.lists import TABLES
from notifications.models import Mail, TableWish
from notifications.order_words import order_words
from notifications.policy.preferences import Subscriptions

EVERY: Final = timedelta(days=1)
SETTLED: Final = timedelta(minutes=1)
"""How old a table is before it is told: its host may still be inviting friends, or be writing its row."""
MOST_TABLES: Final = 5
MOST_AT_ONCE: Final = 100
HOUR: Final = timedelta(hours=1)


def find(player: Player) -> TableWish | None:
    """Return the player's wish; None if there is none."""
    return TableWish.objects.filter(player=player).first()


@transaction.atomic
def put(player: Player, *, ruleset: str, pace: str, seats: int | None, now: datetime) -> TableWish:
    """Tell the player of new tables like this, from now on. Raises Forbidden for anyone who is gone, and for a guest.

    A changed wish brings no second email on the same day.
    """
    refuse_guest(player)
    filters = {"ruleset": ruleset, "pace": pace, "seats": seats}
    created = {**filters, "created_at": now, "told_until": now, "next_at": now}
    wish, _is_new = TableWish.objects.update_or_create(
        player=still_here(player), defaults=filters, create_defaults=created
    )
    return wish


def tell_due(*, now: datetime) -> int:
    """Queue the emails that are due, and return how many."""
    newest = tables_to_tell.newest_table(now - SETTLED)
    return 0 if newest is None else _tell_due(newest, now)


@transaction.atomic
def _tell_due(newest: datetime, now: datetime) -> int:
    due = TableWish.objects.filter(next_at__lte=now, told_until__lt=newest).order_by("next_at", "pk")
    locked = due.select_related("player").select_for_update(no_key=True, of=("self",), skip_locked=True)[:MOST_AT_ONCE]
    count = sum(_tell(wish, now) for wish in locked)
    if count:
        wake_up.after_commit()
    return count


def _tell(wish: TableWish, now: datetime) -> bool:
    """Queue the email of one wish, if it is day and there is anything to tell; return whether it was queued."""
    if not wish.player.is_active or not wish.player.email or is_suspended(wish.player, now):
        _put_off(wish, now + HOUR)
        return False
    custom = Subscriptions([wish.player]).custom(wish.player)
    if morning := PlayerHabits(custom.zone, custom.quiet).quiet_until(now):
        _put_off(wish, morning)
        return False
    opened = tables_to_tell.find_tables(wish.player, _list_wanted(wish), (wish.told_until, now - SETTLED), now)
    tables = list(islice(opened, MOST_TABLES))
    wish.told_until = now - SETTLED
    if tables:
        wish.next_at = now + EVERY
        _queue_email(wish.player, tables, now)
    wish.save(update_fields=["told_until", "next_at"])
    return bool(tables)


def _put_off(wish: TableWish, until: datetime) -> None:
    wish.next_at = until
    wish.save(update_fields=["next_at"])


def _list_wanted(wish: TableWish) -> dict[str, object]:
    """Return what the columns of a game's row hold if the player would join it."""
    pace = PRESETS.get(wish.pace)  # a clock that is no longer offered restricts nothing
    time_per_move = pace.time_per_move if pace else None
    columns = {"ruleset": wish.ruleset, "seats_wanted": wish.seats, "time_per_move": time_per_move}
    return {column: value for column, value in columns.items() if value}


def _queue_email(player: Player, tables: Sequence[Game], now: datetime) -> None:
    with override(languages.of_player(player)):
        stop = links.unsubscribe_url(player.pk, TABLES)
        subject = _("A table you would join: %(game)s") % {"game": words.title(tables[0].ruleset)}
        parts = [["heading", _("New tables")]]
        parts += [part for game in tables for part in _describe(game, player, now)]
        parts += [["paragraph", _("At most one such email a day.")], ["link", _("Stop these emails"), stop]]
    context: Json = {"subject": subject, "parts": parts, "never": stop}
    if reply_addresses.are_offered():
        context["reply_to"] = settings.MAIL_IN_ADDRESS
    Mail.objects.create(
        player=player,
        address=player.email or "",
        template=site.TABLES_TEMPLATE,
        context=context,
        created_at=now,
        next_attempt_at=now,
    )


def _describe(game: Game, player: Player, now: datetime) -> Iterator[list[str]]:
    yield ["heading", words.rules(game.ruleset, game.options)]
    free = game.seats_wanted - game.seats.count()
    seats = ngettext("%(n)d seat is free.", "%(n)d seats are free.", free) % {"n": free}
    facts = {"host": game.host.display_name, "players": game.seats_wanted, "time": length(game.time_per_move)}
    yield [
        "paragraph",
        _("%(host)s has opened a table for %(players)d. Time for each move: %(time)s.") % facts + f" {seats}",
    ]
    if reply_addresses.are_offered():
        yield ["paragraph", _("Reply “%(join)s” to take a seat.") % {"join": f"{order_words()['join']} {game.pk}"}]
    yield ["link", _("Look at it, and join"), links.game_url(links.INVITATION, player, game.pk, now)]
