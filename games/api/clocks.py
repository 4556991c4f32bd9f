"""Clocks, as the API takes wishes for them and shows what was agreed."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.forms import Facts
from games.clocks import terms
from games.clocks.terms import PRESETS, WHEN_OVER, Terms

DURATION: Final = {"type": "string", "maxLength": 32, "examples": ["P1D", "PT12H", "P1DT12H"]}


BANK: Final = {
    "type": ["object", "null"],
    "properties": {"start": DURATION, "per_move": DURATION, "cap": DURATION},
    "required": ["start", "per_move", "cap"],
    "additionalProperties": False,
}


WISH: Final = {
    "oneOf": [
        {"type": "string", "enum": list(PRESETS)},
        {
            "type": "object",
            "properties": {
                "time_per_move": DURATION,
                "bank": BANK,
                "grace": DURATION,
                "when_over": {"type": "string", "enum": list(WHEN_OVER)},
                "stops": DURATION,
                "vacations": {"type": "boolean"},
            },
            "required": ["time_per_move"],
            "additionalProperties": False,
        },
    ]
}


@extend_schema_field(WISH)
class ClockField(serializers.Field[Terms, Any, Any, Terms]):
    """A preset's name, or what is wished for in full."""

    default_error_messages = {"not_a_clock": _("The name of a clock, or an object.")}

    def to_internal_value(self, data: Any) -> Terms:
        if not isinstance(data, str | dict):
            self.fail("not_a_clock")
        return terms.read(data)

    def to_representation(self, value: Terms) -> dict[str, Any]:
        return terms.write(value)


class BankSerializer(Facts):
    """Time in store, for when the time per move is over; durations as ISO 8601 has them."""

    start = serializers.CharField(help_text=_("At the beginning."))
    per_move = serializers.CharField(help_text=_("So much more with each own move."))
    cap = serializers.CharField(help_text=_("So much at most."))


class ClockSerializer(Facts):
    """What was agreed about the clock; durations as ISO 8601 has them, as P1DT12H."""

    time_per_move = serializers.CharField()
    bank = BankSerializer(allow_null=True)
    grace = serializers.CharField(help_text=_("How long is waited after the deadline, with word to everybody."))
    when_over = serializers.ChoiceField(
        choices=WHEN_OVER, help_text=_("Then: played by default, by a stand-in, or the game is forfeit.")
    )
    stops = serializers.CharField(
        help_text=_("For how long, in the whole game, quiet hours and days off may stop a seat's clock.")
    )
    vacations = serializers.BooleanField(help_text=_("Whether vacations stop the clock."))
