"""Open seats, as the API describes what it shows of them and takes."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers.accounts import PlayerSerializer
from games.api.serializers.games import Facts, GameSerializer, TableSeatSerializer

HIGHEST_SEAT: Final = 5


class SeatChoiceSerializer(Facts):
    seat = serializers.IntegerField(min_value=0, max_value=HIGHEST_SEAT, help_text=_("Counted from 0."))


class OfferWishSerializer(SeatChoiceSerializer):
    player = serializers.CharField(max_length=30, help_text=_("The player's name."))


class OfferSerializer(Facts):
    """An open seat that the host offers to somebody."""

    seat = serializers.IntegerField()
    player = PlayerSerializer()
    created_at = serializers.DateTimeField()
    reserved_until = serializers.DateTimeField(help_text=_("Until then nobody else can take it."))


class SittingSerializer(Facts):
    seat = serializers.IntegerField()
    player = PlayerSerializer()
    status = serializers.CharField(help_text=_("playing, absent, resigned, forfeited"))


class TableSerializer(Facts):
    """How the game stands, as everybody may know it."""

    entry = serializers.IntegerField(help_text=_("The log's last entry."))
    turn = serializers.IntegerField(allow_null=True, help_text=_("The seat whose turn it is."))
    turns_left = serializers.IntegerField(allow_null=True, help_text=_("Once the last round has begun."))
    round = serializers.IntegerField(required=False, help_text=_("Where a game has rounds, from 1."))
    seats = TableSeatSerializer(many=True)


class OpenSeatSerializer(Facts):
    """A seat of a running game that you could take over."""

    game = GameSerializer()
    seat = serializers.IntegerField(help_text=_("Counted from 0."))
    left = serializers.CharField(help_text=_("How its player left: resigned or forfeited; stand_in: one plays now."))
    open_since = serializers.DateTimeField()
    offered = serializers.BooleanField(help_text=_("The host offers it to you."))
    reserved_until = serializers.DateTimeField(
        allow_null=True, help_text=_("Offered to you: until then nobody else can take it.")
    )
    players = SittingSerializer(many=True, help_text=_("Who sits there."))
    table = TableSerializer(allow_null=True, help_text=_("Null where it cannot be shown now."))
