"""The part of the tour that goes through clubs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Importing this at run time would be circular: the tour imports this module.
    from tests.api.tour import Tourist


def walk(people: list["Tourist"]) -> None:
    """Found a club, fill it by an invitation, a request and its link, and let its founder leave."""
    host, second, third = people
    club = host.do("post", "/clubs", {"name": "The Sleepers", "about": "A day for each move."})["id"]
    here = f"/clubs/{club}"
    assert second.player is not None
    assert third.player is not None
    host.do("post", f"{here}/invitations", {"names": [third.player.name]})
    third.do("post", f"{here}/decline")
    second.do("post", f"{here}/join")
    for path in ("/clubs", here, f"{here}/members", f"{here}/ladder", "/me/clubs"):
        host.do("get", path)
    host.do("put", f"{here}/members/{second.player.pk}")
    host.do("put", f"{here}/members/{second.player.pk}", {"host": True})
    news = host.do("post", f"{here}/announcements", {"text": "The winter cup begins on Friday."})["id"]
    second.do("get", f"{here}/announcements")
    second.do("put", f"{here}/emails", {"on": False})
    host.do("delete", f"{here}/announcements/{news}")
    second.do("post", f"{here}/talk", {"text": "Who is in for Friday?"})
    host.do("get", f"{here}/talk")
    host.do("post", f"{here}/talk/1/report", {})
    token = host.do("put", f"{here}/link")["token"]
    host.do("get", f"{here}/link")
    third.do("get", f"/invitations/{token}")
    third.do("post", f"/invitations/{token}/join")
    host.do("delete", f"{here}/link")
    host.do("patch", here, {"entry": "open"})
    host.do("delete", f"{here}/members/{third.player.pk}")
    host.do("post", f"{here}/leave", {})
