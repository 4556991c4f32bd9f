"""Fields shared by several resources."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final

from django.core.exceptions import ValidationError as DjangoValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import email_addresses
from games.api.unions import ref
from games.errors import Unprocessable
from games.languages import validate_language
from games.models import Player
from games.models.player import validate_time_zone
from games.models.talk import LONGEST_LINE
from games.names import LONGEST_GAME_NAME, game_name, prepared, validate_player_name
from games.people import spoken_lines
from games.table.clocks.habits import WEEKDAYS

HOUR: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")


class LongestText(MaxLengthValidator):
    """A limit to a text's length, with a code of its own, which the schema knows as any other."""

    def __init__(self, most: int, code: str) -> None:
        super().__init__(most)
        self.refusal = code

    def __call__(self, value: str) -> None:
        if len(value) > self.limit_value:
            raise Unprocessable(self.refusal, most=self.limit_value)


class LargestNumber(MaxValueValidator):
    """A limit to a number, with a code of its own, which the schema knows as any other."""

    def __init__(self, most: int, code: str) -> None:
        super().__init__(most)
        self.refusal = code

    def __call__(self, value: int) -> None:
        if value > self.limit_value:
            raise Unprocessable(self.refusal, most=self.limit_value)


class Preset:
    """A mixin for fields with default `arguments`, which each use may override."""

    arguments: ClassVar[Mapping[str, object]] = {}

    def __init__(self, **more: Any) -> None:
        super().__init__(**{**self.arguments, **more})


class NameField(Preset, serializers.CharField):
    """The name of a player; names that differ only in compatibility characters are the same (NFKC)."""

    arguments: ClassVar = {
        "max_length": 30,
        "help_text": _("Others see it. Letters and digits, with . ' - between them."),
        "validators": [validate_player_name],
    }

    def to_internal_value(self, data: str) -> str:
        return prepared(super().to_internal_value(data))


class KnownNameField(Preset, serializers.CharField):
    """The name of an existing player, normalized (NFKC); the normalized name's length is checked."""

    arguments: ClassVar = {"max_length": 30}

    def to_internal_value(self, data: str) -> str:
        return prepared(super().to_internal_value(data))


class GameNameField(Preset, serializers.CharField):
    """The name of a game, which everybody sees first: short, without hidden characters or links."""

    arguments: ClassVar = {"max_length": LONGEST_GAME_NAME}

    def to_internal_value(self, data: str) -> str:
        try:
            return game_name(super().to_internal_value(data))
        except DjangoValidationError as error:
            raise serializers.ValidationError(error.messages, code=error.code) from error


class AddressField(Preset, serializers.EmailField):
    """An email address in the form used for sending, which may be longer than the typed one, so its length is
    checked then.
    """

    arguments: ClassVar = {"max_length": 254}

    def to_internal_value(self, data: str) -> str:
        try:
            return email_addresses.normalize(super().to_internal_value(data))
        except DjangoValidationError as error:
            raise serializers.ValidationError(error.messages, code=error.code) from error


class InstantField(serializers.DateTimeField):
    """An instant with its offset, without which a clock's time would be a different instant in each zone."""

    default_error_messages = {"no_offset": _("With its offset from UTC, such as 2027-03-28T02:30:00Z.")}

    def enforce_timezone(self, value: datetime) -> datetime:
        if value.tzinfo is None:
            self.fail("no_offset")
        return super().enforce_timezone(value)


class TimeZoneField(Preset, serializers.CharField):
    arguments: ClassVar = {
        "max_length": 64,
        "help_text": _("IANA name, such as Europe/Copenhagen."),
        "validators": [validate_time_zone],
    }


class LanguageField(Preset, serializers.CharField):
    """A language that the site speaks; not an enumeration in the schema, since languages are added."""

    arguments: ClassVar = {
        "max_length": 16,
        "help_text": _("The language of your emails and pages, such as “en”."),
        "validators": [validate_language],
    }


@extend_schema_field(ref("TimeOfDay"))
class HourField(serializers.CharField):
    """A time of the day, to the minute."""

    def to_internal_value(self, data: str) -> str:
        text = super().to_internal_value(data)
        if not HOUR.fullmatch(text):
            raise Unprocessable("malformed_habits", weekdays=list(WEEKDAYS))
        return text


@extend_schema_field({"type": "string", "minLength": 1, "maxLength": LONGEST_LINE})
class SpokenField(Preset, serializers.CharField):
    """A line of talk; one that is empty or too long is refused with a code of its own."""

    arguments: ClassVar = {"allow_blank": True}

    def run_validation(self, data: object = serializers.empty) -> str:
        return spoken_lines.wording(super().run_validation(data))


@extend_schema_field({"type": "integer", "minimum": 2, "maximum": 6})
class SeatsField(serializers.IntegerField):
    """A number of seats, refused by `wrong_number_of_seats` with those that the ruleset can have."""


class KindField(Preset, serializers.ChoiceField):
    """The kind of a new account; only the site itself creates house players."""

    arguments: ClassVar = {
        "choices": [(kind.value, kind.label) for kind in (Player.Kind.HUMAN, Player.Kind.BOT)],
        "help_text": _("Only “human”: a bot has an owner, who makes it."),
    }


@extend_schema_field(ref("Duration"))
class DurationField(serializers.CharField):
    """A length of time as ISO 8601 writes it."""


@extend_schema_field(ref("RulesetId"))
class RulesetField(serializers.CharField):
    """A ruleset's id; not an enumeration in the schema, since rulesets are added."""


@extend_schema_field(ref("PromptId"))
class PromptIdField(serializers.CharField):
    """The id of an open prompt."""


@extend_schema_field(ref("PromptType"))
class PromptTypeField(serializers.CharField):
    """The type of an open prompt."""


@extend_schema_field(ref("SeatNumber"))
class SeatField(serializers.IntegerField):
    """A seat."""


@extend_schema_field(ref("Event"))
class EventField(serializers.DictField):
    """An event, described by one of the union's schemas."""


@extend_schema_field(ref("LoggedMove"))
class LoggedMoveField(serializers.DictField):
    """A move in the log, described by one of the union's schemas."""


@extend_schema_field(ref("Move"))
class OfferedMoveField(serializers.DictField):
    """A legal move, described by one of the union's schemas."""
