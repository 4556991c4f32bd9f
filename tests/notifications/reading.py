"""Reading a turn's email in tests: its choices and their links, and the folded sections."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import engine
from games.models import Game
from games.presentation import words
from games.presentation.prospects import deeds
from games.table import store
from tests.games.stories import legal
from tests.notifications.post_office import Received


def choices(mail: Received) -> list[str]:
    """Return the numbered choices, each in one line."""
    part = mail.text.partition("YOUR MOVES\n\n")[2].partition("\n\n")[0]
    lines = re.sub(r"\n +(?!\d+  )", " ", part).splitlines()
    assert [line.split()[0] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
    return [line.lstrip().partition("  ")[2] for line in lines]


def steps(mail: Received) -> list[dict[str, str]]:
    """Return the query of each choice's link, all for the same prompt, checking their names in the HTML."""
    links = re.findall(r'class="choices".*?</table>', mail.html, re.DOTALL)
    found = re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', "".join(links))
    asked = [dict(parse_qsl(urlsplit(unescape(url)).query, keep_blank_values=True)) for url, _ in found]
    assert len(asked) == len(choices(mail))
    assert all(line.startswith(unescape(name)) for line, (_, name) in zip(choices(mail), found, strict=True))
    assert len({step.pop("prompt") for step in asked if step}) <= 1
    return asked


def folded(mail: Received, title: str) -> dict[str, list[str]]:
    """Return the groups of a folded section."""
    part = re.search(rf"^{title}(?: \(\d+\))?\n\n((?:(?!\n\n).)+)", mail.text, re.DOTALL | re.MULTILINE)
    lines = part[1].replace("\n  ", " ").splitlines() if part else []
    groups = [line.removeprefix("- ").partition(": ") for line in lines]
    return {name: things.split("; ") for name, _, things in groups}


def tracks(game: Game, seat: int) -> set[str]:
    """Return the tracks that a seat can pay for, as an email names them."""
    board = engine.ruleset(game.ruleset, game.options).board
    slugs = {move.split()[1] for move in legal(game, seat) if move.startswith("claim ")}
    return {f"{words.track(slug, board)} {board.routes[board.route_of[slug]].length}" for slug in slugs}


def default_told(game: Game, seat: int) -> str:
    """Return the seat's default as words; for a turn both cards (`games.table.play.expiry`)."""
    table = store.load(store.read(game.pk))
    said = move_text(table, engine.default_move(table.state, seat))
    whole = table.state.question_to(seat).tag == "take_turn"
    return "take two cards from the deck" if whole and said == "take a card from the deck" else said


def move_text(table: store.LoadedGame, move: engine.Move) -> str:
    return deeds.name(table.state.rules, move)


def all_told(game: Game, seat: int) -> list[str]:
    """Return every legal move in words."""
    table = store.load(store.read(game.pk))
    return [move_text(table, move) for move in engine.options(table.state, seat)]


def is_legal(step: dict[str, str], moves: list[str], market: list[Any]) -> bool:
    """Check whether a step of the table leads to a legal move."""
    ((name, value),) = step.items()
    begins = {
        "route": f"claim {value} ",
        "place": f"place {value} ",
        "city": f"start {value}",
        "tickets": "tickets",
    }
    if name == "keep":
        wanted = set(value.split(",")) - {""}
        answers = [move.split()[1:] for move in moves if move.startswith(("keep ", "complete "))]
        return any(set(numbers) - {"none"} == wanted for numbers in answers)
    if name == "take":
        places = value.split(",")
        kinds = ["deck" if place == "deck" else market[int(place) - 1] for place in places]
        alike = len(set(places)) < len(places) and "deck" not in places
        too_much = len(places) > 1 and ("locomotive" in kinds or alike)
        return not too_much and all(f"draw {place}" in moves for place in places)
    return any(move.startswith(begins[name]) for move in moves)
