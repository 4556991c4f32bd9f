"""The rules of Ticket to Ride as pure functions of a log of facts.

A game starts from a ruleset, a number of seats and a source of chance, and with the facts of setting up:

>>> import engine
>>> rules = engine.RULESETS["usa@1"]
>>> chance = engine.Chance(bytes(32))
>>> state, events = engine.start(rules, seats=2, chance=chance)
>>> log = [events]

A position holds its open questions. Here both seats choose first tickets, at the same time:

>>> [(prompt.seat, prompt.tag) for prompt in state.prompts]
[(0, 'keep_first_tickets'), (1, 'keep_first_tickets')]

`options` are exactly the legal answers: count them, iterate over them, look one up. Every move has a line of text:

>>> choices = engine.options(state, 0)
>>> [engine.notation.write(rules, move) for move in choices]
['keep 6 19', 'keep 6 8', 'keep 19 8', 'keep 6 19 8']
>>> engine.notation.parse(rules, "keep 19 8") in choices
True

`decide` checks a move and returns the facts that it causes and the position after them. It does not change its
argument:

>>> for seat in (0, 1):
...     state, events = engine.decide(state, seat, engine.options(state, seat)[0], chance)
...     log.append(events)
>>> [event.tag for event in events]
['first_tickets_kept', 'first_tickets_settled', 'turn_began']

>>> move = engine.notation.parse(rules, "claim atlanta-nashville purple 1")
>>> state, events = engine.decide(state, 0, move, chance)
>>> log.append(events)
>>> events[:2]  # doctest: +NORMALIZE_WHITESPACE
[RouteClaimed(seat=0, route=2, color=0, cards=1, locomotives=0, trains=1),
 PointsScored(seat=0, points=1, reason='route', subject='atlanta-nashville')]

`engine.advance` returns the same facts but changes your position in place, for callers that do not need the old one. A
refusal has a code, parameters, and the number of the rule, and changes nothing:

>>> engine.decide(state, 0, move, chance)
Traceback (most recent call last):
    ...
engine.errors.IllegalMove: nothing_to_answer (rule=B4, waiting_for=[1])

Inside, routes and cards are numbers. `engine.codec_of` writes them with their stored names, divided by who may know
them:

>>> state, events = engine.decide(state, 1, engine.default_move(state, 1), chance)
>>> log.append(events)
>>> engine.codec_of(rules).event(events[0])
Divided(public={'type': 'card_drawn', 'seat': 1}, own={'card': 'yellow'}, sealed={})

A view holds what one seat may know of a position, and no more; None stands for a spectator:

>>> engine.view(state, 0)["you"]["hand"]
{'orange': 1, 'green': 1, 'locomotive': 1}
>>> engine.view(state, None)["you"] is None
True
>>> [seat["cards"] for seat in engine.view(state, None)["seats"]]
[3, 5]

A game ends early when players leave. Every point has its reason:

>>> state, events = engine.decide(state, 1, engine.Resign(), chance)
>>> log.append(events)
>>> for standing in engine.standings(state):
...     print(standing.rank, standing.points, [f"{line.points:+} {line.reason}" for line in standing.ledger])
1 -17 ['+1 route', '-11 ticket', '-17 ticket', '+10 longest_path']
2 -25 ['-16 ticket', '-9 ticket']

Folding the facts again gives the same position:

>>> engine.replay(rules, 2, {}, enumerate(log, 1)) == state
True

`engine.stand_in` plays for absent players, from a seat's view and options alone. `engine.schema` describes a view as
JSON Schema. `engine.record` writes events as entries of a log with its chain of hashes, and `python -m engine verify`
checks an export.

A game is a record of tables (`Ruleset`), put together from features (`engine.parts`) and a board (`engine.boards`) in
`engine.rules`; docs/adding-a-board.md adds one.
"""

from engine import notation, stand_in
from engine.chance import Chance, commitment, game_key
from engine.codec import codec_of
from engine.core import Decision, advance, check, decide, default_move, evolve, options, standings, start
from engine.errors import EngineError, IllegalMove, MalformedMove, UnknownRuleset
from engine.history import replay
from engine.model import Event, Move, Points, Prompt, Ruleset, ScoringLine, Standing, State
from engine.options import NO_OPTIONS, Options
from engine.parts.scoring import SeatScoring, final_scoring
from engine.parts.turns import ComeBack, Forfeit, MarkAbsent, Resign
from engine.rules import RULESETS, ruleset
from engine.views import OwnView, PromptView, SeatView, View, own, view

__all__ = [
    "NO_OPTIONS",
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
    "OwnView",
    "Points",
    "Prompt",
    "PromptView",
    "Resign",
    "Ruleset",
    "ScoringLine",
    "SeatScoring",
    "SeatView",
    "Standing",
    "State",
    "UnknownRuleset",
    "View",
    "advance",
    "check",
    "codec_of",
    "commitment",
    "decide",
    "default_move",
    "evolve",
    "final_scoring",
    "game_key",
    "notation",
    "options",
    "own",
    "replay",
    "ruleset",
    "stand_in",
    "standings",
    "start",
    "view",
]
