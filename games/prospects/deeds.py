"""What moves do, in words: each of them, and what a turn is for: "take cards, claim a route or draw tickets"."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

import engine
from games import words


def name(rules: engine.Ruleset, move: engine.Move) -> str:
    """A move in words, as its own seat knows it; in notation where it has none."""
    said = engine.codec_of(rules).move(move)
    return words.move({**said.public, **said.own}, rules.board) or engine.notation.write(rules, move)


def describe(options: Iterable[engine.Move]) -> str:
    """What these moves of a turn do, in their order; "" where there is nothing left to do but pass."""
    return "".join(before + deed for before, deed, _tag in parts(options))


def parts(options: Iterable[engine.Move]) -> list[tuple[str, str, str]]:
    """The same in parts: what stands before a deed, the deed, and the tag of its first move."""
    found: dict[str, str] = {}
    for tag in dict.fromkeys(type(move).tag for move in options):
        for deed in words.deeds([tag]):
            found.setdefault(deed, tag)
    joints = ["", *[_(", ")] * (len(found) - 2), *[_(" or ")] * (len(found) > 1)]
    whole = [(joint, deed, tag) for joint, (deed, tag) in zip(joints, found.items(), strict=False)]
    return [
        (joint, deed if place else deed[:1].upper() + deed[1:], tag) for place, (joint, deed, tag) in enumerate(whole)
    ]
