"""Moves in words: a single move, and the possible uses of a turn: "take cards, claim a route or draw tickets"."""

from collections.abc import Iterable
from typing import cast

from django.utils.translation import gettext as _

import engine
from engine.logged_moves import LoggedMove
from games.presentation import words


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
    joints = ["", *[_(", ")] * (len(tags) - 2), *[_(" or ")] * (len(tags) > 1)]
    joined = [(joint, deed, tag) for joint, (deed, tag) in zip(joints, tags.items(), strict=False)]
    return [
        (joint, deed if index else deed[:1].upper() + deed[1:], tag) for index, (joint, deed, tag) in enumerate(joined)
    ]
