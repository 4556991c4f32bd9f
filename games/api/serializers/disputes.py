"""Disputes, as the API takes and describes them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers.accounts import PlayerSerializer
from games.models import Dispute

Facts = serializers.Serializer[dict[str, Any]]
LONGEST_TEXT = 2000


class WordsField(serializers.CharField):
    """Free text, of bounded length, that others read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_TEXT, **kwargs)


class DisputeWishSerializer(Facts):
    """What an admin is to look at."""

    kind = serializers.ChoiceField(choices=Dispute.Kind.choices)
    entry = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, default=None, help_text=_("The entry of the log it concerns.")
    )
    text = WordsField(help_text=_("The other players read it: write nothing that they must not know."))


class WordsSerializer(Facts):
    text = WordsField()


class CommentSerializer(Facts):
    by = PlayerSerializer(allow_null=True, help_text=_("Null for an admin."))
    as_admin = serializers.BooleanField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()


class DisputeSerializer(Facts):
    """A dispute, as those see it who sit at the game."""

    id = serializers.CharField()
    game = serializers.CharField()
    opened_by = PlayerSerializer()
    seat = serializers.IntegerField(help_text=_("Where the player sat who opened it."))
    kind = serializers.ChoiceField(choices=Dispute.Kind.choices)
    entry = serializers.IntegerField(allow_null=True, help_text=_("The entry of the log it concerns."))
    text = serializers.CharField()
    state = serializers.ChoiceField(choices=Dispute.State.choices)
    pauses_game = serializers.BooleanField(help_text=_("Whether the game stands still while it is open."))
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(help_text=_("What an admin said to it."))
    comments = CommentSerializer(many=True)


class RulingSerializer(Facts):
    """What an admin decided, as everybody may read it; the log's entry of this number tells what it did."""

    entry = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()
