"""Extensions of django-oauth-toolkit's handling of apps' requests."""

import hmac
import re
from datetime import timedelta
from hashlib import sha256
from math import ceil
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from oauth2_provider.models import get_grant_model
from oauth2_provider.oauth2_backends import OAuthLibCore
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.common import Request  # type: ignore[import-untyped]
from oauthlib.oauth2 import (  # type: ignore[import-untyped]
    AccessDeniedError,
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Error,
)

from engine.codec import Json
from games.errors import Forbidden, Refused
from games.models import AccessToken, Application, RefreshToken
from games.people import app_secrets
from games.people.app_secrets import Credentials
from games.people.networks import network_of
from games.people.player_rows import still_here

AT_ONCE: Final = timedelta(seconds=10)
"""How long after the first exchange of a refresh token its client may exchange it again, as several tabs do at once."""
MOST_AT_ONCE: Final = 10
"""The maximum exchanges of a refresh token in that time, and of a consent's refresh tokens valid at the same time."""
GRACE: Final = timedelta(minutes=1)
"""How long a refresh token can be exchanged again if the first answer was lost on the way."""
NOT_KEPT: Final = {"Content-Type": "application/json", "Cache-Control": "no-store", "Pragma": "no-cache"}
CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""The format of an S256 challenge: SHA-256 in base64url (RFC 7636 4.2)."""


class Backend(OAuthLibCore):
    """The backend, which marks all answers of the token endpoint as JSON and not cacheable (RFC 6749, 5.1 and 5.2).

    The library does so for errors it finds at first, but not for errors found while tokens are saved.
    """

    def create_token_response(self, request: HttpRequest) -> tuple[str | None, dict[str, str], str, int]:
        uri, headers, body, status = super().create_token_response(request)  # type: ignore[no-untyped-call]
        return uri, {**NOT_KEPT, **headers}, body, status


class TooManyWrongSecrets(OAuth2Error):  # type: ignore[misc]
    """The refusal of a network that has sent too many wrong secrets; `wait` in seconds."""

    error, status_code = "temporarily_unavailable", 429

    def __init__(self, wait: float) -> None:
        super().__init__("Too many wrong secrets came from your network. Please wait a little.")
        self._wait = wait

    @property
    def headers(self) -> dict[str, str]:
        return {"Retry-After": str(ceil(self._wait))}


class Validator(OAuth2Validator):
    """The validator. A reused code ends all tokens it was exchanged for (RFC 6749 4.1.2), as one client is a thief.

    The tokens of one code are a family, whose name is derived from the code. So nothing about a used code needs to be
    stored.

    A reused refresh token does the same, with two exceptions while the tokens of its first answer have not been
    exchanged. Within ten seconds (`AT_ONCE`) it gives further tokens besides those of the first answer: a program with
    several tabs, or a double click, has sent it more than once. Within a minute (`GRACE`), once, and if none of the
    tokens it gave has been used, the client is assumed not to have received the answer. It gets new tokens, since only
    hashes of the old ones are stored, and the lost tokens end. (The library's own grace period would need the tokens
    themselves.) Anyone who has the lost tokens after all ends the family by exchanging them.
    """

    def authenticate_client(self, request: Request, *args: object, **kwargs: object) -> bool:
        """Check an app's id and secret, from the header if it has any, else from the body.

        Raises TooManyWrongSecrets before anything is hashed.
        """
        credentials = app_secrets.read_basic(request.headers.get("HTTP_AUTHORIZATION", ""))
        credentials = credentials or Credentials(request.client_id or "", request.client_secret or "")
        app = self._load_application(credentials.client_id, request)  # type: ignore[no-untyped-call]
        try:
            return app_secrets.is_right(app, credentials, _network_of(request))
        except Refused as refused:
            raise TooManyWrongSecrets(refused.wait or 0) from refused

    def validate_response_type(
        self, client_id: str, response_type: str, client: Application, request: Request, *args: object, **kwargs: object
    ) -> bool:
        """Check a request for authorization, before the page is shown and again when the player agrees.

        Raises InvalidRequestError for a challenge that no verifier can meet, and for a nonce too long to store.
        """
        is_valid: bool = super().validate_response_type(  # type: ignore[no-untyped-call]
            client_id, response_type, client, request, *args, **kwargs
        )
        if is_valid:
            _check_challenge(request)
            _check_nonce(request)
        return is_valid

    def validate_code(
        self, client_id: str, code: str, client: Application, request: Request, *args: object, **kwargs: object
    ) -> bool:
        is_valid: bool = super().validate_code(  # type: ignore[no-untyped-call]
            client_id, code, client, request, *args, **kwargs
        )
        if not is_valid and not get_grant_model().objects.filter(code=code).exists():
            RefreshToken.revoke_family(_family(code, client))
        return is_valid

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: object, **kwargs: object
    ) -> None:
        """Raise InvalidGrantError if another request was faster; then neither request keeps its tokens."""
        try:
            super().invalidate_authorization_code(  # type: ignore[no-untyped-call]
                client_id, code, request, *args, **kwargs
            )
        except InvalidGrantError:
            RefreshToken.revoke_family(_family(code, request.client))
            raise

    def validate_refresh_token(
        self, refresh_token: str, client: Application, request: Request, *args: object, **kwargs: object
    ) -> bool:
        """Check a refresh token while its row is locked, so that a concurrent request does not make it look reused."""
        with transaction.atomic():
            spent = (
                RefreshToken.objects.select_for_update(no_key=True, of=("self",))
                .filter(token_checksum=sha256(refresh_token.encode()).hexdigest(), application=client)
                .first()
            )
            if spent is None or not (_is_traded_now(spent) or _was_lost(spent)):
                is_valid: bool = super().validate_refresh_token(  # type: ignore[no-untyped-call]
                    refresh_token, client, request, *args, **kwargs
                )
                return is_valid
        request.user, request.refresh_token, request.refresh_token_instance = spent.user, refresh_token, spent
        return True

    def save_authorization_code(
        self, client_id: str, code: Json, request: Request, *args: object, **kwargs: object
    ) -> None:
        """Raise AccessDeniedError if the player has meanwhile gone."""
        with transaction.atomic():
            try:
                still_here(request.user)
            except Forbidden as gone:
                raise AccessDeniedError(request=request) from gone
            super().save_authorization_code(  # type: ignore[no-untyped-call]
                client_id, code, request, *args, **kwargs
            )

    def save_bearer_token(self, token: Json, request: Request, *args: object, **kwargs: object) -> object:
        """Raise InvalidGrantError if the refresh token has meanwhile been used up, which ends its family."""
        try:
            return super().save_bearer_token(token, request, *args, **kwargs)  # type: ignore[no-untyped-call]
        except InvalidGrantError:
            if request.grant_type == "refresh_token":
                RefreshToken.revoke_family(request.refresh_token_instance.token_family)
            raise

    def _save_bearer_token(self, token: Json, request: Request, *args: object, **kwargs: object) -> object:
        if request.user is None:  # tokens belong to players: no app has its own
            raise InvalidGrantError(request=request)
        try:
            still_here(request.user)
        except Forbidden as gone:
            raise InvalidGrantError(request=request) from gone
        if request.grant_type == "refresh_token":
            spent = RefreshToken.objects.select_for_update(no_key=True).get(pk=request.refresh_token_instance.pk)
            if _is_traded_now(spent):
                _end_oldest(spent)
                self._check_and_set_request_resource(request)  # type: ignore[no-untyped-call]
                request.refresh_token_instance, request.beside = None, spent
            elif spent.revoked is not None:
                _take_back_lost(spent, request)
        return super()._save_bearer_token(token, request, *args, **kwargs)  # type: ignore[no-untyped-call]

    def _create_refresh_token(
        self,
        request: Request,
        refresh_token_code: str,
        access_token: AccessToken,
        previous_refresh_token: RefreshToken | None,
    ) -> RefreshToken:
        new_token: RefreshToken = super()._create_refresh_token(  # type: ignore[no-untyped-call]
            request, refresh_token_code, access_token, previous_refresh_token
        )
        if previous_refresh_token is None:
            beside: RefreshToken | None = getattr(request, "beside", None)
            new_token.token_family = beside.token_family if beside else _family(request.code, request.client)
            new_token.save(update_fields=["token_family"])
        return new_token


def _network_of(request: Request) -> str:
    """Return the requesting network; the library's request has nothing of Django's but the headers."""
    django_request = HttpRequest()
    django_request.META = dict(request.headers)
    return network_of(django_request)


def _check_challenge(request: Request) -> None:
    if request.code_challenge is None:
        return  # which has its own refusal
    if request.code_challenge_method != "S256" or not CHALLENGE.fullmatch(request.code_challenge):
        raise InvalidRequestError("The code_challenge must be made by S256: 43 of A-Z a-z 0-9 - _.", request=request)


def _check_nonce(request: Request) -> None:
    longest = get_grant_model()._meta.get_field("nonce").max_length
    if len(request.nonce or "") > longest:
        raise InvalidRequestError(f"The nonce can have {longest} characters at most.", request=request)


def _is_traded_now(spent: RefreshToken) -> bool:
    """Check whether it was first exchanged seconds ago, not too often since, and its new tokens were not exchanged."""
    now = timezone.now()
    if spent.revoked is None or now - spent.revoked >= AT_ONCE or spent.again_at is not None:
        return False
    later = RefreshToken.objects.filter(token_family=spent.token_family, pk__gt=spent.pk, created__gte=spent.revoked)
    access_tokens = AccessToken.objects.filter(source_refresh_token=spent)
    return access_tokens.exists() and not later.exclude(revoked=None).exists() and later.count() < MOST_AT_ONCE


def _end_oldest(spent: RefreshToken) -> None:
    """End the oldest tokens to make room for one more; tabs that share storage abandon all but their last token."""
    good = RefreshToken.objects.filter(token_family=spent.token_family, revoked=None).order_by("-pk")
    for oldest in good[MOST_AT_ONCE - 1 :]:
        oldest.revoke()  # type: ignore[no-untyped-call]


def _was_lost(spent: RefreshToken) -> bool:
    """Check whether it was exchanged once, just now, and the new tokens have been neither used nor exchanged."""
    lately = spent.revoked is not None and timezone.now() - spent.revoked < GRACE
    unused = AccessToken.objects.filter(source_refresh_token=spent, last_used_at=None)
    return lately and spent.again_at is None and unused.exists()


def _take_back_lost(spent: RefreshToken, request: Request) -> None:
    """End the tokens for which a refresh token was first exchanged, under its lock, which serializes requests.

    Raises InvalidGrantError if they were not lost.
    """
    if not _was_lost(spent):
        raise InvalidGrantError(request=request)
    for next_one in RefreshToken.objects.filter(access_token__source_refresh_token=spent):
        next_one.revoke()  # type: ignore[no-untyped-call]
    AccessToken.objects.filter(source_refresh_token=spent).delete()
    spent.again_at = timezone.now()
    spent.save(update_fields=["again_at"])


def _family(code: str, client: Application) -> UUID:
    text = f"oauth:{client.client_id}:{code}".encode()
    return UUID(bytes=hmac.digest(settings.SECRET_KEY.encode(), text, "sha256")[:16])
