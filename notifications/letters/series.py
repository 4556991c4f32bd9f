"""Emails about a series: which of its games has started, and how it ended."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.competitions.series import selectors
from games.presentation.words import all_of
from notifications.letters import subjects
from notifications.letters.document import Element, Items, Link, Paragraph
from notifications.letters.registry import Occasion, letter
from notifications.policy import kinds


def which_game(occasion: Occasion) -> Iterator[Element]:
    """Say which game this is, and of how many, if it belongs to a series."""
    place = occasion.batch.competitions.in_series.get(occasion.game.pk)
    if place is not None:
        sentence = _("This is game %(number)d of %(games)d. The same people play them all, one after the other.")
        yield Paragraph(sentence % {"number": place.number, "games": place.series.games_wanted})


@letter(kinds.SERIES_OVER, subject=subjects.SERIES_OVER)
def over(occasion: Occasion) -> Iterator[Element]:
    """List the standings over all games of the series."""
    place = occasion.batch.competitions.in_series[occasion.game.pk]
    overview = selectors.seen_by(occasion.reader, place.series_id)
    winners = [line.contestant.display_name for line in overview.standings if line.rank == 1]
    sentence = ngettext(
        "The series is over. Winner: %(names)s.", "The series is over. Winners: %(names)s.", len(winners)
    )
    yield Paragraph(sentence % {"names": all_of(winners)})
    yield Items([_standings_line(line.rank, line.contestant.display_name, line.points) for line in overview.standings])
    yield Link(_("All games and standings"), settings.PUBLIC_URL + reverse("series", args=[place.series_id]))


def _standings_line(rank: int, name: str, points: int) -> str:
    sentence = ngettext(
        "%(rank)d. %(name)s, %(points)d match point", "%(rank)d. %(name)s, %(points)d match points", points
    )
    return sentence % {"rank": rank, "name": name, "points": points}
