"""Who is an admin, and with which groups: given and taken by superusers."""

from collections.abc import Collection

from django.contrib.auth.models import Group
from django.db import transaction

from games.errors import Forbidden, NotFound, Refused
from games.models import Player
from games.people.player_rows import still_here


@transaction.atomic
def appoint(*, admin: Player, player_id: str, staff: bool, superuser: bool, groups: Collection[Group]) -> Player:
    """Set whether a person may enter the admin site, and with which rights.

    Raises Forbidden ("forbidden" unless superusers ask, and for the inactive), NotFound("no_such_player"),
    Refused("last_superuser").
    """
    if not still_here(admin).is_superuser:
        raise Forbidden("forbidden")
    people = Player.objects.select_for_update(no_key=True).filter(kind=Player.Kind.HUMAN, is_active=True)
    player = people.filter(pk=player_id).first()
    if player is None:
        raise NotFound("no_such_player", names=[player_id])
    others = Player.objects.filter(is_superuser=True, is_staff=True, is_active=True).exclude(pk=player.pk)
    if player.is_superuser and not (superuser and staff) and not others.exists():
        raise Refused("last_superuser")
    player.is_staff, player.is_superuser = staff, superuser
    player.save(update_fields=["is_staff", "is_superuser"])
    player.groups.set(groups)
    return player
