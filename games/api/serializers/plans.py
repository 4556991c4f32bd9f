"""Plans, as the API takes and answers them."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.services.plans import MOST_LINES

Facts = serializers.Serializer[dict[str, Any]]
LONGEST_LINE: Final = 120


class OrdersSerializer(Facts):
    """A plan, line by line."""

    orders = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_LINE),
        min_length=1,
        max_length=MOST_LINES,
        help_text=_("As “claim denver-omaha”, “draw wanted else deck”, “stop when last round”; docs/playing.md."),
    )


class WhySerializer(Facts):
    """Why a plan stopped, or would stop."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text=_("The same for people."))
    line = serializers.IntegerField(allow_null=True, help_text=_("Which line of “orders” says so, from 1."))
    order = serializers.CharField(allow_null=True, help_text=_("That line."))


class AnswerSerializer(Facts):
    """What the plan would say to what you are asked now."""

    answer = serializers.ChoiceField(
        choices=["move", "wait", "stop"], help_text=_("“wait”: it has no answer, you are asked yourself.")
    )
    move = serializers.CharField(allow_null=True, help_text=_("In notation."))
    line = serializers.IntegerField(allow_null=True, help_text=_("Which line of “orders” wants it, from 1."))
    why = WhySerializer(allow_null=True)


class PlanSerializer(Facts):
    """Your plan. Nobody else can see it."""

    orders = serializers.ListField(child=serializers.CharField(), help_text=_("What is still to be carried out."))
    done = serializers.ListField(child=serializers.CharField(), help_text=_("What was carried out and struck out."))
    state = serializers.ChoiceField(choices=["active", "stopped"])
    why = WhySerializer(allow_null=True, help_text=_("Why it stopped."))
    made_at = serializers.DateTimeField()
    as_of = serializers.IntegerField(help_text=_("The log's entry from which on it counts what others do."))
    played = serializers.IntegerField(help_text=_("How many turns it has played."))
    acts_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When it will look at what you are asked, at random within bounds.")
    )
    now = AnswerSerializer(allow_null=True, help_text=_("What it would do now; null where you are asked nothing."))
