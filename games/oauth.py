"""What django-oauth-toolkit asks us about apps' requests, where its own answer is not enough."""

import hmac
from typing import Any
from uuid import UUID

from django.conf import settings
from oauth2_provider.models import get_grant_model
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2 import InvalidGrantError  # type: ignore[import-untyped]

from games.models import AccessToken, RefreshToken


class Validator(OAuth2Validator):
    """A code that comes back a second time ends all that it was traded for (RFC 6749 4.1.2): one of the two is a thief.

    The tokens of one code are a family, and the family's name is made from the code. So nothing need be remembered of
    a code that was used.
    """

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any) -> bool:
        known: bool = super().validate_code(  # type: ignore[no-untyped-call]
            client_id, code, client, request, *args, **kwargs
        )
        if not known and not get_grant_model().objects.filter(code=code).exists():
            RefreshToken.revoke_family(_family(code, client))
        return known

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any) -> None:
        """Raises InvalidGrantError if another request was faster; then neither keeps its tokens."""
        try:
            super().invalidate_authorization_code(  # type: ignore[no-untyped-call]
                client_id, code, request, *args, **kwargs
            )
        except InvalidGrantError:
            RefreshToken.revoke_family(_family(code, request.client))
            raise

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: AccessToken, previous_refresh_token: Any
    ) -> RefreshToken:
        made: RefreshToken = super()._create_refresh_token(  # type: ignore[no-untyped-call]
            request, refresh_token_code, access_token, previous_refresh_token
        )
        if previous_refresh_token is None:
            made.token_family = _family(request.code, request.client)
            made.save(update_fields=["token_family"])
        return made


def _family(code: str, client: Any) -> UUID:
    text = f"oauth:{client.client_id}:{code}".encode()
    return UUID(bytes=hmac.digest(settings.SECRET_KEY.encode(), text, "sha256")[:16])
