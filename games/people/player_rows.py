"""Finding players by name or address, and writing a player's row: its newest state, constraints as refusals."""

from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Lower
from psycopg.errors import UniqueViolation

from games import email_addresses, encryption, names
from games.errors import Forbidden, NotFound, Refused
from games.models import Moderation, Player


def still_here(player: Player) -> Player:
    """Return an active player's newest row, locked, so that saving an older one undoes no erasure. Raises Forbidden."""
    newest = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if newest is None:
        raise Forbidden("forbidden")
    return newest


def lock_with_bots(player_id: str) -> dict[str, Player]:
    """Return the rows of the player and of the player's bots, by id, locked in the order of their ids."""
    rows = Player.objects.select_for_update(no_key=True).filter(Q(pk=player_id) | Q(owner=player_id, erased_at=None))
    return {row.pk: row for row in rows.order_by("pk")}


def ids_of_owner(player: Player) -> set[str]:
    """Return the ids of all accounts of the same person: the owner's and the bots', including retired ones."""
    return {player.hands, *Player.objects.filter(owner=player.hands).values_list("pk", flat=True)}


def check_name_free(name: str, but: Player | None = None) -> None:
    """Raise Refused("name_taken") if somebody else has this name, or one that looks like it, or it was taken away."""
    alike = Player.objects.filter(name_key=names.key(name)) | with_names([name])
    taken_away = Moderation.objects.filter(name_hash__in=name_hashes(name)).exclude(appeal__verdict="lifted")
    if alike.exclude(pk=but and but.pk).exists() or taken_away.exists():
        raise Refused("name_taken", name=name)


def name_hashes(name: str) -> list[str]:
    """Return the hashes of a name and all that look like it, one per key of SEED_KEYS; new rows store the first."""
    return encryption.digests("unnamed", names.key(names.prepared(name).lower()).encode())


def with_name(name: str) -> Player | None:
    """Return the player with this name, however it is spelled; guests and inactive players are excluded."""
    return with_names([name]).filter(is_active=True).exclude(kind=Player.Kind.GUEST).first()


def find_players(typed: Sequence[str]) -> list[Player]:
    """Return the players with these names, ignoring case.

    Raises NotFound("no_such_player") with the names that nobody has.
    """
    players = [with_name(name) for name in typed]
    missing = [name for name, player in zip(typed, players, strict=True) if player is None]
    if missing:
        raise NotFound("no_such_player", names=missing)
    return [player for player in players if player is not None]


def with_names(typed: Iterable[str]) -> QuerySet[Player]:
    """Return the players with these names, in upper or lower case, composed or not (NFKC), as programs write them."""
    prepared_names = [names.prepared(name) for name in typed]
    lower = [*(name.lower() for name in prepared_names), *(Lower(Value(name)) for name in prepared_names)]
    return Player.objects.alias(lower=Lower("name")).filter(lower__in=lower)


def with_address(address: str) -> Player | None:
    """Return the active account with this mailbox, however the address is spelled."""
    return Player.objects.filter(email_key=email_addresses.comparison_key(address), is_active=True).first()


def saved(player: Player) -> Player:
    """Save the player and return it. Raises Refused("name_taken" or "address_taken")."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        if isinstance(error.__cause__, UniqueViolation):
            raise _explain_collision(player, error.__cause__) from error
        raise
    return player


def _explain_collision(player: Player, collision: UniqueViolation) -> Refused:
    if collision.diag.constraint_name in ("player_name_unique", "player_name_key_unique"):
        return Refused("name_taken", name=player.name)
    return Refused("address_taken")


def addressee(player: Player) -> Player:
    """Return whom we write to about the player: for a bot, its owner."""
    return player.owner or player
