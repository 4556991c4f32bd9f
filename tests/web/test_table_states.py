"""The table in other states: waiting, outdated, played twice, paused, late, ended; for spectators and strangers."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.models import Player, Turn
from games.table import rulings, store
from games.table.agreements import own_move
from games.table.clocks.terms import STAND_IN, Terms
from games.table.play import deadlines
from games.table.rulings import TakeBack
from tests.agreements.table import pause
from tests.games.courts import rule
from tests.games.stories import NOON, chosen, default, holder, legal, play_on, players, post, prompts, started
from tests.games.worlds import deal, wall_in
from tests.sweeps import at_length
from tests.web.paper import Visitor
from tests.web.test_table import head, on_turn, sit, turn

pytestmark = pytest.mark.django_db


class TestAnotherSend:
    def test_the_same_form_twice_is_played_once_and_says_so(self) -> None:
        game, _, visitor = turn()
        visitor.open("?take=deck,deck")
        form, before = visitor.form("Take two from the deck"), head(game)
        visitor.send(form, form.filled())
        assert head(game) == before + 2
        page = visitor.send(form, form.filled())
        assert "This was played already." in page.text
        assert head(game) == before + 2

    def test_from_another_device_too(self) -> None:
        game, seat, visitor = turn(purple=4)
        other = sit(game, seat)
        other.open("?route=denver-omaha")
        visitor.open("?route=denver-omaha")
        visitor.press("Claim for 4 purple")
        page = other.press("Claim for 4 purple", status=409)
        assert "You have answered this already. You claimed Denver – Omaha with 4 purple." in page.text

    def test_a_key_of_another_request_plays_nothing(self) -> None:
        game, _, visitor = turn()
        visitor.open("?take=deck,deck")
        form = visitor.form("Take two from the deck")
        visitor.send(form, form.filled())
        before = head(game)
        changed = [(name, "draw 1" if value == "draw deck" else value) for name, value in form.filled()]
        assert "You have answered this already." in visitor.send(form, changed, 409).text
        assert head(game) == before


def test_a_zone_that_is_no_longer_known_is_read_as_utc() -> None:
    game, _, visitor = turn()
    Player.objects.filter(seats__game=game).update(time_zone="Atlantis/Capital")
    assert "Only you can read it" in visitor.open().text


class TestStale:
    def test_it_says_what_has_changed_and_keeps_the_choice(self) -> None:
        game = chosen(started(players(2)))
        seat = prompts(game)[0]["seat"]
        deal(game, seat, purple=4)
        visitor = sit(game, seat)
        visitor.open("?route=denver-omaha")
        form = visitor.form("Claim for 4 purple")
        for _ in range(2):
            asked = prompts(game)[0]["seat"]
            post(game, asked, "draw deck", "draw deck")
        sent = [(name, f"9999.{seat}" if name == "prompt" else value) for name, value in form.filled()]
        page = visitor.send(form, sent, 409)
        assert "Something has changed meanwhile." in page.text
        assert f"Player {1 - seat} drew two cards from the deck." in page.text
        assert "Nothing was played." in page.text
        visitor.form("Claim for 4 purple")

    def test_what_is_asked_next_is_not_answered_by_an_old_form(self) -> None:
        game, seat, visitor = turn()
        visitor.open("?take=deck")
        form = visitor.form("Take one from the deck")
        post(game, seat, "draw deck", "draw deck")
        before = head(game)
        visitor.send(form, form.filled(), 409)
        assert head(game) == before


NO_MOVES = ["", "nonsense", "draw 9", "resign", "claim x y"]


class TestRefused:
    def test_the_rule_is_one_sentence_and_nothing_is_played(self) -> None:
        game, _, visitor = turn(purple=4)
        visitor.open("?route=denver-omaha")
        before = head(game)
        page = visitor.press("Claim for 4 purple", status=422, move="claim denver-omaha red 4")
        assert "Pay for this route with purple. Nothing was played." in page.text
        visitor.form("Claim for 4 purple")
        assert head(game) == before

    @pytest.mark.parametrize("text", at_length(NO_MOVES, at_once=["nonsense", "resign"]))
    def test_no_move_does_no_harm(self, text: str) -> None:
        game, _, visitor = turn()
        visitor.open("?take=deck")
        before = head(game)
        form = visitor.form("Take one from the deck")
        sent = [(name, text if name == "move" else value) for name, value in form.filled()]
        visitor.send(form, sent, 422)
        assert head(game) == before

    def test_somebody_suspended_is_told(self) -> None:
        game, seat, visitor = turn()
        visitor.open("?take=deck")
        until = timezone.now() + timedelta(days=1)
        Player.objects.filter(seats__game=game, seats__number=seat).update(suspended_until=until)
        page = visitor.press("Take one from the deck", status=403)
        assert "Your account is suspended." in page.text


class TestOthers:
    def test_anyone_who_waits_sees_for_whom_and_nothing_to_press(self) -> None:
        game, seat, _ = turn()
        page = sit(game, 1 - seat).page
        assert f"Player {seat} is choosing" in page.text
        assert not [form for form in page.forms if dict(form.hidden).get("prompt")]

    def test_a_spectator_sees_the_table_and_no_hand(self) -> None:
        game, _, _ = turn()
        for player in (None, players(1, "Guest")[0]):
            page = Visitor(player, game.pk).open()
            assert "Watching" in page.text
            assert "Your hand" not in page.text
            assert "Your tickets" not in page.text
            assert not [form for form in page.forms if dict(form.hidden).get("prompt")]

    def test_a_private_game_does_not_exist_for_others(self) -> None:
        game = chosen(started(players(2), public=False))
        for player in (None, players(1, "Guest")[0]):
            for path in ("", "/news", "/log"):
                visitor = Visitor(player, game.pk)
                visitor.open(visitor.path + path, 404)
        sit(game, 0)

    def test_nor_do_the_players_own_pages(self) -> None:
        game, _, _ = turn()
        visitor = Visitor(players(1, "Guest")[0], game.pk)
        for path in ("/plan", "/seat", "/disputes"):
            visitor.open(visitor.path + path, 404)

    def test_nobody_plays_for_another(self) -> None:
        game, seat, visitor = turn()
        visitor.open("?take=deck")
        form, before = visitor.form("Take one from the deck"), head(game)
        other = sit(game, 1 - seat)
        token = next(value for name, value in other.page.forms[0].hidden if name == "csrfmiddlewaretoken")
        sent = [(name, token if name == "csrfmiddlewaretoken" else value) for name, value in form.filled()]
        other.send(form, sent, 409)
        assert head(game) == before

    def test_a_form_needs_its_token(self) -> None:
        game, _, visitor = turn()
        visitor.open("?take=deck")
        form, before = visitor.form("Take one from the deck"), head(game)
        sent = {name: value for name, value in form.filled() if name != "csrfmiddlewaretoken"}
        assert visitor.http.post(visitor.path, sent).status_code == 403
        assert head(game) == before

    def test_a_game_that_has_not_begun_or_is_none_is_not_found(self) -> None:
        assert Client().get("/games/nothing").status_code == 404


class TestClock:
    def test_anyone_who_is_late_is_told_what_will_happen(self) -> None:
        clock = Terms(timedelta(hours=12), grace=timedelta(hours=4), when_over=STAND_IN)
        game = chosen(started(players(2), clock=clock, now=timezone.now()), now=timezone.now())
        late = timezone.now() - timedelta(minutes=5)
        Turn.objects.filter(closed_at=None).update(
            opened_at=late - timedelta(hours=12), deadline_at=late, expires_at=late + timedelta(hours=4)
        )
        page = on_turn(game).page
        assert "Late · still your turn" in page.text
        assert "a stand-in plays for you" in page.text

    def test_a_pause_stops_everything(self) -> None:
        game, seat, visitor = turn()
        for number in (seat, 1 - seat):  # the first is late, so the other alone would find nobody to agree
            pause(holder(game, number), game, timezone.now())
        page = visitor.open()
        assert "Everyone agreed to pause" in page.text
        assert not [form for form in page.forms if dict(form.hidden).get("prompt")]


class TestNextStop:
    def test_the_next_game_that_waits_is_offered(self) -> None:
        people = players(2)
        one, other = (chosen(started(people, name=name)) for name in ("First line", "Second line"))
        seat = prompts(one)[0]["seat"]
        if prompts(other)[0]["seat"] != seat:
            post(other, 1 - seat, "draw deck", "draw deck")
        visitor = sit(one, seat)
        visitor.open("?take=deck,deck")
        visitor.press("Take two from the deck")
        assert "Next stop Second line" in visitor.page.text
        visitor.follow("Play it")
        assert "Second line" in visitor.page.text


class TestNews:
    def test_nothing_new_costs_a_304(self) -> None:
        game, seat, visitor = turn()
        answer = visitor.http.get(f"{visitor.path}/news?entry={head(game)}")
        again = visitor.http.get(f"{visitor.path}/news?entry={head(game)}", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304
        quiet = {"told": [], "line": 0, "said": [], "proposals": 0, "proposed": []}
        asks = prompts(game)[0]["id"]
        assert f'data-asks="{asks}"' in visitor.answer.content.decode()
        assert answer.json() == {"head": head(game), "asks": asks, **quiet}
        post(game, seat, "draw deck", "draw deck")
        news = visitor.http.get(
            f"{visitor.path}/news?entry={head(game) - 2}", headers={"If-None-Match": answer["ETag"]}
        )
        assert news.status_code == 200
        assert len(news.json()["told"]) == 1  # two cards, one sentence
        assert news.json()["asks"] == ""

    def test_first_tickets_of_others_are_no_news_and_your_own_are(self) -> None:
        game = started(players(3))
        visitor, before = sit(game, 0), head(game)
        post(game, 1, default(game, 1))
        news = visitor.http.get(f"{visitor.path}/news?entry={before}").json()
        assert (news["head"], news["asks"], news["told"]) == (before + 1, "1.0", [])
        post(game, 0, default(game, 0))  # in another tab
        (told,) = visitor.http.get(f"{visitor.path}/news?entry={before}").json()["told"]
        assert told.startswith("You kept")

    def test_a_304_takes_four_statements_at_most(self, django_assert_max_num_queries: object) -> None:
        _, _, visitor = turn()
        answer = visitor.http.get(f"{visitor.path}/news?entry=1")
        with django_assert_max_num_queries(4):  # type: ignore[operator]
            again = visitor.http.get(f"{visitor.path}/news?entry=1", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304


def test_what_was_taken_back_is_not_told_as_if_it_counted() -> None:
    """A player who claims one route, takes it back and claims another has claimed only one."""
    game, seat, _mover = turn()
    reader = sit(game, 1 - seat)
    claims = legal(game, seat)
    post(game, seat, next(move for move in claims if move.startswith("claim seattle-vancouver-1")))
    assert "Seattle – Vancouver" in glance(reader)
    own_move.take_back(player=holder(game, seat), game_id=game.pk, now=NOON)
    assert "took back" not in glance(reader)
    assert "You took back your last move: You claimed Seattle – Vancouver" in sit(game, seat).page.text
    post(game, seat, next(move for move in claims if move.startswith("claim dallas-houston-1")))
    assert "Dallas – Houston" in glance(reader)
    assert "Seattle – Vancouver" not in glance(reader)
    assert "took back" not in glance(reader)


def test_who_ran_out_of_time_reads_so_as_you() -> None:
    game, seat, late = turn()
    due = Turn.objects.get(game=game, closed_at=None)
    assert deadlines.expire_turn(turn_id=due.pk, now=due.deadline_at)
    assert "Your time ran out, so this was played:" in late.open().text
    assert f"{holder(game, seat).name} ran out of time, so this was played:" in sit(game, 1 - seat).page.text


def glance(visitor: Visitor) -> str:
    """Return the page's first message."""
    visitor.open()
    found = re.search('<div class="glance">.*?</a>', visitor.answer.content.decode(), re.DOTALL)
    assert found
    return found[0]


class TestLog:
    @pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1", "old_west@1", "card_game@1"]))
    def test_the_whole_log_is_there_in_sentences(self, ruleset: str) -> None:
        game = chosen(started(players(2), ruleset=ruleset))
        play_on(game, 20)
        page = sit(game, 0).open(f"/games/{game.pk}/log")
        assert "You were dealt" in page.text
        assert re.search(r"All have chosen their tickets: .*\byou \(", page.text)

    def test_what_was_taken_back_is_struck_out_as_in_the_replay(self) -> None:
        game, seat, visitor = turn()
        post(game, seat, next(move for move in legal(game, seat) if move.startswith("claim seattle-vancouver-1")))
        own_move.take_back(player=holder(game, seat), game_id=game.pk, now=NOON)
        for path in ("", "/log", f"/replay/{head(game)}"):
            text = visitor.open(f"{visitor.path}{path}").text
            assert text.count("(taken back)") == 1, path
            (struck,) = re.findall(r'<li class="[^"]*undone".*?</li>', visitor.answer.content.decode(), re.DOTALL)
            assert "Seattle – Vancouver" in struck, path
        post(game, seat, "draw deck", "draw deck")
        rule(game, TakeBack(head(game) - 1))
        told = visitor.open(f"{visitor.path}/log").text
        assert told.count("from the deck. (taken back)") == 1, "one of two cards"

    def test_on_a_page_of_older_entries_too(self) -> None:
        game, seat, visitor = turn()
        before = head(game)
        post(game, seat, "draw deck", "draw deck")
        play_on(game, 4)
        rule(game, TakeBack(before))
        assert visitor.open(f"{visitor.path}/log?before={before + 2}").text.count("(taken back)") == 1


class TestBesideTheTable:
    def test_a_plan_is_left_by_one_tap_and_shown_as_lines(self) -> None:
        game, seat, _ = turn()
        visitor = sit(game, 1 - seat)
        visitor.follow("Plan your next move")
        visitor.press("Add , Draw what these claims lack")
        assert "draw wanted else deck" in visitor.answer.content.decode()
        assert "Your plan is kept." in visitor.page.text
        visitor.press("Drop the plan")
        assert "Your plan is dropped." in visitor.page.text
        assert "Drop the plan" not in visitor.page.text

    def test_on_ones_own_turn_the_table_says_that_the_plan_will_play(self) -> None:
        _, _, visitor = turn()
        visitor.open(f"{visitor.path}/plan")
        visitor.press("Save this plan", lines="draw deck")
        table = visitor.open(visitor.path)
        assert "its first line that can be played is played for you, unless you move first." in table.text

    def test_a_mistake_is_told_and_what_was_typed_stays(self) -> None:
        game, seat, _ = turn()
        visitor = sit(game, 1 - seat)
        visitor.follow("Plan your next move")
        visitor.press("Save this plan", status=422, lines="draw deck\nclaim nowhere")
        assert "Line 2:" in visitor.page.text
        assert "claim nowhere" in visitor.answer.content.decode()

    def test_a_pause_is_asked_for_and_agreed_to(self) -> None:
        game, _, _ = turn()
        one, other = sit(game, 0), sit(game, 1)
        one.follow("Pause or leave")
        one.press("Propose a pause")
        assert "The others are asked." in one.page.text
        other.follow("Pause or leave")
        other.press("Propose a pause")
        assert "Everyone has agreed: it is done." in other.page.text
        assert store.read(game.pk).paused_at is not None
        one.open(f"/games/{game.pk}")
        assert "Everyone agreed to pause" in one.page.text
        assert "at most until" in one.page.text
        one.press("Go on playing")
        assert store.read(game.pk).paused_at is None
        assert "The game goes on." in one.page.text
        assert "Go on playing" not in one.page.text

    def test_a_pause_for_two_reasons_names_no_end(self) -> None:
        game, _, visitor = turn()
        for number in (0, 1):
            pause(holder(game, number), game, timezone.now())
        rule(game, rulings.Pause())
        visitor.open(visitor.path)
        assert "There is another reason, too" in visitor.page.text
        assert "at most until" not in visitor.page.text
        visitor.press("Go on playing")
        assert "The game is still paused, for another reason." in visitor.page.text
        assert "The game goes on when the reason for the pause is gone." in visitor.page.text
        assert "Go on playing" not in visitor.page.text

    def test_whoever_only_watches_cannot_end_a_pause(self) -> None:
        game, _, _ = turn()
        for number in (0, 1):
            pause(holder(game, number), game, timezone.now())
        watching = Visitor(None, game.pk)
        watching.open()
        assert "Everyone agreed to pause" in watching.page.text
        assert "Go on playing" not in watching.page.text

    def test_an_admin_is_asked_for(self) -> None:
        _, _, visitor = turn()
        visitor.follow("Pause or leave")
        visitor.follow("Ask for an admin")
        visitor.press("Ask for an admin", kind="mistaken_move", text="I meant the market.")
        assert "I meant the market." in visitor.page.text
        visitor.press("Withdraw it")
        assert "withdrawn" in visitor.page.text.lower()


def test_a_seat_that_others_have_walled_in_can_complete_nothing() -> None:
    """Old West: a ticket's cities may be connected, but not with the seat's starting city (W5)."""
    game = chosen(started(players(2), ruleset="old_west@1"))
    seat = prompts(game)[0]["seat"]
    start = store.view_for(store.read(game.pk), None)["seats"][seat]["start"]
    assert start is not None
    wall_in(game, start, 1 - seat)
    page = sit(game, seat).page
    assert "no longer possible" in page.text
