"""Personal access tokens."""

from typing import ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.permissions import ANY, player_of, token_of
from games.api.problems import Problem
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.tokens import USUALLY, NewTokenSerializer, TokenSerializer, TokenWishSerializer
from games.models import AccessToken
from games.services.tokens import create_personal_token, revoke_token, tokens_of


class TokensView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "tokens:write"}

    @extend_schema(operation_id="tokens", summary="Your tokens", tags=["tokens"], responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every token that opens your account, the newest first, without its secret."""
        return Response(TokenSerializer(tokens_of(player_of(request), timezone.now()), many=True).data)

    @extend_schema(
        operation_id="create_token",
        summary="Make a token",
        tags=["tokens"],
        request=TokenWishSerializer,
        responses={201: NewTokenSerializer, **problems("scope_not_held", "too_many_tokens")},
    )
    def post(self, request: Request) -> Response:
        """A token for a program of yours. It can do at most what the one can that you ask with."""
        wish, now = checked(TokenWishSerializer, request), timezone.now()
        if beyond := sorted(set(wish["scopes"]) - set(token_of(request).scope.split())):
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
        """It opens nothing from now on. An app's token takes the app's permission with it."""
        try:
            revoke_token(player=player_of(request), token_id=token_id)
        except AccessToken.DoesNotExist as error:
            raise Http404 from error
        return Response(status=204)


class CurrentTokenView(Conditional):
    scopes: ClassVar = {"GET": ANY, "DELETE": ANY}

    @extend_schema(operation_id="current_token", summary="Test a token", tags=["tokens"], responses=TokenSerializer)
    def get(self, request: Request) -> Response:
        """Whether this very token is good, and for what."""
        return Response(TokenSerializer(token_of(request)).data)

    @extend_schema(
        operation_id="revoke_current_token",
        summary="Revoke this very token",
        tags=["tokens"],
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Sign out: what you have just asked with opens nothing from now on."""
        revoke_token(player=player_of(request), token_id=token_of(request).pk)
        return Response(status=204)
