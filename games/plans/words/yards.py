"""Rail yards.

... when robbed                  a row was robbed from the own yard since the plan was given
"""

from typing import Final

import engine
from games.plans.vocabulary import Condition, ConditionReader, PlanWords, Seen


class Robbed(Condition):
    """Somebody has robbed the seat."""

    def holds(self, seen: Seen) -> bool:
        """Whether somebody has."""
        return any(event["victim"] == seen.seat for event in seen.events("train_robbed"))


def _robbed(rules: engine.Ruleset, words: list[str]) -> Condition:
    if words:
        raise engine.MalformedMove("words_left_over", given=" ".join(words)[:80])
    return Robbed()


def _where(rules: engine.Ruleset) -> bool:
    return "place" in rules.verbs


WORDS: Final = PlanWords(conditions={"robbed": ConditionReader(_robbed, _where)})
