"""Corrections whose game changes after all: an admin resumes it, declares it void, or corrects its points.

The host had judged the game as it was. What is decided about the game itself is above that: the correction is out of
force for good, whoever judged and everyone at the table hears of it, and the host can judge the game again.
"""

from typing import Final

from django.dispatch import receiver

from games.competitions import correction_emails, corrections, hosts
from games.competitions.audience import Competition
from games.competitions.standing_changes import CompetitionGame
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
    fixture = _find_fixture(game)
    competition = _find_competition(fixture)
    ruling = Ruling.objects.filter(game=game, entry=entry.number, rule="", agreed=[]).select_related("by").first()
    if ruling is not None:
        audit.note(ruling.by, OUTDATED, entry.at, game=game, entry=entry.number, detail=hosts.act_detail(competition))
    able = {
        judge.pk
        for judge in (correction.by, competition.host)
        if hosts.is_host(judge, competition) and corrections.list_judgeable(judge, competition, [fixture], entry.at)
    }
    correction_emails.tell_outdated(competition, correction, able)


def _find_fixture(game: Game) -> CompetitionGame:
    cup_game = CupGame.objects.select_related("round__cup__host", "game").filter(game=game).first()
    if cup_game is not None:
        return cup_game
    return LeagueGame.objects.select_related("division__season__league__host", "game").get(game=game)


def _find_competition(fixture: CompetitionGame) -> Competition:
    return fixture.round.cup if isinstance(fixture, CupGame) else fixture.division.season.league
