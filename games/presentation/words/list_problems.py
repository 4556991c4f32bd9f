"""Kinds of problems with lists of pairings."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.words.problem_kind import ProblemKind

LISTS: Final = (
    ProblemKind(
        "list_refused",
        422,
        _("No game was made"),
        _("“errors” says which rows are wrong, and why. Correct them, and send the whole list again."),
    ),
    ProblemKind("no_such_list", 404, _("No such list"), _("You have made none with this id.")),
    ProblemKind("listed_twice", 422, _("One player twice"), _("{name} is in this game twice.")),
    ProblemKind(
        "private_without_host",
        422,
        _("You could not see this game"),
        _("Only its players see a private game. Play in it yourself, or make the games public."),
    ),
)
