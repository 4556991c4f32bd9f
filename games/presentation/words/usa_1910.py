"""Words for USA 1910: its titles. All else is said as in the base game, and of the Globetrotter as in the Old West."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.presentation.words.vocabulary import Words

WORDS: Final = Words(
    titles={
        "usa_1910@1": gettext_lazy("USA 1910"),
        "USA 1910": gettext_lazy("USA 1910"),
        "usa_mega@1": gettext_lazy("USA Mega"),
        "USA Mega": gettext_lazy("USA Mega"),
        "usa_big_cities@1": gettext_lazy("USA Big Cities"),
        "USA Big Cities": gettext_lazy("USA Big Cities"),
    },
    about={
        "usa_1910@1": gettext_lazy("35 other tickets, and 15 points for whoever completes the most."),
        "usa_mega@1": gettext_lazy("69 tickets, five to begin with, and two bonuses."),
        "usa_big_cities@1": gettext_lazy("Every ticket leads to a big city, and no bonus counts."),
    },
)
