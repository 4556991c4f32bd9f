"""Players for admins: sanctions against them."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.at_the_desk import READ, RULE, AtTheDesk
from games.api.disputes import WordsField
from games.api.fields import InstantField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.errors import NotFound
from games.models import Moderation, Player
from games.people import audit, bots, moderation, rights


class ModerationWishSerializer(Facts):
    kind = serializers.ChoiceField(choices=Moderation.Kind.choices)
    until = InstantField(allow_null=True, default=None, help_text=_("Only for muted and suspended."))
    text = WordsField(allow_blank=True, default="", help_text=_("The player reads it."))
    reason = WordsField(allow_blank=True, default="", help_text=_("For admins only."))
    dispute = serializers.CharField(max_length=12, allow_null=True, default=None)


@extend_schema_field({"type": "null"})
class NothingField(serializers.Field[None, None, None, None]):
    """Null, or left out. For the schema."""


class _MeasureSerializer(Facts):
    text = WordsField(required=False, allow_blank=True, help_text=_("The player reads it."))
    reason = WordsField(required=False, allow_blank=True, help_text=_("For admins only."))
    dispute = serializers.CharField(max_length=12, required=False, allow_null=True)


FOR_A_TIME: Final = [(kind.value, kind.label) for kind in moderation.TIMED]
AT_ONCE: Final = [(kind.value, kind.label) for kind in Moderation.Kind if kind not in moderation.TIMED]


class MeasureForATimeSerializer(_MeasureSerializer):
    """Mute or suspend a player until then."""

    kind = serializers.ChoiceField(choices=FOR_A_TIME)
    until = InstantField(help_text=_("In the future, at most ten years from now."))


class MeasureAtOnceSerializer(_MeasureSerializer):
    """Warn a player, or end what holds."""

    kind = serializers.ChoiceField(choices=AT_ONCE)
    until = NothingField(required=False)


MEASURE: Final = PolymorphicProxySerializer("Measure", [MeasureForATimeSerializer, MeasureAtOnceSerializer], None)
"""The schema of either kind of sanction."""


class ModerationSerializer(Facts):
    kind = serializers.ChoiceField(choices=Moderation.Kind.choices)
    by = PlayerSerializer()
    until = serializers.DateTimeField(allow_null=True)
    text = serializers.CharField()
    dispute = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


class JudgedPlayerSerializer(Facts):
    """A player, as admins see one: no address."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    owner = PlayerSerializer(allow_null=True, help_text=_("Of a bot."))
    bots = PlayerSerializer(many=True, help_text=_("Of an owner; without those retired."))
    muted_until = serializers.DateTimeField(allow_null=True)
    suspended_until = serializers.DateTimeField(allow_null=True)
    moderations = ModerationSerializer(many=True)


def judged_player(player: Player) -> Json:
    """Return a player for admins: the sanctions in force, and all earlier ones."""
    measures = player.moderations.select_related("by").order_by("-created_at", "-id")
    return {
        "id": player.pk,
        "name": player.name,
        "kind": player.kind,
        "owner": player_row(player.owner),
        "bots": [player_row(bot) for bot in bots.bots_by_name(player)],
        "muted_until": instant(player.muted_until),
        "suspended_until": instant(player.suspended_until),
        "moderations": [moderation_row(measure) for measure in measures],
    }


def moderation_row(measure: Moderation) -> Json:
    return {
        "kind": measure.kind,
        "by": player_row(measure.by),
        "until": instant(measure.until),
        "text": measure.text,
        "dispute": measure.dispute_id,
        "created_at": instant(measure.created_at),
    }


class AdminPlayerView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="get_player_as_admin",
        summary="See the measures on a player",
        tags=["admin"],
        responses={
            200: JudgedPlayerSerializer,
            **problems("right_missing", "second_factor_not_shown", "no_such_player"),
        },
    )
    def get(self, request: Request, player_id: str) -> Response:
        """The measures in force, and all earlier ones. Your visit is recorded."""
        admin = player_of(request)
        rights.check(admin, "view_moderation")
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise NotFound("no_such_player", names=[player_id])
        audit.note(admin, "player_viewed", timezone.now(), player=player)
        return Response(judged_player(player))


class ModerationView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="moderate_player",
        summary="Warn, mute or suspend a player, or end that",
        tags=["admin"],
        request=MEASURE,
        responses={
            201: ModerationSerializer,
            **problems(
                "right_missing",
                "second_factor_not_shown",
                "no_such_player",
                "no_such_dispute",
                "until_out_of_range",
                "not_yourself",
                "player_is_admin",
                "plays_with_player",
            ),
        },
    )
    def post(self, request: Request, player_id: str) -> Response:
        """The player gets an email with “text”. A muted player cannot write to other players. A suspended player
        cannot play until then."""
        wish = checked(ModerationWishSerializer, request)
        wish["dispute_id"] = wish.pop("dispute")
        sanction = moderation.moderate(admin=player_of(request), player_id=player_id, now=timezone.now(), **wish)
        return Response(moderation_row(sanction), status=201)
