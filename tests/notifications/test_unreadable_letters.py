"""Rulings about a game whose log cannot be folded reach its players by email all the same."""

import pytest

from games.models import Game
from games.table import rulings
from games.table.rulings import commands
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("order", [commands.Pause(), commands.End("void")], ids=["paused", "voided"])
def test_everybody_reads_what_was_ruled(carry: Carry, order: rulings.Order) -> None:
    people = players(2)
    game = chosen(started(people))
    carry(NOON)
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    judge = admin("Judge", "referee")
    rulings.rule(admin=judge, game_id=game.pk, order=order, now=NOON + DAY / 24, text="We are mending it.")
    letters = carry(NOON + DAY / 12)
    assert sorted(letter.to[0] for letter in letters) == sorted(str(player.email) for player in people)
    assert all("We are mending it." in letter.text for letter in letters)
