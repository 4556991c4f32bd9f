"""A simple player that knows nothing but the public API: enough to keep a demo going, and an example to start from."""

import json
import urllib.error
import urllib.request
from typing import Any, Final

TIMEOUT: Final = 20
"""Seconds to wait for an answer."""

Json = dict[str, Any]


class SimpleClient:
    """Asks which games wait, and answers each question with the first thing that makes sense."""

    def __init__(self, api: str, token: str) -> None:
        """`api` is the address of the API as far as `/api/v1`."""
        self._api = api
        self._token = token

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """One request. Raises urllib.error.HTTPError for what the server refuses."""
        request = urllib.request.Request(
            f"{self._api}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            found: Json = json.load(answer)
            return found

    def answer_one(self) -> str | None:
        """Answer the most urgent question; returns the move, or None when nothing waits."""
        waiting = self.call("GET", "/games?filter=waiting&limit=1")["results"]
        return self.answer(waiting[0]["id"]) if waiting else None

    def answer(self, game: str) -> str | None:
        """Answer what is asked in this game; returns the move, or None where nothing is."""
        legal = self.call("GET", f"/games/{game}/options")
        if legal["prompt"] is None:
            return None
        move = best([option["notation"] for option in legal["moves"]])
        try:
            self.call("POST", f"/games/{game}/moves", {"prompt": legal["prompt"], "move": move})
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # somebody was faster: there is a next time
                raise
        return move


def best(moves: list[str]) -> str:
    """The longest route that can be claimed, else a card from the deck, else whatever comes first."""
    claims = [move for move in moves if move.startswith("claim")]
    if claims:
        return max(claims, key=_trains)
    return "draw deck" if "draw deck" in moves else moves[0]


def _trains(claim: str) -> int:
    return sum(int(word) for word in claim.split()[2:] if word.isdigit())
