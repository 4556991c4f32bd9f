"""What a player wants to hear of, as the API shows it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from notifications.lists import LISTS


class StreamsSerializer(serializers.Serializer[dict[str, Any]]):
    """A switch for each stream of mail. Mails about the account itself cannot be switched off."""

    invitations = serializers.BooleanField(help_text=_("Somebody offers you a seat."))
    turns = serializers.BooleanField(help_text=_("It is your turn; with all that happened since your last one."))
    reminders = serializers.BooleanField(help_text=_("Your time is running out."))
    games = serializers.BooleanField(help_text=_("A game began or ended, or a turn was played by default."))


class PreferencesSerializer(serializers.Serializer[dict[str, Any]]):
    """Which mails a player gets."""

    streams = StreamsSerializer()


class UnsubscribedSerializer(serializers.Serializer[dict[str, Any]]):
    """What was switched off."""

    stream = serializers.ChoiceField(choices=list(LISTS.items()))
    on = serializers.BooleanField(help_text=_("False: no mail of this stream will come."))
