"""What moves do, in words: each of them, and what a turn is for: "take cards, claim a route or draw tickets"."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

import engine
from games import words


def name(rules: engine.Ruleset, move: engine.Move) -> str:
    """A move in words, as its own seat knows it; in notation where it has none."""
    said = engine.codec_of(rules).move(move)
    return words.move({**said.public, **said.own}, rules.board) or engine.notation.write(rules, move)


def told(options: Iterable[engine.Move]) -> str:
    """What these moves of a turn do, in their order; "" where there is nothing left to do but pass."""
    parts = words.deeds(dict.fromkeys(type(move).tag for move in options))
    if not parts:
        return ""
    whole = _(", ").join(parts[:-1]) + _(" or ") + parts[-1] if len(parts) > 1 else parts[0]
    return whole[:1].upper() + whole[1:]
