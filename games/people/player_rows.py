"""Writing a player's row: on its newest state, and with what only the database can see told as a refusal."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from psycopg.errors import UniqueViolation

from games import names
from games.errors import Forbidden, Refused
from games.models import Player


def still_here(player: Player) -> Player:
    """The player's newest row, locked, so that no erasure is undone by saving an older one. Raises Forbidden."""
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if found is None:
        raise Forbidden("forbidden")
    return found


def check_name_free(name: str, but: Player | None = None) -> None:
    """Raises Refused("name_taken") if somebody else has this name, or one that looks the same."""
    alike = Q(lower=name.lower()) | Q(name_key=names.key(name))
    others = Player.objects.alias(lower=Lower("name")).filter(alike).exclude(pk=but and but.pk)
    if others.exists():
        raise Refused("name_taken", name=name)


def saved(player: Player) -> Player:
    """Saves it. Raises Refused("name_taken" or "address_taken")."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        if isinstance(error.__cause__, UniqueViolation):
            raise _taken(player, error.__cause__) from error
        raise
    return player


def _taken(player: Player, collision: UniqueViolation) -> Refused:
    if collision.diag.constraint_name in ("player_name_unique", "player_name_key_unique"):
        return Refused("name_taken", name=player.name)
    return Refused("address_taken")
