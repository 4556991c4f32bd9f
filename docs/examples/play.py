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
    document: Json = answer.json()
    return document


def play(api: httpx.Client, game: str) -> None:
    """Until it no longer waits for you, or you have had enough of it."""
    while (legal := read(api, f"/games/{game}/options"))["prompt"]:
        show(read(api, f"/games/{game}"), legal)
        move = chosen([option["notation"] for option in legal["moves"]])
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
    for option in legal["moves"][:SHOWN]:
        print("  ", option["notation"])


def chosen(moves: list[str]) -> str | None:
    """Return a move that was typed, in full or so far that it can be no other; None: none in this game."""
    while True:
        typed = " ".join(input("> ").lower().split())
        if typed == "skip":
            return None
        matches = [typed] if typed in moves else [move for move in moves if typed in move]
        if typed and len(matches) == 1:
            return matches[0]
        print("\n".join(f"   {move}" for move in matches) if matches else "There is no such move.")


if __name__ == "__main__":
    main()
