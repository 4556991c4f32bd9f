"""The part of the tour that creates a bot, has it challenged, and retires it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Importing this at run time would be circular: the tour imports this module.
    from tests.api.tour import Tourist


def walk(owner: "Tourist", somebody: "Tourist") -> None:
    """Create a bot, configure it, list it, and retire it."""
    here = f"/me/bots/{owner.do('post', '/me/bots', {'name': 'Rook'})['id']}"
    owner.do("patch", here, {"challenges": "at_once", "rulesets": ["usa@1"], "shortest_time": "P1D", "most_games": 5})
    owner.do("get", "/me/bots")
    owner.do("get", here)
    somebody.do("get", "/bots")
    owner.do("post", f"{here}/token")
    owner.do("delete", f"{here}/token")
    owner.do("delete", here)
