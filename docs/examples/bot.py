"""A bot for Night Mail, which accepts every invitation and plays all its games. Put night_mail_client.py beside it.

Start it with `SERVER=https://night-mail.example TOKEN=nm_... python bot.py`; the token is the bot's own (docs/bots.md).
"""

import json
import os

from night_mail_client import Client, Json


def act(api: Client, kind: str, data: Json) -> None:
    if kind == "account":  # the present state: first, and after each break
        for game in data["invitations"]:
            api.attempt("POST", f"/games/{game}/join")
        for game in (each["game"] for each in data["games"] if each["waiting"]):
            play(api, game)
    elif kind == "invitation":
        api.attempt("POST", f"/games/{data['game']}/join")
    elif kind == "your_turn":
        play(api, data["game"])
    elif kind == "game_over" and (over := api.attempt("GET", f"/games/{data['game']}")):
        print("over:", data["game"], json.dumps(over["standings"]), flush=True)


def play(api: Client, game: str) -> None:
    legal = api.attempt("GET", f"/games/{game}/options")
    if legal and legal["prompt"]:
        api.move(game, legal["prompt"], max((option["notation"] for option in legal["moves"]), key=worth))


def worth(move: str) -> float:  # long routes first, then the deck, then short routes; of all else, the first
    paid = sum(int(word) for word in move.split() if word.isdigit()) if move.startswith("claim") else 0
    return 2.5 if move == "draw deck" else paid


with Client(os.environ["SERVER"], os.environ["TOKEN"]) as api:
    for event in api.events():
        act(api, event.type, event.data)
