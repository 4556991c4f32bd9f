"""The receiver that derives ratings when a game ends, or when a ruling changes how it ended."""

from django.db.models import Min
from django.dispatch import receiver

from games.models import Entry, Game, RatedSeat
from games.ratings import derivation
from games.signals import entry_recorded


@receiver(entry_recorded)
def on_entry(game: Game, entry: Entry, **_: object) -> None:
    """Derive the ratings that depend on an entry that ends a game or changes how it ended."""
    if not game.rated or (game.ended_at is None and not entry.rules_on_the_table):
        return
    counted = RatedSeat.objects.filter(game=game).aggregate(at=Min("ended_at"))["at"]
    ends = [at for at in (counted, game.ended_at) if at is not None]
    if ends:
        derivation.follow(game.ruleset, min(ends))
