"""What players may demand by law and decency: a copy of everything we hold, and to be forgotten."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Final, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from oauth2_provider.models import DeviceGrant

from engine.codec import Json
from games.models import (
    AccessToken,
    AddressChange,
    AddressInvitation,
    Application,
    Block,
    BotPolicy,
    BrowserSession,
    Cup,
    CupEntrant,
    Departure,
    EndedLinks,
    Friend,
    Game,
    GameList,
    Grant,
    IdempotencyKey,
    IDToken,
    Invitation,
    League,
    LeagueExit,
    LeagueMember,
    LeaguePlace,
    MailedCode,
    NetworkSeen,
    Plan,
    Player,
    PrivateNote,
    Proposal,
    RatedSeat,
    RefreshToken,
    Seat,
    SeatOffer,
    SeriesLeaver,
    SignUpInvitation,
    TalkLine,
    TalkMute,
    Vote,
)
from games.names import ERASED_NAME
from games.people import free_text, mentions, reliability
from games.people.player_rows import lock_with_bots
from games.signals import personal_data_wanted, player_erased, player_leaving
from games.table import store

OWNED: Final[tuple[type[Model], ...]] = (
    AccessToken,
    RefreshToken,
    Grant,
    IDToken,
    DeviceGrant,
    Application,
    EmailAddress,
    Authenticator,
)
"""Models whose rows belong to a `user` and are deleted with the player."""


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
    for model in OWNED:
        model._default_manager.filter(user=player).delete()
    MailedCode.objects.filter(Q(player=player) | Q(address__iexact=address)).delete()
    SignUpInvitation.objects.filter(by=player).delete()
    AddressChange.objects.filter(Q(player=player) | Q(address__iexact=address)).delete()
    Invitation.objects.filter(player=player).delete()
    IdempotencyKey.objects.filter(player=player).delete()
    Plan.objects.filter(player=player).delete()
    PrivateNote.objects.filter(player=player).delete()
    NetworkSeen.objects.filter(player=player).delete()
    SeatOffer.objects.filter(Q(player=player) | Q(game__host=player)).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
    Friend.objects.filter(Q(player=player) | Q(friend=player)).delete()
    TalkLine.objects.filter(by=player).update(text="")
    TalkMute.objects.filter(Q(player=player) | Q(muted=player)).delete()
    EndedLinks.objects.filter(player=player).delete()
    SeriesLeaver.objects.filter(player=player).delete()
    free_text.forget(player, now)
    mentions.forget_own_games(player, name, address)
    mentions.ask(player, name, address, now)
    reliability.forget(player)
    BrowserSession.objects.filter(player=player).delete()
    BotPolicy.objects.filter(bot=player).delete()
    GameList.objects.filter(host=player).delete()
    player_erased.send(sender=Player, player=player, address=address)
    _bury(player, now)


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
    sections: Json = {"profile": _profile(player)}
    sections |= {name: list(_in_order(rows)) for name, rows in _sections(player)}
    for _, answer in personal_data_wanted.send(sender=Player, player=player):
        sections |= cast("Json", answer)
    return sections


def _in_order(rows: Iterable[object]) -> Iterable[object]:
    """Order rows without an order of their own by key, so that every export lists them alike."""
    return rows.order_by("pk") if isinstance(rows, QuerySet) and not rows.ordered else rows


def _profile(player: Player) -> Json:
    person = ("id", "email", "name", "time_zone", "language", "kind", "date_joined", "last_login", "is_staff")
    fields = (*person, "habits", "vacations", "muted_until", "suspended_until")
    return {field: getattr(player, field) for field in fields}


def _at_tables(player: Player) -> Iterator[tuple[str, Iterable[object]]]:
    """Yield what the player has proposed and answered at tables, and the seats the player was offered."""
    offers = SeatOffer.objects.filter(player=player)
    yield "seat_offers", offers.values("game_id", "seat", "created_at", "reserved_until", "closed_at")
    proposed = Proposal.objects.filter(by=player).order_by("created_at")
    yield "proposals", proposed.values("game_id", "asked", "undoes", "state", "created_at", "closed_at")
    yield "series_left", SeriesLeaver.objects.filter(player=player).values("series_id", "at")
    votes = Vote.objects.filter(player=player).order_by("cast_at")
    yield "votes", votes.values("proposal_id", "agrees", "cast_at")


def _sections(player: Player) -> Iterator[tuple[str, Iterable[object]]]:
    own = Q(user=player)
    yield "groups", player.groups.values_list("name", flat=True)
    yield (
        "tokens",
        AccessToken.objects.filter(own).values(
            "label", "prefix", "scope", "created", "expires", "last_used_at", "application__name"
        ),
    )
    yield "apps", Application.objects.filter(own).values("name", "client_id", "redirect_uris", "created")
    yield "grants", Grant.objects.filter(own).values("application__name", "scope", "created", "expires")
    yield "addresses", EmailAddress.objects.filter(own).values("email", "verified")
    yield "second_factors", Authenticator.objects.filter(own).values("type", "created_at", "last_used_at")
    yield "idempotency_keys", IdempotencyKey.objects.filter(player=player).values("game_id", "key", "created_at")
    yield "address_change", AddressChange.objects.filter(player=player).values("address", "asked_at", "holds_at")
    yield "sign_up_invitations", SignUpInvitation.objects.filter(by=player).values("created_at", "expires_at")
    yield "codes", MailedCode.objects.filter(player=player).values("address", "purpose", "created_at")
    yield (
        "seats",
        Seat.objects.filter(player=player).values("game_id", "number", "joined_at", "status", "points", "rank"),
    )
    yield "games_left", Departure.objects.filter(player=player).values("game_id", "how", "at")
    yield "game_lists", GameList.objects.filter(host=player).values("id", "games", "key", "created_at")
    yield "hosted", Game.objects.filter(host=player).values("id", "name", "created_at")
    yield (
        "invitations",
        Invitation.objects.filter(Q(player=player) | Q(invited_by=player, by_address=False)).values(
            "game_id", "player_id", "invited_by_id", "created_at", "answered_at"
        ),
    )
    by_address = AddressInvitation.objects.filter(invited_by=player)
    yield "invitations_by_address", by_address.values("game_id", "created_at")
    yield from _at_tables(player)
    yield "networks_seen", NetworkSeen.objects.filter(player=player).values("day", "network")
    yield "plans", Plan.objects.filter(player=player).values("game_id", "seat", "orders", "done", "state", "made_at")
    yield "private_notes", PrivateNote.objects.filter(player=player).values("game_id", "text", "written_at")
    yield from _company(player)
    yield from free_text.sections(player)


def _company(player: Player) -> Iterator[tuple[str, Iterable[object]]]:
    """Yield the player's relations to others, leagues and cups, and results against others."""
    yield "blocks", Block.objects.filter(player=player).values("blocked_id", "created_at")
    yield "bots", Player.objects.filter(owner=player, erased_at=None).values("id", "name", "date_joined")
    yield "friends", Friend.objects.filter(player=player).values("friend_id", "created_at")
    yield "muted_players", TalkMute.objects.filter(player=player).values("muted_id", "created_at")
    yield "leagues_hosted", League.objects.filter(host=player).values("id", "name", "created_at")
    yield "leagues", LeagueMember.objects.filter(player=player).values("league_id", "entered_at")
    places = LeaguePlace.objects.filter(player=player).order_by("pk")
    yield "league_places", places.values("division__season__league_id", "division__season__number", "rank", "outcome")
    yield "league_exits", LeagueExit.objects.filter(player=player).order_by("at").values("place_id", "why", "at")
    yield "cups_hosted", Cup.objects.filter(host=player).values("id", "name", "created_at")
    yield "cups", CupEntrant.objects.filter(player=player).values("cup_id", "entered_at", "seed", "left_at", "why")
    rated = RatedSeat.objects.filter(player=player).order_by("ended_at", "game")
    yield "rated_games", rated.values("game_id", "ruleset", "rank", "mu", "sigma")
