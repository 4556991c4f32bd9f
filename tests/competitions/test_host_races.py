"""Two hosts of a club at once, and players who come and go while a round is drawn, on the real database."""

import pytest

from games.competitions import call_ups, changes, corrections
from games.competitions.clubs import membership
from games.competitions.corrections import ResultRuling
from games.competitions.cups import admission, rounds
from games.competitions.cups import sweeps as cup_sweeps
from games.models import Cup, CupEntrant, CupRound, Player, ResultCorrection, Seat
from tests.clubs.club import filled
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, enters, game_at, made, running, won
from tests.games.races import both
from tests.games.stories import DAY, NOON, players

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def cup_of_two_hosts(count: int) -> tuple[Cup, list[Player]]:
    """Return a club's cup that has not begun; the first two of its players host the club."""
    people = players(count)
    club = filled(people)
    membership.make_host(host=people[0], club_id=club.pk, player_id=people[1].pk, now=NOON + DAY)
    cup = made(people[0], club=club.pk)
    enters(cup, people)
    return cup, people


class TestTwoHostsAtOnce:
    def test_take_the_same_player_out(self) -> None:
        cup, people = cup_of_two_hosts(5)
        outcome = both(
            lambda: changes.remove(host=people[0], competition=cup, player_id=people[4].pk, now=NOON),
            lambda: changes.remove(host=people[1], competition=cup, player_id=people[4].pk, now=NOON),
        )
        assert outcome == "done"
        assert CupEntrant.objects.get(player=people[4]).why == "removed"

    def test_move_the_same_date(self) -> None:
        cup, people = cup_of_two_hosts(4)
        outcome = both(
            lambda: changes.move_beginning(host=people[0], competition=cup, at=BEGINS + DAY, now=NOON),
            lambda: changes.move_beginning(host=people[1], competition=cup, at=BEGINS + 2 * DAY, now=NOON),
        )
        assert outcome == "date_too_early_or_late" or outcome == "messaged_today"
        assert Cup.objects.get().entry_closes_at == BEGINS + DAY

    def test_correct_the_same_result(self) -> None:
        cup, people = begun(4, **SWISS)
        table = next(one for one in running(cup) if 0 not in one.seeds)
        won(cup, max(table.seeds), now=BEGINS)
        game_id = game_at(table).pk
        ruling = ResultRuling(game_id=game_id, ranks=[1, 1], reason="They agreed on a draw.")

        def correct() -> None:
            corrections.correct(host=people[0], competition=cup, ruling=ruling, now=BEGINS)

        assert both(correct, correct) == "nothing_corrected"
        assert ResultCorrection.objects.count() == 1


class TestWhileARoundIsDrawn:
    def test_a_member_leaves(self) -> None:
        cup, people = begun(6, **SWISS)
        for table in list(running(cup)):
            won(cup, min(table.seeds), now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        at = BEGINS + 2 * DAY
        both(
            lambda: rounds.next_round(cup_id=cup.pk, now=at),
            lambda: admission.leave(player=people[5], cup_id=cup.pk, now=at),
        )
        cup_sweeps.sweep(now=at)
        assert CupRound.objects.count() == 2
        seats = Seat.objects.filter(game__cupgame__round__number=2)
        assert not seats.filter(player=people[5]).exists()
        assert len(as_it_is(cup).rounds[1].seeds) == 6

    def test_a_newcomer_takes_a_place(self) -> None:
        cup, people = begun(4, **SWISS)
        (late,) = players(1, "Late")
        call_ups.invite(host=people[0], competition=cup, name=late.name, instead_of=people[3].pk, now=BEGINS)
        for table in list(running(cup)):
            won(cup, min(table.seeds), now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        at = BEGINS + 2 * DAY
        both(
            lambda: rounds.next_round(cup_id=cup.pk, now=at),
            lambda: admission.enter(player=late, cup_id=cup.pk, instead_of=people[3].pk, now=at),
        )
        cup_sweeps.sweep(now=at)
        assert Seat.objects.filter(game__cupgame__round__number=2, player=late).count() == 1
        assert not Seat.objects.filter(game__cupgame__round__number=2, player=people[3]).exists()
