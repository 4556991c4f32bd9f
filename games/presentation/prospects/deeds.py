"""Moves in words: a single move, and the possible uses of a turn: "take cards, claim a route or draw tickets"."""

from collections.abc import Iterable
from typing import cast

import engine
from engine.logged_moves import LoggedMove
from games.presentation import words
from games.presentation.words.capitals import begin_line
from games.presentation.words.lists import joints_of_alternatives


def name(rules: engine.Ruleset, move: engine.Move) -> str:
    """Return a move in words, as its own seat knows it; in notation if there are no words for it."""
    encoded = engine.codec_of(rules).move(move)
    return words.move(cast("LoggedMove", {**encoded.public, **encoded.own}), rules.board) or engine.notation.write(
        rules, move
    )


def describe(options: Iterable[engine.Move]) -> str:
    """Describe these moves of a turn, in order; "" if nothing is left but to pass."""
    return "".join(before + deed for before, deed, _tag in parts(options))


def parts(options: Iterable[engine.Move]) -> list[tuple[str, str, str]]:
    """Describe these moves of a turn in parts: the text before an action, the action, and the tag of its first move."""
    tags: dict[str, str] = {}
    for tag in dict.fromkeys(type(move).tag for move in options):
        for deed in words.deeds([tag]):
            tags.setdefault(deed, tag)
    tagged_deeds = [(deed if index else begin_line(deed), tag) for index, (deed, tag) in enumerate(tags.items())]
    return [
        (joint, deed, tag)
        for joint, (deed, tag) in zip(joints_of_alternatives(len(tagged_deeds)), tagged_deeds, strict=True)
    ]
