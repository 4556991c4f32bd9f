"""The table of an ended game: the ranking, and the totals of points and tickets."""

import re

import pytest

import engine
from games.models import Game
from games.presentation.words import signed
from games.table import store
from games.table.rulings import Correct
from tests.games.courts import rule
from tests.games.stories import chosen, holder, play_on, players, prompts, started
from tests.replay.games import ended
from tests.web.paper import Visitor
from tests.web.test_table import head, seen, sit, turn

pytestmark = pytest.mark.django_db


class TestEnd:
    def test_the_ranking_and_where_points_come_from(self) -> None:
        game = chosen(started(players(2), ruleset="lagoon@1"))
        play_on(game, 500)
        page = sit(Game.objects.get(pk=game.pk), 0).page
        assert "wins with" in page.text or "win with" in page.text
        assert "longest continuous path" in page.text
        assert "Plan ahead" not in page.text

    def test_tickets_say_what_they_came_to(self) -> None:
        game = chosen(started(players(2), ruleset="lagoon@1"))
        play_on(game, 500)
        scored = [points for points, reason in ledger(game, 0) if reason == "ticket"]
        assert min(scored) < 0 < max(scored), "some have failed, and some have not"
        visitor = sit(game, 0)
        for points in scored:
            fate = "Completed" if points > 0 else "Not completed"
            assert re.search(rf"{fate}: [\w ]+ – [\w ]+ {re.escape(signed(points))} , so far", visitor.page.text)
        assert "Your tickets" not in visitor.page.text

    def test_everybody_sees_every_ticket_and_hands_stay_shut(self) -> None:
        game = scored_game()
        visitor = Visitor(None, game.pk)
        visitor.open()
        view = seen(store.read(game.pk))
        for seat in view["seats"]:
            for ticket in seat["tickets_shown"]:
                assert f"{city(ticket['from'])} – {city(ticket['to'])}" in visitor.page.text
        assert "Play again" not in visitor.page.text

    def test_a_line_is_shown_on_the_map_alone(self) -> None:
        game = scored_game()
        visitor = sit(game, 0)
        assert ' aside"' not in visitor.answer.content.decode()
        visitor.follow(next(text for href, text in visitor.page.links if href.startswith("?shown=") and "path" in text))
        drawn = visitor.answer.content.decode()
        assert ' aside"' in drawn
        assert "-track shown" in drawn
        visitor.follow("Show all")
        assert ' aside"' not in visitor.answer.content.decode()

    def test_what_an_address_makes_up_is_not_shown(self) -> None:
        game = scored_game()
        visitor = sit(game, 0)
        for key in ("9.9", "0.99", "x", "-1"):
            visitor.open(f"?shown={key}")
            assert "Show all" not in visitor.page.text

    def test_play_again_is_the_one_bright_button_and_the_next_game_is_beside_it(self) -> None:
        game = scored_game()
        waits = chosen(started([holder(game, seat) for seat in (0, 1)], name="Friday Trains"))
        visitor = sit(game, prompts(waits)[0]["seat"])
        panel = visitor.answer.content.decode().split('<section id="panel"')[1].split("</section>")[0]
        assert re.findall(r'class="button( outline)?"[^>]*>([^<]+)', panel) == [
            ("", "Play again"),
            (" outline", "Next game"),
        ]
        assert "Friday Trains" in panel
        assert {"Replay", "Film"} <= {text for _, text in visitor.page.links}

    def test_the_points_over_time_mark_the_turning_point(self) -> None:
        visitor = sit(scored_game(), 0)
        assert "plot-scoring" in visitor.answer.content.decode()
        assert "Turning point" in visitor.page.text

    def test_points_lost_have_a_minus_and_no_hyphen(self) -> None:
        game = chosen(started(players(2)))
        rule(game, Correct(0, -106))
        ended(game)
        page = sit(game, 0)
        assert "You: −106 for a correction by an admin" in page.open(f"{page.path}/log").text
        assert "Correction by an admin −106 , so far −106" in page.open().text
        assert not re.search(r"(?<!\S)-\d", page.page.text)
        assert "−106" in page.open(f"{page.path}/replay/{head(game)}").text

    def test_where_they_do_not_count_it_says_so(self) -> None:
        game, seat, visitor = turn()
        held = sum(ticket["points"] for ticket in engine.own(seen(game, seat))["tickets"])
        assert f"Your tickets ±{held} at stake" in visitor.open().text
        ended(game)
        assert "Your tickets They don’t count" in visitor.open().text

    def test_a_note_promises_no_email_any_more(self) -> None:
        game, _, visitor = turn()
        promise = "Emails about your turns have it, too."
        visitor.open()
        assert promise in visitor.answer.content.decode()
        ended(game)
        visitor.open()
        assert promise not in visitor.answer.content.decode()


def scored_game() -> Game:
    game = chosen(started(players(2), ruleset="lagoon@1"))
    play_on(game, 500)
    return store.read(game.pk)


def city(slug: str) -> str:
    board = engine.RULESETS["lagoon@1"].board
    return board.cities[board.city_of[slug]].name


def ledger(game: Game, seat: int) -> list[tuple[int, str]]:
    """Return a seat's points with their reasons."""
    standings = engine.standings(store.load(store.read(game.pk)).state)
    return [(line.points, line.reason) for one in standings if one.seat == seat for line in one.ledger]
