"""Words for the Lagoon: its lanterns."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.boards import Board
from engine.model import ScoringLine
from engine.parts.lanterns import LanternTaken
from engine.views import View
from games.presentation.words.sentences import Names, Sentence
from games.presentation.words.vocabulary import (
    LedgerLine,
    Row,
    Section,
    Words,
    city,
    deed_in_city,
)


def _lantern(line: LedgerLine, board: Board) -> str:
    return _("lantern of %(city)s") % {"city": city(line["subject"], board)}


def _scored_lanterns(line: ScoringLine, board: Board) -> str:
    count = len(line.subjects)
    return ngettext("%(n)d lantern", "%(n)d lanterns", count) % {"n": count}


def _lit(view: View, names: Names, board: Board) -> Section | None:
    """List the islands whose lanterns still shine."""
    if not view.get("lanterns"):
        return None
    return Section(_("Lanterns"), [Row(None, [city(slug, board) for slug in view["lanterns"]])])


WORDS: Final = Words(
    about={"lagoon@1": gettext_lazy("A small map with lanterns, for a short game.")},
    titles={"lagoon@1": gettext_lazy("Lagoon"), "Lagoon": gettext_lazy("Lagoon")},
    sentences={
        LanternTaken.tag: deed_in_city(
            Sentence(
                you=gettext_lazy("You took the lantern of %(city)s"),
                name=gettext_lazy("%(name)s took the lantern of %(city)s"),
            )
        )
    },
    reasons={"lantern": _lantern},
    scoring={"lantern": _scored_lanterns},
    subjects={"lantern": gettext_lazy("the city whose lantern was taken")},
    sections=(_lit,),
)
