"""Accounts, as the API shows and takes them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers.fields import AddressField, KindField, LanguageField, NameField, TimeZoneField
from games.api.serializers.tokens import NewTokenSerializer
from games.models import MailedCode, Player

Facts = serializers.Serializer[dict[str, Any]]


class AddressSerializer(Facts):
    email = AddressField()


class SignUpSerializer(AddressSerializer):
    name = NameField()
    time_zone = TimeZoneField(default="UTC")
    language = LanguageField(default="en")
    kind = KindField(default=Player.Kind.HUMAN.value)


class MailedSerializer(serializers.ModelSerializer[MailedCode]):
    """A code is on its way; this is what to send back with it."""

    confirmation = serializers.CharField(source="id", help_text=_("Send it back with the code."))

    class Meta:
        model = MailedCode
        fields = ("confirmation", "expires_at")


class ConfirmSerializer(Facts):
    confirmation = serializers.CharField(max_length=12)
    code = serializers.CharField(max_length=20, help_text=_("From the mail; case and hyphens do not matter."))


class ProfileSerializer(serializers.ModelSerializer[Player]):
    """What a player sees of the own account."""

    class Meta:
        model = Player
        fields = ("id", "name", "kind", "email", "time_zone", "language", "date_joined")
        read_only_fields = fields


class ProfileChangeSerializer(Facts):
    name = NameField(required=False)
    time_zone = TimeZoneField(required=False)
    language = LanguageField(required=False)


class SignedInSerializer(Facts):
    """Who you are, and a token for the next 24 hours that may do everything."""

    player = ProfileSerializer()
    token = NewTokenSerializer()


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """What everybody may see of a player."""

    class Meta:
        model = Player
        fields = ("id", "name", "kind")
        read_only_fields = fields
