"""The players whom a player has blocked, marked as friends, or muted: `games.people.relations`."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts, asked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.models.relations import KINDS, Relation
from games.people import relations

IN_PATH: Final = OpenApiParameter(
    "kind",
    enum=list(KINDS),
    location=OpenApiParameter.PATH,
    description="“block”: you get none of the player's invitations and offers of seats, and the player cannot join your"
    " tables. “friend”: the player comes first when you invite. “mute”: you read nothing that the player says.",
)
REFUSED: Final = [code for kind in KINDS.values() for code in (kind.to_oneself, kind.too_many)]


class RelationSerializer(Facts):
    player = PlayerSerializer()
    kind = serializers.ChoiceField(choices=list(KINDS), help_text=_("What you have decided about the player."))
    created_at = serializers.DateTimeField()


class RelationsQuerySerializer(Facts):
    kind = serializers.ChoiceField(choices=list(KINDS), required=False, help_text=_("Only relations of this kind."))


class RelationsView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_relations",
        summary="List whom you have blocked, befriended or muted",
        tags=["me"],
        parameters=[RelationsQuerySerializer],
        responses=page_of(RelationSerializer),
    )
    def get(self, request: Request) -> Response:
        """A row for each player and kind: blocks and mutes the latest first, friends by name. Only you can see them."""
        kind = asked(RelationsQuerySerializer, request).get("kind")
        kinds = [kind] if kind else KINDS
        return only_page([_relation_row(kind, row) for kind in kinds for row in _list_relations(request, kind)])


class RelationView(Conditional):
    scopes: ClassVar = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="put_relation",
        summary="Block, befriend or mute a player",
        tags=["me"],
        parameters=[IN_PATH],
        request=None,
        responses={204: None, **problems("no_such_player", *REFUSED)},
    )
    def put(self, request: Request, player_id: str, kind: str) -> Response:
        """The player does not find out, and nobody else does. Doing so again changes nothing."""
        relations.add(KINDS[kind], player=player_of(request), other_id=player_id, now=timezone.now())
        return Response(status=204)

    @extend_schema(
        operation_id="delete_relation",
        summary="Unblock, unfriend or unmute a player",
        tags=["me"],
        parameters=[IN_PATH],
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, player_id: str, kind: str) -> Response:
        """You get the player's next invitations again, or read what the player says, also what was said meanwhile.

        If there was no such relation, nothing changes.
        """
        relations.remove(KINDS[kind], player=player_of(request), other_id=player_id)
        return Response(status=204)


def _list_relations(request: Request, kind: str) -> list[Relation]:
    return relations.list_all(KINDS[kind], player_of(request))


def _relation_row(kind: str, relation: Relation) -> Json:
    return {"player": player_row(relation.other), "kind": kind, "created_at": instant(relation.created_at)}
