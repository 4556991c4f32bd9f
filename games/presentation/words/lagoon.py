"""Words for the Lagoon: its lanterns."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.boards import Board
from engine.logged_events import LoggedLanternTaken
from engine.model import ScoringLine
from engine.parts.lanterns import LanternTaken
from engine.views import View
from games.presentation.words.vocabulary import LedgerLine, Names, Row, Section, Words, city


def _lantern_taken(event: LoggedLanternTaken, names: Names, board: Board) -> str:
    return _("%(name)s took the lantern of %(city)s.") % {
        "name": names(event["seat"]),
        "city": city(event["city"], board),
    }


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
    titles={"lagoon@1": gettext_lazy("Lagoon")},
    sentences={LanternTaken.tag: _lantern_taken},
    yours=frozenset({LanternTaken.tag}),
    reasons={"lantern": _lantern},
    scoring={"lantern": _scored_lanterns},
    subjects={"lantern": gettext_lazy("the city whose lantern was taken")},
    sections=(_lit,),
)
