"""Running text: what one player did, one sentence after the other, is told in one."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _


class ToldOf(NamedTuple):
    """What is told, and whom it is about: their name as it begins; "" for nobody."""

    who: str
    line: str


def together_by_player(every: Iterable[ToldOf]) -> list[ToldOf]:
    """Sentences that follow each other about the same player become one; all others stay as they are."""
    found: list[ToldOf] = []
    for one in every:
        if found and (joined := _joined(found[-1], one)):
            found[-1] = joined
        else:
            found.append(one)
    return found


def _joined(first: ToldOf, then: ToldOf) -> ToldOf | None:
    begins = f"{first.who} "
    if not first.who or first.who != then.who or not (first.line.startswith(begins) and then.line.startswith(begins)):
        return None
    if ". " in first.line:  # somebody else's points stand between them
        return None
    told = {"first": first.line.removesuffix("."), "then": then.line.removeprefix(begins)}
    return ToldOf(first.who, _("%(first)s and %(then)s") % told)
