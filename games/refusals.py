"""A refusal in words, for people and programs: its status, its title, and a sentence.

The rules and the services themselves have only codes and parameters. Codes of services stand in `games.words.problems`,
those of the rules in the words of each game.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.errors import EngineError, MalformedMove
from games import words
from games.errors import Refused
from games.words.problems import KINDS, ProblemKind


class Explained(NamedTuple):
    """A refusal in words. `detail` is about this one; "" where the title says it all."""

    code: str
    status: int
    title: str
    detail: str


def explained(refusal: Refused | EngineError) -> Explained:
    """The refusal, in the language that is active. Raises KeyError for a service's code that has no kind."""
    if isinstance(refusal, EngineError):
        kind = KINDS["malformed_move" if isinstance(refusal, MalformedMove) else "illegal_move"]
        return Explained(refusal.code, kind.status, str(kind.title), explain(refusal))
    kind = KINDS[refusal.code]
    return Explained(kind.code, kind.status, str(kind.title), sentence(kind, refusal.detail))


def sentence(kind: ProblemKind, parameters: Mapping[str, object]) -> str:
    """What there is to say of one occurrence."""
    return str(kind.detail).format_map({name: listed(value) for name, value in parameters.items()})


def explain(error: EngineError) -> str:
    """Why a move was refused, in a sentence; the bare code if there is none."""
    detail = {name: listed(value) for name, value in error.detail.items()}
    return str(words.REFUSALS.get(error.code, error.code)).format_map(detail)


def listed(value: object) -> object:
    """Several things as a sentence has them; anything else as it is."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
