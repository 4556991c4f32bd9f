"""Every admin's decision has words: in the players' emails, and in the log at the admins' desk."""

from collections.abc import Sequence

import pytest

from games.kinds import RulingKind
from games.models import Game
from games.table import rulings
from games.table.rulings.commands import ORDERS, Order
from tests.games.admins import at_the_desk
from tests.games.courts import anybody, rule
from tests.games.stories import NOON, chosen, players, started
from tests.notifications.conftest import Carry
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

TOLD: dict[str, tuple[Sequence[Order], str]] = {
    "extended": ([rulings.Extend(hours=2)], "An admin gave more time to Player 0."),
    "set_back": (
        [rulings.Extend(hours=2), rulings.SetBack(5)],
        "An admin took back the extra time of Player 0.",
    ),
    "paused": ([rulings.Pause()], "An admin paused the game: all clocks stand still."),
    "resumed": (
        [rulings.Pause(), rulings.Resume()],
        "An admin let the game go on: the clocks run again, and nobody has lost time.",
    ),
    "taken_back": (
        [rulings.TakeBack(2)],
        "An admin took back part of the game",
    ),
    "moved_for": ([rulings.MoveFor(0)], "An admin moved for Player 0:"),
    "replaced": ([rulings.Replace(1)], "An admin let a stand-in take over the blue seat."),
    "removed": ([rulings.Remove(1)], "An admin removed Player 1 from the game: Player 1 forfeited the game."),
    "reinstated": (
        [rulings.Remove(1), rulings.Reinstate(1)],
        "An admin put Player 1 back into the game: Player 1 is back.",
    ),
    "ended": (
        [rulings.End("adjudicated")],
        "An admin ended the game: The points so far count.",
    ),
    "reopened": (
        [rulings.End("void"), rulings.Reopen()],
        "An admin resumed the game after its end",
    ),
    "corrected": (
        [rulings.Correct(1, -3)],
        "An admin corrected the points of Player 1:",
    ),
    "talk_opened": ([rulings.OpenTalk()], "An admin opened the talk to spectators."),
}


TOLD_WHOM_IT_CONCERNS: dict[str, str] = {
    "extended": "An admin gave you more time.",
    "set_back": "An admin took back your extra time.",
    "moved_for": "An admin moved for you: You drew ",
    "removed": "An admin removed you from the game: You forfeited the game.",
    "reinstated": "An admin put you back into the game: You are back.",
    "corrected": "An admin corrected your points: You: −3 for a correction by an admin.",
}


@pytest.fixture
def game(carry: Carry) -> Game:
    """Return a game in its first turn, with all emails read."""
    made = chosen(started(players(3)))
    carry(NOON)
    return made


def told_by_mail(game: Game, orders: Sequence[Order], carry: Carry) -> list[str]:
    """Return the players' emails about the last of these orders, each in one line."""
    *first, order = orders
    for one in first:
        rule(game, one)
    carry(NOON)
    rule(game, order)
    return [" ".join(mail.text.split()) for mail in carry(NOON)]


def test_every_order_is_told_here() -> None:
    """A new kind of ruling needs a sentence, and a case here."""
    assert TOLD.keys() == ORDERS.keys() == set(RulingKind)


@pytest.mark.parametrize("kind", at_length(TOLD, at_once=["set_back", "replaced", "reopened"]))
def test_anyone_who_sits_at_the_table_reads_it(game: Game, carry: Carry, kind: str) -> None:
    orders, sentence = TOLD[kind]
    emails = told_by_mail(game, orders, carry)
    assert len(emails) == 3
    seated = [mail for mail in emails if "An admin has given your seat in this game to someone else." not in mail]
    assert len(seated) == (2 if kind == "replaced" else 3)
    for mail in seated:
        assert ("is over" if kind == "ended" else "An admin has ruled on this game") in mail
    concerned = [mail for mail in seated if TOLD_WHOM_IT_CONCERNS.get(kind, sentence) in mail]
    assert len(concerned) == (1 if kind in TOLD_WHOM_IT_CONCERNS else len(seated))
    assert all(sentence in mail for mail in seated if mail not in concerned)


@pytest.mark.parametrize("kind", at_length(TOLD, at_once=["taken_back", "reopened"]))
def test_admins_read_it_in_the_log_at_their_desk(game: Game, kind: str) -> None:
    orders, sentence = TOLD[kind]
    for order in orders:
        rule(game, order)
    page = at_the_desk(anybody()).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert sentence in " ".join(page[page.index('id="log"') :].split())
