"""Points, line by line, and ranks."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

import engine
from engine.codec import Json
from engine.verify import standings_json
from games.api.fields import SeatField
from games.api.forms import Facts
from games.presentation import words
from games.table import store

REASONS: Final = sorted(words.SUBJECTS.items())


class LineSerializer(Facts):
    """A line of the ledger; all lines of a seat add up to its points."""

    points = serializers.IntegerField()
    reason = serializers.ChoiceField(REASONS, help_text=_("What the points are for; for each, what “subject” names."))
    subject = serializers.CharField(
        help_text=_("Which one: a route, a ticket, a city or a number, depending on the reason.")
    )


RANK: Final = _(
    "From 1. Seats that are equal share a rank, and the ranks that they take up are left out: 1, 2, 2, 4. Null where a "
    "game has ended without ranks."
)


class StandingSerializer(Facts):
    seat = SeatField()
    rank = serializers.IntegerField(allow_null=True, help_text=RANK)
    points = serializers.IntegerField()
    completed = serializers.IntegerField(help_text=_("Tickets completed."))
    ledger = LineSerializer(many=True)


def standings_of(table: store.LoadedGame) -> list[Json]:
    return standings_json(engine.standings(table.state))
