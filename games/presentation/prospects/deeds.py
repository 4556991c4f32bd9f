"""Moves in words: each of them, and what a turn is for: "take cards, claim a route or draw tickets"."""

from collections.abc import Iterable
from typing import cast

from django.utils.translation import gettext as _

import engine
from engine.logged_moves import LoggedMove
from games.presentation import words


def name(rules: engine.Ruleset, move: engine.Move) -> str:
    """Name a move in words, as its own seat knows it; in notation where it has none."""
    encoded = engine.codec_of(rules).move(move)
    return words.move(cast("LoggedMove", {**encoded.public, **encoded.own}), rules.board) or engine.notation.write(
        rules, move
    )


def describe(options: Iterable[engine.Move]) -> str:
    """Say what these moves of a turn do, in their order; "" if there is nothing left to do but pass."""
    return "".join(before + deed for before, deed, _tag in parts(options))


def parts(options: Iterable[engine.Move]) -> list[tuple[str, str, str]]:
    """Say what these moves of a turn do, in parts: what stands before an action, the action, and the tag of its first
    move.
    """
    tags: dict[str, str] = {}
    for tag in dict.fromkeys(type(move).tag for move in options):
        for deed in words.deeds([tag]):
            tags.setdefault(deed, tag)
    joints = ["", *[_(", ")] * (len(tags) - 2), *[_(" or ")] * (len(tags) > 1)]
    joined = [(joint, deed, tag) for joint, (deed, tag) in zip(joints, tags.items(), strict=False)]
    return [
        (joint, deed if index else deed[:1].upper() + deed[1:], tag) for index, (joint, deed, tag) in enumerate(joined)
    ]
