"""Names of erased players in what others wrote, as the API shows them to admins."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

Facts = serializers.Serializer[dict[str, Any]]
DECISIONS: Final = ("take_out", "leave")


class MentionSerializer(Facts):
    id = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    player = serializers.CharField(help_text=_("The id of the player who was erased."))
    written_in = serializers.CharField(help_text=_("Where it stands: dispute, comment, ruling, reason, game ..."))
    before = serializers.CharField(allow_blank=True, help_text=_("What stands before it."))
    word = serializers.CharField(allow_blank=True, help_text=_("Empty where the words were changed meanwhile."))
    after = serializers.CharField(allow_blank=True)
    found_at = serializers.DateTimeField()


class MentionsSerializer(Facts):
    mentions = MentionSerializer(many=True, help_text=_("The 100 that have waited longest."))
    waiting = serializers.IntegerField(help_text=_("How many there are."))


class DecisionSerializer(Facts):
    decision = serializers.ChoiceField(
        choices=DECISIONS, help_text=_("take_out: it names the person. leave: it only looks like the name.")
    )
