"""Conditions on the progress of the game and of the plan.

... when last round              the last turns are being played
... when played 3                the plan has played three turns
... when day 2026-12-24          this day has begun (UTC)
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

import engine
from engine.errors import EngineError, MalformedMove
from engine.stand_in import seen as sight
from games.table.plans.vocabulary import Condition, ConditionReader, PlanWords, Seen, only_number

DAY: Final = "day 2026-12-24"


class LastRound(Condition):
    """The condition that the last turns are being played."""

    def holds(self, situation: Seen) -> bool:
        return sight.last_turn(situation.view)


@dataclass(frozen=True)
class TurnsPlayed(Condition):
    """The condition that the plan has played this many turns."""

    turns: int

    def holds(self, situation: Seen) -> bool:
        return situation.played >= self.turns


@dataclass(frozen=True)
class Day(Condition):
    """The condition that a day has begun (UTC)."""

    day: date

    def holds(self, situation: Seen) -> bool:
        return situation.today >= self.day

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return an error if the day is in the past."""
        return EngineError("day_is_over", day=str(self.day)) if situation.today > self.day else None


def _read_last(rules: engine.Ruleset, words: list[str]) -> Condition:
    if words != ["round"]:
        raise MalformedMove("last_what", expected="last round")
    return LastRound()


def _read_played(rules: engine.Ruleset, words: list[str]) -> Condition:
    return TurnsPlayed(only_number(words, "played 3"))


def _read_day(rules: engine.Ruleset, words: list[str]) -> Condition:
    try:
        return Day(date.fromisoformat(" ".join(words)))
    except ValueError:
        raise MalformedMove("no_day", expected=DAY) from None


WORDS: Final = PlanWords(
    conditions={
        "last": ConditionReader(_read_last),
        "played": ConditionReader(_read_played),
        "day": ConditionReader(_read_day),
    }
)
