"""What a vacation means for the games that its player is in."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.presentation.words.lists import all_of


def tell_clocks(without: Sequence[str]) -> str:
    """Say that the player's clocks stand still meanwhile; `without`: names of the games in which they go on."""
    if not without:
        return _("Your clocks stand still meanwhile.")
    sentence = _("Your clocks stand still meanwhile, but not in %(games)s: vacations do not count there.")
    return sentence % {"games": all_of(without)}
