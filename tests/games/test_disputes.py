"""Disputes: opening, blocking, settling, and their urgency."""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotFound, Refused, Unprocessable
from games.lobby import departures
from games.models import AdminAct, Dispute, DisputeComment, Entry, Game, Player
from games.people import moderation
from games.table import rulings
from games.table.disputes import lifecycle, selectors
from games.table.disputes.urgency import WEIGHT, urgency
from games.table.play import reveal
from tests.games.stories import DAY, NOON, chosen, players, post, started

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
KIND = Dispute.Kind


def admin(group: str = "referee", name: str = "Judge") -> Player:
    """Return an admin of this group."""
    found = Player.objects.create_user(f"{name.lower()}@mail.example", name)
    found.groups.add(Group.objects.get(name=group))
    return found


def complain(player: Player, game: Game, *, now: datetime = NOON, **more: Any) -> Dispute:
    asked = {"kind": KIND.MISTAKEN_MOVE, "text": "I meant the other one.", **more}
    return lifecycle.open_dispute(player=player, game_id=game.pk, now=now, **asked)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


class TestOpening:
    def test_anyone_who_sits_there_opens_one(self) -> None:
        people = players(3)
        game = chosen(started(people))
        dispute = complain(people[1], game, entry=2)
        assert (dispute.seat, dispute.entry, dispute.state) == (1, 2, "open")
        assert not fresh(game).pauses

    def test_nobody_else_does(self) -> None:
        *people, stranger = players(3)
        game = started(people)
        assert code_of(lambda: complain(stranger, game)) == "not_in_this_game"

    def test_there_is_no_such_game(self) -> None:
        (player,) = players(1)
        with pytest.raises(NotFound):
            complain(player, Game(id="0" * 12))

    @pytest.mark.parametrize("entry", [0, -1, 99])
    def test_it_concerns_an_entry_of_the_log(self, entry: int) -> None:
        people = players(2)
        game = started(people)
        with pytest.raises(Unprocessable) as refused:
            complain(people[0], game, entry=entry)
        assert refused.value.code == "unknown_entry"

    def test_one_at_a_time_in_a_game(self) -> None:
        people = players(2)
        game = started(people)
        first = complain(people[0], game)
        assert complain(people[0], game).pk == first.pk
        with pytest.raises(Refused) as refused:
            complain(people[0], game, text="And another thing.")
        assert (refused.value.code, refused.value.detail) == ("dispute_open", {"dispute": first.pk})
        complain(people[1], game)

    def test_five_a_day_in_whatever_games(self) -> None:
        people = players(2)
        game = started(people)
        for minute in range(5):
            dispute = complain(people[0], game, now=NOON + minute * HOUR)
            lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=NOON + minute * HOUR)
        other = started(people)
        with pytest.raises(Refused) as refused:
            complain(people[0], other, now=NOON + 5 * HOUR)
        assert (refused.value.code, refused.value.wait) == ("too_many_disputes", 19 * 3600)
        complain(people[0], other, now=NOON + DAY)


class TestPausing:
    def test_the_game_stands_still_where_the_host_wanted_that(self) -> None:
        people = players(2)
        game = chosen(started(people, pause_on_dispute=True))
        deadline = game.turns.get(closed_at=None).deadline_at
        dispute = complain(people[0], game, now=NOON + HOUR)
        assert (fresh(game).pauses, fresh(game).paused_at) == (["dispute"], NOON + HOUR)
        assert code_of(lambda: post(game, 0, "draw deck")) == "game_paused"

        lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=NOON + 4 * HOUR)
        assert fresh(game).pauses == []
        assert game.turns.get(closed_at=None).deadline_at == deadline + 3 * HOUR
        post(game, 0, "draw deck", now=NOON + 4 * HOUR)

    def test_it_runs_on_with_the_last_dispute(self) -> None:
        people = players(2)
        game = chosen(started(people, pause_on_dispute=True))
        first, second = complain(people[0], game), complain(people[1], game)
        lifecycle.dismiss(admin=admin(), dispute_id=first.pk, now=NOON + HOUR)
        assert fresh(game).pauses == ["dispute"]
        lifecycle.resolve(admin=admin(name="Other"), dispute_id=second.pk, now=NOON + HOUR)
        assert fresh(game).pauses == []

    def test_what_an_admin_paused_stays_paused(self) -> None:
        people = players(2)
        game = chosen(started(people, pause_on_dispute=True))
        judge = admin()
        dispute = complain(people[0], game)
        rulings.rule(admin=judge, game_id=game.pk, order=rulings.Pause(), now=NOON)
        lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=NOON)
        assert fresh(game).pauses == ["ruling"]

    def test_what_an_admin_let_go_on_goes_on(self) -> None:
        people = players(2)
        game = chosen(started(people, pause_on_dispute=True))
        dispute = complain(people[0], game)
        rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Resume(), now=NOON)
        entries = Entry.objects.filter(game=game).count()
        lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=NOON)
        assert Entry.objects.filter(game=game).count() == entries

    def test_anyone_who_has_left_holds_nobody_up(self) -> None:
        people = players(3)
        game = chosen(started(people, pause_on_dispute=True))
        departures.resign(player=people[2], game_id=game.pk, now=NOON)
        assert not complain(people[2], game).paused_game
        assert not fresh(game).pauses

    def test_a_game_that_cannot_be_loaded_can_be_complained_about(self) -> None:
        people = players(2)
        game = started(people, pause_on_dispute=True)
        Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
        dispute = complain(people[0], game, kind=KIND.SUSPECTED_BUG)
        assert dispute.paused_game
        assert fresh(game).pauses == ["dispute"]


class TestSealing:
    def ended(self) -> tuple[list[Player], Game]:
        people = players(2)
        game = chosen(started(people))
        departures.resign(player=people[1], game_id=game.pk, now=NOON)
        return people, fresh(game)

    def test_an_open_dispute_keeps_the_secrets_sealed(self) -> None:
        people, game = self.ended()
        opens_at = NOON + 3 * DAY
        assert game.secrets_open_at == opens_at
        dispute = complain(people[1], game, now=NOON + HOUR)
        assert not reveal.secrets_are_open(fresh(game), opens_at + DAY)

        lifecycle.withdraw(player=people[1], dispute_id=dispute.pk, now=opens_at + DAY)
        assert fresh(game).secrets_open_at == opens_at + DAY
        assert reveal.secrets_are_open(fresh(game), opens_at + DAY)

    def test_agreeing_does_not_open_them_meanwhile(self) -> None:
        people, game = self.ended()
        complain(people[1], game, now=NOON + HOUR)
        for player in people:
            departures.agree_to_open(player=player, game_id=game.pk, now=NOON + 2 * HOUR)
        assert not reveal.secrets_are_open(fresh(game), NOON + 2 * HOUR)

    def test_what_is_open_stays_open(self) -> None:
        people, game = self.ended()
        complain(people[1], game, now=NOON + 4 * DAY)
        assert reveal.secrets_are_open(fresh(game), NOON + 4 * DAY)

    def test_play_can_be_resumed_while_it_is_open(self) -> None:
        people, game = self.ended()
        complain(people[1], game, now=NOON + HOUR)
        rulings.rule(admin=admin(), game_id=game.pk, order=rulings.Reopen(), now=NOON + 5 * DAY)
        assert fresh(game).status == Game.Status.RUNNING


class TestTalking:
    def test_anyone_who_sits_there_and_admins_comment(self) -> None:
        *people, stranger = players(4)
        game = started(people)
        dispute = complain(people[0], game)
        lifecycle.comment(player=people[2], dispute_id=dispute.pk, text="So did I.", now=NOON)
        lifecycle.comment_as_admin(admin=admin(), dispute_id=dispute.pk, text="Which one?", now=NOON)
        with pytest.raises(NotFound):
            lifecycle.comment(player=stranger, dispute_id=dispute.pk, text="Hello.", now=NOON)
        said = DisputeComment.objects.values_list("text", "as_admin")
        assert list(said) == [("So did I.", False), ("Which one?", True)]

    def test_the_same_again_says_nothing_new(self) -> None:
        people = players(2)
        dispute = complain(people[0], started(people))
        first, second = (
            lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="No.", now=NOON) for _ in range(2)
        )
        assert first == second

    def test_thirty_a_day(self) -> None:
        people = players(2)
        dispute = complain(people[0], started(people))
        for number in range(30):
            lifecycle.comment(player=people[1], dispute_id=dispute.pk, text=f"No. {number}", now=NOON)
        said = code_of(lambda: lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="No!", now=NOON))
        assert said == "too_many_comments"

    def test_a_closed_one_is_closed(self) -> None:
        people = players(2)
        dispute = complain(people[0], started(people))
        lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=NOON)
        for act in (
            lambda: lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="Why?", now=NOON),
            lambda: lifecycle.resolve(admin=admin(), dispute_id=dispute.pk, now=NOON),
        ):
            assert code_of(act) == "dispute_closed"
            Player.objects.filter(name="Judge").delete()

    def test_anyone_who_is_muted_or_suspended_is_not_heard(self) -> None:
        people = players(2)
        game = started(people)
        dispute = complain(people[0], game)
        for kind, code in (("muted", "account_muted"), ("suspended", "account_suspended")):
            operator = admin("operator", kind)
            moderation.moderate(admin=operator, player_id=people[1].pk, kind=kind, until=NOON + DAY, now=NOON)
            assert code_of(lambda: complain(people[1], game)) == code
            said = code_of(lambda: lifecycle.comment(player=people[1], dispute_id=dispute.pk, text="?", now=NOON))
            assert said == code
        complain(people[1], game, now=NOON + DAY)


class TestSettling:
    def test_only_the_player_who_opened_it_withdraws_it(self) -> None:
        *people, stranger = players(3)
        dispute = complain(people[0], started(people))
        assert code_of(lambda: lifecycle.withdraw(player=people[1], dispute_id=dispute.pk, now=NOON)) == (
            "not_your_dispute"
        )
        with pytest.raises(NotFound):
            lifecycle.withdraw(player=stranger, dispute_id=dispute.pk, now=NOON)
        for hours in range(2):
            now = NOON + timedelta(hours=hours)
            withdrawn = lifecycle.withdraw(player=people[0], dispute_id=dispute.pk, now=now)
            assert (withdrawn.state, withdrawn.closed_at) == (Dispute.State.WITHDRAWN, NOON)

    @pytest.mark.parametrize(("group", "may"), [("support", True), ("referee", True), ("operator", False)])
    def test_anyone_who_has_the_right_settles_it(self, group: str, may: bool) -> None:
        people = players(2)
        dispute = complain(people[0], started(people))
        judge = admin(group)
        if may:
            lifecycle.resolve(admin=judge, dispute_id=dispute.pk, text="Done.", now=NOON)
            act = AdminAct.objects.get(what="dispute_resolved")
            assert (act.by, act.detail) == (judge, {"dispute": dispute.pk})
        else:
            assert code_of(lambda: lifecycle.resolve(admin=judge, dispute_id=dispute.pk, now=NOON)) == "right_missing"

    def test_nobody_settles_their_own_game(self) -> None:
        judge = admin()
        people = [judge, *players(1)]
        dispute = complain(people[1], started(people))
        for settle in (lifecycle.resolve, lifecycle.dismiss):
            assert code_of(lambda settle=settle: settle(admin=judge, dispute_id=dispute.pk, now=NOON)) == (  # type: ignore[misc]
                "plays_in_this_game"
            )

    def test_a_ruling_answers_it_in_the_same_words(self) -> None:
        people = players(2)
        game = chosen(started(people))
        dispute, judge = complain(people[0], game), admin()
        extend = rulings.Extend(hours=24)
        ruling = lifecycle.rule(
            admin=judge,
            dispute_id=dispute.pk,
            game_id=game.pk,
            order=extend,
            text="A day more.",
            now=NOON,
            resolves=True,
        )
        dispute.refresh_from_db()
        assert (dispute.state, dispute.outcome, list(dispute.rulings.all())) == ("resolved", "A day more.", [ruling])


class TestTheQueue:
    def test_the_most_urgent_comes_first(self) -> None:
        people = players(3)
        calm, held_up = chosen(started(people)), chosen(started(people, pause_on_dispute=True))
        complain(people[0], calm, kind=KIND.OTHER)
        complain(people[1], held_up, kind=KIND.OTHER)
        complain(people[2], calm, kind=KIND.ABUSE)
        queue = selectors.queue(admin(), NOON + 5 * HOUR)
        assert [(row.dispute.kind, row.dispute.game_id == held_up.pk) for row in queue] == [
            ("abuse", False),
            ("other", True),
            ("other", False),
        ]
        assert [row.people for row in queue] == [2, 3, 2]

    def test_an_admin_does_not_find_their_own_games_in_it(self) -> None:
        judge = admin()
        people = players(2)
        game = chosen(started([judge, *people]))
        complain(people[0], game)
        assert selectors.queue(judge, NOON) == []
        other = admin(name="Other")
        rulings.rule(admin=other, game_id=game.pk, order=rulings.Replace(seat=0), now=NOON)
        assert selectors.queue(judge, NOON) == []
        assert len(selectors.queue(other, NOON)) == 1


@given(
    kind=st.sampled_from(sorted(WEIGHT)),
    age=st.integers(0, 1000),
    wait=st.integers(0, 1000),
    people=st.integers(0, 5),
    more=st.integers(1, 100),
)
def test_urgency_grows_with_age_waiting_and_those_who_wait(
    kind: str, age: int, wait: int, people: int, more: int
) -> None:
    now = urgency(kind, age * HOUR, wait * HOUR, people)
    assert now == pytest.approx(WEIGHT[kind] * (age + people * wait))
    assert urgency(kind, (age + more) * HOUR, wait * HOUR, people) > now
    assert urgency(kind, age * HOUR, (wait + more) * HOUR, people) >= now
    assert urgency(kind, age * HOUR, wait * HOUR, people + more) >= now


def test_abuse_is_the_most_urgent_that_players_bring_and_a_standstill_comes_before_it() -> None:
    assert max(WEIGHT[kind] for kind in Dispute.Kind) == WEIGHT["abuse"]
    assert max(WEIGHT, key=WEIGHT.__getitem__) == "canary"


@pytest.mark.django_db(transaction=True)
def test_two_equal_posts_at_once_open_one() -> None:
    people = players(2)
    game = started(people, pause_on_dispute=True)
    ready, opened = Barrier(4), []

    def go() -> None:
        ready.wait()
        try:
            opened.append(complain(people[0], game).pk)
        finally:
            connection.close()

    threads = [Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    assert set(opened) == {Dispute.objects.get().pk}
    assert Entry.objects.filter(game=game, kind="ruled").count() == 1
