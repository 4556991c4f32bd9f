"""Correcting the places in a game by a ruling of its competition's host.

It counts in the standings alone: the game, its log and ratings stay as they are, which only an admin changes. It is
signed and has a reason, everyone from the table hears of it once, and it can be undone. Nobody judges a game that they
have played in. It is about the game as it ended, and counts until an admin rules on that (`outdated_corrections`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Manager, Max, QuerySet

from games.competitions import correction_emails, hosts, played, standing_changes
from games.competitions.audience import Competition
from games.competitions.leagues import seasons
from games.competitions.locks import lock_for
from games.competitions.results import How, Result
from games.competitions.standing_changes import CompetitionGame, StandingChange
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import Cup, CupGame, CupRound, Game, LeagueGame, LeagueSeason, Player, ResultCorrection, Seat
from games.names import paragraphs
from games.people import rights
from games.people.suspension import heard, refuse_muted, refuse_suspended

CORRECTED: Final = "result_corrected"
UNDONE: Final = "correction_undone"
"""The kinds of these acts among the admins' acts."""
LONGEST_REASON: Final = 500
MOST_OF_A_GAME: Final = 3
"""How often hosts can correct the result of one game, since each time everyone at its table gets an email."""
STANDS_AFTER: Final = timedelta(days=7)
"""How long after its end the results of a competition can still be corrected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRuling:
    """A correction that is wanted: the ranks by seat, where a shared place is a shared rank, and why.

    `head`: the last entry of the game that the host has seen; None counts as its last one.
    """

    game_id: str
    ranks: Sequence[int]
    reason: str
    head: int | None = None


def correct(
    *, host: Player, competition: Competition, ruling: ResultRuling, now: datetime, as_admin: bool = False
) -> ResultCorrection:
    """Correct the result of a game that is over, and tell everyone who sat at its table.

    The host may, and with `as_admin` an admin with the right to rule. Raises NotFound (no_such_cup, no_such_league,
    game_not_in_competition), Forbidden (account_suspended, account_muted, only_the_host, judges_own_game),
    Refused (game_still_runs, game_has_changed, result_stands, corrected_already, too_many_corrections), Unprocessable
    (places_impossible, nothing_corrected, text_missing, message_too_long).
    """
    with transaction.atomic():
        host = heard(host, now)
        competition = lock_for(host, competition, as_admin=as_admin)
        reason = _read_reason(ruling)
        if not reason:
            raise Unprocessable("text_missing")
        game = _lock_game(ruling.game_id)
        fixture = _find_judged(host, competition, ruling, now)
        if ruling.head not in (None, game.head):
            raise Refused("game_has_changed")
        correction = ResultCorrection.objects.create(
            game=game,
            head=game.head,
            ranks=list(ruling.ranks),
            reason=reason,
            by=host,
            by_admin=not hosts.is_host(host, competition),
            created_at=now,
        )
        _follow(fixture)
        hosts.note_act(host, competition, CORRECTED, now)
        correction_emails.tell(competition, correction, host)
    return correction


def _lock_game(game_id: str) -> Game:
    """Keep the game as it is until the transaction ends; its competition is locked before it."""
    game = Game.objects.select_for_update(no_key=True, of=("self",)).filter(pk=game_id).first()
    if game is None:
        raise NotFound("game_not_in_competition")
    return game


def preview(
    *, host: Player, competition: Competition, ruling: ResultRuling, now: datetime, as_admin: bool = False
) -> list[StandingChange]:
    """Return what the correction would change in the standings, and change nothing.

    Raises as `correct` does, but for a reason that is still to be written.
    """
    refuse_suspended(host, now)
    refuse_muted(host, now)
    hosts.refuse_others(host, competition, as_admin=as_admin)
    _read_reason(ruling)
    return standing_changes.compare(_find_judged(host, competition, ruling, now), ruling.ranks)


def _read_reason(ruling: ResultRuling) -> str:
    reason = paragraphs(ruling.reason)
    if len(reason) > LONGEST_REASON:
        raise Unprocessable("message_too_long", most=LONGEST_REASON)
    return reason


def undo(*, host: Player, competition: Competition, game_id: str, now: datetime, as_admin: bool = False) -> None:
    """Let the game count as it ended again, and tell everyone who sat at its table. Repeating this changes nothing.

    Raises what `correct` raises of the same causes, and NotFound("no_correction").
    """
    with transaction.atomic():
        host = heard(host, now)
        competition = lock_for(host, competition, as_admin=as_admin)
        _lock_game(game_id)
        fixture = _find_fixture(competition, game_id)
        correction = ResultCorrection.objects.filter(game=game_id, undone_at=None).first()
        if correction is None and ResultCorrection.objects.filter(game=game_id, undone_by=host).exists():
            return
        if correction is None:
            raise NotFound("no_correction")
        _refuse_own_game(host, fixture)
        _refuse_final(competition, fixture, now)
        correction.undone_at, correction.undone_by = now, host
        correction.save(update_fields=["undone_at", "undone_by"])
        _follow(fixture)
        hosts.note_act(host, competition, UNDONE, now)
        correction_emails.tell(competition, correction, host)


def check(*, host: Player, competition: Competition, game_id: str, now: datetime) -> None:
    """Raise what `correct` raises for any result of this game."""
    fixture = _find_fixture(competition, game_id)
    _refuse_own_game(host, fixture)
    _refuse_final(competition, fixture, now)
    _refuse_running(played.results([game_id])[game_id])


def in_force(games: Iterable[str]) -> dict[str, ResultCorrection]:
    """Return the corrections of these games that count, by game, each with who made it."""
    rows = ResultCorrection.objects.filter(game__in=list(games), undone_at=None).select_related("by")
    return {row.game_id: row for row in rows}


def list_judgeable(
    player: Player, competition: Competition, fixtures: Sequence[CompetitionGame], now: datetime
) -> set[str]:
    """Return those of the competition's games whose result this host can correct once they are over."""
    newest = _find_newest(competition)
    revisable = [row.game_id for row in fixtures if row.game_id and not _is_final(competition, row, newest, now)]
    return set(revisable) - rights.played_by(player, revisable)


def _find_judged(host: Player, competition: Competition, ruling: ResultRuling, now: datetime) -> CompetitionGame:
    """Return the game's row in the competition, if this host can correct it in this way."""
    check(host=host, competition=competition, game_id=ruling.game_id, now=now)
    fixture, result = _find_fixture(competition, ruling.game_id), played.results([ruling.game_id])[ruling.game_id]
    _refuse_ranks(result, ruling)
    rows = ResultCorrection.objects.filter(game=ruling.game_id)
    if rows.filter(undone_at=None).exists():
        raise Refused("corrected_already")
    if rows.exclude(undone_at__isnull=False, undone_by=None).count() >= MOST_OF_A_GAME:
        raise Refused("too_many_corrections", most=MOST_OF_A_GAME)
    return fixture


def _find_fixture(competition: Competition, game_id: str) -> CompetitionGame:
    fixture: CompetitionGame | None
    if isinstance(competition, Cup):
        cup_games = CupGame.objects.select_related("round", "game")
        fixture = cup_games.filter(round__cup=competition, game=game_id).first()
    else:
        league_games = LeagueGame.objects.select_related("division__season__league", "game")
        fixture = league_games.filter(division__season__league=competition, game=game_id).first()
    if fixture is None:
        raise NotFound("game_not_in_competition")
    return fixture


def _refuse_own_game(host: Player, fixture: CompetitionGame) -> None:
    assert fixture.game is not None
    if rights.plays(host, fixture.game):
        raise Forbidden("judges_own_game")


def _refuse_final(competition: Competition, fixture: CompetitionGame, now: datetime) -> None:
    if _is_final(competition, fixture, _find_newest(competition), now):
        raise Refused("result_stands", days=STANDS_AFTER.days)


def _find_newest(competition: Competition) -> int:
    """Return the number of the newest round or season that has begun."""
    begun: Manager[CupRound] | QuerySet[LeagueSeason] = (
        competition.rounds
        if isinstance(competition, Cup)
        else competition.seasons.exclude(state=LeagueSeason.State.PLANNED)
    )
    return begun.aggregate(newest=Max("number"))["newest"] or 0


def _is_final(competition: Competition, fixture: CompetitionGame, newest: int, now: datetime) -> bool:
    """Check whether others have been drawn by this result, or its competition ended long ago."""
    if isinstance(competition, Cup):
        assert isinstance(fixture, CupGame)
        drawn_by = competition.is_knockout and fixture.round.number < newest
        return drawn_by or _is_long_over(competition.ended_at, now)
    assert isinstance(fixture, LeagueGame)
    season = fixture.division.season
    ended_at = season.ends_at if season.state == LeagueSeason.State.OVER else None
    return season.number < newest or _is_long_over(ended_at, now)


def _is_long_over(ended_at: datetime | None, now: datetime) -> bool:
    return ended_at is not None and now > ended_at + STANDS_AFTER


def _refuse_running(result: Result) -> None:
    if result.how == How.RUNNING:
        raise Refused("game_still_runs")


def _refuse_ranks(result: Result, ruling: ResultRuling) -> None:
    ranks = list(ruling.ranks)
    seats = Seat.objects.filter(game=ruling.game_id).count()
    if len(ranks) != seats or ranks != [1 + sum(other < rank for other in ranks) for rank in ranks]:
        raise Unprocessable("places_impossible", seats=seats)
    if ranks == list(result.ranks):
        raise Unprocessable("nothing_corrected")


def _follow(fixture: CompetitionGame) -> None:
    """Rewrite what was worked out from results when a season ended."""
    if isinstance(fixture, LeagueGame) and fixture.division.season.state == LeagueSeason.State.OVER:
        seasons.write_outcomes(fixture.division.season)
