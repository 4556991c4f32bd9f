"""What players may demand by law and decency: a copy of everything we hold, and to be forgotten.

Each model declares what its rows hold about a player (`games.models.personal`). When a player is erased, so are the
player's own words, even an admin's, and what admins wrote to the player; the rows concerned are recorded. What others
wrote is kept (`games.people.mentions`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final, TypeVar, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from oauth2_provider.models import DeviceGrant

from engine.codec import Json
from games.models import Game, Player
from games.models.personal import Deleted, Emptied, Exported, Whose
from games.names import ERASED_NAME
from games.people import audit, mentions
from games.people.player_rows import lock_with_bots
from games.signals import personal_data_wanted, player_erased, player_leaving
from games.table import store

LIBRARIES: Final[Mapping[type[Model], tuple[Exported | Deleted | Emptied, ...]]] = {
    EmailAddress: (Exported("addresses", "email verified", of="user"), Deleted("user")),
    Authenticator: (Exported("second_factors", "type created_at last_used_at", of="user"), Deleted("user")),
    DeviceGrant: (Deleted("user"),),
}
"""What models of libraries would declare."""
SECTIONS: Final = (
    "profile", "groups", "tokens", "apps", "grants", "addresses", "second_factors", "idempotency_keys",
    "answered_requests",
    "address_change", "sign_up_invitations", "codes", "seats", "games_left", "game_lists", "hosted",
    "invitations", "invitations_by_address", "seat_offers", "proposals", "series_left", "votes",
    "networks_seen", "plans", "private_notes", "blocks", "bots", "friends", "muted_players", "leagues_hosted",
    "leagues", "league_places", "league_exits", "cups_hosted", "cups", "result_corrections",
    "competition_invitations", "league_removals", "clubs_founded", "clubs",
    "club_announcements", "club_lines", "club_reports",
    "rated_games", "disputes",
    "dispute_comments", "dispute_questions", "talk_lines", "moderations", "appeals", "admins_acts_about_you", "rulings",
    "admin_acts",
    "desk_proposals",
    "mail_preferences", "mail_preferences_of_games", "mail_habits", "absence", "mails", "inbound_emails",
    "mail_reports", "site_emails", "sender_addresses", "webhooks", "dead_address", "first_bounce",
    "push_subscriptions", "calendar_address", "notices", "notices_read", "table_wish", "mentioned_in_chats",
)  # fmt: skip
"""The sections of an export, in order."""
ERASED: Final = "words_erased"
Declared = TypeVar("Declared", Exported, Deleted, Emptied)


@transaction.atomic
def erase_player(*, player: Player, now: datetime) -> None:
    """Erase the person; a tombstone stays where games refer to it.

    The player leaves running games, all tokens and sessions end at once, and no table holds the address, the name or
    anything else of the person afterwards, except in what others wrote: if that names the person, staff are asked
    (`mentions`). The logs never contained a name. The player's bots are erased first.
    """
    # Writing anything about the player takes a key lock on the row, and may lock what is deleted here. So the row is
    # only marked as erased now, and its key fields are changed at the very end.
    player = _without_bots(player, now)
    address, name = player.email or "", player.name
    mentions.remember(player, name, now, address)  # while the player still has a part in these games
    player_leaving.send(sender=Player, player=player, now=now)
    _erase_rows(player, address, now)
    mentions.forget_own_games(player, name, address)
    mentions.ask(player, name, address, now)
    player_erased.send(sender=Player, player=player, address=address)
    _bury(player, now)


def declared(kind: type[Declared]) -> Iterator[tuple[type[Model], Declared]]:
    """Yield what all models declare of one kind."""
    for model in apps.get_models():
        for part in LIBRARIES.get(model, getattr(model, "personal", ())):
            if isinstance(part, kind):
                yield model, part


def _erase_rows(player: Player, address: str, now: datetime) -> None:
    """Empty and delete what models hold about the player; the rows whose words are erased are recorded."""
    erased: dict[str, list[object]] = {}
    for model, emptied in declared(Emptied):
        blank = {name: None if model._meta.get_field(name).null else "" for name in emptied.fields.split()}
        filled = _find_rows(model, emptied.of, player).exclude(**blank)
        if emptied.record:
            erased[emptied.record] = list(filled.order_by("pk").values_list("pk", flat=True))
        filled.update(**blank)
    for model, deleted in declared(Deleted):
        rows = _find_rows(model, deleted.of, player, address)
        if deleted.record:
            erased[deleted.record] = list(rows.order_by("pk").values_list("pk", flat=True))
        rows.delete()
    if on_record := {name: keys for name, keys in erased.items() if keys}:
        audit.note(player, ERASED, now, player=player, detail=on_record)


def _find_rows(model: type[Model], whose: Whose, player: Player, address: str = "") -> QuerySet[Model]:
    """Return the rows of a model that are the player's."""
    if not isinstance(whose, str):
        return model._default_manager.filter(whose(player))
    values = {lookup: address if lookup.startswith("address") else player for lookup in whose.split()}
    return model._default_manager.filter(reduce(or_, (Q(**{name: value}) for name, value in values.items() if value)))


def _without_bots(player: Player, now: datetime) -> Player:
    """Return the player's newest row, locked, after erasing their bots.

    Erased bots no longer refer to the player.
    """
    bots = lock_with_bots(player.pk)
    newest = bots.pop(player.pk)
    if bots:
        _lock_games_of([player.pk, *bots])
    for bot in bots.values():
        erase_player(player=bot, now=now)
    Player.objects.filter(owner=player).update(owner=None)
    return newest


def _lock_games_of(players: Collection[str]) -> None:
    """Lock the players' games in the order of their ids, so that players who leave the same games cannot deadlock."""
    seated = Q(status__in=[Game.Status.OPEN, Game.Status.RUNNING], seats__player__in=players)
    hosted = Q(status=Game.Status.OPEN, host__in=players)
    for game_id in Game.objects.filter(seated | hosted).order_by("pk").values_list("pk", flat=True).distinct():
        store.lock(game_id)


def _bury(player: Player, now: datetime) -> None:
    """Reduce the row to a tombstone: only the opaque id, the kind, and the time."""
    player.erased_at, player.name, player.email = now, ERASED_NAME + player.pk, None
    player.time_zone, player.language, player.habits = "UTC", "en", {}
    player.vacations = []
    player.is_active = player.is_staff = player.is_superuser = False
    player.muted_until = player.suspended_until = None
    player.last_login, player.date_joined = None, now
    player.set_unusable_password()
    player.groups.clear()
    player.user_permissions.clear()
    player.save()


def export_player(*, player: Player) -> Json:
    """Return all personal data that any table holds, ready for JSON, in sections by name.

    It contains no secret of a game.
    """
    sections: Json = {"profile": _profile(player), "groups": list(player.groups.values_list("name", flat=True))}
    sections |= {exported.section: list(_list_rows(model, exported, player)) for model, exported in declared(Exported)}
    for _, answer in personal_data_wanted.send(sender=Player, player=player):
        sections |= cast("Json", answer)
    return {name: sections[name] for name in SECTIONS}


def _list_rows(model: type[Model], exported: Exported, player: Player) -> Iterable[Mapping[str, object]]:
    """Return a section's rows; those without an order of their own by key, so that every export lists them alike."""
    rows = _find_rows(model, exported.of, player)
    order = exported.order.split() or ([] if rows.ordered else ["pk"])
    fields = [field.rpartition("=") for field in exported.fields.split()]
    renamed = {name: F(field) for name, _, field in fields if name}
    columns = (rows.order_by(*order) if order else rows).annotate(**renamed)
    return cast("Iterable[Mapping[str, object]]", columns.values(*(name or field for name, _, field in fields)))


def _profile(player: Player) -> Json:
    person = ("id", "email", "name", "time_zone", "language", "kind", "date_joined", "last_login", "is_staff")
    fields = (*person, "habits", "vacations", "muted_until", "suspended_until")
    return {field: getattr(player, field) for field in fields}
