"""A player's private note about a game."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.schema import problems
from games.lobby import notes
from games.lobby.visible import seen_by
from games.models import PrivateNote


class NoteTextSerializer(Facts):
    """What you want to remember."""

    text = serializers.CharField(
        max_length=notes.LONGEST, allow_blank=True, help_text=_("Plain text. An empty text removes the note.")
    )


class NoteSerializer(Facts):
    """Your note. Nobody else can read it, not even an admin."""

    text = serializers.CharField(help_text=_("Empty: you have written none."))
    written_at = serializers.DateTimeField(allow_null=True)


def _note_row(note: PrivateNote | None) -> Json:
    return {"text": note.text if note else "", "written_at": instant(note.written_at) if note else None}


class NoteView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "PUT": "games:play"}

    @extend_schema(
        operation_id="get_note",
        summary="Your private note",
        tags=["play"],
        responses={200: NoteSerializer, **problems("not_in_this_game")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What you have written down for yourself about this game. Only you can read it."""
        player = player_of(request)
        seen_by(player, game_id)
        return Response(_note_row(notes.read(player=player, game_id=game_id)))

    @extend_schema(
        operation_id="put_note",
        summary="Write your private note",
        tags=["play"],
        request=NoteTextSerializer,
        responses={200: NoteSerializer, **problems("not_in_this_game")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Replaces your note. You see it on the game's page, and in the emails about your turns."""
        player, wish = player_of(request), checked(NoteTextSerializer, request)
        seen_by(player, game_id)
        note = notes.write(player=player, game_id=game_id, text=wish["text"], now=timezone.now())
        return Response(_note_row(note))
