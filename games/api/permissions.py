"""Permissions of tokens: each view declares which scope each of its methods needs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from games.api.authentication import REALM
from games.api.problems import Problem
from games.models import AccessToken, Player
from games.people import second_factors
from games.scopes import FOR_ADMINS, held

if TYPE_CHECKING:
    # Views load this module.
    from rest_framework.views import APIView

ANY: Final = ""
"""For `scopes`: any valid token will do."""


class HasScope(BasePermission):
    """A permission for requests whose token has the scope of their method.

    A view has `scopes = {"GET": "games:read", ...}` with all of its methods. A view without `scopes` is about the
    account.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if not isinstance(request.auth, AccessToken):
            return False
        needed = needed_scope(view, request.method or "")
        if needed:
            require(request, needed)
        return True


class AnyoneReads(HasScope):
    """Like `HasScope`, but anything public can be read without a token; the view calls `reader_of` to find out who
    reads.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if request.auth is None and request.method in ("GET", "HEAD"):
            return True
        return super().has_permission(request, view)


def require(request: Request, scope: str) -> None:
    """Raise Problem("insufficient_scope") unless the request's token has the scope, or one that includes it.

    For scopes of admins, raise Problem("second_factor_not_shown") unless its owner has recently shown one.
    """
    if scope not in held(token_of(request).scope):
        challenge = f'{REALM}, error="insufficient_scope", scope="{scope}"'
        raise Problem("insufficient_scope", scope=scope, headers={"WWW-Authenticate": challenge})
    if scope in FOR_ADMINS and not second_factors.was_shown(player_of(request), timezone.now()):
        raise Problem("second_factor_not_shown")


def holds(request: Request, scope: str) -> bool:
    """Check whether `require` would let the request pass."""
    try:
        require(request, scope)
    except Problem:
        return False
    return True


def needed_scope(view: "APIView", method: str) -> str:
    """Return the scope that the view's method needs; `ANY` if none in particular, or if the view has no such method."""
    scopes: Mapping[str, str] | None = getattr(view, "scopes", None)
    if scopes is None:
        return "account:read" if method in SAFE_METHODS else "account:write"
    if method == "OPTIONS" or not hasattr(view, method.lower()):
        return ANY
    return scopes["GET" if method == "HEAD" else method]


def player_of(request: Request) -> Player:
    """Return the player who makes the request; `HasScope` admits nobody else."""
    return cast("Player", request.user)


def reader_of(request: Request) -> Player | None:
    """Return the player who reads; None for a request without a token that `AnyoneReads` has admitted."""
    return player_of(request) if isinstance(request.auth, AccessToken) else None


def token_of(request: Request) -> AccessToken:
    """Return the token of the request; `HasScope` admits no request without one."""
    return cast("AccessToken", request.auth)
