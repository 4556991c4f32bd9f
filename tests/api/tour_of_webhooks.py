"""The part of the tour that goes through webhooks, a player's own and a table's."""

import base64
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Player
from games.people import own_apps
from games.people.own_apps import AppWish

if TYPE_CHECKING:
    # Importing this at run time would be circular: the tour imports this module.
    from tests.api.tour import Tourist


def walk(someone: "Tourist", program: "Tourist") -> None:
    """Go through a player's webhook, an app's, and a table's."""
    for each in (someone, program):
        _walk_through_own(each)
    _walk_through_tables(someone)


def _walk_through_own(someone: "Tourist") -> None:
    """Register a webhook, change it, test it, redeliver, and delete it."""
    wish = {"url": "https://bot.example.org/night-mail", "events": ["your_turn", "game_over"], "label": "my bot"}
    here = f"/me/webhooks/{someone.do('post', '/me/webhooks', wish)['id']}"
    someone.do("get", "/me/webhooks")
    someone.do("get", here)
    someone.do("patch", here, {"full": True})
    someone.do("post", f"{here}/secret")
    tried = someone.do("post", f"{here}/test")["id"]
    someone.do("get", f"{here}/deliveries")
    someone.do("post", f"{here}/deliveries/{tried}/replay")
    someone.do("delete", here)


def _walk_through_tables(someone: "Tourist") -> None:
    """Attach a chat to a table, change it, test it, and detach it."""
    wish = {"ruleset": "usa@1", "seats": 2, "clock": {"time_per_move": "P1D"}}
    table = {"game": someone.do("post", "/games", wish)["id"], "format": "discord", "events": ["your_turn"]}
    made = someone.do("post", "/me/webhooks", {**table, "url": "https://chat.example.org/api/webhooks/1/secret"})
    here = f"/me/webhooks/{made['id']}"
    someone.do("get", f"/me/webhooks?game={table['game']}")
    someone.do("patch", here, {"events": ["entry", "your_turn"]})
    someone.do("post", f"{here}/test")
    someone.do("delete", here)


def app_of(owner: Player) -> Any:
    """Return a client that shows the id and the secret of a new app of this player's."""
    wish = AppWish("Board Viewer", ["https://app.example.org/back"])
    app, secret = own_apps.register(owner=owner, wish=wish, has_secret=True, now=timezone.now())
    client = APIClient()
    shown = base64.b64encode(f"{app.client_id}:{secret}".encode()).decode()
    client.credentials(HTTP_AUTHORIZATION=f"Basic {shown}")
    return client
