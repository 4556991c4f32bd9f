"""The part of the tour that goes through webhooks."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The tour goes through here.
    from tests.api.tour import Tourist


def walk(someone: "Tourist") -> None:
    """Registered, changed, tested, posted again, deleted."""
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
