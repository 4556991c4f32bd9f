"""Undoing a ruling: what it settled is open again, prompts get their deadlines back, and everybody learns why."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from time_machine import travel

from games.errors import Refused
from games.models import AdminAct, Dispute, Game, Player, Ruling, Turn
from games.table import rulings
from games.table.disputes import lifecycle, selectors
from games.table.play import reveal
from games.table.rulings import Correct, End, Extend, Replace, TakeBack
from notifications.models import Notification
from tests.games.admins import admin as desk_admin
from tests.games.admins import at_the_desk
from tests.games.courts import agree, anybody, as_row, last, rule, undo
from tests.games.stories import DAY, NOON, chosen, players, post, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3), pause_on_dispute=True))


def complained(game: Game, name: str = "Player 1") -> Dispute:
    player = Player.objects.get(name=name)
    return lifecycle.open_dispute(
        player=player, game_id=game.pk, kind="mistaken_move", text="No!", now=NOON, entry=game.head
    )


def settled(game: Game, dispute: Dispute, order: rulings.Order) -> Ruling:
    """Rule as the desk does, resolving the dispute with the same text."""
    return lifecycle.rule(
        admin=anybody(),
        dispute_id=dispute.pk,
        game_id=game.pk,
        order=order,
        now=NOON,
        text="So be it.",
        resolves=True,
    )


def open_turn(game: Game) -> Turn:
    return Turn.objects.get(game=game, closed_at=None)


def test_its_dispute_is_open_again_holds_the_game_up_again_and_says_why(game: Game) -> None:
    dispute = complained(game)
    ruling = settled(game, dispute, Extend(hours=5))
    assert as_row(game)["pauses"] == []
    assert ruling.entry is not None
    rulings.undo(admin=anybody(), game_id=game.pk, entry=ruling.entry, now=NOON + HOUR, text="I had misread it.")
    agree(game)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.reopened_at, dispute.closed_by) == ("open", NOON + HOUR, None)
    assert as_row(game)["pauses"] == ["dispute"]
    said = dispute.comments.get()
    assert f"(entry {ruling.entry}) has been undone" in said.text
    assert said.text.endswith("I had misread it.")
    assert [row.dispute for row in selectors.queue(anybody(), NOON + HOUR)] == [dispute]
    assert Notification.objects.filter(kind="dispute_opened", comment=said).count() == 3
    assert AdminAct.objects.filter(what="dispute_reopened", game=game).exists()


def test_closed_for_the_second_time_it_is_told_for_the_second_time(game: Game) -> None:
    dispute = complained(game)
    ruling = settled(game, dispute, Extend(hours=5))
    undo(game, ruling, now=NOON + HOUR)
    lifecycle.dismiss(admin=anybody(), dispute_id=dispute.pk, now=NOON + 2 * HOUR, text="It stands.")
    assert Notification.objects.filter(kind="dispute_closed", player=dispute.opened_by).count() == 2


def test_no_second_dispute_of_the_same_player_is_opened_by_it(game: Game) -> None:
    dispute = complained(game)
    ruling = settled(game, dispute, Extend(hours=5))
    complained(game)
    undo(game, ruling)
    assert Dispute.objects.get(pk=dispute.pk).state == "resolved"
    other = settled(game, complained(game, "Player 2"), Extend(hours=50))
    Player.objects.filter(name="Player 2").update(erased_at=NOON, email=None, is_active=False)
    assert lifecycle.reopened(other) == []


def test_a_proposal_that_undoes_opens_it_once_it_is_carried_out(game: Game, settings: object) -> None:
    dispute = complained(game)
    ruling = settled(game, dispute, Correct(1, 5))
    assert ruling.entry is not None
    settings.TWO_PERSON_RULINGS = True  # type: ignore[attr-defined]
    proposed = rulings.undo(admin=anybody(), game_id=game.pk, entry=ruling.entry, now=NOON)
    assert Dispute.objects.get().state == "resolved"
    second = Player.objects.create_superuser("second@mail.example", "Second")
    rulings.confirm(admin=second, ruling_id=proposed.pk, now=NOON)
    assert Dispute.objects.get().state == "open"


def test_secrets_that_are_open_stay_open(game: Game) -> None:
    """Otherwise a ruling could resume a game after everybody has seen its hands."""
    rule(game, End("adjudicated"))
    dispute = complained(game)
    ruling = settled(game, dispute, Correct(1, 5))
    after = NOON + 80 * HOUR
    undo(game, ruling, now=after)
    assert Dispute.objects.get().state == "open"
    assert reveal.secrets_are_open(Game.objects.get(pk=game.pk), after)
    with pytest.raises(Refused, match="secrets_open"):
        rule(game, rulings.Reopen(), now=after)


class TestDeadlines:
    """A prompt reopened by undoing keeps its old deadline, with half a day left at least."""

    def test_of_what_was_taken_back(self, game: Game) -> None:
        post(game, 0, "draw deck", "draw deck", now=NOON + HOUR)
        before = open_turn(game)
        assert (before.seat, before.deadline_at) == (1, NOON + 25 * HOUR)
        back = rule(game, TakeBack(4), now=NOON + 2 * HOUR)
        seen = rulings.preview_undo(admin=anybody(), game_id=game.pk, entry=back.entry or 0, now=NOON + 3 * HOUR)
        undo(game, back, now=NOON + 3 * HOUR)
        again = open_turn(game)
        assert (again.seat, again.deadline_at) == (1, NOON + 25 * HOUR)
        assert [one.deadline_at for one in seen.opened] == [again.deadline_at]
        assert last(game)["deadlines"] == {again.prompt_id: "2026-03-03T13:00:00.000000Z"}

    def test_of_a_deadline_that_an_admin_had_moved(self, game: Game) -> None:
        rule(game, Extend(hours=72))
        ended = rule(game, End("adjudicated"), now=NOON + HOUR)
        undo(game, ended, now=NOON + 2 * HOUR)
        assert open_turn(game).deadline_at == NOON + DAY + 72 * HOUR

    def test_of_what_would_be_over_by_now(self, game: Game) -> None:
        ended = rule(game, End("adjudicated"))
        undo(game, ended, now=NOON + 30 * HOUR)
        assert open_turn(game).deadline_at == NOON + 42 * HOUR

    def test_of_the_player_who_gets_the_seat_back(self, game: Game) -> None:
        replaced = rule(game, Replace(0), now=NOON + 10 * HOUR)
        assert open_turn(game).deadline_at == NOON + 34 * HOUR
        undo(game, replaced, now=NOON + 11 * HOUR)
        assert open_turn(game).deadline_at == NOON + DAY


class TestAtTheDesk:
    """The same through the pages: a dispute's subject, its history and its consequences are told in sentences."""

    @pytest.fixture
    def browser(self, game: Game) -> Client:
        post(game, 0, "draw deck", "draw deck")
        return at_the_desk(desk_admin("Ruth", "referee"))

    def test_the_entry_of_a_dispute_is_told_and_one_click_from_being_taken_back(
        self, game: Game, browser: Client
    ) -> None:
        dispute = complained(Game.objects.get(pk=game.pk))
        other = complained(Game.objects.get(pk=game.pk), "Player 2")
        page = browser.get(f"/admin/games/game/{game.pk}/change/").content.decode()
        log = f"/admin/games/game/{game.pk}/log/?entry={dispute.entry}"
        assert f'<a href="{log}">About entry {dispute.entry}</a>' in page
        assert "Player 0 drew from the deck." in page
        found = re.search(rf'href="([^"]*)">Take back entry {dispute.entry}</a>', page)
        assert found is not None
        preview = browser.get(found[1].replace("&amp;", "&")).content.decode()
        assert f'name="settles" value="{dispute.pk}" checked' in preview
        assert f'name="settles" value="{other.pk}">' in preview
        assert "Player 0 drew from the deck." in preview
        assert browser.get(log).headers["Location"].endswith(f"?p=1#entry-{dispute.entry}")

    def test_what_was_taken_back_already_has_no_button(self, game: Game, browser: Client) -> None:
        dispute = complained(Game.objects.get(pk=game.pk))
        ruled = rule(game, TakeBack(4))
        page = browser.get(f"/admin/games/game/{game.pk}/change/").content.decode()
        assert f"About entry {dispute.entry}" in page
        assert "Take back entry" not in page
        about_it = complained(Game.objects.get(pk=game.pk), "Player 2")
        page = browser.get(f"/admin/games/game/{game.pk}/change/").content.decode()
        assert about_it.entry == ruled.entry
        assert f"Undo the ruling in entry {ruled.entry}" in page

    @travel(NOON, tick=False)
    def test_undoing_says_what_is_undone_and_wants_to_hear_why(self, game: Game, browser: Client) -> None:
        dispute = complained(Game.objects.get(pk=game.pk))
        ruling = settled(game, dispute, Extend(hours=5))
        at, head = f"/admin/games/game/{game.pk}/undo/{ruling.entry}/", as_row(game)["head"]
        page = browser.get(at).content.decode()
        for told in ("What is undone", "An admin gave more time to Player 1.", "Open again", "No!"):
            assert told in page
        assert "Tell the players why." in browser.post(at, {"head": head}).content.decode()
        assert not Ruling.objects.filter(undoes=ruling.entry).exists()
        assert browser.post(at, {"head": head, "text": "Misread."}).status_code == 302
        assert Dispute.objects.get().state == "open"
