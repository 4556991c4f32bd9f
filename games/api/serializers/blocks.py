"""Blocked players, as the API shows them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers.accounts import PlayerSerializer

Facts = serializers.Serializer[dict[str, Any]]


class BlockSerializer(Facts):
    player = PlayerSerializer()
    since = serializers.DateTimeField()


class BlocksSerializer(Facts):
    blocks = BlockSerializer(many=True, help_text=_("The latest first. Those you have blocked do not learn of it."))
