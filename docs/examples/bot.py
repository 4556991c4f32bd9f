"""A bot for Night Mail, in one file. It needs Python 3.11 and httpx, the server's address, and a token of its own:

    pip install httpx
    SERVER=https://night-mail.example TOKEN=nm_... python bot.py

You get the token when you make a bot: in your settings, under "Bots of yours". It accepts every invitation and plays
all its games, as soon as it is asked. It never polls: the stream of its account tells it what waits.
"""

import json
import os
import time
from collections.abc import Iterator
from typing import Any

import httpx

Json = dict[str, Any]


def main() -> None:
    with httpx.Client(
        base_url=os.environ["SERVER"] + "/api/v1",
        headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},
        timeout=20,  # a stream that says nothing for so long is dead: it says something every 7 seconds
    ) as api:
        for event in events(api):
            act(api, event["type"], event["data"])


def events(api: httpx.Client) -> Iterator[Json]:
    """Yield all that happens, each event once: wherever the stream breaks off, it goes on after the last one."""
    headers = {"Accept": "application/x-ndjson"}
    while True:
        try:
            with api.stream("GET", "/stream", headers=headers) as stream:
                if stream.status_code in (401, 403):
                    raise SystemExit(stream.read().decode())
                stream.raise_for_status()
                print("connected: waiting for events", flush=True)
                for line in stream.iter_lines():
                    if line:
                        yield (event := json.loads(line))
                        headers["Last-Event-ID"] = event["id"]
        except httpx.HTTPError as problem:
            print("again in a second:", problem)
        time.sleep(1)


def act(api: httpx.Client, kind: str, data: Json) -> None:
    """Do what this event asks for."""
    if kind == "account":  # the first one: the present state
        for game in data["invitations"]:
            ask(api, "POST", f"/games/{game}/join")
        for waiting in data["games"]:
            if waiting["waiting"]:
                play(api, waiting["game"])
    elif kind == "invitation":
        ask(api, "POST", f"/games/{data['game']}/join")
    elif kind == "your_turn":
        play(api, data["game"])
    elif kind == "game_over":
        print("over:", data["game"], json.dumps(ask(api, "GET", f"/games/{data['game']}")["standings"]), flush=True)


def play(api: httpx.Client, game: str) -> None:
    """Answer the open question, if there still is one. A move that is sent twice counts once, by its key."""
    legal = ask(api, "GET", f"/games/{game}/options")
    if legal.get("prompt"):
        best = max((option["notation"] for option in legal["moves"]), key=worth)
        body = {"prompt": legal["prompt"], "move": best}
        ask(api, "POST", f"/games/{game}/moves", body, {"Idempotency-Key": legal["prompt"]})


def worth(move: str) -> int:
    """Return how much a move is worth: routes of three cards and more first, then the deck, then short routes."""
    if move == "draw deck":
        return 2
    paid = sum(int(word) for word in move.split() if word.isdigit()) if move.startswith("claim") else 0
    return paid if paid > 2 else min(paid, 1)


def ask(api: httpx.Client, method: str, path: str, body: Json | None = None, headers: Json | None = None) -> Json:
    """Ask the server, and return its answer. Where it is busy or away, ask again; what it refuses is over already."""
    while True:
        wait = ""
        try:
            answer = api.request(method, path, json=body, headers=headers)
            of_server = answer.headers.get("Content-Type", "").endswith("json")  # or else a proxy's
            if of_server and answer.status_code not in (429, 502, 503, 504):
                return dict(answer.json())
            wait = answer.headers.get("Retry-After", "")
        except httpx.HTTPError as problem:
            print("again in a second:", problem)
        time.sleep(float(wait) if wait.isdecimal() else 1)


if __name__ == "__main__":
    main()
