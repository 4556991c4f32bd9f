"""A simple player that uses only the public API: enough to keep a demo going, and an example to start from.

The engine's stand-in chooses its moves, which needs no more than the API returns: what one seat sees, and its
legal moves.
"""

import json
import urllib.error
import urllib.request
from typing import Final

import engine
from engine.codec import Json

TIMEOUT: Final = 20
"""Seconds to wait for a response."""


class SimpleClient:
    """A client that asks which games wait, and answers each question as the stand-in would."""

    def __init__(self, api: str, token: str) -> None:
        """Connect to the API at `api`, an address that ends in `/api/v1`."""
        self._api = api
        self._token = token

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """Send a request, and return the response. Raises urllib.error.HTTPError if the server refuses it."""
        request = urllib.request.Request(
            f"{self._api}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            document: Json = json.load(answer)
            return document

    def answer_one(self) -> str | None:
        """Answer the most urgent question; return the move, or None if no question waits."""
        waiting = self.call("GET", "/games?filter=waiting&limit=1")["results"]
        return self.answer(waiting[0]["id"]) if waiting else None

    def accept_one(self) -> str | None:
        """Accept an invitation; return the game, or None if no invitation can be accepted."""
        for game in self.call("GET", "/games?filter=invited&limit=20")["results"]:
            try:
                self.call("POST", f"/games/{game['id']}/join", {})
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (403, 404, 409):  # begun, full, or called off meanwhile
                    raise
                continue
            return str(game["id"])
        return None

    def answer(self, game: str) -> str | None:
        """Answer the question in this game; return the move, or None if there is no question or somebody was faster."""
        legal = self.call("GET", f"/games/{game}/options")
        if legal["prompt"] is None:
            return None
        position = self.call("GET", f"/games/{game}")["position"]
        if legal["prompt"] not in [prompt["id"] for prompt in position["prompts"]]:
            return None
        move = best(position, [option["notation"] for option in legal["moves"]])
        try:
            self.call("POST", f"/games/{game}/moves", {"prompt": legal["prompt"], "move": move})
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # somebody was faster: there will be another question
                raise
        return move


def best(view: engine.View, moves: list[str]) -> str:
    """Return which of these moves the stand-in makes with this view."""
    rules = engine.ruleset(view["ruleset"], view["options"])
    options = [engine.notation.parse(rules, move) for move in moves]
    return engine.notation.write(rules, engine.stand_in.choose(rules, view, options))
