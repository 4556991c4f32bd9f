"""The address of what a request has made, for the header “Location” of its answer."""

from typing import Final

from django.urls import Resolver404, resolve

DEEPEST: Final = 5
"""How many steps up from a request's address its “Location” may be: a move is read at its game, a ruling too."""


def locate_created(path: str, made_id: object = None) -> str | None:
    """Return where that can be read which a POST to this path has made; None if nowhere near.

    This is its own address, if it has one; else the nearest above it: the list that it is in, or what it belongs to.
    """
    parts = path.split("/")
    above = ["/".join(parts[: len(parts) - steps]) for steps in range(DEEPEST)]
    candidates = above if made_id is None else [f"{path}/{made_id}", *above]
    return next((candidate for candidate in candidates if _is_readable(candidate)), None)


def _is_readable(path: str) -> bool:
    try:
        view = resolve(path).func
    except Resolver404:
        return False
    return hasattr(getattr(view, "view_class", None), "get")
