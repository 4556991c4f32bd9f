"""A finished game with its secrets open, for verification; docs/checking.md explains every member."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.record import NOBODY
from engine.verify import FORMAT
from games.api.fields import RulesetField
from games.api.forms import Facts
from games.api.games.of_game import OfGame
from games.api.games.standings import StandingSerializer
from games.api.instants import instant
from games.api.log import PublicSerializer
from games.api.permissions import AnyoneReads, reader_of
from games.api.schema import problems
from games.errors import Refused
from games.lobby.visible import seen_by
from games.table import store
from games.table.play import reveal


class SecretSerializer(Facts):
    """The part of an entry that not everybody could read."""

    holder = serializers.IntegerField(min_value=NOBODY, help_text=_("The seat that could read it; -1: nobody."))
    salt = serializers.RegexField(r"^[0-9a-f]{64}$", help_text=_("32 bytes, which are hashed before the body."))
    body = serializers.DictField(
        help_text=_(
            "“move”: the rest of the move. “0”, “1” ...: the rest of this event. “draws”: what the entry drew, each as "
            "bound and value (holder -1)."
        )
    )


class ExportedEntrySerializer(Facts):
    """A whole entry of the log."""

    number = serializers.IntegerField(min_value=1, help_text=_("From 1 on; “public” repeats it."))
    public = PublicSerializer(help_text=_("What everybody could read from the first moment; all of it is hashed."))
    secrets = SecretSerializer(many=True, help_text=_("Sorted by holder."))
    hash = serializers.RegexField(r"^[0-9a-f]{64}$", help_text=_("The chain up to here."))


class TicketStackSerializer(Facts):
    """Tickets that are shuffled by themselves."""

    count = serializers.IntegerField(min_value=1, help_text=_("How many; their numbers follow the stack before."))
    dealt = serializers.IntegerField(
        min_value=0, help_text=_("How many of them each seat's first tickets have, on top of the deck; 0: as they lie.")
    )


class DeclaredSerializer(Facts):
    """What the ruleset says about its facts, so that they can be followed without the rules."""

    each_color = serializers.IntegerField(min_value=0, help_text=_("Train cards of each color."))
    locomotives = serializers.IntegerField(min_value=0, help_text=_("Locomotives among the train cards."))
    discards_return = serializers.BooleanField(help_text=_("Whether an empty deck takes the discard pile back."))
    tickets = TicketStackSerializer(many=True, help_text=_("The tickets from 1 on, in stacks."))
    effects = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text=_("What each type of event does with cards and tickets, in this order; docs/checking.md says how."),
    )


class GameExportSerializer(Facts):
    """A game's whole record, with all that decided it: docs/checking.md says how to check it."""

    format = serializers.ChoiceField(choices=[FORMAT])
    game = serializers.CharField(help_text=_("The game's id."))
    ruleset = RulesetField(help_text=_("The ruleset it was played by."))
    board = serializers.CharField(help_text=_("SHA-256 of the board's facts, as of the ruleset."))
    options = serializers.DictField(child=serializers.BooleanField())
    seats = serializers.IntegerField(min_value=2, max_value=6, help_text=_("How many there are."))
    order = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text=_(
            "If the host fixed the seating: for each seat, a place in the order of joining. Null: it was drawn."
        ),
    )
    commitment = serializers.RegexField(r"^[0-9a-f]{64}$", help_text=_("SHA-256 of the seed."))
    seed = serializers.RegexField(r"^[0-9a-f]{64}$", help_text=_("32 bytes, from which the key of all chance comes."))
    contributions = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text=_("To the key, in the order of joining.")
    )
    entries = ExportedEntrySerializer(many=True, help_text=_("The log, from entry 1 on."))
    declared = DeclaredSerializer(help_text=_("Of the ruleset. Exports from before December 2026 lack it."))
    standings = StandingSerializer(many=True)


class GameExportView(OfGame):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="export_game",
        summary="Export an ended game",
        tags=["games"],
        responses={200: GameExportSerializer, **problems("game_not_ended", "secrets_sealed")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Return the whole record of a game whose secrets are open: seed, salts, hands, draws.

        docs/checking.md says how to check it.

        Public games need no token.
        """
        game = seen_by(reader_of(request), game_id).game
        if game.secrets_open_at is None:
            raise Refused("game_not_ended", game_status=game.status)
        if not reveal.secrets_are_open(game, timezone.now()):
            raise Refused("secrets_sealed", opens_at=instant(game.secrets_open_at))
        return Response(store.export(game))
