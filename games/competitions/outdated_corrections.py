"""Corrections whose game changes after all: an admin resumes it, declares it void, or corrects its points.

The host had judged the game as it was. What is decided about the game itself is above that: the correction is out of
force for good, whoever judged and everyone at the table hears of it, and the host can judge the game again.
"""

from typing import Final

from django.dispatch import receiver

from games.competitions import correction_emails, hosts
from games.competitions.audience import Competition
from games.models import CupGame, Entry, Game, LeagueGame, ResultCorrection, Ruling
from games.people import audit
from games.signals import entry_recorded

OUTDATED: Final = "correction_outdated"
"""The kind of this act among the admins' acts, beside the ruling that has caused it."""


@receiver(entry_recorded)
def on_entry(game: Game, entry: Entry, **_: object) -> None:
    """Take the correction of the game's result out of force after a ruling on it."""
    if not (game.of_competition and entry.rules_on_the_table):
        return
    rows = ResultCorrection.objects.filter(game=game, undone_at=None, head__lt=entry.number)
    correction = rows.select_related("by").first()
    if correction is None:
        return
    correction.undone_at = entry.at
    correction.save(update_fields=["undone_at"])
    competition = _find_competition(game)
    ruling = Ruling.objects.filter(game=game, entry=entry.number, rule="", agreed=[]).select_related("by").first()
    if ruling is not None:
        audit.note(ruling.by, OUTDATED, entry.at, game=game, entry=entry.number, detail=hosts.act_detail(competition))
    correction_emails.tell_outdated(competition, correction)


def _find_competition(game: Game) -> Competition:
    cup_game = CupGame.objects.select_related("round__cup__host").filter(game=game).first()
    if cup_game is not None:
        return cup_game.round.cup
    return LeagueGame.objects.select_related("division__season__league__host").get(game=game).division.season.league
