"""Clients that call the API in the tests, over real HTTP messages."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from games.email_addresses import normalize
from games.models import Player
from games.people.tokens import create_personal_token
from games.scopes import SCOPES
from notifications.models import Mail

API = "/api/v1"


def player(name: str, **facts: Any) -> Player:
    """Return a player with an email address of the same name."""
    return Player.objects.create_user(f"{name.lower()}@example.org", name, **facts)


def secret_of(owner: Player, scopes: Iterable[str] = SCOPES, lasts: timedelta = timedelta(days=1)) -> str:
    """Return the secret of a new token."""
    now = timezone.now()
    _, secret = create_personal_token(player=owner, label="test", scopes=scopes, expires_at=now + lasts, now=now)
    return secret


def stranger() -> APIClient:
    return APIClient(raise_request_exception=False)


def client_of(owner: Player, scopes: Iterable[str] = SCOPES) -> APIClient:
    """Return a client with a token of this player's."""
    return with_secret(secret_of(owner, scopes))


def with_secret(secret: str) -> APIClient:
    client = stranger()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def newest_mail(address: str) -> Mail:
    """Return the last account email waiting to be sent to this address."""
    return Mail.objects.filter(address__iexact=normalize(address)).latest("id")


def mailed_code(address: str) -> str:
    """Return the code in that email, as its reader sees it."""
    code: str = (newest_mail(address).context or {})["code"]
    return code


def mailed_link(address: str) -> str:
    """Return the path of the link in that email."""
    link: str = (newest_mail(address).context or {})["link"]
    return link.removeprefix(settings.PUBLIC_URL)


def sign_up(address: str = "ada@example.org", name: str = "Ada", **facts: str) -> dict[str, Any]:
    """Sign up a new player; return the answer of `accounts/confirm`, which has a token."""
    asked = stranger().post(f"{API}/accounts", {"email": address, "name": name, **facts})
    assert asked.status_code == 202, asked.content
    return confirm(asked.json()["confirmation"], mailed_code(address))


def confirm(confirmation: str, code: str) -> dict[str, Any]:
    answer = stranger().post(f"{API}/accounts/confirm", {"confirmation": confirmation, "code": code})
    assert answer.status_code == 200, answer.content
    signed_in: dict[str, Any] = answer.json()
    return signed_in
