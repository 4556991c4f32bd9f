"""What a translator cannot see in a message alone: where it shows, and the lines of code around it."""

import textwrap
from collections.abc import Iterable
from typing import Final

from deploy.catalogs.messages import SourceMessage
from deploy.catalogs.owners import ROOT

SHOWN: Final[tuple[tuple[str, str], ...]] = (
    ("games/presentation/words/plans.py", "about a plan: moves that a player has noted for later turns"),
    ("games/presentation/words/proposals.py", "what a player proposes to the table, and what it would change"),
    ("games/presentation/words/rulings.py", "the log: what an admin, or the table by agreement, decided about a game"),
    ("games/presentation/words/colors.py", "a color or a card, as a part of other sentences"),
    ("games/presentation/words/problems", "why a request of a person or a program was refused"),
    ("games/presentation/words/", "the log of a game, on pages and in emails; or why a move was refused"),
    ("games/presentation/scoring/", "how an ended game was scored, on its page and in an email"),
    ("games/presentation/prospects/", "a suggestion: what a move is good for, or how a ticket stands"),
    ("games/presentation/pictures/", "a caption or text alternative of a picture of the board"),
    ("games/presentation/lessons/", "what a coach says in a guided first game"),
    ("games/templates/web/table/legends/", "the legend below the map of a game"),
    ("games/templates/web/table/", "the page of a game"),
    ("games/web/table/questions/", "the page of a game: a question to the player, and its answers, which are buttons"),
    ("games/web/table/", "the page of a game"),
    ("games/templates/web/settings/", "a page of settings"),
    ("games/templates/web/cups/", "a page of a cup"),
    ("games/templates/web/leagues/", "a page of a league"),
    ("games/templates/web/clubs/", "a page of a club"),
    ("games/templates/mfa/", "a page about signing in with a second factor"),
    ("games/templates/", "a page of the site"),
    ("games/web/", "a page of the site"),
    ("games/api/", "why a program's request was refused"),
    ("games/models/", "a choice in a form, or one word for a state"),
    ("notifications/inbox/explanations.py", "the answer by email to a line that could not be understood"),
    ("notifications/inbox/site/", "the answer by email to somebody who wrote to the site"),
    ("notifications/inbox/", "the answer by email to a player's reply"),
    ("notifications/letters/subjects.py", "the subject of an email; what follows is the name of the table"),
    ("notifications/letters/choices.py", "one of the numbered moves in an email, which a reply chooses"),
    ("notifications/letters/", "an email about a game"),
    ("notifications/outbox/push/", "a short notification on a phone or in a browser"),
    ("notifications/times.py", "a time or a duration, as a part of other sentences"),
    ("notifications/templates/account/", "an email about an account"),
    ("notifications/templates/", "a page that a link in an email opens"),
    ("notifications/noticeboard.py", "the list of news on the site"),
    ("notifications/policy/kinds.py", "the name of a kind of email, in settings"),
)
"""The first that a file's path begins with says what readers see of it."""
BEFORE, AFTER = 3, 3
"""Lines of code around a message."""
MOST: Final = 3
"""Places, and files of each, that are named."""
LONGEST: Final = 160
"""Letters of a template's line around a message."""


def describe_places(messages: Iterable[SourceMessage]) -> str:
    """Return where a message shows, in words, with the files."""
    files: dict[str, list[str]] = {}
    for file in dict.fromkeys(message.file for message in messages):
        files.setdefault(_describe(file), []).append(file)
    return "; ".join(f"{words} ({', '.join(listed[:MOST])})" for words, listed in list(files.items())[:MOST])


def _describe(file: str) -> str:
    return next((words for path, words in SHOWN if file.startswith(path)), "the site")


def quote_code(message: SourceMessage) -> str:
    """Return the lines around a message, those of templates cut to what is near it."""
    lines = (ROOT / message.file).read_text(encoding="utf-8").splitlines()
    index = message.line - 1
    if message.file.endswith(".py"):
        return textwrap.dedent("\n".join(lines[max(index - BEFORE, 0) : index + AFTER])).strip()
    opening = message.key.text.partition("%")[0]
    line = next((line for line in lines[index:] + lines[:index] if opening in line), "")
    begin = max(line.find(opening) - LONGEST // 2, 0)
    return line[begin : begin + LONGEST + len(message.key.text)].strip()
