"""Clocks, as requests choose them and responses show them."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.codec import Json
from engine.schema import Schema
from games.api.fields import DurationField
from games.api.forms import Facts
from games.api.unions import ref
from games.api.unknown import find_unknown
from games.table.clocks import terms
from games.table.clocks.terms import PRESETS, Terms

DURATION: Final = ref("Duration")
TERMS: Final[Schema] = {
    "type": "object",
    "description": "A clock of your own. Only the time per move has to be there.",
    "properties": {
        "time_per_move": {**DURATION, "description": "From 12 hours to 14 days."},
        "bank": {"oneOf": [ref("BankTerms"), {"type": "null"}]},
        "grace": {**DURATION, "description": "How long to wait after the deadline; at most the time per move."},
        "when_over": ref("WhenOver"),
        "stops": {
            **DURATION,
            "description": "For how long quiet hours and days off may stop it: up to P120D.",
        },
        "vacations": {"type": "boolean", "description": "Whether vacations stop the clock."},
    },
    "required": ["time_per_move"],
    "additionalProperties": False,
}
BANK_TERMS: Final[Schema] = {
    "type": "object",
    "description": "Spare time, for when the time per move is over.",
    "properties": {
        "start": {**DURATION, "description": "At the beginning."},
        "per_move": {**DURATION, "description": "How much each of the seat's moves adds."},
        "cap": {**DURATION, "description": "How much it can hold."},
    },
    "required": ["start", "per_move", "cap"],
    "additionalProperties": False,
}
NAMES: Final[dict[str, Schema]] = {
    "BankTerms": BANK_TERMS,
    "ClockPreset": {
        "type": "string",
        "enum": list(PRESETS),
        "description": "A clock by its name.",
    },
    "ClockTerms": TERMS,
    "ClockChoice": {"oneOf": [ref("ClockPreset"), ref("ClockTerms")], "description": "A clock, by name or in full."},
}
"""Schemas of requested clocks; `Clock` is what was agreed."""


@extend_schema_field(ref("ClockChoice"))
class ClockField(serializers.Field[Terms, object, Json, Terms]):
    """A preset's name, or a clock in full."""

    default_error_messages = {"not_a_clock": _("The name of a clock, or an object.")}

    def to_internal_value(self, data: object) -> Terms:
        if not isinstance(data, str | dict):
            self.fail("not_a_clock")
        if isinstance(data, dict) and (mistakes := _find_unknown_members(data)):
            raise serializers.ValidationError(mistakes)
        return terms.read(data)

    def to_representation(self, value: Terms) -> Json:
        return terms.write(value)


def _find_unknown_members(clock: Json) -> Json:
    mistakes: Json = dict(find_unknown(clock, TERMS["properties"]))
    bank = clock.get("bank")
    if isinstance(bank, dict) and (bank_mistakes := find_unknown(bank, BANK_TERMS["properties"])):
        mistakes["bank"] = bank_mistakes
    return mistakes


WHEN_OVER_CHOICES: Final = [
    (terms.DEFAULT, _("The default is played.")),
    (terms.STAND_IN, _("A stand-in chooses the move.")),
    (terms.FORFEIT, _("The seat forfeits the game.")),
]


class BankSerializer(Facts):
    """Spare time, for when the time per move is over."""

    start = DurationField(help_text=_("At the beginning."))
    per_move = DurationField(help_text=_("How much each of the seat's moves adds."))
    cap = DurationField(help_text=_("How much it can hold."))


class ClockSerializer(Facts):
    """The clock's terms, as agreed for this game."""

    time_per_move = DurationField(help_text=_("For each move."))
    bank = BankSerializer(allow_null=True)
    grace = DurationField(help_text=_("How long the game waits after the deadline; everybody is told."))
    when_over = serializers.ChoiceField(choices=WHEN_OVER_CHOICES, help_text=_("What happens then."))
    stops = DurationField(help_text=_("How long quiet hours and days off may stop a seat's clock in the whole game."))
    vacations = serializers.BooleanField(help_text=_("Whether vacations stop the clock."))
