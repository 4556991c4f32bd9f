"""Accounts, as the API shows and takes them."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api import shapes
from games.api.serializers.fields import AddressField, HourField, KindField, LanguageField, NameField, TimeZoneField
from games.api.serializers.players import ReliabilitySerializer
from games.api.serializers.tokens import NewTokenSerializer
from games.clocks.habits import WEEKDAYS
from games.models import AddressChange, MailedCode, Player, SignUpInvitation
from games.services import admission, reliability

Facts = serializers.Serializer[dict[str, Any]]


class AddressSerializer(Facts):
    email = AddressField()


class SignUpSerializer(AddressSerializer):
    name = NameField()
    time_zone = TimeZoneField(default="UTC")
    language = LanguageField(default="en")
    kind = KindField(default=Player.Kind.HUMAN.value)
    invitation = serializers.CharField(
        max_length=12, default="", help_text=_("What its link ends with, where signing up takes one.")
    )


class SignUpInvitationSerializer(serializers.ModelSerializer[SignUpInvitation]):
    """Lets one person sign up."""

    link = serializers.SerializerMethodField(help_text=_("Pass it on yourself."))

    class Meta:
        model = SignUpInvitation
        fields = ("id", "link", "created_at", "expires_at")
        read_only_fields = fields

    def get_link(self, invitation: SignUpInvitation) -> str:
        return admission.link(invitation)


class MailedSerializer(serializers.ModelSerializer[MailedCode]):
    """A code is on its way; this is what to send back with it."""

    confirmation = serializers.CharField(source="id", help_text=_("Send it back with the code."))

    class Meta:
        model = MailedCode
        fields = ("confirmation", "expires_at")


class AddressAskedSerializer(Facts):
    """A code is on its way to the new address, and another one to the old."""

    confirmation = serializers.CharField(source="to_new.id", help_text=_("Of the code to the new address."))
    expires_at = serializers.DateTimeField(source="to_new.expires_at")
    old_address = MailedSerializer(source="to_old", help_text=_("Of the code to the old address."))
    can_wait = serializers.BooleanField(
        source="change.can_wait", help_text=_("Whether it can hold without the old address.")
    )


class AddressChangeSerializer(serializers.ModelSerializer[AddressChange]):
    """A change of address that is under way."""

    email = serializers.CharField(source="address")
    new_agreed_at = serializers.DateTimeField(source="new_at", allow_null=True)
    old_agreed_at = serializers.DateTimeField(source="old_at", allow_null=True)

    class Meta:
        model = AddressChange
        fields = ("email", "asked_at", "new_agreed_at", "old_agreed_at", "can_wait", "holds_at")
        read_only_fields = fields


class AddressStateSerializer(Facts):
    """Where your mail goes, and where it is to go."""

    email = serializers.CharField()
    change = AddressChangeSerializer(allow_null=True, help_text=_("Null where nothing is to change."))


class ConfirmSerializer(Facts):
    confirmation = serializers.CharField(max_length=12, default="", help_text=_("From the answer that promised it."))
    code = serializers.CharField(
        max_length=300, help_text=_("From the email; case and hyphens do not matter. Or the link in it.")
    )


class NightSerializer(Facts):
    """From when to when a day, in your time zone; over midnight where the end is the earlier one."""

    begin = HourField()
    end = HourField()


class ProfileSerializer(serializers.ModelSerializer[Player]):
    """What a player sees of the own account."""

    quiet_hours = serializers.SerializerMethodField(help_text=_("In which your clocks stand still."))
    days_off = serializers.SerializerMethodField(help_text=_("Weekdays on which your clocks stand still."))

    reliability = serializers.SerializerMethodField(help_text=_("What others see of it, too."))

    class Meta:
        model = Player
        person = ("id", "name", "kind", "email", "time_zone", "language", "date_joined")
        fields = (*person, "quiet_hours", "days_off", "reliability")
        read_only_fields = fields

    @extend_schema_field(NightSerializer(allow_null=True))
    def get_quiet_hours(self, player: Player) -> Any:
        return player.habits.get("quiet_hours")

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(choices=WEEKDAYS)))
    def get_days_off(self, player: Player) -> Any:
        return player.habits.get("days_off", [])

    @extend_schema_field(ReliabilitySerializer())
    def get_reliability(self, player: Player) -> Any:
        known = reliability.of([player.pk], timezone.now()).get(player.pk, reliability.NEW)
        return shapes.reliability_row(known)


class ProfileChangeSerializer(Facts):
    name = NameField(required=False)
    time_zone = TimeZoneField(required=False)
    language = LanguageField(required=False)
    quiet_hours = NightSerializer(
        required=False, allow_null=True, help_text=_("At most 12 hours a day, in which your clocks stand still.")
    )
    days_off = serializers.ListField(
        child=serializers.ChoiceField(choices=WEEKDAYS),
        required=False,
        max_length=7,
        help_text=_("At most 3 days a week on which your clocks stand still."),
    )


class SignedInSerializer(Facts):
    """Who you are, and a token for the next 24 hours that may do everything that players may."""

    player = ProfileSerializer()
    token = NewTokenSerializer()


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """What everybody may see of a player."""

    class Meta:
        model = Player
        fields = ("id", "name", "kind")
        read_only_fields = fields
