"""The part of the tour that goes through push subscriptions."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Importing this at run time would be circular: the tour imports this module.
    from tests.api.tour import Tourist

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The browser's public key in the example of RFC 8291, 5."""


def walk(someone: "Tourist") -> None:
    """Get the key, register a device with it, list it, test it, remove it."""
    here = "/me/push-subscriptions"
    someone.do("get", f"{here}/key")
    keys = {"p256dh": POINT, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    wish = {"endpoint": "https://push.example.net/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "keys": keys, "label": "my phone"}
    made = f"{here}/{someone.do('post', here, wish)['id']}"
    someone.do("get", here)
    someone.do("post", f"{made}/test")
    someone.do("delete", made)
