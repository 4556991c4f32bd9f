"""Updating places when a game's result changes after its season; once the next season begins, promotion is final."""

from django.dispatch import receiver

from games.competitions.leagues import seasons
from games.models import Entry, Game, LeagueGame, LeagueSeason
from games.signals import entry_recorded


@receiver(entry_recorded)
def on_entry(game: Game, entry: Entry, **_: object) -> None:
    """Rewrite a finished season's outcomes after an entry that ends a game or rules on it; ignore other entries."""
    if not game.of_competition or (game.ended_at is None and not entry.rules_on_the_table):
        return
    fixture = LeagueGame.objects.filter(game=game, division__season__state=LeagueSeason.State.OVER).first()
    if fixture is None:
        return
    season = LeagueSeason.objects.select_related("league").get(divisions=fixture.division_id)
    later = LeagueSeason.objects.filter(league=season.league, number__gt=season.number)
    if not later.exclude(state=LeagueSeason.State.PLANNED).exists():
        seasons.write_outcomes(season)
