"""Play Night Mail in a terminal. It needs Python 3.11, httpx, and night_mail_client.py beside it:

    pip install httpx
    SERVER=https://night-mail.example TOKEN=nm_... python play.py

It shows each game that waits for you and what you can do there. Type a move as it is shown, or a part of it; an empty
line shows all moves, `skip` goes on to the next game. The token needs the scopes games:read and games:play.
"""

import os

from night_mail_client import ApiRefusal, Client, Json

SHOWN = 12


def main() -> None:
    with Client(os.environ["SERVER"], os.environ["TOKEN"]) as api:
        games = api.ask("GET", "/games?filter=waiting")["results"]
        print(f"{len(games)} of your games wait for you.")
        try:
            for game in games:
                play(api, game["id"])
        except EOFError:
            print()


def play(api: Client, game: str) -> None:
    """Until it no longer waits for you, or you have had enough of it."""
    while (legal := api.ask("GET", f"/games/{game}/options"))["prompt"]:
        show(api.ask("GET", f"/games/{game}"), legal)
        move = chosen([option["notation"] for option in legal["moves"]])
        if not move:
            return
        try:
            if api.ask("POST", f"/games/{game}/moves", {"prompt": legal["prompt"], "move": move})["prompt"] is None:
                return
        except ApiRefusal as refusal:
            print(refusal)


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
    try:
        main()
    except ApiRefusal as refusal:
        raise SystemExit(str(refusal)) from refusal
