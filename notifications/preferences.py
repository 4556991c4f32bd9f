"""Who wants to hear of what."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from games.models import Player
from notifications.kinds import Stream
from notifications.models import Preference


def of_player(player: Player) -> dict[Stream, bool]:
    """Every stream, and whether the player wants to hear of it."""
    said = dict(Preference.objects.filter(player=player).values_list("stream", "on"))
    return {stream: said.get(stream, hears_by_default(player)) for stream in Stream}


def hears_by_default(player: Player) -> bool:
    """Whether a player who has said nothing hears of a stream: people do; bots and house players ask the API."""
    return player.kind == Player.Kind.HUMAN


def wants(player: Player, stream: Stream) -> bool:
    """Whether the player wants to hear of the stream, as of now."""
    said = Preference.objects.filter(player=player, stream=stream).values_list("on", flat=True).first()
    return hears_by_default(player) if said is None else said


@transaction.atomic
def put(player: Player, wanted: Mapping[Stream, bool]) -> None:
    """Sets the given streams, at once; the others stay as they are."""
    rows = [Preference(player=player, stream=stream, on=on) for stream, on in wanted.items()]
    Preference.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "stream"], update_fields=["on"]
    )


def listeners(players: Iterable[Player], stream: Stream) -> set[str]:
    """The ids of those among the players who want to hear of the stream."""
    people = list(players)
    said = dict(Preference.objects.filter(player__in=people, stream=stream).values_list("player_id", "on"))
    return {player.pk for player in people if said.get(player.pk, hears_by_default(player))}
