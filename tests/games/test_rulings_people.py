"""P5: rulings that take moves back restore the position, never the people."""

import pytest

from games.errors import Refused
from games.lobby import departures
from games.models import Game, Seat, Turn
from games.table.rulings import End, Reinstate, Remove, Reopen, Replace, TakeBack
from tests.games.courts import as_row, last, preview, rule, undo
from tests.games.sitting import absent, come_back, is_open, resigned, take
from tests.games.stories import NOON, chosen, players, prompts, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Return a game whose last entry is 4; seat 0 has the turn."""
    return chosen(started(players(3)))


def statuses(game: Game) -> list[str]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("status", flat=True))


class TestWhoHasLeft:
    def test_p5_stays_away_and_is_not_asked(self, game: Game) -> None:
        resigned(game)
        rule(game, TakeBack(4))
        assert statuses(game) == ["resigned", "playing", "playing"]
        assert (last(game)["away"], prompts(game)[0]["seat"]) == ({"0": "resigned"}, 1)
        assert not Turn.objects.filter(game=game, closed_at=None, seat=0).exists()
        assert is_open(game)

    def test_p5_the_preview_says_so(self, game: Game) -> None:
        resigned(game)
        seen = preview(game, TakeBack(4))
        assert [event["type"] for event in seen.events] == ["position_restored", "seat_left"]
        assert not seen.seats

    def test_p5_anyone_who_was_put_out_comes_back_by_a_ruling_only(self, game: Game) -> None:
        rule(game, Remove(0))
        rule(game, TakeBack(4))
        assert statuses(game)[0] == "forfeited"
        with pytest.raises(Refused, match="put_out"):
            take(game, game.host)
        rule(game, Reinstate(0))
        assert statuses(game)[0] == "playing"


class TestWhoIsBack:
    def test_p5_stays(self, game: Game) -> None:
        come_back(game, absent(game))
        rule(game, TakeBack(5))
        assert (statuses(game), is_open(game)) == (["playing"] * 3, False)
        assert (last(game)["away"], prompts(game)[0]["seat"]) == ({}, 1)

    def test_p5_also_by_a_ruling(self, game: Game) -> None:
        rule(game, Remove(0))
        rule(game, Reinstate(0))
        rule(game, TakeBack(5))
        assert (statuses(game), is_open(game)) == (["playing"] * 3, False)

    def test_p5_or_another_in_the_seat(self, game: Game) -> None:
        resigned(game)
        newcomer = players(1, "New")[0]
        rule(game, Replace(0, newcomer.pk))
        rule(game, TakeBack(5))
        assert (Seat.objects.get(game=game, number=0).player, statuses(game)[0]) == (newcomer, "playing")


class TestUndoing:
    def test_what_a_ruling_did_to_people_is_undone_with_it(self) -> None:
        game = chosen(started(players(4)))
        forfeit = rule(game, End("forfeit", (0, 2)))
        back = undo(game, forfeit)
        assert statuses(game) == ["playing"] * 4
        undo(game, back)
        assert statuses(game) == ["forfeited", "playing", "forfeited", "playing"]

    def test_but_not_what_has_become_of_them_since(self) -> None:
        game = chosen(started(players(4)))
        forfeit = rule(game, End("forfeit", (0, 2)))
        departures.resign(player=Seat.objects.get(game=game, number=1).player, game_id=game.id, now=NOON)  # type: ignore[arg-type]
        assert as_row(game)["status"] == "ended"
        rule(game, Reopen())
        undo(game, forfeit)
        assert statuses(game) == ["playing"] * 4

    def test_a_game_that_ended_by_a_leaving_goes_on_with_them_and_ends_as_it_had(self, game: Game) -> None:
        rule(game, Remove(0))
        resigned(game, 1)
        assert as_row(game)["status"] == "ended"
        ranks = list(Seat.objects.filter(game=game).order_by("number").values_list("rank", flat=True))
        reopened = rule(game, Reopen())
        assert statuses(game) == ["forfeited", "playing", "playing"]
        undo(game, reopened)
        assert statuses(game) == ["forfeited", "resigned", "playing"]
        assert list(Seat.objects.filter(game=game).order_by("number").values_list("rank", flat=True)) == ranks

    def test_also_where_an_admin_goes_back_to_the_end(self, game: Game) -> None:
        resigned(game, 0)
        resigned(game, 1)
        ended = as_row(game)["head"]
        rule(game, Reopen())
        assert statuses(game) == ["resigned", "playing", "playing"]
        rule(game, TakeBack(ended))
        assert statuses(game) == ["resigned", "resigned", "playing"]
