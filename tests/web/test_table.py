"""The table without JavaScript: each kind of prompt is answered by links and forms."""

import pytest

import engine
from games.models import Game
from games.table import store
from games.table.agreements import own_move
from tests.games.stories import NOON, chosen, default, play_a_round, players, post, prompts, started
from tests.games.worlds import begin_last_turn, deal, hold, lay_out, next_to_alvin, run_out_of_cards
from tests.web.paper import Visitor

pytestmark = pytest.mark.django_db


def sit(game: Game, seat: int) -> Visitor:
    """Return a player with the table open."""
    found = game.seats.select_related("player").get(number=seat)
    visitor = Visitor(found.player, game.pk)
    visitor.open()
    return visitor


def on_turn(game: Game) -> Visitor:
    """Return the player to move, with the table open."""
    return sit(game, prompts(game)[0]["seat"])


def head(game: Game) -> int:
    return Game.objects.get(pk=game.pk).head


def seen(game: Game, seat: int | None = None) -> engine.View:
    return store.view_for(store.read(game.pk), seat)


def turn(seats: int = 2, **hand: int) -> tuple[Game, int, Visitor]:
    """Return a game in its first turn, its seat to move with this hand, and that player's browser."""
    game = chosen(started(players(seats)))
    seat = prompts(game)[0]["seat"]
    if hand:
        deal(game, seat, **hand)
    return game, seat, sit(game, seat)


def test_the_question_comes_before_the_board_for_whoever_hears_the_page() -> None:
    _, _, visitor = turn()
    visitor.open()
    page = visitor.answer.content.decode()
    assert page.index('id="question"') < page.index('class="game-board"') < page.index("game-tickets")


class TestFirstTickets:
    """B3, W3, C3: all are asked at the same time."""

    @pytest.mark.parametrize("ruleset", engine.RULESETS)
    def test_the_fewest_of_the_lowest_value_are_ticked_so_that_one_tap_keeps_them(self, ruleset: str) -> None:
        game = started(players(2), ruleset=ruleset)
        visitor = sit(game, 0)
        prompt = seen(game, 0)["prompts"][0]
        values = sorted(ticket["points"] for ticket in prompt["offer"])
        assert "Which tickets will you keep?" in visitor.page.text
        assert "A completed ticket scores its points, any other costs you as many." in visitor.page.text
        visitor.press("Keep")
        kept = sorted(ticket["points"] for ticket in engine.own(seen(game, 0))["tickets"])
        assert kept == values[: prompt["at_least"]]
        assert "You kept the ticket" in visitor.page.text

    def test_others_can_be_kept_instead(self) -> None:
        game = started(players(2))
        visitor = sit(game, 0)
        kept = [number for _, number, _ in visitor.form("Keep").boxes][:2]
        visitor.press("Keep", ticket=kept)
        assert [str(one["number"]) for one in engine.own(seen(game, 0))["tickets"]] == kept

    def test_too_few_are_refused_and_the_choice_stays(self) -> None:
        game = started(players(2))
        visitor = sit(game, 0)
        only = visitor.form("Keep").boxes[1][1]
        page = visitor.press("Keep", ticket=[only], status=422)
        assert "Keep at least 2 tickets. Nothing was played." in page.text
        assert "Nothing was played." in page.text
        assert [number for _, number, on in visitor.form("Keep").boxes if on] == [only]
        assert head(game) == 1

    @pytest.mark.parametrize(
        ("ruleset", "label"),
        [("usa@1", "at least 2 tickets"), ("old_west@1", "at least 3 tickets"), ("card_game@1", "at least 1 ticket")],
    )
    def test_the_button_never_offers_to_keep_too_few(self, ruleset: str, label: str) -> None:
        visitor = sit(started(players(2), ruleset=ruleset), 0)
        assert f'data-labels="Choose {label}|' in visitor.answer.content.decode()

    def test_they_have_no_letters_that_would_be_others_after_the_choice(self) -> None:
        visitor = sit(started(players(2)), 0)
        page = visitor.answer.content.decode()
        assert page.count('class="tick-ticket"') == 3
        assert 'class="ring" aria-hidden' not in page
        assert 'class="letter"' not in page
        visitor.press("Keep")
        assert 'class="letter"' in visitor.answer.content.decode()

    def test_the_last_to_choose_is_choosing_like_the_others_and_next_to_nobody(self) -> None:
        game = started(players(3))
        for seat in (2, 1):
            page = sit(game, seat).press("Keep")
        assert "Player 0 is choosing" in page.text

    def test_their_lines_are_on_the_board_before_they_are_chosen(self) -> None:
        game = started(players(2))
        visitor = sit(game, 0)
        assert visitor.answer.content.decode().count('class="ticket"') == 3


class TestClaiming:
    """B12, B13: claiming takes two taps."""

    def test_the_first_tap_chooses_a_route_and_the_second_pays_as_suggested(self) -> None:
        game, seat, visitor = turn(purple=4, locomotive=2)
        visitor.open("?all=1")
        visitor.follow("Denver – Omaha")
        visitor.press("Claim for 4 purple")
        assert "You claimed Denver – Omaha with 4 purple." in visitor.page.text
        assert f"Player {1 - seat} is next" in visitor.page.text
        assert seen(game)["routes"] == {"denver-omaha": seat}

    def test_of_tracks_side_by_side_it_names_the_color_and_offers_the_others(self) -> None:
        _, _, visitor = turn(white=4, green=4)
        visitor.open("?route=new_york-pittsburgh-1")
        assert "New York – Pittsburgh (green track)" in visitor.page.text
        visitor.follow("white track")
        assert "New York – Pittsburgh (white track)" in visitor.page.text
        visitor.press("Claim for 2 white")

    def test_tracks_side_by_side_that_look_the_same_are_one_choice(self) -> None:
        _, _, visitor = turn(white=4, green=4)
        page = visitor.open("?route=atlanta-raleigh-1")
        assert "Atlanta – Raleigh (any color)" in page.text
        assert "Beside it" not in page.text

    def test_what_was_played_is_old_once_others_have_moved(self) -> None:
        game, seat, visitor = turn(purple=4)
        visitor.open("?route=denver-omaha")
        visitor.press("Claim for 4 purple")
        played = visitor.address
        post(game, 1 - seat, "draw deck", "draw deck")
        assert visitor.open(played).text.count("You claimed Denver – Omaha with 4 purple.") == 1  # in the log

    def test_it_can_be_paid_differently_with_the_fewest_locomotives_first(self) -> None:
        game, seat, visitor = turn(purple=4, locomotive=2)
        visitor.open("?route=denver-omaha")
        ways = [move for move, _ in visitor.form("Claim").radios["move"]]
        assert ways == [
            "claim denver-omaha purple 4",
            "claim denver-omaha purple 3 loco 1",
            "claim denver-omaha purple 2 loco 2",
        ]
        visitor.press("Claim", move=ways[2])
        assert engine.own(seen(game, seat))["hand"] == {"purple": 2}

    def test_an_address_says_how_to_pay(self) -> None:
        _, _, visitor = turn(purple=4, locomotive=2)
        page = visitor.open("?route=denver-omaha&pay=purple-3-locomotive-1")
        visitor.form("Claim for 3 purple, 1 locomotive")
        assert "keeps 1 purple, 1 locomotive" in page.text

    def test_what_follows_is_said_before(self) -> None:
        _, _, visitor = turn(purple=4)
        page = visitor.open("?route=denver-omaha")
        assert "Points 0 → becomes 7" in page.text
        assert "You can take it back until your time is up or the next move is made." in page.text
        assert "Trains 45 → becomes 41" in page.text

    def test_it_says_when_the_payment_fills_the_market(self) -> None:
        """B10: what is paid is the new deck, and everybody sees which card comes up."""
        game, seat, visitor = turn(purple=4)
        run_out_of_cards(game)
        assert "New cards are turned up, so you cannot take it back." in visitor.open("?route=denver-omaha").text
        visitor.press("Claim for 4 purple")
        assert own_move.last_move(Game.objects.get(pk=game.pk), seat, NOON) is None

    def test_it_says_when_the_claim_ends_the_game(self) -> None:
        game, _, visitor = turn(purple=4)
        begin_last_turn(game)
        assert "The game ends with this turn." in visitor.open("?route=denver-omaha").text
        visitor.press("Claim for 4 purple")
        assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED

    def test_a_route_that_cannot_be_paid_for_can_only_be_planned(self) -> None:
        _, _, visitor = turn(red=1)
        page = visitor.open("?route=denver-omaha")
        assert "You can’t claim it now." in page.text
        assert "Claim for" not in page.text
        assert "Take cards" in visitor.open("?route=nowhere").text

    def test_of_two_tracks_that_cost_the_same_the_list_names_one(self) -> None:
        """Two tracks join Raleigh and Atlanta, both of any color."""
        game, seat, visitor = turn(locomotive=2)
        hold(game, seat, "montreal", "atlanta")
        for address in ("?", "?all=1"):
            told = [told for _, told in visitor.open(address).links if "Atlanta – Raleigh" in told]
            assert sum("pts" in one for one in told) == 1
            assert sum("Claim" in one for one in told) == 1

    def test_the_whole_list_has_a_line_for_each_color_of_twin_tracks_and_says_how_many_lines(self) -> None:
        _, _, visitor = turn(locomotive=4)
        button = next(words for href, words in visitor.page.links if href == "?all=1")
        names = [words for href, words in visitor.open("?all=1").links if href.startswith("?route=") and "pt" in words]
        assert button == f"All {len(names)} routes you can pay for"
        assert sum(words.startswith("Denver – Kansas City") for words in names) == 2
        assert sum(words.startswith("Duluth – Omaha") for words in names) == 1

    def test_the_board_leads_to_the_same_addresses(self) -> None:
        _, _, visitor = turn(purple=4)
        assert 'href="?route=denver-omaha"' in visitor.answer.content.decode()


class TestDrawing:
    """B5: two cards in one request, or viewing the table in between."""

    def test_two_cards_in_one_request(self) -> None:
        game, seat, visitor = turn()
        before = sum(engine.own(seen(game, seat))["hand"].values())
        visitor.open("?take=deck,deck")
        visitor.press("Take two from the deck")
        assert sum(engine.own(seen(game, seat))["hand"].values()) == before + 2
        assert f"Player {1 - seat} is next" in visitor.page.text

    def test_looking_in_between(self) -> None:
        _, _, visitor = turn()
        visitor.open("?take=deck")
        visitor.press("Take one from the deck")
        assert "Take your second card" in visitor.page.text
        assert "You drew" in visitor.page.text
        visitor.open("?take=deck")
        visitor.press("Take one from the deck")
        assert "is next" in visitor.page.text

    def test_a_card_is_put_back_by_a_second_tap(self) -> None:
        _, _, visitor = turn()
        visitor.open("?take=deck,deck")
        visitor.follow("chosen:")
        assert "claim a route or" in visitor.page.text

    def test_only_an_open_card_is_replaced(self) -> None:
        game, _, visitor = turn()
        lay_out(game, "red", "locomotive", "blue", "white", "black")
        hint = "Take one first if you want to see what replaces it."
        assert hint in visitor.open("?take=1,deck").text
        assert hint not in visitor.open("?take=deck,deck").text
        assert hint not in visitor.open("?take=2").text  # it is the whole turn

    def test_what_cannot_be_taken_is_not_chosen(self) -> None:
        _, _, visitor = turn()
        assert "Take cards" in visitor.open("?take=9,deck").text
        assert "Take cards" in visitor.open("?take=deck,deck,deck").text


class TestTicketsLater:
    def test_they_are_seen_before_they_are_kept_and_none_is_ticked(self) -> None:
        game, seat, visitor = turn()
        visitor.follow("Draw tickets")
        assert "Draw 3 tickets?" in visitor.page.text
        assert "You see them first, and then keep at least 1." in visitor.page.text
        assert "cannot be taken back" in visitor.page.text
        visitor.press("Draw 3 tickets")
        boxes = visitor.form("Keep").boxes
        assert [on for *_, on in boxes] == [False] * 3
        assert all(f" {one['points']}" in visitor.page.text for one in seen(game, seat)["prompts"][0]["offer"])
        visitor.press("Keep", ticket=boxes[0][1])
        assert len(engine.own(seen(game, seat))["tickets"]) == 3


class TestOldWest:
    def test_a_start_takes_a_city_and_a_button(self) -> None:
        game = started(players(2), ruleset="old_west@1")
        for seat in (0, 1):
            post(game, seat, default(game, seat))
        visitor = on_turn(game)
        assert "Where will you start?" in visitor.page.text
        visitor.follow("Denver")
        visitor.press("Start in Denver")
        assert "chose to start in Denver." in visitor.page.text
        assert "denver" in seen(game)["markers"]

    def test_claim_marker_and_alvin(self) -> None:
        game = next_to_alvin()
        visitor = sit(game, 0)
        page = visitor.open("?route=albuquerque-roswell")
        assert "Points 0 → becomes" in page.text
        visitor.press("Claim for")
        if "Place a marker?" in visitor.page.text:
            visitor.press("Place none")
        assert "Where does Alvin go?" in visitor.page.text
        visitor.press("To Albuquerque")
        assert seen(game)["alvin"]["city"] == "albuquerque"

    def test_a_marker_is_placed_for_a_pair(self) -> None:
        game = chosen(started(players(2), ruleset="old_west@1"))
        seat = prompts(game)[0]["seat"]
        start = seen(game)["seats"][seat]["start"]
        deal(game, seat, red=5, blue=5, green=5, purple=5, black=5, locomotive=4)
        visitor = sit(game, seat)
        visitor.open("?all=1")
        visitor.open(next(href for href, words in visitor.page.links if words and "route=" in href))
        visitor.press("Claim for")
        assert "Place a marker?" in visitor.page.text
        way = visitor.form("Place the marker").radios["move"][0][0]
        visitor.press("Place the marker", move=way)
        markers = [city for city, owner in seen(game)["markers"].items() if owner == seat]
        assert len(markers) == 2
        assert start in markers


class TestCardGame:
    def test_a_row_is_placed(self) -> None:
        game = chosen(started(players(3), ruleset="card_game@1"))
        seat = prompts(game)[0]["seat"]
        deal(game, seat, blue=3, red=1, locomotive=1)
        visitor = sit(game, seat)
        visitor.follow("3 blue")
        visitor.press("Place")
        assert seen(game)["seats"][seat]["yard"] == [{"color": "blue", "cards": 3, "locomotives": 0}]
        assert "You placed 3 blue" in visitor.page.text

    def test_another_s_row_is_robbed_and_the_page_says_so(self) -> None:
        game = chosen(started(players(2), ruleset="card_game@1"))
        first = prompts(game)[0]["seat"]
        deal(game, first, blue=2)
        post(game, first, "place blue 2")
        deal(game, 1 - first, blue=3)
        visitor = sit(game, 1 - first)
        assert f"robs Player {first}, who has 2" in visitor.page.text

    def test_three_colors_at_once(self) -> None:
        game = chosen(started(players(3), ruleset="card_game@1"))
        seat = prompts(game)[0]["seat"]
        deal(game, seat, blue=1, red=1, green=1)
        visitor = sit(game, seat)
        assert "All ways to place" not in visitor.page.text
        visitor.follow("Three colors at once")
        visitor.press("Place")
        assert len(seen(game)["seats"][seat]["yard"]) == 3

    def test_completing_offers_the_best_set_and_says_why(self) -> None:
        game = started(players(2), ruleset="card_game@1")
        play_a_round(game)
        visitor = sit(game, 0)
        suggested = next(one["suggestion"] for one in seen(game, 0)["prompts"] if one["seat"] == 0)
        assert {int(number) for _, number, on in visitor.form("Complete").boxes if on} == set(suggested)
        assert "Each card pays for one ticket" in visitor.page.text
        visitor.press("Complete")
        assert engine.own(seen(game, 0))["chosen"] is not None

    def test_more_than_the_cards_suffice_for_is_refused_and_stays_ticked(self) -> None:
        game = started(players(2), ruleset="card_game@1")
        play_a_round(game)
        visitor = sit(game, 0)
        every = [number for _, number, _ in visitor.form("Complete").boxes]
        if {int(one) for one in every} == {int(number) for _, number, on in visitor.form("Complete").boxes if on}:
            return
        page = visitor.press("Complete", ticket=every, status=422)
        assert "You don’t have enough cards on your track" in page.text
        assert all(on for *_, on in visitor.form("Complete").boxes)
