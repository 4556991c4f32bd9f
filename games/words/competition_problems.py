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
    ProblemKind("no_such_series", 404, _("No such series")),
    ProblemKind("not_in_this_series", 403, _("You do not play in this series")),
    ProblemKind("series_over", 409, _("No further game follows"), _("The last game of the series has begun.")),
    ProblemKind("series_too_long", 422, _("Too many games"), _("A series has {most} games at most.")),
    ProblemKind("series_needs_people", 422, _("A series is for people"), _("They need at least {fewest} seats.")),
)
