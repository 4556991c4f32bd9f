"""Vacations, as the API takes and shows them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

Facts = serializers.Serializer[dict[str, Any]]


class VacationSerializer(Facts):
    """Days on which you are away, and your clocks stand still in every game that allows it."""

    begin = serializers.DateTimeField(help_text=_("It is known by this."))
    end = serializers.DateTimeField()


class TakeVacationSerializer(Facts):
    begin = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text=_("From now, if not given.")
    )
    end = serializers.DateTimeField()


class GiveUpSerializer(Facts):
    begin = serializers.DateTimeField(help_text=_("When the vacation begins, or has begun."))


class VacationsSerializer(Facts):
    vacations = VacationSerializer(many=True, help_text=_("Those that are not over, in order."))
    days_left = serializers.IntegerField(help_text=_("Whole days that are left of this year's allowance."))
