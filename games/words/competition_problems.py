"""Kinds of problems with competitions: leagues, series and cups."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.words.problem_kind import ProblemKind

COMPETITIONS: Final = (
    ProblemKind(
        "game_of_competition",
        409,
        _("The game belongs to a competition"),
        _("The competition says who sits there: nobody else can offer its seats."),
    ),
)
