"""A player of the demo, which uses only the public API, by the client of docs/examples.

The engine's stand-in chooses its moves, which needs no more than the API returns: what one seat sees, and its
legal moves.
"""

import engine
from docs.examples.night_mail_client import Client


class DemoPlayer(Client):
    """A client that asks which games wait, and answers each question as the stand-in would."""

    def answer_one(self) -> str | None:
        """Answer the most urgent question; return the move, or None if no question waits."""
        waiting = self.ask("GET", "/games?filter=waiting&limit=1")["results"]
        return self.answer(waiting[0]["id"]) if waiting else None

    def accept_one(self) -> str | None:
        """Accept an invitation; return the game, or None if no invitation can be accepted."""
        for game in self.ask("GET", "/games?filter=invited&limit=20")["results"]:
            if self.attempt("POST", f"/games/{game['id']}/join"):
                return str(game["id"])
        return None

    def answer(self, game: str) -> str | None:
        """Answer the question in this game; return the move, or None if there is no question or somebody was faster."""
        shown = self.ask("GET", f"/games/{game}?include=legal_moves")
        legal = shown["legal_moves"]
        if not legal or legal["prompt"] is None:
            return None
        move = best(shown["position"], [option["notation"] for option in legal["moves"]])
        return move if self.move(game, legal["prompt"], move) else None


def best(view: engine.View, moves: list[str]) -> str:
    """Return which of these moves the stand-in makes with this view."""
    rules = engine.ruleset(view["ruleset"], view["options"])
    options = [engine.notation.parse(rules, move) for move in moves]
    return engine.notation.write(rules, engine.stand_in.choose(rules, view, options))
