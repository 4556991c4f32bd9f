"""Learners at positions of any game: what their coach says there."""

from collections.abc import Iterator

import engine
from engine.views import View, own
from games.presentation.lessons import LESSONS, Explanation, LearnerView, choose_due_line

LEARNER = 0


def learner_view(ruleset: str, view: View, scoring: engine.SeatScoring | None = None) -> LearnerView:
    prompt = next((prompt for prompt in view["prompts"] if prompt["seat"] == LEARNER), None)
    return LearnerView(engine.ruleset(ruleset).board, view, own(view), LEARNER, prompt, scoring)


def explain(ruleset: str, view: View, key: str) -> Explanation:
    """Return what this line says here. It must be due."""
    at = learner_view(ruleset, view)
    line = next(line for line in LESSONS[ruleset] if line.key == key)
    assert line.is_due(at)
    return line.explain(at)


def due_key(ruleset: str, view: View, *read: str) -> str | None:
    line = choose_due_line(LESSONS[ruleset], learner_view(ruleset, view), read)
    return line.key if line else None


def read_lesson(ruleset: str, seats: int, seed: int) -> Iterator[tuple[str, Explanation]]:
    """Yield each line, with its key, of a game that a stand-in plays to its end for the learner, too."""
    chance = engine.Chance(bytes([seed]) * 32)
    state = engine.start(engine.ruleset(ruleset), seats=seats, chance=chance).state
    read: list[str] = []
    while True:
        scorings = engine.final_scoring(state) if state.over else []
        scoring = next((scoring for scoring in scorings if scoring.seat == LEARNER), None)
        at = learner_view(ruleset, engine.view(state, LEARNER), scoring)
        while line := choose_due_line(LESSONS[ruleset], at, read):
            read.append(line.key)
            yield line.key, line.explain(at)
        if not state.prompts:
            return
        seat = state.prompts[0].seat
        choice = engine.stand_in.choose(state.rules, engine.view(state, seat), engine.options(state, seat))
        state = engine.decide(state, seat, choice, chance).state
