"""Rulings: moves taken back no longer count but stay in the log, and the checker verifies admins' decisions, too."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import engine
from engine import rulings
from engine.history import PositionRestored, lineage
from engine.verify import Untrue, verify
from tests.sweeps import at_length

from .conservation import check
from .play import Step
from .positions import BASE, EVERY, Kind
from .recorder import Recorder, rechained
from .ruled import facts_of, in_log, reopen, ruled

Json = dict[str, Any]
ENDS = ("adjudicated", "void", "")
GAMES = [
    (kind, seats, end) for kind in EVERY for seats, end in zip((2, 3, max(kind.rules.seat_counts)), ENDS, strict=True)
]


def begun(seats: int = 3, kind: Kind = BASE) -> Recorder:
    """Return a game in its first turn, after default choices of first tickets."""
    game = Recorder(seats, bytes(32), kind=kind)
    game.start()
    while game.state.turn < 0:
        default(game)
    return game


def default(game: Recorder, count: int = 1) -> None:
    """Play this many default moves."""
    for _ in range(count):
        seat = game.state.prompts[0].seat
        game.move(seat, engine.default_move(game.state, seat))


def take_back(game: Recorder, as_of: int, away: dict[int, str] | None = None) -> None:
    game.rule("taken_back", as_of=as_of, away=in_log(game.state.away if away is None else away))


def table(state: Any) -> Json:
    """Return everything on the table, ignoring the prompts' ids."""
    view: Json = {str(seat): dict(engine.view(state, seat)) for seat in range(state.seats)}
    for seen in view.values():
        seen.pop("entry")
        for prompt in seen["prompts"]:
            prompt.pop("id")
    return {"views": view, "cards": state.cards, "tickets": state.tickets, "ledger": state.ledger}


class TestTakingBack:
    def test_all_is_again_as_it_was(self) -> None:
        game = begun()
        before = game.state
        default(game, 3)
        take_back(game, 4)
        assert table(game.state) == table(before)

    def test_what_is_asked_is_asked_anew(self) -> None:
        game = begun()
        default(game, 2)
        take_back(game, 4)
        assert [(prompt.opened, prompt.seat) for prompt in game.state.prompts] == [(7, 0)]

    def test_simultaneous_questions_are_all_asked_anew(self) -> None:
        game = begun()
        take_back(game, 2)
        assert [(prompt.opened, prompt.seat) for prompt in game.state.prompts] == [(5, 1), (5, 2)]

    def test_chance_goes_on(self) -> None:
        """The same draw gives another card than before, so nobody can choose a card by taking moves back."""
        game = begun()
        counters = []
        for _ in range(5):
            counters.append(game.counter)
            default(game)
            take_back(game, 4)
        assert len(set(counters)) == 5
        drawn = [facts[0].card for _, facts in facts_of(game)[4::2]]
        assert len(set(drawn)) > 1

    def test_it_undoes_itself(self) -> None:
        game = begun()
        default(game, 3)
        before = game.state
        take_back(game, 4)
        default(game, 5)
        take_back(game, 7)
        assert table(game.state) == table(before)

    def test_p5_anyone_who_resigned_meanwhile_has_left_and_is_not_asked(self) -> None:
        game = begun()
        game.move(0, engine.Resign())
        take_back(game, 4)
        assert game.state.away == {0: "resigned"}
        assert [event.tag for event in facts_of(game)[-1][1]] == [
            "position_restored",
            "seat_left",
            "turn_skipped",
            "turn_began",
        ]
        assert [prompt.seat for prompt in game.state.prompts] == [1]

    def test_p5_what_was_still_to_choose_is_chosen_by_default_for_players_who_left(self) -> None:
        game = begun()
        game.move(1, engine.Resign())
        take_back(game, 2)
        assert [prompt.seat for prompt in game.state.prompts] == [2]

    def test_p5_anyone_who_came_back_meanwhile_stays(self) -> None:
        game = begun()
        game.move(2, engine.Resign())
        game.rule("replaced", seat=2, player="n3w", before="0ld")
        take_back(game, 5)
        assert game.state.away == {}
        assert [event.tag for event in facts_of(game)[-1][1]] == ["position_restored", "seat_returned"]

    def test_before_p5_people_went_back_with_it_and_in_logs_from_then_they_still_do(self) -> None:
        game = begun()
        game.move(2, engine.Resign())
        game.rule("taken_back", as_of=4, here=[])
        assert game.state.away == {}

    @pytest.mark.parametrize(
        "away",
        [{"3": "absent"}, {"0": "bored"}, {"0": "absent", "1": "absent", "2": "absent"}],
        ids=["no_seat", "no_way", "everybody"],
    )
    def test_nobody_can_be_away_like_this(self, away: dict[str, str]) -> None:
        """With everybody away the search for the next turn would never end."""
        game = begun()
        with pytest.raises(rulings.NoRuling, match="nobody_away_like_this"):
            game.rule("taken_back", as_of=3, away=away)

    def test_an_ended_game_goes_on_and_ends_again(self) -> None:
        game = begun(2)
        game.move(1, engine.Resign())
        assert game.state.over
        reopen(game)
        assert [prompt.seat for prompt in game.state.prompts] == [0]
        take_back(game, 4)
        assert game.state.over

    def test_the_line_of_an_entry(self) -> None:
        assert lineage({}, 3) == [1, 2, 3]
        assert lineage({5: 2}, 6) == [1, 2, 5, 6]
        assert lineage({5: 2, 7: 4}, 7) == [1, 2, 3, 4, 7]

    @pytest.mark.parametrize("restored", [{3: 3}, {3: 4}, {3: 0}])
    def test_only_an_earlier_entry_can_be_restored(self, restored: dict[int, int]) -> None:
        with pytest.raises(ValueError, match="restores"):
            lineage(restored, 3)

    @pytest.mark.parametrize("as_of", [-1, 0, 5, 6])
    def test_there_is_nothing_to_go_back_to_before_the_start_nor_after_now(self, as_of: int) -> None:
        game = begun()
        assert len(game.records) == 4
        with pytest.raises(rulings.NoRuling) as refusal:
            take_back(game, as_of)
        assert (refusal.value.code, refusal.value.detail) == ("no_such_entry", {"as_of": as_of})


class TestTakingOver:
    def test_p2_a_seat_that_resigned_is_waited_for_again(self) -> None:
        game = begun()
        game.move(1, engine.Resign())
        game.rule("replaced", seat=1, player="n3w", before="0ld")
        default(game, 2)
        assert game.state.prompts[0].seat == 1

    def test_p2_it_is_ranked_as_if_never_left(self) -> None:
        game = begun()
        game.move(1, engine.Forfeit())
        game.rule("corrected", seat=1, points=50)
        game.rule("reinstated", seat=1)
        game.rule("ended", how="adjudicated")
        assert engine.standings(game.state)[1].rank == 1

    def test_a_seat_that_never_left_just_goes_on(self) -> None:
        game = begun()
        before = game.state
        game.rule("replaced", seat=1, player="n3w", before="0ld")
        assert table(game.state) == table(before)
        assert game.state.entry == 5


class TestPoints:
    def test_a_correction_is_a_line_of_the_ledger(self) -> None:
        game = begun()
        game.rule("corrected", seat=1, points=-7)
        assert game.state.ledger == (engine.Points(1, -7, "correction", "5"),)

    def test_it_counts_in_the_ranks_of_an_ended_game(self) -> None:
        game = begun(2)
        game.rule("ended", how="adjudicated")
        assert [one.rank for one in engine.standings(game.state)] == [1, 1]
        game.rule("corrected", seat=1, points=1)
        assert [one.rank for one in engine.standings(game.state)] == [2, 1]
        assert game.state.over


class TestEnding:
    def test_a_void_game_has_no_ranks(self) -> None:
        game = begun()
        game.rule("ended", how="void")
        assert (game.state.outcome, game.state.prompts) == ("void", ())
        assert {one.rank for one in engine.standings(game.state)} == {None}

    @pytest.mark.parametrize("how", ["void", "adjudicated"])
    def test_no_ticket_is_scored_or_shown(self, how: str) -> None:
        game = begun()
        game.rule("ended", how=how)
        for viewer in (None, 0, 1, 2):
            seats = engine.view(game.state, viewer)["seats"]
            assert not any("tickets_shown" in seat for seat in seats)
        assert game.state.ledger == ()

    @pytest.mark.parametrize("kind", EVERY, ids=repr)
    def test_open_choices_are_taken_by_default(self, kind: Kind) -> None:
        game = Recorder(3, bytes(32), kind=kind)
        game.start()
        game.rule("ended", how="void")
        events = [event.tag for event in facts_of(game)[-1][1]]
        assert events.count("first_tickets_kept") == 3
        assert events[-1] == "game_ended"

    def test_p3_when_all_others_forfeit_the_last_one_wins(self) -> None:
        game = begun(4)
        game.rule("ended", how="forfeit", seats=[0, 2, 3])
        assert game.state.outcome == "played"
        assert [one.rank for one in engine.standings(game.state)][1] == 1

    def test_a_forfeit_of_some_lets_the_others_play(self) -> None:
        game = begun(4)
        game.rule("ended", how="forfeit", seats=[0, 2])
        assert not game.state.over
        assert game.state.away == {0: "forfeited", 2: "forfeited"}


@pytest.mark.parametrize(("kind", "seats", "end"), at_length(GAMES, at_once=GAMES[::4]), ids=repr)
def test_after_any_moves_and_rulings_all_holds(kind: Kind, seats: int, end: str) -> None:
    game = ruled(seats, 1, end, kind, moves=150)
    assert engine.replay(kind.rules, seats, kind.options, facts_of(game)) == game.state
    for number, state in game.positions.items():
        assert state.entry == number
        check(Step(None, None, [], state))
    assert verify(json.loads(json.dumps(game.export()))) == len(game.records)


@pytest.mark.parametrize("kind", EVERY, ids=repr)
def test_every_position_on_the_way_is_the_fold_of_its_line(kind: Kind) -> None:
    game = ruled(3, 7, "void", kind)
    log = facts_of(game)
    assert any(isinstance(facts[0], PositionRestored) for _, facts in log if facts)
    for number, _ in log[::4]:
        assert engine.replay(kind.rules, 3, kind.options, log[:number]) == game.positions[number]


@cache
def _export() -> str:
    game = ruled(3, 6, "adjudicated")
    return json.dumps(game.export())


@pytest.fixture
def export() -> Json:
    return json.loads(_export())  # type: ignore[no-any-return]


def of_kind(export: Json, *kinds: str) -> Json:
    """Return the first ruling of one of these kinds."""
    publics = (entry["public"] for entry in export["entries"])
    found: Json = next(public for public in publics if public.get("ruling") in kinds)
    return found


def restore_another(export: Json) -> None:
    of_kind(export, "taken_back")["as_of"] -= 1


def restore_another_and_say_so(export: Json) -> None:
    public = of_kind(export, "taken_back")
    public["as_of"] = public["events"][0]["as_of"] = public["as_of"] - 1


def restore_nothing(export: Json) -> None:
    of_kind(export, "taken_back")["events"] = []


def restore_the_future(export: Json) -> None:
    public = of_kind(export, "taken_back")
    public["as_of"] = public["events"][0]["as_of"] = public["number"]


def give_points(export: Json) -> None:
    of_kind(export, "corrected")["points"] += 1


def give_points_and_say_so(export: Json) -> None:
    public = of_kind(export, "corrected")
    public["points"] = public["events"][0]["points"] = public["points"] + 1


def call_it_otherwise(export: Json) -> None:
    of_kind(export, "corrected")["ruling"] = "extended"


def call_it_what_nobody_knows(export: Json) -> None:
    of_kind(export, "corrected")["ruling"] = "blessed"


def take_back_by_a_move(export: Json) -> None:
    public = next(entry["public"] for entry in export["entries"] if entry["public"]["kind"] == "move")
    public["events"] = [{"type": "position_restored", "as_of": 1}]


def slip_a_ruling_into_a_move(export: Json) -> None:
    public = next(entry["public"] for entry in export["entries"] if entry["public"]["kind"] == "move")
    del public["move"]


def end_otherwise(export: Json) -> None:
    public = of_kind(export, "ended")
    public["how"] = public["events"][-1]["outcome"] = "void"


FORGERIES = [
    restore_another,
    restore_another_and_say_so,
    restore_nothing,
    restore_the_future,
    give_points,
    give_points_and_say_so,
    call_it_otherwise,
    call_it_what_nobody_knows,
    take_back_by_a_move,
    slip_a_ruling_into_a_move,
    end_otherwise,
]


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_forged_ruling_is_refused(export: Json, forge: Callable[[Json], None]) -> None:
    forged = copy.deepcopy(export)
    forge(forged)
    with pytest.raises(Untrue, match="chain_broken"):
        verify(forged)
    with pytest.raises(Untrue) as refusal:
        verify(rechained(forged))
    assert refusal.value.code in {
        "facts_differ",
        "draws_differ",
        "draw_differs",
        "standings_differ",
        "illegal_move",
        "no_such_entry",
        "unknown_ruling",
    }


def test_a_ruling_that_nobody_knows_is_none() -> None:
    game = begun()
    for facts in ({"ruling": "blessed"}, {}, {"ruling": "ended", "how": "in tears"}):
        with pytest.raises(rulings.NoRuling):
            rulings.ruled(facts, game.state, game.positions.__getitem__, game.chance(), 5)


def test_two_worlds_are_told_the_same_of_a_ruling() -> None:
    """An entry's public account of a ruling depends on open facts alone: here a hand and tickets differ."""
    game = begun()
    other = game.state.copy()
    other.cards.hands = other.cards.hands[::-1]
    for facts in (
        {"ruling": "taken_back", "as_of": 4, "away": {}},
        {"ruling": "corrected", "seat": 1, "points": 3},
        {"ruling": "ended", "how": "void"},
        {"ruling": "ended", "how": "adjudicated"},
    ):
        told = []
        for state in (game.state, other):
            decision = rulings.ruled(facts, state, lambda _, state=state: state, game.chance(), 5)  # type: ignore[misc]
            told.append([game.codec.event(event).public for event in decision.events])
        assert told[0] == told[1]
