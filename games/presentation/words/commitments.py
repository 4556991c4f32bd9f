"""What anyone who joins a table agrees to besides its rules and its clock."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from games.models import Game


def commitments(game: "Game", games: int = 1) -> list[str]:
    """Return the sentences; `games`: how many games of the same people follow one another, of which this is one."""
    sentences = []
    if games > 1:
        sentences.append(
            ngettext(
                "A series of %(n)d game: the same people play it, and anyone can leave after it.",
                "A series of %(n)d games: the same people play them all, and anyone can leave after each.",
                games,
            )
            % {"n": games}
        )
    if game.rated:
        sentences.append(_("Rated: the result changes ratings."))
    if game.club_id is not None:
        sentences.append(_("The members of the club can watch, and nobody else."))
    elif not game.public:
        sentences.append(_("Nobody else can watch."))
    return sentences
