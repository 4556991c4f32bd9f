"""The engine's refusals: a stable code and its parameters, never a sentence for people."""

from collections.abc import Mapping


class EngineError(Exception):
    """A refusal: `code` is a stable name for the reason, `detail` holds JSON-ready parameters."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail: Mapping[str, object] = detail

    def __str__(self) -> str:
        parameters = ", ".join(f"{name}={value}" for name, value in sorted(self.detail.items()))
        return f"{self.code} ({parameters})" if parameters else self.code


class MalformedMove(EngineError):
    """The refusal of text or JSON that does not describe any move of this ruleset."""


class IllegalMove(EngineError):
    """The refusal of a move that the rules forbid now; `detail["rule"]` is the number of the rule."""

    def renumbered(self, replaces: Mapping[str, str]) -> "IllegalMove":
        """Return this refusal with the game's own rule number, if `replaces` has one for the shared part's."""
        rule = str(self.detail["rule"])
        return IllegalMove(self.code, **{**self.detail, "rule": replaces[rule]}) if rule in replaces else self


class UnknownRuleset(EngineError):
    """The refusal of a ruleset that does not exist or cannot be played with these seats or options."""
