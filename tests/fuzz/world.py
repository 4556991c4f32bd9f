"""Data to send requests to: games of every ruleset in every state, with disputes, rulings, plans and offers."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group
from django.utils import timezone

from games.lobby import lobby
from games.models import Dispute, Entry, Game, Player
from games.table.disputes import lifecycle
from games.table.plans import own_plan
from tests.games.admins import GROUPS, show_passkey
from tests.games.stories import chosen, default, play_on, players, post, prompts, started

RULESETS: tuple[tuple[str, dict[str, bool], int], ...] = (
    ("usa@1", {}, 3),
    ("old_west@1", {"alvin": True}, 4),
    ("card_game@1", {"open_stack": True}, 2),
    ("card_game@1", {}, 4),
    ("lagoon@1", {}, 2),
    ("europe@1", {}, 3),
    ("nordic@1", {}, 3),
    ("usa_mega@1", {}, 2),
)


@dataclass
class World:
    """Tokens for the requests, and ids by the names of the parameters in addresses."""

    player: Player
    admin: Player
    known: dict[str, list[Any]] = field(default_factory=dict)


def made() -> World:
    """Return a new world in an empty database."""
    people = players(5)
    running = [_running(people, *agreed) for agreed in RULESETS]
    for game in running[1:3]:
        play_on(game, 30, now=timezone.now())
    ended = _running(people, "lagoon@1", {}, 2)
    play_on(ended, 500, now=timezone.now())
    games_known = [*running, ended, _open(people[0]), _open(people[1])]
    dispute = _dispute(running[0], people)
    _plan(running[0])
    boss = Player.objects.create_user("boss@mail.example", "Boss", is_staff=True)
    boss.groups.set(Group.objects.filter(name__in=GROUPS))
    show_passkey(boss)
    return World(people[0], boss, _known(games_known, people, dispute))


def _running(people: list[Player], ruleset: str, options: dict[str, bool], seats: int) -> Game:
    now = timezone.now()
    return chosen(started(people[:seats], now=now, ruleset=ruleset, options=options), now=now)


def _open(host: Player) -> Game:
    wishes = lobby.Wishes("usa@1", 5, time_per_move=timedelta(days=1))
    return lobby.create_game(host=host, wishes=wishes, now=timezone.now())


def _dispute(game: Game, people: list[Player]) -> Dispute:
    return lifecycle.open_dispute(
        player=people[1],
        game_id=game.pk,
        kind=Dispute.Kind.OTHER,
        text="Something is wrong here.",
        entry=None,
        now=timezone.now(),
    )


def _plan(game: Game) -> None:
    """Plan for a seat that is not to move, and then make a move, so that there is one to take back."""
    (asked,) = (prompt["seat"] for prompt in prompts(game))
    other = (asked + 1) % game.seats_wanted
    holder = game.seats.get(number=other).player
    assert holder is not None
    own_plan.give(player=holder, game_id=game.pk, lines=["draw deck"], now=timezone.now())
    post(game, asked, default(game, asked), now=timezone.now())


def _known(found: list[Game], people: list[Player], dispute: Dispute) -> dict[str, list[Any]]:
    heads = [entry.number for entry in Entry.objects.filter(game=found[0]).order_by("-number")[:6]]
    return {
        "game_id": [game.pk for game in found],
        "player_id": [person.pk for person in people],
        "dispute_id": [dispute.pk],
        "ruleset_id": [ruleset for ruleset, _, _ in RULESETS],
        "seat": [0, 1, 2],
        "entry": heads,
    }
