"""Hints in words, for admins who rule."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.admin.situation import Situation
from games.models import Player
from games.table.disputes import hints


class HintText(NamedTuple):
    """A hint as the predicate of a sentence whose subject is its players."""

    players: tuple[Player, ...]
    sentence: str


def of_game(situation: Situation, now: datetime) -> list[HintText]:
    """Return hints for the game's page; none for admins who play in it, or may not view players."""
    if not situation.may("view_player"):
        return []
    return hint_texts(hints.of_game(situation.game, now))


def hint_texts(hints_found: Iterable[hints.Hint]) -> list[HintText]:
    """Return each hint in words that continue a sentence after the players' names."""
    return [HintText(hint.players, _sentence(hint)) for hint in hints_found]


def _sentence(hint: hints.Hint) -> str:
    if hint.kind == "network":
        return _("used the same network in the last thirty days.")
    if hint.kind == "domain":
        return _("have addresses at %(domain)s, which few others here use.") % {"domain": hint.shared}
    return _("ran out of time in %(games)d games in the last thirty days.") % {"games": hint.games}
