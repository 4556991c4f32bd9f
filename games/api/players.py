"""Players, as others see them."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import KnownNameField, RulesetField
from games.api.forms import Facts
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.errors import NotFound
from games.lobby import records
from games.models import Player, Rating
from games.people import bots, player_rows, reliability
from games.people.reliability import Reliability
from games.ratings import rating_table

LONGEST_NAME: Final = 30


class FindSerializer(Facts):
    name = KnownNameField()


class ReliabilitySerializer(Facts):
    """A player's record of moves made in time, over the last 365 days."""

    percent = serializers.IntegerField(
        allow_null=True,
        help_text=_("The percentage of moves made in time; null for new players, with fewer than 10 moves."),
    )
    games_left = serializers.IntegerField(help_text=_("Resigned, forfeited, or lost to somebody else by being away."))


class PlayedOfRulesetSerializer(Facts):
    """How many games of a ruleset. Private games count only for anyone who may know of them, practice for nobody."""

    ruleset = RulesetField()
    running = serializers.IntegerField()
    ended = serializers.IntegerField(help_text=_("With ranks."))
    won = serializers.IntegerField()


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player, as everybody may see them."""

    class Meta:
        model = Player
        fields = ("id", "name", "kind")
        read_only_fields = fields


class RatingSerializer(Facts):
    """Derived from the results of public games that people have played from start to end."""

    rating = serializers.IntegerField(help_text=_("Newcomers have 1500."))
    uncertainty = serializers.IntegerField(help_text=_("The skill is within so many points, 19 times out of 20."))
    games = serializers.IntegerField(help_text=_("How many games have counted."))


class RatingOfRulesetSerializer(RatingSerializer):
    ruleset = RulesetField()


class CompanionSerializer(Facts):
    player = PlayerSerializer()
    games = serializers.IntegerField(help_text=_("How many they have played together."))


class KnownPlayerSerializer(Facts):
    """A player, with all that you may know about them."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=Player.Kind.choices)
    owner = PlayerSerializer(allow_null=True, help_text=_("Of a bot: who answers for it."))
    bots = PlayerSerializer(many=True, help_text=_("The bots that the player answers for."))
    since = serializers.DateField(help_text=_("When the account was made."))
    reliability = ReliabilitySerializer()
    played = PlayedOfRulesetSerializer(many=True)
    ratings = RatingOfRulesetSerializer(many=True, help_text=_("Of each ruleset with a rated game."))
    companions = CompanionSerializer(many=True, help_text=_("Whom the player has played with most."))


def player_row(player: Player | None) -> Json | None:
    """Return the public facts about a player; None without a player."""
    return None if player is None else {"id": player.id, "name": player.name, "kind": player.kind}


def reliability_row(player_reliability: Reliability) -> Json:
    """Return a player's reliability."""
    return {"percent": player_reliability.percent, "games_left": player_reliability.games_left}


class PlayersView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="find_player",
        summary="Find a player by name",
        tags=["games"],
        parameters=[
            OpenApiParameter(
                "name",
                {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
                required=True,
                description="The whole name, in upper or lower case.",
            )
        ],
        responses=page_of(PlayerSerializer),
    )
    def get(self, request: Request) -> Response:
        """The player with exactly this name, or an empty list. Nobody is found by part of a name, or by an address."""
        query = {key: text for key, text in request.query_params.items() if key == "name"}
        player = player_rows.with_name(FindSerializer().run_validation(query)["name"])
        return only_page([player_row(player)] if player else [])


class PlayerView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_player",
        summary="Look at a player",
        tags=["games"],
        responses={200: KnownPlayerSerializer, **problems("no_such_player")},
    )
    def get(self, request: Request, player_id: str) -> Response:
        """A player's name and kind, how reliable the player is, how many games of each kind, and with whom."""
        player, reader = known_player(player_id), player_of(request)
        player_reliability = reliability.reliability_of([player.pk], timezone.now())[player.pk]
        body = {
            **(player_row(player) or {}),
            "owner": player_row(player.owner),
            "bots": [player_row(bot) for bot in bots.bots_by_name(player)],
            "since": player.date_joined.date().isoformat(),
            "reliability": reliability_row(player_reliability),
            "played": [row._asdict() for row in records.by_ruleset(player, reader)],
            "ratings": [
                {"ruleset": ruleset, **rating_row(row)}
                for ruleset, row in sorted(rating_table.ratings_of(player).items())
            ],
            "companions": [
                {"player": player_row(companion.player), "games": companion.games}
                for companion in records.companions(player, reader)
            ],
        }
        return Response(body)


def rating_row(row: Rating) -> Json:
    """Return a rating, which is public."""
    skill = rating_table.skill_of(row)
    return {"rating": skill.rating, "uncertainty": skill.uncertainty, "games": row.games}


def known_player(player_id: str) -> Player:
    """Return the player with this id. Raises NotFound("no_such_player"), also for an erased player."""
    player = Player.objects.filter(pk=player_id, erased_at=None).first()
    if player is None:
        raise NotFound("no_such_player", names=[player_id])
    return player
