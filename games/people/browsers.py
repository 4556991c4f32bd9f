"""The browsers in which a player is signed in."""

from django.contrib.auth import update_session_auth_hash
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest

from games.models import Player
from games.signals import signed_out_elsewhere


def end_all(player: Player, kept_session: SessionBase | None = None) -> Player:
    """Sign the player out everywhere except in `kept_session`, the session of a browser that stays signed in.

    Each session holds a hash of the password (`HASH_SESSION_KEY`). Nobody has a password here: a random value replaces
    it that opens nothing, and a new one ends all sessions.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        player.set_unusable_password()
        player.save(update_fields=["password"])
        signed_out_elsewhere.send(sender=Player, player=player, kept=kept_session)
    return player


def end_others(request: HttpRequest, player: Player) -> None:
    """Sign the player out everywhere except in the requesting browser, which gets the new hash."""
    update_session_auth_hash(request, end_all(player, request.session))
