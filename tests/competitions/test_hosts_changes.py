"""What hosts change in competitions that people have entered: names, dates, and who is in them."""

from typing import Any

import pytest

from games.competitions import changes, circulars
from games.competitions.cups import sweeps as cup_sweeps
from games.competitions.leagues import admission
from games.competitions.leagues import sweeps as league_sweeps
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import AdminAct, Block, Cup, CupEntrant, CupRound, League, LeagueExit, LeaguePlace, Seat
from games.people import relations
from games.people.public_acts import by_month
from games.tasks import write_circulars
from tests.api.people import API, client_of
from tests.competitions.cup import BEGINS, begun, enters, made
from tests.competitions.league import begun as league_begun
from tests.competitions.league import entered, founded, season
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


class TestNames:
    def test_a_host_gives_another_name_and_nobody_else(self) -> None:
        host, other = players(2)
        cup, league = made(host), founded(host)
        for competition in (cup, league):
            with pytest.raises(Forbidden, match="only_the_host"):
                changes.rename(host=other, competition=competition, name="Mine", now=NOON)
            with pytest.raises(Unprocessable, match="name_reserved"):
                changes.rename(host=host, competition=competition, name="Night Mail Open", now=NOON)
            with pytest.raises(Unprocessable, match="competition_name_missing"):
                changes.rename(host=host, competition=competition, name=" ", now=NOON)
            changes.rename(host=host, competition=competition, name="  Winter   Games ", now=NOON)
        assert Cup.objects.get().name == League.objects.get().name == "Winter Games"


class TestDates:
    def test_a_beginning_moves_later_and_everyone_hears_of_it(self, carry: Carry) -> None:
        people = players(4)
        cup = made(people[0])
        enters(cup, people)
        for at in (BEGINS - DAY, BEGINS, NOON + 181 * DAY):
            with pytest.raises(Unprocessable, match="date_too_early_or_late"):
                changes.move_beginning(host=people[0], competition=cup, at=at, now=NOON)
        changes.move_beginning(host=people[0], competition=cup, at=BEGINS + DAY, now=NOON)
        cup_sweeps.sweep(now=BEGINS)
        assert Cup.objects.get().state == Cup.State.OPEN
        write_circulars()
        emails = carry(NOON)
        assert sorted(email.to[0] for email in emails) == sorted(player.email or "" for player in people)
        read = " ".join(emails[0].text.split())
        assert "The host of the cup Spring Cup has put it off: it begins on Tue 10 March 2026, 12:00 UTC." in read
        assert f'href="https://night-mail.example/cups/{cup.pk}"' in emails[0].html
        assert "The cup’s page</a>" in emails[0].html
        cup_sweeps.sweep(now=BEGINS + DAY)
        with pytest.raises(Refused, match="has_begun"):
            changes.move_beginning(host=people[0], competition=cup, at=BEGINS + 9 * DAY, now=BEGINS + DAY)

    def test_a_date_moves_once_a_day(self) -> None:
        (host,) = players(1)
        cup = made(host)
        changes.move_beginning(host=host, competition=cup, at=BEGINS + DAY, now=NOON)
        with pytest.raises(Refused, match="messaged_today"):
            changes.move_beginning(host=host, competition=cup, at=BEGINS + 2 * DAY, now=NOON + DAY / 2)
        changes.move_beginning(host=host, competition=cup, at=BEGINS + 2 * DAY, now=NOON + DAY)

    def test_a_round_lasts_longer_by_thirty_days_at_most(self) -> None:
        cup, people = begun(4)
        ends_at = CupRound.objects.get().ends_at
        with pytest.raises(Unprocessable, match="date_too_early_or_late"):
            changes.move_end(host=people[0], competition=cup, at=ends_at + 31 * DAY, now=BEGINS)
        changes.move_end(host=people[0], competition=cup, at=ends_at + 30 * DAY, now=BEGINS)
        cup_sweeps.sweep(now=ends_at)
        assert CupRound.objects.get().closed_at is None
        with pytest.raises(Unprocessable, match="date_too_early_or_late"):
            changes.move_end(host=people[0], competition=cup, at=ends_at + 31 * DAY, now=ends_at)

    def test_a_season_begins_and_ends_later(self, carry: Carry) -> None:
        people = players(4)
        league = founded(people[0])
        entered(league, people)
        with pytest.raises(Refused, match="nothing_runs"):
            changes.move_end(host=people[0], competition=league, at=BEGINS + 99 * DAY, now=NOON)
        changes.move_beginning(host=people[0], competition=league, at=BEGINS + DAY, now=NOON)
        league_sweeps.sweep(now=BEGINS + DAY)
        ends_at = season(league).ends_at
        assert ends_at == BEGINS + 91 * DAY
        changes.move_end(host=people[0], competition=league, at=ends_at + DAY, now=BEGINS + DAY)
        league_sweeps.sweep(now=ends_at)
        assert season(league).state == "running"
        write_circulars()
        assert {"A season begins later", "A season lasts longer"} <= {
            str(email.message["Subject"]).removeprefix("[Night Mail] ") for email in carry(BEGINS + 2 * DAY)
        }


class TestPeople:
    def test_whoever_is_removed_before_it_begins_does_not_play(self, carry: Carry) -> None:
        people = players(5)
        cup = made(people[0])
        enters(cup, people)
        for _ in range(2):
            changes.remove(host=people[0], competition=cup, player_id=people[2].pk, now=NOON)
        assert [email.to for email in carry(NOON)] == [[people[2].email]]
        assert people[2].name not in text_of(browser_of(people[3]), f"/cups/{cup.pk}")
        cup_sweeps.sweep(now=BEGINS)
        assert set(Seat.objects.values_list("player__name", flat=True)) == {
            "Player 0",
            "Player 1",
            "Player 3",
            "Player 4",
        }

    def test_from_a_cup_that_runs(self) -> None:
        cup, people = begun(4)
        changes.remove(host=people[0], competition=cup, player_id=people[3].pk, now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        assert CupEntrant.objects.get(player=people[3]).why == "removed"
        assert not Seat.objects.filter(player=people[3]).exists()

    def test_from_a_league_whose_place_goes_to_whoever_waits(self) -> None:
        league, people = league_begun(4)
        (late,) = players(1, "Late")
        entered(league, [late], now=BEGINS)
        changes.remove(host=people[0], competition=league, player_id=people[2].pk, now=BEGINS)
        assert LeagueExit.objects.get().why == "removed"
        league_sweeps.sweep(now=BEGINS)
        assert LeaguePlace.objects.filter(player=late).exists()
        assert not Seat.objects.filter(player=people[2]).exists()
        admission.leave(player=late, league_id=league.pk, now=BEGINS)

    def test_nobody_removes_themselves_or_a_stranger(self) -> None:
        host, other = players(2)
        cup = made(host)
        enters(cup, [host])
        with pytest.raises(Unprocessable, match="cannot_remove_yourself"):
            changes.remove(host=host, competition=cup, player_id=host.pk, now=NOON)
        with pytest.raises(NotFound, match="not_in_competition"):
            changes.remove(host=host, competition=cup, player_id=other.pk, now=NOON)


class TestOfficialOnes:
    def test_a_name_and_a_removal_are_among_the_admins_acts(self) -> None:
        boss, (player,) = admin("Boss", "referee"), players(1)
        cup = made(boss, official=True)
        enters(cup, [boss, player])
        changes.rename(host=boss, competition=cup, name="The Winter Cup", now=NOON)
        changes.remove(host=boss, competition=cup, player_id=player.pk, now=NOON)
        assert list(AdminAct.objects.filter(what__startswith="competition").values_list("what", "detail")) == [
            ("competition_removal", {"cup": cup.pk}),
            ("competition_renamed", {"cup": cup.pk}),
        ]
        counted = [(str(label), count) for label, count in by_month(NOON)[0].counts]
        assert ("Official cups and leagues renamed", 1) in counted
        assert ("Players taken out of official cups and leagues", 1) in counted
        own = made(player)
        changes.rename(host=player, competition=own, name="Another", now=NOON)
        assert AdminAct.objects.filter(what="competition_renamed").count() == 1


class TestMessages:
    def test_everyone_in_it_gets_an_email_once_a_day(self, carry: Carry) -> None:
        people = players(3)
        cup = made(people[0])
        enters(cup, people)
        with pytest.raises(Unprocessable, match="text_missing"):
            changes.message(host=people[0], competition=cup, text=" ", now=NOON)
        with pytest.raises(Forbidden, match="only_the_host"):
            changes.message(host=people[1], competition=cup, text="Hello", now=NOON)
        relations.add(Block, player=people[2], other_id=people[0].pk, now=NOON)
        changes.message(host=people[0], competition=cup, text="We begin on Friday.", now=NOON)
        with pytest.raises(Refused, match="messaged_today"):
            changes.message(host=people[0], competition=cup, text="Again", now=NOON)
        assert not carry(NOON)
        write_circulars()
        emails = carry(NOON)
        assert [email.to for email in emails] == [[people[1].email]], "not whoever has blocked the host"
        assert "Player 0, who hosts the cup Spring Cup, writes" in emails[0].text
        assert "We begin on Friday." in emails[0].text

    def test_they_are_written_a_hundred_at_a_time(self, carry: Carry, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(circulars, "AT_ONCE", 2)
        people = players(6)
        league = founded(people[0])
        entered(league, people[:5])
        changes.message(host=people[0], competition=league, text="Hello", now=NOON)
        assert [circulars.send_due() for _ in range(3)] == [2, 2, 1]
        assert circulars.send_due() == 0
        assert sorted(email.to[0] for email in carry(NOON)) == [player.email for player in people[1:5]]

    def test_by_program_and_page(self) -> None:
        host, other = players(2)
        cup, league = made(host), founded(host)
        enters(cup, [host, other])
        entered(league, [host, other])
        answer = client_of(host).post(f"{API}/cups/{cup.pk}/messages", {"text": "Hello"}, format="json")
        assert answer.status_code == 204
        again = client_of(host).post(f"{API}/cups/{cup.pk}/messages", {"text": "Hello"}, format="json")
        assert (again.status_code, again.json()["code"]) == (403, "messaged_today")
        said = browser_of(host).post(f"/leagues/{league.pk}", {"do": "message", "text": "Hello"}, follow=True)
        assert "Everyone in it gets your email." in said.content.decode()


class TestByProgramAndPage:
    def test_a_program_changes_both(self) -> None:
        host, other = players(2)
        cup, league = made(host), founded(host)
        enters(cup, [host, other])
        entered(league, [host, other])
        api = client_of(host)
        at = "2100-01-01T12:00:00Z"
        for path, member in ((f"{API}/cups/{cup.pk}", "entry_closes_at"), (f"{API}/leagues/{league.pk}", "starts_at")):
            assert api.patch(path, {"name": "Other"}, format="json").json()["name"] == "Other"
            refused = api.patch(path, {"name": "Third", member: at}, format="json")
            assert (refused.status_code, refused.json()["code"]) == (422, "date_too_early_or_late")
            assert api.get(path).json()["name"] == "Other"
            assert client_of(other).patch(path, {"name": "Mine"}, format="json").status_code == 403
        assert api.delete(f"{API}/cups/{cup.pk}/entrants/{other.pk}").status_code == 204
        assert api.delete(f"{API}/leagues/{league.pk}/members/{other.pk}").status_code == 204
        assert list(league.members.values_list("player", flat=True)) == [host.pk]

    def test_a_host_does_so_on_the_page(self) -> None:
        host, other = players(2)
        cup, league = made(host), founded(host)
        enters(cup, [host, other])
        entered(league, [host, other])
        for path in (f"/cups/{cup.pk}", f"/leagues/{league.pk}"):
            browser = browser_of(host)
            assert "Change the name" not in text_of(browser_of(other), path)
            assert "Change the name" in text_of(browser, path)
            browser.post(path, {"do": "rename", "name": "By page"})
            assert "By page" in text_of(browser, path)
            said = browser.post(path, {"do": "remove", "player": other.pk}, follow=True).content.decode()
            assert "is out." in said
            refused = browser.post(path, {"do": "later", "day": "2100-01-01"}).content.decode()
            assert "be moved to that date" in refused
