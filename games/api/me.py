"""A player's own account."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.codes import MailedSerializer
from games.api.conditional import Conditional
from games.api.fields import HourField, LanguageField, NameField, TimeZoneField
from games.api.forms import Facts, checked
from games.api.permissions import player_of, require
from games.api.players import ReliabilitySerializer, reliability_row
from games.api.schema import problems
from games.models import Player
from games.people import accounts, guests, reliability
from games.people.privacy import export_player
from games.people.suspension import is_guest
from games.table.clocks.habits import WEEKDAYS


class QuietHoursSerializer(Facts):
    """From when to when a day, in your time zone; over midnight where the end is the earlier one."""

    begin = HourField()
    end = HourField()


class ProfileSerializer(serializers.ModelSerializer[Player]):
    """A player's own account."""

    quiet_hours = QuietHoursSerializer(
        read_only=True, allow_null=True, help_text=_("In which your clocks stand still.")
    )
    days_off = serializers.ListField(
        child=serializers.ChoiceField(choices=WEEKDAYS),
        read_only=True,
        help_text=_("Weekdays on which your clocks stand still."),
    )
    reliability = ReliabilitySerializer(read_only=True, help_text=_("What others can see of it, too."))
    created_at = serializers.DateTimeField(source="date_joined", help_text=_("When you signed up."))

    class Meta:
        model = Player
        person = ("id", "name", "kind", "email", "time_zone", "language")
        fields = (*person, "created_at", "quiet_hours", "days_off", "reliability")
        read_only_fields = fields

    def to_representation(self, player: Player) -> Json:
        """Write the account without creating a field for each member, since every program requests it."""
        player_reliability = reliability.reliability_of([player.pk], timezone.now()).get(player.pk, reliability.NEW)
        return {
            **{name: getattr(player, name) for name in self.Meta.person},
            "created_at": player.date_joined,
            "quiet_hours": player.habits.get("quiet_hours"),
            "days_off": player.habits.get("days_off", []),
            "reliability": reliability_row(player_reliability),
        }


class ProfileChangeSerializer(Facts):
    name = NameField(required=False)
    time_zone = TimeZoneField(required=False)
    language = LanguageField(required=False)
    quiet_hours = QuietHoursSerializer(
        required=False, allow_null=True, help_text=_("At most 12 hours a day when your clocks stand still.")
    )
    days_off = serializers.ListField(
        child=serializers.ChoiceField(choices=WEEKDAYS),
        required=False,
        max_length=7,
        help_text=_("At most 3 days a week when your clocks stand still."),
    )


class MeView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "PATCH": "habits:write", "DELETE": "account:write"}

    @extend_schema(operation_id="get_me", summary="Your account", tags=["me"], responses=ProfileSerializer)
    def get(self, request: Request) -> Response:
        """Return your account."""
        return Response(ProfileSerializer(player_of(request)).data)

    @extend_schema(
        operation_id="update_me",
        summary="Change your account",
        tags=["me"],
        request=ProfileChangeSerializer,
        responses={
            200: ProfileSerializer,
            **problems(
                "name_taken", "account_muted", "malformed_habits", "quiet_hours_out_of_range", "too_many_days_off"
            ),
        },
    )
    def patch(self, request: Request) -> Response:
        """Sets what you send: name, language, time zone, quiet hours and days off.

        Your clocks go by the last three. This can only move the deadlines of open turns later. For a name or a language
        your token needs `account:write`.
        """
        changes = checked(ProfileChangeSerializer, request)
        if not accounts.CLOCK.issuperset(changes):
            require(request, "account:write")
        player = accounts.change_profile(player=player_of(request), changes=changes, now=timezone.now())
        return Response(ProfileSerializer(player).data)

    @extend_schema(
        operation_id="erase_me",
        summary="Erase your account",
        tags=["me"],
        responses={
            202: MailedSerializer,
            204: OpenApiResponse(description="You were a guest, without an address: you are erased."),
            **problems("too_many_codes"),
        },
    )
    def delete(self, request: Request) -> Response:
        """Sends a code to your address.

        Once you send it back to `accounts/confirm`, your account is erased. You resign your running games, and they go
        on without you; your seats stay there under a name that belongs to nobody. A guest is erased at once.
        """
        player, now = player_of(request), timezone.now()
        if is_guest(player):
            guests.leave(guest=player, now=now)
            return Response(status=204)
        code = accounts.ask_to_erase(player=player, now=now)
        return Response(MailedSerializer(code).data, status=202)


class ExportView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(operation_id="export_me", summary="Export your data", tags=["me"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Export all personal data that we store about you, in named sections."""
        export: Json = export_player(player=player_of(request))
        return Response(export, headers={"Content-Disposition": 'attachment; filename="night-mail.json"'})
