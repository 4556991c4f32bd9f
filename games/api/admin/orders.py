"""Admins' orders as the API accepts them: `kind`, and the members of this kind."""

from dataclasses import MISSING, Field, fields
from typing import Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.codec import Json
from games import instants
from games.api.fields import InstantField
from games.api.forms import Facts
from games.api.moves import PostedMove
from games.api.unions import ref
from games.table.rulings import commands
from games.table.rulings.board import MOST_POINTS
from games.table.rulings.clock import MOST_HOURS

LARGEST: Final = 2**31 - 1


KINDS: Final = sorted(name for name, order in commands.ORDERS.items() if not order.kind.only_undoes)


class MoveForField(serializers.Field[PostedMove, object, PostedMove, PostedMove]):
    """A line of notation, or an object, as players send it."""

    default_error_messages = {"no_move": _("A line of notation, or an object.")}

    def to_internal_value(self, data: object) -> PostedMove:
        if not isinstance(data, str | dict):
            self.fail("no_move")
        return data

    def to_representation(self, value: PostedMove) -> PostedMove:
        return value


@extend_schema_field(ref("Order"))
class OrderSerializer(Facts):
    """An order. Each kind has its own members; any others are refused."""

    kind = serializers.ChoiceField(choices=KINDS)
    deadline_at = InstantField(required=False, help_text=_("extended: until then, or “hours”."))
    hours = serializers.IntegerField(required=False, min_value=1, max_value=MOST_HOURS, help_text=_("extended"))
    prompt = serializers.CharField(
        required=False, allow_null=True, help_text=_("extended: null for every open question.")
    )
    reason = serializers.RegexField(
        r"\A[a-z0-9_:]{1,32}\Z", required=False, allow_null=True, help_text=_("paused, resumed: a code.")
    )
    as_of = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=LARGEST, help_text=_("taken_back, reopened: an entry.")
    )
    seat = serializers.IntegerField(required=False, min_value=0, max_value=5)
    move = MoveForField(required=False, allow_null=True, help_text=_("moved_for: null to play the default."))
    player = serializers.CharField(
        required=False, allow_null=True, max_length=12, help_text=_("replaced: an id; null for a stand-in.")
    )
    how = serializers.ChoiceField(
        choices=[commands.VOID, commands.PRESENT_POINTS, commands.FORFEIT], required=False, help_text=_("ended")
    )
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=5), max_length=6, required=False, help_text=_("ended")
    )
    points = serializers.IntegerField(
        required=False,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=_("corrected: negative to take points away."),
    )

    def to_internal_value(self, data: object) -> commands.Order:
        """Raise ValidationError for members that the kind does not have, and for required ones that are missing."""
        order: Json = super().to_internal_value(data)
        members = {field.name: field for field in fields(commands.ORDERS[order["kind"]])}
        unknown = {
            name: [_("This kind of order does not have it.")] for name in order if name not in {"kind", *members}
        }
        missing = {name: [_("This kind of order needs it.")] for name, field in members.items() if _lacks(field, order)}
        if mistakes := unknown | missing:
            raise serializers.ValidationError(mistakes)
        if deadline_at := order.get("deadline_at"):
            order["deadline_at"] = instants.rfc3339(deadline_at)
        return commands.read(order)

    def to_representation(self, instance: Json) -> Json:
        return instance


@extend_schema_field(ref("BulkOrder"))
class BulkOrderSerializer(OrderSerializer):
    """An order for many games at once."""


def _lacks(field: Field[object], order: Json) -> bool:
    """Check whether the order lacks a member that it needs; null counts as present only for optional members."""
    optional = field.default is not MISSING
    return not optional and order.get(field.name) is None


@extend_schema_field(ref("WrittenOrder"))
class WrittenOrderField(serializers.DictField):
    """An order as it was recorded: `kind` and its members."""
