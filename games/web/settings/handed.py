"""Passing a new secret to the page that shows it once: in a cookie that lasts two minutes and is deleted there.

So the site stores no secret, and a form that is sent twice creates only one.
"""

from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from games.models import Player

SHOWN_FOR: Final = 120
"""How long the cookie lasts, in seconds."""


class HandedSecret(NamedTuple):
    """A kind of secret: the name of its cookie, and the name of the page that shows it."""

    cookie: str
    page: str

    def give(self, answer: HttpResponseBase, subject: str, secret: str) -> None:
        """Send the secret in a cookie with the response, which redirects to the page.

        `subject`, which must not contain dots, names what the secret belongs to.
        """
        answer.set_cookie(
            self.cookie,
            self._make_signer().sign(f"{subject}.{secret}"),
            max_age=SHOWN_FOR,
            path=reverse(self.page),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Strict",
        )

    def given(self, request: HttpRequest) -> tuple[str, str] | None:
        """Return the subject and the secret; None if there is none, or it is too old."""
        try:
            value = self._make_signer().unsign(request.COOKIES.get(self.cookie, ""), max_age=SHOWN_FOR)
        except BadSignature:
            return None
        subject, _dot, secret = value.partition(".")
        return subject, secret

    def forget(self, answer: HttpResponseBase) -> None:
        """Delete the cookie, since the page has shown the secret."""
        answer.delete_cookie(self.cookie, path=reverse(self.page), samesite="Strict")

    def _make_signer(self) -> TimestampSigner:
        return TimestampSigner(sep="~", salt=f"games.web.settings.{self.cookie}")


def is_first(player: Player, form_id: str) -> bool:
    """Check whether this player's form, identified by its id, is sent for the first time."""
    return cache.add(f"settings-form:{player.pk}:{form_id}", "used", SHOWN_FOR)
