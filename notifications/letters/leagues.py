"""Emails about a league: a season has begun, ended or been postponed; the reader has gained or lost a place."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.competitions.leagues.ladder import PROMOTED, RELEGATED, fewest
from games.competitions.leagues.tables import DivisionTable, PlaceStanding
from games.competitions.results import How
from games.models import LeagueGame
from games.presentation.words import all_of, rules
from games.presentation.words.lengths import length
from games.table.clocks import mapping
from games.web.seat_link import rights
from notifications import times
from notifications.letters import subjects
from notifications.letters.document import Element, Heading, Items, Link, Paragraph
from notifications.letters.registry import Occasion, letter
from notifications.policy import kinds


@letter(kinds.SEASON_BEGAN, subject=subjects.SEASON_BEGAN)
def began(occasion: Occasion) -> Iterator[Element]:
    """State the reader's division and games, what is played, and for how long."""
    table, own = _own_standing(occasion)
    sentence = ngettext(
        "The season has begun. You are in division %(level)d, one of %(players)d player.",
        "The season has begun. You are in division %(level)d, one of %(players)d players.",
        len(table.standings),
    )
    yield Paragraph(sentence % {"level": table.division.level, "players": len(table.standings)})
    yield Items([*_list_terms(occasion), *_list_promotions(table)])
    yield from _list_games(occasion, table, own)
    yield to_league(occasion)


@letter(kinds.PLACE_GIVEN, subject=subjects.PLACE_GIVEN)
def place_given(occasion: Occasion) -> Iterator[Element]:
    """Describe the place that the reader has taken over mid-season."""
    table, own = _own_standing(occasion)
    sentence = _("A place has become free, and it is yours: in division %(level)d, with %(points)s so far.")
    yield Paragraph(sentence % {"level": table.division.level, "points": _spell_points(own.line.points)})
    yield Paragraph(_("Its games are already running. From now on you play them, with everything your seats hold."))
    yield Items([*_list_terms(occasion), *_list_promotions(table)])
    yield from _list_games(occasion, table, own)
    yield to_league(occasion)


@letter(kinds.PLACE_LOST, subject=subjects.PLACE_LOST)
def place_lost(occasion: Occasion) -> Iterator[Element]:
    """Say why the reader has lost their place, and how to play again."""
    yield Paragraph(
        _("You were away from half of your games or more, so you have lost your place, and others play them now.")
    )
    yield Paragraph(_("You can’t get another place this season. To play in the next one, enter the league again."))
    yield to_league(occasion)


@letter(kinds.SEASON_POSTPONED, subject=subjects.SEASON_POSTPONED)
def postponed(occasion: Occasion) -> Iterator[Element]:
    """Say why the season is postponed, and until when."""
    least = fewest(occasion.season.league.seats)
    sentence = ngettext(
        "Fewer than %(fewest)d player had entered, so the season could not begin. It is to begin on %(when)s.",
        "Fewer than %(fewest)d players had entered, so the season could not begin. It is to begin on %(when)s.",
        least,
    )
    when = times.spell(occasion.season.starts_at, occasion.reader.time_zone)
    yield Paragraph(sentence % {"fewest": least, "when": when})
    yield Paragraph(
        _("If there are still too few, it is put off by another week each time. We’ll write again when it has begun.")
    )
    yield to_league(occasion)


@letter(kinds.SEASON_OVER, subject=subjects.SEASON_OVER)
def over(occasion: Occasion) -> Iterator[Element]:
    """State the reader's rank and points, the promotion or relegation that follows, and when the league continues."""
    table, own = _own_standing(occasion)
    sentence = _("The season is over. You are number %(rank)d of %(players)d in division %(level)d, with %(points)s.")
    yield Paragraph(
        sentence
        % {
            "rank": own.line.rank,
            "players": len(table.standings),
            "level": table.division.level,
            "points": _spell_points(own.line.points),
        }
    )
    yield Paragraph(_outcome_sentence(own.outcome, table.division.level))
    first = [
        standing.place.player.display_name
        for standing in table.standings
        if standing.line.rank == 1 and standing.place.player
    ]
    if first:
        yield Paragraph(_("First in your division: %(names)s.") % {"names": all_of(first)})
    yield Paragraph(_next_season_sentence(occasion))
    yield to_league(occasion)


def _outcome_sentence(outcome: str, level: int) -> str:
    if outcome == PROMOTED:
        return _("You are promoted to division %(level)d.") % {"level": level - 1}
    if outcome == RELEGATED:
        return _("You are relegated to division %(level)d.") % {"level": level + 1}
    return _("You stay in division %(level)d.") % {"level": level}


def _next_season_sentence(occasion: Occasion) -> str:
    following = occasion.batch.competitions.next_season(occasion.season)
    if following is None:
        return _("The league is closed: no other season follows.")
    if occasion.batch.competitions.is_member(occasion.season, occasion.reader.pk):
        sentence = _(
            "Season %(number)d is to begin on %(when)s. You play in it unless you leave the league before then."
        )
    else:
        sentence = _("Season %(number)d is to begin on %(when)s. You have left the league, so you do not play in it.")
    when = times.spell(following.starts_at, occasion.reader.time_zone)
    return sentence % {"number": following.number, "when": when}


def _own_standing(occasion: Occasion) -> tuple[DivisionTable, PlaceStanding]:
    """Return the reader's division and standing in it; `relevance` has dropped notifications without one."""
    table_and_standing = occasion.batch.competitions.place_in(occasion.season.pk, occasion.reader.pk)
    assert table_and_standing is not None
    return table_and_standing


def _list_terms(occasion: Occasion) -> Iterator[str]:
    """List the rules and the clock of the league's games, and when the season ends."""
    season = occasion.season
    league = season.league
    placeholders = {"rules": rules(league.ruleset, league.options), "seats": league.seats}
    game = ngettext("Game: %(rules)s, %(seats)d seat", "Game: %(rules)s, %(seats)d seats", league.seats)
    yield game % placeholders
    yield _("Time for each move: %(time)s") % {"time": length(league.time_per_move)}
    yield from times.agreed(mapping.terms_of(league.time_per_move, league.clock))
    ends = times.spell(season.ends_at, occasion.reader.time_zone)
    yield _("The season ends on %(when)s. Games that still run then end with the points as they stand.") % {
        "when": ends
    }


def _list_promotions(table: DivisionTable) -> Iterator[str]:
    """Say how many players of the division are promoted and relegated."""
    outcomes = [standing.outcome for standing in table.standings]
    if up := outcomes.count(PROMOTED):
        yield ngettext("The first %(n)d is promoted", "The first %(n)d are promoted", up) % {"n": up}
    if down := outcomes.count(RELEGATED):
        yield ngettext("The last %(n)d is relegated", "The last %(n)d are relegated", down) % {"n": down}


def _list_games(occasion: Occasion, table: DivisionTable, own: PlaceStanding) -> Iterator[Element]:
    """Link to each of the reader's running games, opening without sign-in, with the opponents' names."""
    running = [game for game in table.games if own.place.number in game.places and _is_running(table, game)]
    if not running:
        return
    yield Heading(_("Your games"))
    names = {standing.place.number: _player_name(standing) for standing in table.standings}
    for game in running:
        opponents = [names[number] for number in game.places if number != own.place.number]
        seat = game.places.index(own.place.number)
        url = rights.url(occasion.reader, game.game_id or "", seat, occasion.batch.now)
        yield Link(_("Against %(names)s") % {"names": all_of(opponents)}, url)


def _is_running(table: DivisionTable, game: LeagueGame) -> bool:
    result = table.results.get(game.game_id or "")
    return result is not None and result.how == How.RUNNING


def _player_name(standing: PlaceStanding) -> str:
    return standing.place.player.display_name if standing.place.player else str(_("a stand-in"))


def _spell_points(points: int) -> str:
    return ngettext("%(n)d match point", "%(n)d match points", points) % {"n": points}


def to_league(occasion: Occasion) -> Link:
    """Link to the league's page, or to this season's page if it already has divisions."""
    season = occasion.season
    path = reverse("league", args=[season.league_id])
    if season.state != season.State.PLANNED:
        path = reverse("league-season", args=[season.league_id, season.number])
    return Link(_("The league’s page"), settings.PUBLIC_URL + path)
