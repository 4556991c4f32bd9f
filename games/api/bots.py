"""Bots: a player's own, and those that anyone can challenge."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import durations
from games.api.conditional import Conditional
from games.api.fields import NameField, RulesetField
from games.api.forms import AnyField, Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.tokens import NewTokenSerializer, TokenSerializer
from games.api.unions import ref
from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models import BotPolicy, Player
from games.models.bot_policy import MOST_GAMES
from games.people import bot_policies, bots

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


@extend_schema_field(ref("Duration"))
class TimePerMoveField(serializers.Field[timedelta, str, str, timedelta]):
    """A time per move, within the range of clocks."""

    default_error_messages = {"out_of_range": _("From PT12H to P14D.")}

    def to_internal_value(self, data: str) -> timedelta:
        try:
            time = durations.read(data)
        except (TypeError, ValueError, OverflowError):
            self.fail("out_of_range")
        if not SHORTEST_TIME <= time <= LONGEST_TIME:
            self.fail("out_of_range")
        return time

    def to_representation(self, value: timedelta) -> str:
        return durations.write(value)


class PolicySerializer(Facts):
    """Which challenges a bot takes: invitations by name."""

    challenges = serializers.ChoiceField(
        choices=BotPolicy.Challenges.choices,
        help_text=_("What becomes of a challenge that meets the rest of the policy. Every other one is refused."),
    )
    rulesets = serializers.ListField(
        child=RulesetField(max_length=32), max_length=50, help_text=_("Which games; if empty, all.")
    )
    shortest_time = TimePerMoveField(help_text=_("The shortest time per move."))
    longest_time = TimePerMoveField(help_text=_("The longest time per move."))
    most_games = serializers.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        help_text=_("With so many games that are not over, it takes no further challenge."),
    )


class PolicyChangesSerializer(PolicySerializer):
    """What shall be otherwise; the rest stays."""

    def get_fields(self) -> dict[str, AnyField]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class BotWishSerializer(Facts):
    name = NameField()


class BotSerializer(Facts):
    """A bot of yours."""

    id = serializers.CharField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    suspended_until = serializers.DateTimeField(
        allow_null=True, help_text=_("By an admin; your suspension is its own.")
    )
    games = serializers.IntegerField(help_text=_("How many games it has that are not over."))
    policy = PolicySerializer()
    token = TokenSerializer(allow_null=True, help_text=_("The one that lets its program in."))


class NewBotSerializer(BotSerializer):
    """A bot with its token's secret, which is shown only once."""

    token = NewTokenSerializer()


class ChallengeableSerializer(Facts):
    """A bot that takes challenges."""

    bot = PlayerSerializer()
    owner = PlayerSerializer()
    policy = PolicySerializer()
    busy = serializers.BooleanField(help_text=_("It has as many games as it takes."))


class MyBotsView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "tokens:write"}

    @extend_schema(operation_id="list_my_bots", summary="Your bots", tags=["bots"], responses=page_of(BotSerializer))
    def get(self, request: Request) -> Response:
        """All that you have not retired."""
        now = timezone.now()
        return only_page([_bot_row(bot, now) for bot in bots.bots_by_name(player_of(request))])

    @extend_schema(
        operation_id="create_bot",
        summary="Make a bot",
        tags=["bots"],
        request=BotWishSerializer,
        responses={
            201: NewBotSerializer,
            **problems(
                "name_taken",
                "too_many_bots",
                "too_many_bots_today",
                "bots_have_owners",
                "address_needed",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """An account of its own for your program, with a token. It gets no emails, and takes no challenges yet."""
        wish = checked(BotWishSerializer, request)
        new_bot = bots.make(owner=player_of(request), name=wish["name"], now=timezone.now())
        return Response(_with_secret(new_bot), status=201)


class MyBotView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "PATCH": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="get_my_bot",
        summary="A bot of yours",
        tags=["bots"],
        responses={200: BotSerializer, **problems("no_such_bot")},
    )
    def get(self, request: Request, bot_id: str) -> Response:
        """Return a bot: what it takes on, and whether its program is let in."""
        return Response(_bot_row(bots.own(player_of(request), bot_id), timezone.now()))

    @extend_schema(
        operation_id="change_bot",
        summary="Change what a bot takes on",
        tags=["bots"],
        request=PolicyChangesSerializer,
        responses={200: BotSerializer, **problems("no_such_bot", "unknown_rulesets", "times_crossed")},
    )
    def patch(self, request: Request, bot_id: str) -> Response:
        """From now on. Games that it plays go on."""
        owner, changes = player_of(request), checked(PolicyChangesSerializer, request)
        bot_policies.change(owner=owner, bot_id=bot_id, changes=changes)
        return Response(_bot_row(bots.own(owner, bot_id), timezone.now()))

    @extend_schema(
        operation_id="retire_bot",
        summary="Retire a bot",
        tags=["bots"],
        responses={204: None, **problems("no_such_bot")},
    )
    def delete(self, request: Request, bot_id: str) -> Response:
        """For good: its token ends, it leaves all its games, and its name is free. Others can take its seats over."""
        bots.retire(owner=player_of(request), bot_id=bot_id, now=timezone.now())
        return Response(status=204)


class MyBotTokenView(Conditional):
    scopes: ClassVar = {"POST": "tokens:write", "DELETE": "tokens:write"}

    @extend_schema(
        operation_id="renew_bot_token",
        summary="A new token for a bot",
        tags=["bots"],
        request=None,
        responses={201: NewBotSerializer, **problems("no_such_bot", "account_suspended")},
    )
    def post(self, request: Request, bot_id: str) -> Response:
        """The old one stops working at once."""
        renewed = bots.renew_token(owner=player_of(request), bot_id=bot_id, now=timezone.now())
        return Response(_with_secret(renewed), status=201)

    @extend_schema(
        operation_id="end_bot_token",
        summary="Revoke a bot's token",
        tags=["bots"],
        responses={204: None, **problems("no_such_bot")},
    )
    def delete(self, request: Request, bot_id: str) -> Response:
        """Retire a bot: its program is no longer let in. Its games go on, and its time runs out there."""
        bots.end_token(owner=player_of(request), bot_id=bot_id)
        return Response(status=204)


class BotsView(Conditional):
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="list_bots",
        summary="Bots that take challenges",
        tags=["bots"],
        responses=page_of(ChallengeableSerializer),
    )
    def get(self, request: Request) -> Response:
        """The first 200 by name, those that have no room for another game last.

        To challenge one, make a game with `"bots": "allowed"`, and invite it by name.
        """
        rows = bot_policies.challengeable(timezone.now())[: bot_policies.MOST_LISTED]
        return only_page([_challengeable_row(row) for row in rows])


def _challengeable_row(policy: "WithAnnotations[BotPolicy, bot_policies.Fullness]") -> Json:
    return {
        "bot": player_row(policy.bot),
        "owner": player_row(policy.bot.owner),
        "policy": PolicySerializer(bot_policies.chosen(policy)).data,
        "busy": policy.full,
    }


def _bot_row(bot: Player, now: datetime) -> Json:
    token = bots.token_of(bot, now)
    return {
        "id": bot.pk,
        "name": bot.name,
        "created_at": instant(bot.date_joined),
        "suspended_until": instant(bot.suspended_until),
        "games": bot_policies.games_of(bot),
        "policy": PolicySerializer(bot_policies.chosen(bot.policy)).data,
        "token": TokenSerializer(token).data if token else None,
    }


def _with_secret(bot_and_token: bots.Made) -> Json:
    bot_and_token.token.secret = bot_and_token.secret  # type: ignore[attr-defined]
    return {**_bot_row(bot_and_token.bot, timezone.now()), "token": NewTokenSerializer(bot_and_token.token).data}
