"""The table as one viewer may see it; its schemas come from the engine's features (see `unions`)."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.unions import ref

AWAY: Final = [
    ("resigned", _("The player has left for good.")),
    ("forfeited", _("The clock or an admin has ended the seat's part.")),
    ("absent", _("The player is away for now; the seat is not asked anything.")),
]


@extend_schema_field(ref("Position"))
class PositionField(serializers.DictField):
    """A position, as `engine.view` tells it to one viewer."""


@extend_schema_field(ref("TableSeat"))
class TableSeatField(serializers.DictField):
    """A seat of a position, as everybody may know it."""
