"""Fixtures and helpers for tests of the admin API."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from pytest_django import Settings

from games.table import rulings
from games.table.disputes import lifecycle
from games.table.rulings import bulk
from tests.api.people import API
from tests.games.admins import GROUPS, admin
from tests.games.stories import chosen, players, started

ADMIN = f"{API}/admin"
SUPPORT, REFEREE, _ = ({group} for group in GROUPS)
ORDERS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "extended": ({"hours": 5}, SUPPORT | REFEREE),
    "paused": ({}, REFEREE),
    "taken_back": ({"as_of": 4}, REFEREE),
    "moved_for": ({"seat": 0, "move": None}, REFEREE),
    "replaced": ({"seat": 1, "player": None}, SUPPORT | REFEREE),
    "removed": ({"seat": 1}, REFEREE),
    "ended": ({"how": "adjudicated"}, REFEREE),
    "corrected": ({"seat": 1, "points": 5}, REFEREE),
}
"""Orders that make sense in that game, without their kind, and the groups that may give them."""


def in_the_middle(settings: Settings) -> dict[str, str]:
    """Return the ids of a game in progress and of everything around it that has an address."""
    settings.TWO_PERSON_RULINGS = False
    now = timezone.now() - timedelta(minutes=5)
    people = players(3)
    game = chosen(started(people, now=now), now=now)
    dispute = lifecycle.open_dispute(player=people[0], game_id=game.pk, kind="other", text="Look!", now=now)
    head = admin("Head", "referee", "operator")
    ruled = rulings.rule(admin=head, game_id=game.pk, order=rulings.Extend(hours=1), now=now)
    settings.TWO_PERSON_RULINGS = True
    proposed = rulings.rule(admin=head, game_id=game.pk, order=rulings.Correct(seat=0, points=3), now=now)
    settings.TWO_PERSON_RULINGS = False
    started_bulk = bulk.start(admin=head, order=rulings.Extend(hours=1), now=now, game_ids=[game.pk])
    return {
        "game": game.pk,
        "dispute": dispute.pk,
        "player": people[1].pk,
        "ruled": str(ruled.entry),
        "proposed": str(proposed.pk),
        "bulk": started_bulk.pk,
    }
