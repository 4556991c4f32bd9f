"""Why a move was refused, in a sentence for people. The engine itself has only codes and parameters."""

from engine.errors import EngineError
from games import words


def explain(error: EngineError) -> str:
    """The sentence, in the language that is active; the bare code if there is none."""
    detail = {name: listed(value) for name, value in error.detail.items()}
    return str(words.REFUSALS.get(error.code, error.code)).format_map(detail)


def listed(value: object) -> object:
    """Several things as a sentence has them; anything else as it is."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
