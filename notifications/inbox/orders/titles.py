"""Lines of the email's list, typed or pasted, as orders of what they list. Pure."""

from collections.abc import Sequence

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import Title


def find(line: str, titles: Sequence[Title]) -> list[int]:
    """Return the places in the list of the texts that a line repeats, from its name on, with or without its number."""
    pieces = words.letters_and_numbers(line)
    if not pieces:
        return []
    return [place for place, title in enumerate(titles) if _repeats(pieces, place + 1, title)]


def _repeats(pieces: list[str], number: int, title: Title) -> bool:
    if pieces[0] == str(number):
        pieces = pieces[1:]
    name, text = words.letters_and_numbers(title.name), words.letters_and_numbers(title.text)
    return len(pieces) >= len(name) > 0 and text[: len(pieces)] == pieces
