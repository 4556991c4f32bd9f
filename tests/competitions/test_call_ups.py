"""Hosts who invite players, swap one for another, and let back in whom they had taken out."""

from typing import Any

import pytest

from games.competitions import call_ups, changes
from games.competitions.cups import admission as cup_admission
from games.competitions.cups import course
from games.competitions.cups import sweeps as cup_sweeps
from games.competitions.leagues import admission as league_admission
from games.competitions.leagues import sweeps as league_sweeps
from games.errors import Forbidden, NotFound, Refused
from games.models import Block, Cup, CupEntrant, Game, League, LeagueMember, LeaguePlace, Player, Seat
from games.people import relations
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, enters, made, running, states, won
from tests.competitions.league import begun as league_begun
from tests.competitions.league import entered, founded
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
ROBIN: dict[str, Any] = {"kind": Cup.Kind.ROUND_ROBIN, "legs": 1}


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


def swap(competition: Cup | League, host: Player, leaver: Player, newcomer: Player) -> None:
    """Let the host invite the newcomer in the leaver's place, and the newcomer enter."""
    call_ups.invite(host=host, competition=competition, name=newcomer.name, instead_of=leaver.pk, now=BEGINS)
    enter(competition, newcomer, leaver)


def enter(competition: Cup | League, player: Player, leaver: Player | None = None) -> None:
    place = leaver.pk if leaver else None
    if isinstance(competition, Cup):
        cup_admission.enter(player=player, cup_id=competition.pk, instead_of=place, now=BEGINS)
    else:
        league_admission.enter(player=player, league_id=competition.pk, instead_of=place, now=BEGINS)


def at_running_tables(player: Player) -> int:
    return Seat.objects.filter(player=player, game__status=Game.Status.RUNNING).count()


class TestSwapsInCups:
    def test_before_it_begins(self, carry: Carry) -> None:
        people, (late,) = players(4), players(1, "Late")
        cup = made(people[0])
        enters(cup, people)
        call_ups.invite(host=people[0], competition=cup, name="Late 0", instead_of=people[2].pk, now=NOON)
        assert CupEntrant.objects.filter(left_at=None).count() == 4, "nothing changes until they enter"
        cup_admission.enter(player=late, cup_id=cup.pk, instead_of=people[2].pk, now=NOON)
        emails = {email.to[0]: email.text for email in carry(NOON)}
        assert emails.keys() == {late.email, people[2].email}
        assert "asks you to play in it in place of Player 2" in " ".join(emails[late.email or ""].split())
        with pytest.raises(Forbidden, match="removed_by_host"):
            cup_admission.enter(player=people[2], cup_id=cup.pk, now=NOON)
        cup_sweeps.sweep(now=BEGINS)
        assert {row.player for row in CupEntrant.objects.filter(seed__isnull=False)} == {
            people[0],
            people[1],
            people[3],
            late,
        }

    @pytest.mark.parametrize("system", [{}, SWISS, ROBIN], ids=["knockout", "swiss", "round robin"])
    def test_the_newcomer_plays_on_where_the_other_would_have(self, system: dict[str, Any]) -> None:
        cup, people = begun(4, **system)
        (late,) = players(1, "Late")
        swap(cup, people[0], people[2], late)
        cup_sweeps.sweep(now=BEGINS)
        assert (at_running_tables(late), at_running_tables(people[2])) == (1, 0)
        cup_sweeps.sweep(now=BEGINS)
        assert CupEntrant.objects.get(player=late).left_at is None
        assert CupEntrant.objects.get(player=people[2]).why == "removed"
        assert [line[2] for line in states(cup) if line[0] == 2] == ["left"]
        won(cup, 4, *(min(table.seeds) for table in running(cup) if 4 not in table.seeds), now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        cup_sweeps.sweep(now=BEGINS + DAY)
        assert 4 in as_it_is(cup).rounds[1].seeds
        assert 2 not in as_it_is(cup).rounds[1].seeds

    def test_what_was_played_stays_with_who_played_it(self) -> None:
        cup, people = begun(4, **SWISS)
        (late,) = players(1, "Late")
        won(cup, 0, 3, now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        swap(cup, people[0], people[3], late)
        lines = {line[0]: line[2] for line in states(cup)}
        assert lines[3] == "left"
        (own,) = (table for table in as_it_is(cup).tables() if 3 in table.seeds)
        assert own.result.ranks[list(own.seeds).index(3)] == 1

    def test_who_has_won_a_table_of_a_knockout_is_followed_into_the_next_round(self) -> None:
        cup, people = begun(4)
        (late,) = players(1, "Late")
        won(cup, 0, 3, now=BEGINS)
        won(cup, *[seed for table in running(cup) for seed in table.seeds if seed in (0, 1)], now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        on = course.current_course(cup)
        leaver = max(seed for seed in (1, 2, 3) if seed in {line[0] for line in states(cup) if line[2] == "in"})
        swap(cup, people[0], on.players[leaver].player, late)
        cup_sweeps.sweep(now=BEGINS + DAY)
        assert sorted(as_it_is(cup).rounds[1].seeds) == [0, 4]

    def test_a_round_robin_keeps_its_order(self) -> None:
        cup, people = begun(5, **ROBIN)
        (late,) = players(1, "Late")
        swap(cup, people[0], people[1], late)
        cup_sweeps.sweep(now=BEGINS)
        for day in range(1, 12, 2):
            for table in list(running(cup)):
                won(cup, min(table.seeds), now=BEGINS + day * DAY)
            cup_sweeps.sweep(now=BEGINS + day * DAY)
            cup_sweeps.sweep(now=BEGINS + (day + 1) * DAY)
        met = [frozenset(1 if seed == 5 else seed for seed in table.seeds) for table in as_it_is(cup).tables()]
        assert (len(met), len(set(met))) == (10, 10), "everyone has met everyone, or who plays in their place"
        assert Cup.objects.get().state == Cup.State.OVER


class TestSwapsInLeagues:
    def test_the_newcomer_gets_the_place_with_its_games(self) -> None:
        league, people = league_begun(4)
        (late,) = players(1, "Late")
        swap(league, people[0], people[2], late)
        assert LeaguePlace.objects.get(player=late).unsettled
        league_sweeps.sweep(now=BEGINS)
        assert (at_running_tables(late), at_running_tables(people[2])) == (2, 0)
        assert LeagueMember.objects.filter(player=late).exists()
        with pytest.raises(Forbidden, match="removed_by_host"):
            enter(league, people[2])

    def test_even_if_others_wait_and_the_other_one_had_left(self) -> None:
        league, people = league_begun(4)
        league_admission.leave(player=people[3], league_id=league.pk, now=BEGINS)
        first, chosen = players(2, "Late")
        call_ups.invite(host=people[0], competition=league, name=chosen.name, instead_of=people[3].pk, now=BEGINS)
        enter(league, chosen, people[3])
        entered(league, [first], now=BEGINS)
        league_sweeps.sweep(now=BEGINS)
        assert LeaguePlace.objects.filter(player=chosen).exists()
        assert not LeaguePlace.objects.filter(player=first).exists()

    def test_somebody_in_line_can_take_it_out_of_turn(self) -> None:
        league, people = league_begun(4)
        late = players(2, "Late")
        entered(league, late, now=BEGINS)
        swap(league, people[0], people[1], late[1])
        assert LeaguePlace.objects.filter(player=late[1]).exists()

    def test_whoever_was_taken_out_is_let_in_by_a_host_alone(self) -> None:
        people = players(3)
        league = founded(people[0])
        entered(league, people)
        changes.remove(host=people[0], competition=league, player_id=people[1].pk, now=NOON)
        with pytest.raises(Forbidden, match="removed_by_host"):
            league_admission.enter(player=people[1], league_id=league.pk, now=NOON)
        call_ups.invite(host=people[0], competition=league, name=people[1].name, now=NOON)
        league_admission.enter(player=people[1], league_id=league.pk, now=NOON)
        league_admission.leave(player=people[1], league_id=league.pk, now=NOON)
        league_admission.enter(player=people[1], league_id=league.pk, now=NOON)


class TestInvitations:
    def test_who_invites_whom(self) -> None:
        people, (late, far) = players(3), players(2, "Late")
        cup = made(people[0])
        enters(cup, people)
        with pytest.raises(Forbidden, match="only_the_host"):
            call_ups.invite(host=people[1], competition=cup, name=late.name, now=NOON)
        with pytest.raises(NotFound, match="no_such_player"):
            call_ups.invite(host=people[0], competition=cup, name="Nobody at all", now=NOON)
        with pytest.raises(Refused, match="in_it_already"):
            call_ups.invite(host=people[0], competition=cup, name=people[1].name, now=NOON)
        with pytest.raises(NotFound, match="not_in_competition"):
            call_ups.invite(host=people[0], competition=cup, name=late.name, instead_of=far.pk, now=NOON)

    def test_it_holds_for_a_week_and_one_email_a_day(self, carry: Carry) -> None:
        people, (late,) = players(2), players(1, "Late")
        cup = made(people[0])
        for _ in range(2):
            call_ups.invite(host=people[0], competition=cup, name=late.name, now=NOON)
            call_ups.withdraw(player=people[0], competition=cup, player_id=late.pk, now=NOON)
        assert len(carry(NOON)) == 1
        call_ups.invite(host=people[0], competition=cup, name=late.name, now=NOON)
        call_ups.withdraw(player=late, competition=cup, player_id=late.pk, now=NOON)
        with pytest.raises(Refused, match="declined_lately"):
            call_ups.invite(host=people[0], competition=cup, name=late.name, now=NOON + 2 * DAY)
        assert not carry(NOON + 2 * DAY), "whoever has declined is left alone for a month"
        assert "declined" in text_of(browser_of(people[0]), f"/cups/{cup.pk}")

    def test_whoever_has_blocked_the_host_hears_nothing(self, carry: Carry) -> None:
        (host,), (late,) = players(1), players(1, "Late")
        relations.add(Block, player=late, other_id=host.pk, now=NOON)
        cup = made(host)
        call_ups.invite(host=host, competition=cup, name=late.name, now=NOON)
        assert not carry(NOON)
        assert "invites you to play" not in text_of(browser_of(late), f"/cups/{cup.pk}")

    def test_by_page(self) -> None:
        people, (late,) = players(2), players(1, "Late")
        cup = made(people[0])
        enters(cup, people)
        there, host, browser = f"/cups/{cup.pk}", browser_of(people[0]), browser_of(late)
        assert "swap one for another" in text_of(host, there)
        assert "swap one for another" not in text_of(browser, there)
        said = host.post(there, {"do": "invite", "name": "Late 0", "instead_of": people[1].pk}, follow=True)
        assert "Late 0 is invited." in said.content.decode()
        assert "1 invitation" in said.content.decode()
        assert "asks you to play in place of" in text_of(browser, there)
        assert f'name="instead_of" value="{people[1].pk}"' in browser.get(there).content.decode()
        other = browser.post(there, {"do": "enter"}).content.decode()
        assert "The invitation is not the one you saw" in other
        browser.post(there, {"do": "enter", "instead_of": people[1].pk})
        assert set(CupEntrant.objects.filter(left_at=None).values_list("player", flat=True)) == {
            people[0].pk,
            late.pk,
        }
