"""The rules of Ticket to Ride as pure functions of a log of facts.

A game starts from a ruleset, a number of seats and a source of chance:

>>> import engine
>>> rules = engine.RULESETS["usa@1"]
>>> chance = engine.Chance(bytes(32))
>>> state, events = engine.start(rules, seats=2, chance=chance)

A position holds its open questions. Here both seats choose first tickets, at the same time:

>>> [(prompt.seat, prompt.tag) for prompt in state.prompts]
[(0, 'keep_first_tickets'), (1, 'keep_first_tickets')]

`options` are the legal answers, exactly: count them, look one up, go through them, take one:

>>> choices = engine.options(state, 0)
>>> len(choices)
4
>>> [engine.notation.write(rules, move) for move in choices][0]
'keep 25 24'
>>> choices[0] in choices
True

`decide` checks a move and tells the facts that it causes, and the position after them. The given one stays as it is:

>>> for seat in (0, 1):
...     state, events = engine.decide(state, seat, engine.options(state, seat)[0], chance)
>>> [event.tag for event in events]
['first_tickets_kept', 'first_tickets_settled', 'turn_began']
>>> state, events = engine.decide(state, 0, engine.notation.parse(rules, "draw deck"), chance)
>>> [event.tag for event in events]
['card_drawn', 'second_card_due']

A refusal has a code and the number of the rule:

>>> engine.decide(state, 1, engine.notation.parse(rules, "draw deck"), chance)
Traceback (most recent call last):
    ...
engine.errors.IllegalMove: nothing_to_answer (rule=B4, waiting_for=[0])

What one seat may know, and no more, is its view; a spectator is None:

>>> engine.view(state, 1)["you"]["hand"] == engine.view(state, 0)["you"]["hand"]
False
>>> engine.view(state, None)["you"] is None
True

Stored facts, folded again, give the same position (`replay`); `engine.codec` writes them as JSON, `engine.record` as
entries of a log with its chain of hashes, `python -m engine verify` checks an exported game.
"""

from engine import notation
from engine.chance import Chance, commitment, game_key
from engine.codec import codec_of
from engine.core import (
    Decision,
    Event,
    Move,
    Points,
    Prompt,
    Ruleset,
    Standing,
    State,
    check,
    decide,
    default_move,
    evolve,
    options,
    replay,
    standings,
    start,
    view,
)
from engine.errors import EngineError, IllegalMove, MalformedMove, UnknownRuleset
from engine.options import Options
from engine.rules import RULESETS, ruleset
from engine.turns import ComeBack, Forfeit, MarkAbsent, Resign

__all__ = [
    "RULESETS",
    "Chance",
    "ComeBack",
    "Decision",
    "EngineError",
    "Event",
    "Forfeit",
    "IllegalMove",
    "MalformedMove",
    "MarkAbsent",
    "Move",
    "Options",
    "Points",
    "Prompt",
    "Resign",
    "Ruleset",
    "Standing",
    "State",
    "UnknownRuleset",
    "check",
    "codec_of",
    "commitment",
    "decide",
    "default_move",
    "evolve",
    "game_key",
    "notation",
    "options",
    "replay",
    "ruleset",
    "standings",
    "start",
    "view",
]
