"""How a player wants mail to come, as the API takes and shows it."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.players import PlayerSerializer
from notifications.absences import LONGEST
from notifications.lists import Mode
from notifications.models import LONGEST_LEAD_HOURS, LONGEST_NOTICE, MOST_REMINDERS

Facts = serializers.Serializer[dict[str, Any]]


class ModeField(serializers.ChoiceField):
    """How soon mails of a stream come."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Mode.choices, **kwargs)


class ModesSerializer(Facts):
    """For every stream how soon its mails come. Mails about the account itself always come at once."""

    invitations = ModeField(help_text=_("Somebody offers you a seat."))
    turns = ModeField(help_text=_("It is your turn; with all that happened since your last one."))
    reminders = ModeField(help_text=_("Your time is running out."))
    games = ModeField(help_text=_("A game began or ended, or a turn was played by default."))


class SomeModesSerializer(Facts):
    """The same for some of the streams; the others stay as they are, or, of a game, as everywhere."""

    invitations = ModeField(required=False)
    turns = ModeField(required=False)
    reminders = ModeField(required=False)
    games = ModeField(required=False)


class RemindersSerializer(Facts):
    """How often, and how early, to be reminded of a turn."""

    count = serializers.IntegerField(
        min_value=0, max_value=MOST_REMINDERS, help_text=_("At most so many for each deadline.")
    )
    hours_before = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST_LEAD_HOURS,
        allow_null=True,
        help_text=_("Of the first one; each further one comes in half of the time left. Null: by the clock's length."),
    )


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "examples": ["22:30"]})
class HourField(serializers.TimeField):
    """A time of the day, local, to the minute."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], **kwargs)


# The member is called “from”, which no attribute of a class can be.
QuietFacts = type("QuietFacts", (Facts,), {"from": HourField(), "until": HourField()})


class QuietHoursSerializer(QuietFacts):  # type: ignore[misc, valid-type]
    """When no mail should come, local time; over midnight where they end before they begin."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["from"] == attrs["until"]:
            raise serializers.ValidationError(_("They must end at another time than they begin."))
        return attrs


AbsenceFacts = type(
    "AbsenceFacts",
    (Facts,),
    {
        "text": serializers.CharField(max_length=LONGEST_NOTICE, allow_blank=True, default=""),
        "from": serializers.DateField(),
        "until": serializers.DateField(help_text=_("The last day.")),
    },
)


class AbsenceSerializer(AbsenceFacts):  # type: ignore[misc, valid-type]
    """What you say to the others at your tables about being away. It stops no clock."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not timedelta() <= attrs["until"] - attrs["from"] <= LONGEST:
            raise serializers.ValidationError(_("It must end after it begins, and within a year."))
        return attrs


class TableAbsenceSerializer(AbsenceFacts):  # type: ignore[misc, valid-type]
    """What somebody at the table says about being away."""

    player = PlayerSerializer()


class GameModesSerializer(Facts):
    """A game for which something else was said."""

    game = serializers.CharField()
    streams = SomeModesSerializer()


class MailSerializer(Facts):
    """How your mail comes."""

    streams = ModesSerializer()
    games = GameModesSerializer(many=True, help_text=_("Games for which you said something else."))
    reminders = RemindersSerializer()
    quiet_hours = QuietHoursSerializer(allow_null=True)
    digest_at = HourField(help_text=_("When the daily digest comes, local time."))
    absence = AbsenceSerializer(allow_null=True)


class MailChangeSerializer(Facts):
    """What is to change; what is not given stays as it is."""

    streams = SomeModesSerializer(required=False)
    reminders = RemindersSerializer(required=False)
    quiet_hours = QuietHoursSerializer(
        required=False, allow_null=True, help_text=_("Turns that would be lost by waiting come all the same.")
    )
    digest_at = HourField(required=False)
    absence = AbsenceSerializer(required=False, allow_null=True)


class GameMailSerializer(Facts):
    """What holds for one game; a stream that is not given is as everywhere."""

    streams = SomeModesSerializer()
