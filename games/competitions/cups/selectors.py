"""Cups, as everybody may know them: a cup has nothing that only some may see."""

from django.db.models import Count, QuerySet

from games.errors import NotFound
from games.models import Cup, CupEntrant, CupGame, Game, Player


def listed() -> QuerySet[Cup]:
    """Every cup, annotated with how many have `entered`."""
    return Cup.objects.select_related("host").annotate(entered=Count("entrants"))


def get(cup_id: str) -> Cup:
    """The cup. Raises NotFound("no_such_cup")."""
    cup = listed().filter(pk=cup_id).first()
    if cup is None:
        raise NotFound("no_such_cup")
    return cup


def part_of(player: Player | None, cup: Cup) -> CupEntrant | None:
    """The player's own row in the cup; of nobody in particular: nothing."""
    return None if player is None else CupEntrant.objects.filter(cup=cup, player=player).first()


def cup_of(game: Game) -> CupGame | None:
    """The cup's game that this is, with its round and cup. Costs nothing for any other."""
    if not game.of_competition:
        return None
    return CupGame.objects.select_related("round__cup").filter(game=game).first()


def cups_of(player: Player) -> list[Cup]:
    """Those that go on and in which the player still is, the next to begin first."""
    going_on = listed().filter(state__in=[Cup.State.OPEN, Cup.State.RUNNING])
    mine = CupEntrant.objects.filter(player=player, left_at=None).values("cup")
    return list(going_on.filter(pk__in=mine).order_by("entry_closes_at", "pk"))
