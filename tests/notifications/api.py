"""API clients for the tests: for a stranger, or for a player with a fresh token."""

from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Player
from games.people.tokens import create_sign_in_token


def client(player: Player | None = None) -> APIClient:
    """Return a client, with a token if a player is given."""
    answer = APIClient()
    if player is not None:
        _, secret = create_sign_in_token(player=player, now=timezone.now())
        answer.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return answer
