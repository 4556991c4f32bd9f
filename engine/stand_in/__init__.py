"""The stand-in: a modest automatic player for absent people and for house players.

It plays like anybody else: it knows one seat's view and may choose from that seat's options. So it can play in the
server as well as in a client of the API, which gets both from there. It has no memory and uses no chance: the same view
and the same options give the same move.

The table `stand_in` of each ruleset says how to answer each kind of prompt; this module only looks it up. On a board
(`engine.stand_in.board`) it plans cheapest ways to its tickets, claims what lies on them and draws what it lacks; in
the card game (`engine.stand_in.yards`) it brings onto the track the colors that its tickets take.
"""

from engine.errors import IllegalMove
from engine.model import Choices, Move, Ruleset
from engine.options import Options
from engine.stand_in.seen import question
from engine.views import View


def choose(rules: Ruleset, view: View, options: Choices) -> Move:
    """Return the stand-in's answer, one of the options, to the open prompt of the seat whose view this is.

    `rules` is the ruleset in play (`engine.ruleset` with the game's options), `view` is the seat's `engine.view`,
    directly or read from JSON, `options` are its legal moves. Raises IllegalMove if no prompt is open for the seat.
    """
    open_prompt = question(view)
    if open_prompt is None:
        raise IllegalMove("nothing_to_answer", rule="B4", waiting_for=[prompt["seat"] for prompt in view["prompts"]])
    choosers = {prompt.tag: chooser for prompt, chooser in rules.stand_in.items()}
    choices = options.suggested if isinstance(options, Options) else options
    return choosers[open_prompt["type"]](rules, view, choices)
