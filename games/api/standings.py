"""Standings of competitions, for programs."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.codec import Json
from games.api.forms import Facts
from games.api.players import PlayerSerializer, player_row
from games.competitions.results import Line, TieBreak
from games.models import Player


class CompetitionLineSerializer(Facts):
    """A line of the standings."""

    rank = serializers.IntegerField(help_text=_("Those who are still level after all tie-breaks share one."))
    player = PlayerSerializer()
    points = serializers.IntegerField(
        help_text=_("Match points: two for every opponent you finish ahead of, one for a shared place.")
    )
    played = serializers.IntegerField(help_text=_("Games that are over."))
    tie_breaks = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("What each tie-break has counted, where one was needed.")
    )


def line_row(line: Line[Player]) -> Json:
    return {
        "rank": line.rank,
        "player": player_row(line.contestant),
        "points": line.points,
        "played": line.played,
        "tie_breaks": {tie_break.value: value for tie_break, value in line.tie_breaks.items()},
    }


TIE_BREAKS: Final = [(tie_break.value, tie_break.label) for tie_break in TieBreak]


def chosen_tie_breaks_field() -> serializers.ListField:
    """Return the field for the tie-breaks of a competition to be, in order."""
    return serializers.ListField(
        child=serializers.ChoiceField(choices=TIE_BREAKS),
        max_length=len(TIE_BREAKS),
        default=list,
        help_text=_("What parts players with the same match points, in this order; empty: the usual ones."),
    )


def tie_breaks_field() -> serializers.ListField:
    """Return the field for a competition's tie-breaks, in order."""
    return serializers.ListField(
        child=serializers.ChoiceField(choices=TIE_BREAKS),
        help_text=_("What parts players with the same match points, in this order."),
    )
