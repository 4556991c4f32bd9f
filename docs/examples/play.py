"""Play Night Mail in a terminal, in one file. It needs Python 3.11 and httpx:

    pip install httpx
    SERVER=https://night-mail.example TOKEN=nm_... python play.py

It shows each game that waits for you and what you can do there. Type a move as it is shown, or a part of it; an empty
line shows all moves, `skip` goes on to the next game. The token needs the scopes games:read and games:play.
"""

import os
from typing import Any

import httpx

Json = dict[str, Any]
SHOWN = 12


def main() -> None:
    base, token = os.environ["SERVER"] + "/api/v1", os.environ["TOKEN"]
    with httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"}) as api:
        games = read(api, "/games?filter=waiting")["results"]
        print(f"{len(games)} of your games wait for you.")
        try:
            for game in games:
                play(api, game["id"])
        except EOFError:
            print()


def read(api: httpx.Client, path: str) -> Json:
    answer = api.get(path)
    if answer.is_error:
        raise SystemExit(answer.json()["detail"] or answer.json()["title"])
    found: Json = answer.json()
    return found


def play(api: httpx.Client, game: str) -> None:
    """Until it no longer waits for you, or you have had enough of it."""
    while (legal := read(api, f"/games/{game}/options"))["prompt"]:
        show(read(api, f"/games/{game}"), legal)
        move = chosen([one["notation"] for one in legal["moves"]])
        if not move:
            return
        body = {"prompt": legal["prompt"], "move": move}
        answer = api.post(f"/games/{game}/moves", json=body, headers={"Idempotency-Key": legal["prompt"]})
        if answer.is_error:
            print(answer.json()["detail"] or answer.json()["title"])
        elif answer.json()["prompt"] is None:
            return


def show(game: Json, legal: Json) -> None:
    you = game["position"]["you"]
    print(f"\n{game['name'] or game['id']} ({game['ruleset']})")
    print("Your cards:", ", ".join(f"{count} {card}" for card, count in you["hand"].items() if count) or "none")
    print(f"You can make {legal['count']} moves:")
    for one in legal["moves"][:SHOWN]:
        print("  ", one["notation"])


def chosen(moves: list[str]) -> str | None:
    """A move that was typed, in full or so far that it can be no other; None: none in this game."""
    while True:
        typed = " ".join(input("> ").lower().split())
        if typed == "skip":
            return None
        found = [typed] if typed in moves else [move for move in moves if typed in move]
        if typed and len(found) == 1:
            return found[0]
        print("\n".join(f"   {move}" for move in found) if found else "There is no such move.")


if __name__ == "__main__":
    main()
