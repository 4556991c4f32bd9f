"""`manage.py demo`: a few players and a USA game to join in with; three of its four seats play by themselves.

Players and tokens are made here. All else goes through the public API of the running site, as any client's doing
would. `.local/demo/` then holds what the visitor needs: a token, the game's address, a first move.
"""

import json
import time
import urllib.error
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from games.management.simple_client import SimpleClient
from games.models import Player
from games.scopes import SCOPES
from games.services.tokens import create_personal_token

VISITOR: Final = "Visitor"
OTHERS: Final = ("Ada", "Bela", "Carl")
NAME: Final = "The demo game"
FOLDER: Final = Path(".local") / "demo"
PAUSE: Final = 2.0
"""Seconds between two moves of the three, so that one can watch."""


class Command(BaseCommand):
    """Make the demo's players and game, then play three seats until stopped."""

    help = "Make a demo game on the running site and play three of its four seats through the public API."

    def handle(self, *args: Any, **options: Any) -> None:
        api = f"{settings.PUBLIC_URL}/api/v1"
        token = new_token(VISITOR, Player.Kind.HUMAN)
        visitor = SimpleClient(api, token)
        others = [SimpleClient(api, new_token(name, Player.Kind.BOT)) for name in OTHERS]
        game = running_game(visitor) or new_game(visitor, others)
        leave_notes(api, game, token, visitor)
        self.stdout.write(welcome(game, token))
        self.stdout.flush()
        play(others, self)


def new_token(name: str, kind: Player.Kind) -> str:
    """A token for the player with this name, who is made if need be."""
    player = Player.objects.filter(name=name).first()
    if player is None:
        player = Player.objects.create_user(f"{name.lower()}@demo.example", name, kind=kind)
    now = timezone.now()
    _, secret = create_personal_token(
        player=player, label="demo", scopes=list(SCOPES), expires_at=now + timedelta(days=30), now=now
    )
    return secret


def running_game(visitor: SimpleClient) -> str | None:
    """The demo game of an earlier run, if it still goes on."""
    mine = visitor.call("GET", "/games?filter=mine")["results"]
    return next((game["id"] for game in mine if game["status"] == "running" and game["name"] == NAME), None)


def new_game(visitor: SimpleClient, others: list[SimpleClient]) -> str:
    """Four players sit down; the visitor plays first."""
    wishes = {"ruleset": "usa@1", "name": NAME, "seats": 4, "hours_per_move": 24, "order": "fixed"}
    game: str = visitor.call("POST", "/games", wishes)["id"]
    for client in others:
        client.call("POST", f"/games/{game}/join", {})
    return game


def leave_notes(api: str, game: str, token: str, visitor: SimpleClient) -> None:
    """What the README's commands read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    legal = visitor.call("GET", f"/games/{game}/options")
    move = {"prompt": legal["prompt"], "move": legal["moves"][0]["notation"]} if legal["moves"] else {}
    notes = {"token": token, "game": f"{api}/games/{game}", "first-move.json": json.dumps(move)}
    for name, text in notes.items():
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")


def welcome(game: str, token: str) -> str:
    """Where to go, with which token."""
    return "\n".join(
        [
            "",
            "Night Mail is up, and a game of four waits for you.",
            f"  The API, to try in the browser:  {settings.PUBLIC_URL}/api/v1/docs",
            f"  You are:                         {VISITOR}, seat 0 of game {game}",
            f"  Your token:                      {token}",
            f"  Your mails:                      {settings.MAIL_PAGE_URL or 'your mail program'}",
            "",
            "Your first move (keep two of your tickets):",
            '  curl -H "Authorization: Bearer $(cat .local/demo/token)" -H "Content-Type: application/json" \\',
            '       -d @.local/demo/first-move.json "$(cat .local/demo/game)/moves"',
            "",
        ]
    )


def play(clients: list[SimpleClient], command: Command) -> None:
    """Answer whatever waits for the three, until stopped."""
    while True:
        for name, client in zip(OTHERS, clients, strict=True):
            try:
                move = client.answer_one()
            except (OSError, urllib.error.URLError) as error:
                command.stderr.write(f"{name} could not play: {error}")
                move = None
            if move:
                command.stdout.write(f"{name} plays: {move}")
                command.stdout.flush()
        time.sleep(PAUSE)
