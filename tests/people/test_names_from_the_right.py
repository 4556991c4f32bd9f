"""Names written from right to left stand apart from what follows them, in every text that names players."""

import pytest

from games.models import Player
from games.presentation import words
from tests.games.stories import chosen, holder, players, started
from tests.web.test_table import sit

pytestmark = pytest.mark.django_db

NAME = "محمد بن سعيد"
APART = f"\u2068{NAME}\u2069"


def test_a_number_after_the_name_does_not_jump_into_it() -> None:
    game = started(players(3))
    Player.objects.filter(pk=holder(game, 1).pk).update(name=NAME)
    page = sit(chosen(game), 0).page.text
    assert f"All have chosen their tickets: you (2), {APART} (2), Player 2 (2)." in page


def test_nor_do_the_words_after_it_in_the_name_of_a_game() -> None:
    game = started(players(2))
    Player.objects.filter(pk=holder(game, 0).pk).update(name=NAME)
    game.refresh_from_db()
    assert words.game_name(game).endswith(f", {APART}")


@pytest.mark.parametrize("name", ["Zoë O'Brien", "小林 さくら", "김철수"])
def test_other_names_stand_as_they_are(name: str) -> None:
    assert Player(name=name).display_name == name
