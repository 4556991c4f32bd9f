"""Running text: neighboring sentences about the same player are joined into one."""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from games.presentation.words.sentences import Clause, Spoken, join


class ToldOf(NamedTuple):
    """The sentences about a turn, and the name of its player; "" if it is about nobody."""

    who: str
    sentences: tuple[Spoken, ...]

    @property
    def line(self) -> str:
        """Return the sentences as text."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def html(self) -> str:
        """Return the sentences as HTML, the player's name in bold where it is first told what the player did."""
        first, *others = self.sentences
        begins = first.html if isinstance(first, Clause) and first.name == self.who else escape(first.text)
        return " ".join([begins, *(escape(sentence.text) for sentence in others)])


def together_by_player(told: Iterable[ToldOf]) -> list[ToldOf]:
    """Join consecutive turns of the same player; leave all others as they are."""
    texts: list[ToldOf] = []
    for turn in told:
        if texts and (joined := _join_turns(texts[-1], turn)):
            texts[-1] = joined
        else:
            texts.append(turn)
    return texts


def _join_turns(first: ToldOf, second: ToldOf) -> ToldOf | None:
    """Return both turns as one, if the first is one sentence, with which the second can go on; otherwise None."""
    if not first.who or first.who != second.who or len(first.sentences) != 1:
        return None
    before, after = first.sentences[0], second.sentences[0]
    if not (isinstance(before, Clause) and isinstance(after, Clause)) or {before.name, after.name} != {first.who}:
        return None
    joined = join(before, after)
    return None if joined is None else ToldOf(first.who, (joined, *second.sentences[1:]))
