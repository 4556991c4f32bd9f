"""What the engine refuses: a stable code and its parameters, never a sentence for people."""

from collections.abc import Mapping


class EngineError(Exception):
    """A refusal: `code` names the reason for ever, `detail` holds JSON-ready parameters."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail: Mapping[str, object] = detail

    def __str__(self) -> str:
        parameters = ", ".join(f"{name}={value}" for name, value in sorted(self.detail.items()))
        return f"{self.code} ({parameters})" if parameters else self.code


class MalformedMove(EngineError):
    """The text or JSON does not describe a move of this ruleset at all."""


class IllegalMove(EngineError):
    """A move of this ruleset that the rules forbid now; `detail["rule"]` is the number in the rules."""

    def renumbered(self, replaces: Mapping[str, str]) -> "IllegalMove":
        """Return this refusal under the number of the rule that a game puts in place of that of a shared part."""
        rule = str(self.detail["rule"])
        return IllegalMove(self.code, **{**self.detail, "rule": replaces[rule]}) if rule in replaces else self


class UnknownRuleset(EngineError):
    """No ruleset has this id, or it cannot be played with these seats or options."""
