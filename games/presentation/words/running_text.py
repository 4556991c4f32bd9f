"""Running text: neighboring sentences about the same player are joined into one."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _


class ToldOf(NamedTuple):
    """A sentence, and the name of its player, with which it begins; "" if it is about nobody."""

    who: str
    line: str


def together_by_player(sentences: Iterable[ToldOf]) -> list[ToldOf]:
    """Join consecutive sentences about the same player; leave all others as they are."""
    texts: list[ToldOf] = []
    for sentence in sentences:
        if texts and (joined := _join_sentences(texts[-1], sentence)):
            texts[-1] = joined
        else:
            texts.append(sentence)
    return texts


def _join_sentences(first: ToldOf, second: ToldOf) -> ToldOf | None:
    begins = f"{first.who} "
    if (
        not first.who
        or first.who != second.who
        or not (first.line.startswith(begins) and second.line.startswith(begins))
    ):
        return None
    if ". " in first.line:  # a sentence about another player's points is between them
        return None
    parts = {"first": first.line.removesuffix("."), "then": second.line.removeprefix(begins)}
    return ToldOf(first.who, _("%(first)s and %(then)s") % parts)
