"""Who wants to hear of what."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from games.models import Player
from notifications.kinds import Stream
from notifications.models import Preference


def of_player(player: Player) -> dict[Stream, bool]:
    """Every stream, and whether the player wants to hear of it."""
    wishes = said([player.pk])
    return {stream: wishes.get((player.pk, stream), hears_by_default(player)) for stream in Stream}


def said(players: Iterable[str]) -> dict[tuple[str, str], bool]:
    """What players have said of streams, by player's id and stream; of the others nothing was said."""
    wishes = Preference.objects.filter(player__in=players).values_list("player_id", "stream", "on")
    return {(player, stream): on for player, stream, on in wishes}


def hears_by_default(player: Player) -> bool:
    """Whether a player who has said nothing hears of a stream: people do; bots and house players ask the API."""
    return player.kind == Player.Kind.HUMAN


@transaction.atomic
def put(player: Player, wanted: Mapping[Stream, bool]) -> None:
    """Sets the given streams, at once; the others stay as they are."""
    rows = [Preference(player=player, stream=stream, on=on) for stream, on in wanted.items()]
    Preference.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "stream"], update_fields=["on"]
    )
