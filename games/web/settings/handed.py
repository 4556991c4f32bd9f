"""A new secret goes to the page that shows it once, in a cookie of two minutes that is taken away there.

So the site keeps nothing, and a form that is sent twice makes one thing.
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
"""Seconds."""


class HandedSecret(NamedTuple):
    """By the cookie's name, to the page with this name."""

    cookie: str
    page: str

    def give(self, answer: HttpResponseBase, of: str, secret: str) -> None:
        """With the answer, which leads to the page. `of`: what it is the secret of; without dots."""
        answer.set_cookie(
            self.cookie,
            self._signer().sign(f"{of}.{secret}"),
            max_age=SHOWN_FOR,
            path=reverse(self.page),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Strict",
        )

    def given(self, request: HttpRequest) -> tuple[str, str] | None:
        """What it is the secret of, and the secret; None if there is none, or no more."""
        try:
            value = self._signer().unsign(request.COOKIES.get(self.cookie, ""), max_age=SHOWN_FOR)
        except BadSignature:
            return None
        of, _dot, secret = value.partition(".")
        return of, secret

    def forget(self, answer: HttpResponseBase) -> None:
        """The page has shown it."""
        answer.delete_cookie(self.cookie, path=reverse(self.page), samesite="Strict")

    def _signer(self) -> TimestampSigner:
        return TimestampSigner(sep="~", salt=f"games.web.settings.{self.cookie}")


def is_first(player: Player, form_id: str) -> bool:
    """Whether this player's form, which has an id of its own, was not sent before."""
    return cache.add(f"settings-form:{player.pk}:{form_id}", "used", SHOWN_FOR)
