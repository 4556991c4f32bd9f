"""The ladder of a club."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.competitions.clubs import ladder, selectors
from games.competitions.clubs.ladder import LadderLine
from games.errors import Forbidden


class LadderLineSerializer(Facts):
    """A member's record in the club's own games."""

    player = PlayerSerializer()
    rating = serializers.IntegerField(
        allow_null=True, help_text=_("Within the club, by its games alone; null before the first one.")
    )
    played = serializers.IntegerField(help_text=_("How many games of the club ended with this player at the table."))
    won = serializers.IntegerField()
    second = serializers.IntegerField(help_text=_("How many of them this player finished second."))
    points = serializers.IntegerField(help_text=_("In all these games."))


class ClubLadderView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_club_ladder",
        summary="The ladder of a club",
        tags=["clubs"],
        responses={200: page_of(LadderLineSerializer), **problems("no_such_club", "only_members")},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """For members: all members, the highest rating first. No rating outside the club depends on these games."""
        seen_club = selectors.get_seen(player_of(request), club_id)
        if not seen_club.is_member:
            raise Forbidden("only_members")
        return only_page([_ladder_row(line) for line in ladder.build_ladder(seen_club.club)])


def _ladder_row(line: LadderLine) -> Json:
    return {
        "player": player_row(line.player),
        "rating": line.rating if line.played else None,
        "played": line.played,
        "won": line.won,
        "second": line.second,
        "points": line.points,
    }
