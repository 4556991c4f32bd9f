"""Swaps at their edges: who may take a place, what an invitation has become, and what is said of it all afterwards."""

from datetime import datetime
from typing import Any

import pytest

from games.competitions import call_ups, changes, circulars
from games.competitions.cups import admission as cup_admission
from games.competitions.cups import bracket, exits, replacements, substitution
from games.competitions.cups import sweeps as cup_sweeps
from games.competitions.leagues import admission as league_admission
from games.competitions.leagues import sweeps as league_sweeps
from games.errors import QuotaSpent, Refused
from games.models import (
    CompetitionInvitation,
    Cup,
    CupEntrant,
    CupGame,
    Game,
    League,
    LeagueMember,
    LeaguePlace,
    Player,
    Seat,
)
from games.people import bots
from games.table import rulings
from notifications.lists import Stream
from notifications.policy import preferences
from tests.api.people import API, client_of
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, enters, made, running, states, won
from tests.competitions.league import begun as league_begun
from tests.competitions.league import founded
from tests.competitions.test_call_ups import at_running_tables, enter, swap
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


def invite(
    competition: Cup | League, host: Player, player: Player, leaver: Player | None = None, now: datetime = BEGINS
) -> None:
    place = leaver.pk if leaver else None
    call_ups.invite(host=host, competition=competition, name=player.name, instead_of=place, now=now)


class TestWhoMayNotTakeAPlace:
    def test_nobody_is_put_out_for_who_may_not_have_it(self) -> None:
        league, people = league_begun(4)
        (late,) = players(1, "Late")
        invite(league, people[0], late, people[2])
        game = Game.objects.filter(seats__player=people[2]).earliest("pk")
        seat = Seat.objects.filter(game=game).exclude(player=people[2]).earliest("number").number
        rulings.rule(admin=admin("Judge", "referee"), game_id=game.pk, order=rulings.Replace(seat, late.pk), now=BEGINS)
        with pytest.raises(Refused, match="place_gone"):
            enter(league, late, people[2])
        assert LeaguePlace.objects.filter(player=people[2]).exists()
        assert LeagueMember.objects.filter(player=people[2]).exists()
        assert not LeagueMember.objects.filter(player=late).exists()

    def test_nor_for_a_place_that_somebody_else_has_got(self) -> None:
        league, people = league_begun(4)
        chosen, first = players(2, "Late")
        invite(league, people[0], chosen, people[3])
        league_admission.leave(player=people[3], league_id=league.pk, now=BEGINS)
        enter(league, first)
        league_sweeps.sweep(now=BEGINS)
        assert LeaguePlace.objects.filter(player=first).exists()
        with pytest.raises(Refused, match="place_gone"):
            enter(league, chosen, people[3])

    def test_whoever_has_lost_a_place_in_the_season_is_not_invited_to_one(self) -> None:
        league, people = league_begun(4)
        league_admission.leave(player=people[3], league_id=league.pk, now=BEGINS)
        with pytest.raises(Refused, match="was_in_it"):
            invite(league, people[0], people[3], people[2])

    def test_a_bot_whose_owner_has_sat_there_knows_too_much_in_a_league(self) -> None:
        league, people = league_begun(4, bots=Game.Bots.ALLOWED)
        league_admission.leave(player=people[3], league_id=league.pk, now=BEGINS)
        robot = bots.make(owner=people[3], name="Robot", now=BEGINS).bot
        enter(league, robot)
        league_sweeps.sweep(now=BEGINS)
        assert not LeaguePlace.objects.filter(player=robot).exists()

    def test_a_bot_whose_owner_has_sat_there_knows_too_much_in_a_cup(self) -> None:
        cup, people = begun(4, **SWISS, bots=Game.Bots.ALLOWED)
        (table,) = [one for one in running(cup) if 3 in one.seeds]
        (other,) = set(table.seeds) - {3}
        robot = bots.make(owner=people[other], name="Robot", now=BEGINS).bot
        place = substitution.find_place(cup, people[3].pk)
        assert place is not None
        assert not substitution.can_take(robot, cup, place)
        assert substitution.can_take(players(1, "Late")[0], cup, place)


class TestWhatAnInvitationHasBecome:
    def test_whoever_enters_takes_what_was_shown_in_a_cup(self) -> None:
        people, (late,) = players(4), players(1, "Late")
        cup = made(people[0])
        enters(cup, people)
        invite(cup, people[0], late, people[2])
        invite(cup, people[0], late, people[3])
        for seen in (people[2], None):
            with pytest.raises(Refused, match="invitation_changed"):
                enter(cup, late, seen)
        enter(cup, late, people[3])
        enter(cup, late, people[3])
        assert CupEntrant.objects.get(player=people[3]).why == "removed"
        assert CupEntrant.objects.get(player=people[2]).left_at is None

    def test_whoever_enters_takes_what_was_shown_in_a_league(self) -> None:
        league, people = league_begun(4)
        (late,) = players(1, "Late")
        invite(league, people[0], late, people[2])
        with pytest.raises(Refused, match="invitation_changed"):
            enter(league, late)
        invite(league, people[0], late)
        with pytest.raises(Refused, match="invitation_changed"):
            enter(league, late, people[2])
        enter(league, late)
        invite(league, people[0], late, people[2], now=BEGINS + DAY)
        enter(league, late)
        assert not LeaguePlace.objects.filter(player=late).exists(), "who enters again has not seen it"
        enter(league, late, people[2])
        enter(league, late, people[2])
        assert LeaguePlace.objects.filter(player=late).exists()

    def test_entering_twice_between_seasons_changes_nothing(self) -> None:
        people, (late,) = players(2), players(1, "Late")
        league = founded(people[0])
        for player in people:
            enter(league, player)
        invite(league, people[0], late, people[1])
        for _ in range(2):
            enter(league, late, people[1])
        assert set(LeagueMember.objects.values_list("player", flat=True)) == {people[0].pk, late.pk}

    def test_another_place_is_told_once_a_day(self, carry: Carry) -> None:
        people, (late,) = players(4), players(1, "Late")
        cup = made(people[0])
        enters(cup, people)
        invite(cup, people[0], late, people[2])
        carry(BEGINS)
        invite(cup, people[0], late, people[2])
        assert not carry(BEGINS)
        invite(cup, people[0], late, people[3])
        (email,) = carry(BEGINS)
        assert "has changed your invitation to Spring Cup" in str(email.message["Subject"])
        assert "in place of Player 3" in " ".join(email.text.split())
        with pytest.raises(QuotaSpent, match="invited_twice_today"):
            invite(cup, people[0], late, people[1])
        invite(cup, people[0], late, people[1], now=BEGINS + DAY)
        assert CompetitionInvitation.objects.get().instead_of == people[1]

    def test_a_program_sees_it_and_says_which(self) -> None:
        people, (late,) = players(3), players(1, "Late")
        cup = made(people[0])
        enters(cup, people)
        call_ups.invite(host=people[0], competition=cup, name=late.name, instead_of=people[2].pk, now=NOON)
        api, there = client_of(late), f"{API}/cups/{cup.pk}"
        seen = api.get(there).json()["invitation"]
        assert (seen["by"]["name"], seen["instead_of"]["id"]) == ("Player 0", people[2].pk)
        assert client_of(people[1]).get(there).json()["invitation"] is None
        assert api.post(f"{there}/enter", {}, format="json").json()["code"] == "invitation_changed"
        entered = api.post(f"{there}/enter", {"instead_of": people[2].pk}, format="json").json()
        assert (entered["you_entered"], entered["invitation"]) == (True, None)


class TestMarksThatAreMadeMeanwhile:
    def test_whoever_leaves_while_the_seat_is_handed_over_is_replaced_next(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cup, people = begun(4, **SWISS)
        (late,) = players(1, "Late")
        swap(cup, people[0], people[2], late)
        entrant, hand_over = CupEntrant.objects.get(player=late), replacements._hand_over_seat

        def leave_meanwhile(seen: CupEntrant, fixture: CupGame, now: Any) -> bool:
            done = hand_over(seen, fixture, now)
            exits.drop(CupEntrant.objects.get(pk=seen.pk), CupEntrant.Why.LEFT, now)
            return done

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(replacements, "_hand_over_seat", leave_meanwhile)
            replacements.settle(entrant_id=entrant.pk, now=BEGINS)
        assert CupEntrant.objects.get(pk=entrant.pk).unsettled
        replacements.settle(entrant_id=entrant.pk, now=BEGINS)
        assert at_running_tables(late) == 0


class TestWhatIsSaidAfterwards:
    def test_who_went_on_sat_in_that_round(self) -> None:
        cup, people = begun(4)
        (late,) = players(1, "Late")
        won(cup, 0, 3, now=BEGINS)
        won(cup, *[seed for table in running(cup) for seed in table.seeds if seed in (0, 1)], now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        on = bracket.went_on(as_it_is(cup), 1)
        assert on is not None
        leaver = next(seed for seed in on if seed != 0)
        swap(cup, people[0], people[leaver], late)
        assert bracket.went_on(as_it_is(cup), 1) == on
        cup_sweeps.sweep(now=BEGINS + DAY)
        assert bracket.went_on(as_it_is(cup), 1) == on
        assert 4 in as_it_is(cup).rounds[1].seeds

    def test_the_standings_rank_as_many_as_there_are_places(self, carry: Carry) -> None:
        cup, people = begun(4)
        (late,) = players(1, "Late")
        swap(cup, people[0], people[3], late)
        cup_sweeps.sweep(now=BEGINS)
        won(cup, 0, 4, now=BEGINS)
        won(cup, *[min(table.seeds) for table in running(cup)], now=BEGINS)
        for day in range(1, 5):
            cup_sweeps.sweep(now=BEGINS + day * DAY)
            won(cup, 0, now=BEGINS + day * DAY)
        assert Cup.objects.get().state == Cup.State.OVER
        assert [(seed, rank) for seed, rank, _status in states(cup)][-1] == (3, 5)
        read = " ".join(email.text for email in carry(BEGINS + 5 * DAY) if "You are number" in email.text)
        assert "of 4." in read
        assert "of 5." not in read

    def test_those_who_were_taken_out_are_not_offered_to_enter(self) -> None:
        people = players(4)
        cup, league = made(people[0]), founded(people[0])
        enters(cup, people)
        for player in people:
            league_admission.enter(player=player, league_id=league.pk, now=NOON)
        for competition in (cup, league):
            changes.remove(host=people[0], competition=competition, player_id=people[1].pk, now=NOON)
            changes.remove(host=people[0], competition=competition, player_id=people[1].pk, now=NOON)
            there = f"/cups/{cup.pk}" if competition is cup else f"/leagues/{league.pk}"
            read = text_of(browser_of(people[1]), there)
            assert "The host has taken you out" in read
            assert 'value="enter"' not in browser_of(people[1]).get(there).content.decode()
            call_ups.invite(host=people[0], competition=competition, name=people[1].name, now=NOON)
            assert 'value="enter"' in browser_of(people[1]).get(there).content.decode()

    def test_nobody_is_in_a_cup_that_they_have_left(self) -> None:
        cup, people = begun(4, **SWISS)
        cup_admission.leave(player=people[3], cup_id=cup.pk, now=BEGINS)
        with pytest.raises(Refused, match="was_in_it"):
            invite(cup, people[0], people[3])
        with pytest.raises(Refused, match="in_it_already"):
            invite(cup, people[0], people[2])

    def test_no_email_reaches_who_has_stopped_all(self, carry: Carry) -> None:
        people, (late,) = players(3), players(1, "Late")
        cup = made(people[0])
        enters(cup, people)
        for player in (late, people[1]):
            for stream in Stream:
                preferences.switch_off(player, stream)
        call_ups.invite(host=people[0], competition=cup, name=late.name, now=NOON)
        changes.message(host=people[0], competition=cup, text="Welcome", now=NOON)
        changes.remove(host=people[0], competition=cup, player_id=people[1].pk, now=NOON)
        circulars.send_due()
        assert {email.to[0] for email in carry(NOON)} == {people[2].email}
