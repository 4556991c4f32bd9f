"""Orders and conditions about rail yards.

place blue 3 loco 1              these cards; cards that can never be placed are refused at once
... when robbed                  a row was robbed from my yard since the plan was given
"""

from typing import Final

import engine
from engine.parts.yards import PlaceRow, PlaceThree, refuse_no_row, refuse_no_three
from games.table.plans.moves import Exactly
from games.table.plans.vocabulary import Condition, ConditionReader, PlanOrder, PlanWords, Seen


class Robbed(Condition):
    """The condition that somebody has robbed the seat."""

    def holds(self, situation: Seen) -> bool:
        return any(
            event["type"] == "train_robbed" and event["victim"] == situation.seat for event in situation.events()
        )


def _read_robbed(rules: engine.Ruleset, words: list[str]) -> Condition:
    if words:
        raise engine.MalformedMove("words_left_over", given=" ".join(words)[:80])
    return Robbed()


def _read_place(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    move = engine.notation.parse(rules, " ".join(["place", *words]))
    if isinstance(move, PlaceRow):
        refuse_no_row(move)
    if isinstance(move, PlaceThree):
        refuse_no_three(move)
    return Exactly(move)


def _has_yards(rules: engine.Ruleset) -> bool:
    return "place" in rules.verbs


WORDS: Final = PlanWords(
    orders={"place": _read_place}, conditions={"robbed": ConditionReader(_read_robbed, _has_yards)}
)
