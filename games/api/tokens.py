"""Personal access tokens."""

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import checked
from games.api.pagination import only_page, page_of
from games.api.permissions import ANY, player_of, token_of
from games.api.players import PlayerSerializer
from games.api.problems import Problem
from games.api.schema import problems
from games.models import AccessToken
from games.people.tokens import create_personal_token, revoke_token, tokens_of
from games.scopes import SCOPES, held

USUALLY: Final = timedelta(days=365)


AT_MOST: Final = timedelta(days=3660)


class ScopesField(serializers.ListField):
    """Scopes as a list, stored as a single text in the format of RFC 6749."""

    child = serializers.ChoiceField(choices=list(SCOPES.items()))

    def to_representation(self, data: str) -> list[str]:  # type: ignore[override]
        return data.split()


class TokenSerializer(serializers.ModelSerializer[AccessToken]):
    """A token without its secret."""

    id = serializers.CharField(read_only=True)
    scopes = ScopesField(source="scope", read_only=True)
    app = serializers.CharField(
        source="application.name", default=None, allow_null=True, help_text=_("Not a personal one: this app's.")
    )
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expires")

    class Meta:
        model = AccessToken
        fields: ClassVar[tuple[str, ...]] = (
            "id",
            "label",
            "prefix",
            "scopes",
            "app",
            "created_at",
            "expires_at",
            "last_used_at",
        )
        read_only_fields: ClassVar[tuple[str, ...]] = fields


class NewTokenSerializer(TokenSerializer):
    """A token with its secret, which is shown only once."""

    secret = serializers.CharField(help_text=_("Keep it; nobody can show it again."))

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "secret")
        read_only_fields = fields


class CurrentTokenSerializer(TokenSerializer):
    """The token that you send, and whose it is."""

    player = PlayerSerializer(source="user", help_text=_("Who you are."))

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "player")
        read_only_fields = fields


class TokenWishSerializer(serializers.Serializer[Json]):
    label = serializers.CharField(max_length=60, help_text=_("What you call it."))  # type: ignore[assignment]
    scopes = ScopesField(min_length=1, help_text=_("At most those of the token that you send."))
    expires_at = serializers.DateTimeField(required=False, help_text=_("Usually in a year, and at most in ten."))

    def validate_expires_at(self, value: datetime) -> datetime:
        if not timezone.now() < value <= timezone.now() + AT_MOST:
            raise serializers.ValidationError(_("In the future, and at most ten years from now."), "out_of_range")
        return value


class TokensView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "tokens:write"}

    @extend_schema(
        operation_id="list_tokens", summary="Your tokens", tags=["tokens"], responses=page_of(TokenSerializer)
    )
    def get(self, request: Request) -> Response:
        """Every token that opens your account, the newest first, without its secret."""
        return only_page(TokenSerializer(tokens_of(player_of(request), timezone.now()), many=True).data)

    @extend_schema(
        operation_id="create_token",
        summary="Make a token",
        tags=["tokens"],
        request=TokenWishSerializer,
        responses={201: NewTokenSerializer, **problems("scope_not_held", "too_many_tokens")},
    )
    def post(self, request: Request) -> Response:
        """A token for one of your programs. It can have at most the scopes of the token that you send."""
        wish, now = checked(TokenWishSerializer, request), timezone.now()
        if beyond := sorted(set(wish["scopes"]) - held(token_of(request).scope)):
            raise Problem("scope_not_held", scopes=beyond)
        token, secret = create_personal_token(
            player=player_of(request),
            label=wish["label"],
            scopes=wish["scopes"],
            expires_at=wish.get("expires_at", now + USUALLY),
            now=now,
        )
        token.secret = secret  # type: ignore[attr-defined]
        return Response(NewTokenSerializer(token).data, status=201)


class TokenView(Conditional):
    scopes: ClassVar = {"DELETE": "tokens:write"}

    @extend_schema(operation_id="revoke_token", summary="Revoke a token", tags=["tokens"], responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """The token stops working at once. If it is an app's, the app loses its permission too."""
        try:
            revoke_token(player=player_of(request), token_id=token_id)
        except AccessToken.DoesNotExist as error:
            raise Http404 from error
        return Response(status=204)


class CurrentTokenView(Conditional):
    scopes: ClassVar = {"GET": ANY, "DELETE": ANY}

    @extend_schema(
        operation_id="get_current_token", summary="Test a token", tags=["tokens"], responses=CurrentTokenSerializer
    )
    def get(self, request: Request) -> Response:
        """Whether the token that you send works, who you are with it, and what it may do. It takes no scope."""
        return Response(CurrentTokenSerializer(token_of(request)).data)

    @extend_schema(
        operation_id="revoke_current_token",
        summary="Revoke the token you send",
        tags=["tokens"],
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Sign out: the token that you send stops working at once."""
        revoke_token(player=player_of(request), token_id=token_of(request).pk)
        return Response(status=204)
