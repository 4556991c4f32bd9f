"""Each ticket's goals, with their values, wherever its holder meets it: page, map, sums, email; with one goal or more.

The example of a ruleset is its ticket with the most goals. No ruleset of ours has one with several; the tiny board of
`tests/test_adding_a_board.py` has.
"""

import re
from datetime import timedelta

import pytest

from engine.boards import Board, TicketFact
from engine.parts.goals import list_values
from engine.parts.network import routes_in
from engine.parts.shortest_way import Cost, shortest_way
from engine.parts.tickets import ticket_view
from games.models import Game
from games.presentation.pictures.scene import Scene
from games.presentation.prospects import ticket_status
from games.web.table import tickets
from games.web.table.sight import Sight, load_sight
from notifications.policy import reminders
from tests.engine.positions import BASE, EVERY, Kind
from tests.games.stories import NOON, chosen, holder, players, prompts, started
from tests.games.worlds import hold, own_routes
from tests.notifications.conftest import Carry
from tests.sweeps import at_length
from tests.web.paper import Paper, Visitor

pytestmark = pytest.mark.django_db

BOARDS = [kind for kind in EVERY if kind.rules.board.routes and not kind.chosen]
on_boards = pytest.mark.parametrize("kind", at_length(BOARDS, at_once=[BASE]), ids=str)
LATER = NOON + timedelta(hours=20)


def example(board: Board) -> TicketFact:
    return max(board.tickets, key=lambda fact: len(fact.goals))


def holding(kind: Kind, *slugs: str) -> tuple[Game, int, TicketFact]:
    """Return a game in its first turn whose seat to move holds only the example, and these routes."""
    fact, board = example(kind.rules.board), kind.rules.board
    game = chosen(started(players(2), **kind.wishes))
    seat = prompts(game)[0]["seat"]
    hold(game, seat, *(board.cities[end].slug for end in fact.ends))
    own_routes(game, seat, *slugs)
    return game, seat, fact


def sight_of(game: Game, seat: int) -> Sight:
    return load_sight(holder(game, seat), game.pk, NOON)


def names(board: Board, fact: TicketFact) -> set[str]:
    return {board.cities[end].name for goal in fact.goals for end in goal.ends}


def assert_names_goals(text: str, board: Board, fact: TicketFact) -> None:
    assert all(name in text for name in names(board, fact))
    assert len(fact.goals) == 1 or all(f"({goal.points})" in text for goal in fact.goals)


def signed_sums(least: int, most: int) -> str:
    return f"±{most} at stake" if least == most else f"+{most} or −{least} at stake"


@on_boards
def test_the_page_names_each_goal_with_its_value_and_adds_up_the_best(kind: Kind) -> None:
    game, seat, fact = holding(kind)
    visitor = Visitor(holder(game, seat), game.pk)
    visitor.open()
    section = re.search(
        '<section class="section game-tickets".*?</section>', visitor.answer.content.decode(), re.DOTALL
    )
    assert section
    shown = Paper(section[0]).text
    assert_names_goals(shown, kind.rules.board, fact)
    assert signed_sums(fact.points, max(goal.points for goal in fact.goals)) in shown


@on_boards
def test_the_map_has_a_letter_at_each_goal_and_each_city_lists_the_ticket(kind: Kind) -> None:
    game, seat, fact = holding(kind)
    board, view = kind.rules.board, sight_of(game, seat).view
    cities = {board.cities[end].slug for goal in fact.goals for end in goal.ends}
    rings = Scene.from_view(board, view).rings()
    assert {city: ring.letters for city, ring in rings.items()} == dict.fromkeys(cities, "A")
    visitor = Visitor(holder(game, seat), game.pk)
    for city in cities:
        assert_names_goals(visitor.open(f"?city={city}").text, board, fact)


@on_boards
def test_a_ticket_on_offer_counts_with_its_best_goal_or_its_loss(kind: Kind) -> None:
    game, seat, fact = holding(kind)
    sight, board = sight_of(game, seat), kind.rules.board
    offer = ticket_view(board, board.ticket_of[fact.number])
    (row,) = tickets.offered(sight, ticket_status.land_of(sight), [offer])
    assert (row.loss, row.gain) == (fact.points, max(list_values(offer)))
    assert_names_goals(row.name, board, fact)


@on_boards
def test_a_ticket_whose_least_goal_is_reached_stays_open_for_better_ones(kind: Kind) -> None:
    board, fact = kind.rules.board, example(kind.rules.board)
    least = min(fact.goals, key=lambda goal: goal.points)
    way = shortest_way(board, least.ends, [Cost(route.length) for route in board.routes])
    assert way
    game, seat, _ = holding(kind, *(board.routes[route].slug for route in routes_in(way[1])))
    sight = sight_of(game, seat)
    (row,) = tickets.rows(sight, ticket_status.land_of(sight))
    better = [goal.points for goal in fact.goals if goal.points > least.points]
    assert (row.earned, row.loss) == (least.points, 0)
    assert (row.state, row.gain) == ("open", max(better) - least.points) if better else ("done", 0)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", BOARDS, ids=str)
def test_the_email_names_each_goal_with_its_value(kind: Kind, carry: Carry) -> None:
    fact = holding(kind)[2]
    carry(NOON)
    reminders.note_due(now=LATER)
    (mail,) = carry(LATER)
    assert_names_goals(" ".join(mail.text.split()), kind.rules.board, fact)
