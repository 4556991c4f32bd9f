"""The stand-in: a modest player for absent people and for house players.

It sits at the table like anybody else: what it knows is one seat's view, what it may do are that seat's options. So it
plays in the server as well as in a client of the API, which has both from there. It has no memory and no chance: the
same view and the same options give the same move.

Each ruleset says in its table `stand_in` how each of its questions is answered; here is only the door. On a board
(`engine.stand_in.board`) it plans cheapest ways to its tickets, claims what lies on them and draws what it lacks; in
the card game (`engine.stand_in.yards`) it brings the colors on the track that its tickets take.
"""

from engine.errors import IllegalMove
from engine.model import Choices, Move, Ruleset
from engine.stand_in.seen import question
from engine.views import View


def choose(rules: Ruleset, view: View, options: Choices) -> Move:
    """Return the stand-in's answer to what is asked of the seat whose view this is; one of its options.

    `rules` is the record in play (`engine.ruleset` with the game's options), `view` is `engine.view` of the seat, as
    it is or read from JSON, `options` are its legal moves. Raises IllegalMove if the seat is asked nothing.
    """
    open_prompt = question(view)
    if open_prompt is None:
        raise IllegalMove("nothing_to_answer", rule="B4", waiting_for=[prompt["seat"] for prompt in view["prompts"]])
    choosers = {prompt.tag: chooser for prompt, chooser in rules.stand_in.items()}
    return choosers[open_prompt["type"]](rules, view, options)
