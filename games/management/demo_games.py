"""The demo's players, and a game of each kind to join; every seat but one plays by itself.

Players and tokens are created here. Everything else goes through the public API of the running site, as for any client.
`.local/demo/` then contains what the visitor needs: a token, the first game's address, a first move.
"""

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from docs.examples.night_mail_client import ApiRefusal
from games.management.demo_player import DemoPlayer
from games.models import BotPolicy, Player
from games.people import bot_policies, bots
from games.people.tokens import create_personal_token
from games.scopes import SCOPES

VISITOR: Final = "Visitor"
OTHERS: Final = ("Ada", "Bela", "Carl")
OWNER, BOT = "Dora", "Rook"
"""A bot that accepts challenges, and its owner."""
FOLDER: Final = Path(".local") / "demo"
PAUSE: Final = 2.0
"""Seconds between two moves of the other players, so that you can watch."""


class DemoGame(NamedTuple):
    """A game for the visitor: its name, ruleset and options, and the number of seats."""

    name: str
    ruleset: str
    options: dict[str, bool]
    seats: int


TABLES: Final = (
    DemoGame("The demo game", "usa@1", {}, 4),
    DemoGame("The demo's Old West", "old_west@1", {"alvin": True}, 3),
    DemoGame("The demo's Europe", "europe@1", {}, 3),
    DemoGame("The demo's Nordic Countries", "nordic@1", {}, 3),
    DemoGame("The demo's card game", "card_game@1", {"open_stack": True}, 3),
)
"""The visitor's games; the README uses the first."""


def begin(command: BaseCommand) -> None:
    """Create the players and games, tell the visitor of them, and play the others' seats until stopped."""
    site = str(settings.PUBLIC_URL)
    token = new_token(VISITOR, Player.Kind.HUMAN)
    visitor = DemoPlayer(site, token)
    others = [DemoPlayer(site, new_token(name, Player.Kind.BOT)) for name in OTHERS]
    games = {table.name: running_game(visitor, table) or new_game(visitor, others, table) for table in TABLES}
    rook = DemoPlayer(site, bot_token())
    leave_notes(games[TABLES[0].name], token, visitor)
    command.stdout.write(welcome(games, token))
    command.stdout.flush()
    play(dict(zip((*OTHERS, BOT), (*others, rook), strict=True)), command)


def new_token(name: str, kind: Player.Kind) -> str:
    """Return a token for the player with this name, who is created if necessary."""
    player = Player.objects.filter(name=name).first()
    if player is None:
        player = Player.objects.create_user(f"{name.lower()}@demo.example", name, kind=kind)
    now = timezone.now()
    _, secret = create_personal_token(
        player=player, label="demo", scopes=list(SCOPES), expires_at=now + timedelta(days=30), now=now
    )
    return secret


def bot_token() -> str:
    """Return a token for the bot, which is created if necessary."""
    now = timezone.now()
    new_token(OWNER, Player.Kind.HUMAN)
    owner = Player.objects.get(name=OWNER)
    bot = bots.bots_owned_by(owner).filter(name=BOT).first()
    if bot is not None:
        return bots.renew_token(owner=owner, bot_id=bot.pk, now=now).secret
    new_bot = bots.make(owner=owner, name=BOT, now=now)
    takes = bot_policies.PolicyChoice(challenges=BotPolicy.Challenges.AT_ONCE, most_games=20)
    bot_policies.choose(owner=owner, bot_id=new_bot.bot.pk, choice=takes)
    return new_bot.secret


def running_game(visitor: DemoPlayer, table: DemoGame) -> str | None:
    """Return the demo game of an earlier run, if it is still running."""
    own_games = visitor.ask("GET", "/games?filter=mine&limit=200")["results"]
    return next((game["id"] for game in own_games if game["status"] == "running" and game["name"] == table.name), None)


def new_game(visitor: DemoPlayer, others: list[DemoPlayer], table: DemoGame) -> str:
    """Begin a game: the players take their seats; the visitor plays first."""
    wishes = {**table._asdict(), "clock": {"time_per_move": "P1D"}, "order": "fixed", "bots": "allowed"}
    game: str = visitor.ask("POST", "/games", wishes)["id"]
    for client in others[: table.seats - 1]:
        client.ask("POST", f"/games/{game}/join")
    return game


def leave_notes(game: str, token: str, visitor: DemoPlayer) -> None:
    """Write the files that the README's commands read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    legal = visitor.ask("GET", f"/games/{game}/options")
    move = {"prompt": legal["prompt"], "move": legal["moves"][0]["notation"]} if legal["moves"] else {}
    notes = {"token": token, "game": f"{visitor.api}/games/{game}", "first-move.json": json.dumps(move)}
    for name, text in notes.items():
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")


def welcome(games: dict[str, str], token: str) -> str:
    """Return the demo's addresses and the token to use."""
    return "\n".join(
        [
            "",
            "Night Mail is running, and a game of each kind is waiting for you.",
            f"  Your emails:  {settings.MAIL_PAGE_URL or 'your mail program'}",
            "    Open one: a move in it, or “Open the table”, leads to your seat at the table.",
            f"  The site:     {settings.PUBLIC_URL}",
            f"  The API:      {settings.PUBLIC_URL}/api/v1/docs",
            "",
            f"You are {VISITOR}, and you have the first seat in these games:",
            *(f"  {name + ':':<30}{settings.PUBLIC_URL}/games/{game}" for name, game in games.items()),
            f"  {'Your token:':<30}{token}",
            "",
            f"To move in “{TABLES[0].name}” by program, at first by keeping two of your tickets:",
            '  curl -H "Authorization: Bearer $(cat .local/demo/token)" -H "Content-Type: application/json" \\',
            '       -d @.local/demo/first-move.json "$(cat .local/demo/game)/moves"',
            "",
        ]
    )


def play(clients: dict[str, DemoPlayer], command: BaseCommand) -> None:
    """Answer all turns and invitations of the other players, until stopped."""
    while True:
        for name, client in clients.items():
            for line in take_part(name, client):
                command.stdout.write(line)
                command.stdout.flush()
        time.sleep(PAUSE)


def take_part(name: str, client: DemoPlayer) -> Iterator[str]:
    """Accept an invitation and make a move for this player, if there are any; yield a line for each."""
    try:
        if game := client.accept_one():
            yield f"{name} accepts the invitation to game {game}"
        if move := client.answer_one():
            yield f"{name} plays: {move}"
    except ApiRefusal as error:
        yield f"{name} could not play: {error}"
