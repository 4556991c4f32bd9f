"""Answers tell no more than the API: two worlds that differ in a seat's hidden facts give the same email."""

import re

import pytest
from django.db import transaction

from games.models import Game
from notifications.models import Mail
from tests.engine.positions import EVERY, Kind
from tests.engine.yards_table import CARDS
from tests.games.stories import chosen, play_on, players, prompts, started
from tests.games.worlds import swap_what_is_hidden
from tests.inbox.letters import NOON, SigningKey
from tests.inbox.replies import reply
from tests.notifications.conftest import Carry
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
REFUSED = [
    "claim denver-omaha purple 4",
    "claim seattle-portland loco 1",
    "claim nowhere-somewhere blue 3",
    "place blue 9",
    "keep 1 2 3",
    "99",
    "board\nmoves\nstatus\nlog\nhelp",
]


def answers_to(carry: Carry, game: Game, key: SigningKey, swap: bool) -> list[str]:
    """Return the player's answer to each text, in a world that is then rolled back."""
    with transaction.atomic():
        seat = prompts(game)[0]["seat"]
        if swap:
            swap_what_is_hidden(game, seat)
        mail = next(one for one in reversed(carry(NOON)) if one.to == [f"player{seat}@mail.example"])
        said = []
        for place, text in enumerate(REFUSED):
            reply(mail, text, key, f"m{place}")
            said += [one.text for one in carry(NOON) if one.to == mail.to]
        transaction.set_rollback(True)
    return [re.sub(r"\b[0-9a-f]{30,64}\b", "HASH", text) for text in said]


@pytest.mark.long
@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[CARDS]), ids=str)
def test_a_refused_order_tells_nothing_of_what_is_hidden(carry: Carry, provider_key: SigningKey, kind: Kind) -> None:
    game = chosen(started(players(3), **kind.wishes))
    play_on(game, 12)
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1)
    assert not Mail.objects.filter(state="sent").exists()
    one, other = (answers_to(carry, game, provider_key, swap) for swap in (False, True))
    assert len(one) == len(REFUSED)
    assert one == other
