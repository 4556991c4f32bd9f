"""Leagues and cups of a club: who makes, sees and enters them, and what becomes of them when people leave."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.competitions import handover
from games.competitions.clubs import creation as clubs
from games.competitions.clubs import membership
from games.competitions.cups import admission as cups
from games.competitions.cups import creation as cup_creation
from games.competitions.cups import sweeps as cup_sweeps
from games.competitions.leagues import sweeps as league_sweeps
from games.errors import Forbidden, NotFound, Unprocessable
from games.models import Club, Cup, CupEntrant, Game, League, LeagueMember, LeaguePlace, Player
from games.people import privacy
from tests.api.people import API, client_of, stranger
from tests.clubs.club import OPEN, PRIVATE, filled
from tests.competitions.cup import BEGINS, enters, made
from tests.competitions.league import entered, founded, season
from tests.games.stories import DAY, NOON, players
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def club_cup(people: list[Player], *, kind: dict[str, Any] = OPEN, **wishes: Any) -> Cup:
    """Return a cup of a club of these people, all of whom have entered; the first hosts both."""
    cup = made(people[0], club=filled(people, **kind).pk, **wishes)
    enters(cup, people)
    return cup


class TestMaking:
    def test_a_host_makes_it_and_no_other_member(self) -> None:
        host, member, outsider = players(3)
        club = filled([host, member], **PRIVATE)
        assert made(host, club=club.pk).public is False
        with pytest.raises(Forbidden, match="only_hosts"):
            founded(member, club=club.pk)
        with pytest.raises(NotFound, match="no_such_club"):
            made(outsider, club=club.pk)

    def test_what_no_club_can_have(self) -> None:
        (host,) = players(1)
        club = filled([host], **PRIVATE)
        with pytest.raises(Unprocessable, match="private_club_is_unseen"):
            made(host, club=club.pk, public=True)
        with pytest.raises(Unprocessable, match="official_for_club"):
            founded(host, club=club.pk, official=True)

    def test_by_program_and_by_page(self) -> None:
        (host,) = players(1)
        club = filled([host], **OPEN)
        wishes = {
            "name": "Home", "ruleset": "usa@1", "seats": 2, "games_each": 2, "clock": {"time_per_move": "PT24H"},
            "starts_at": (timezone.now() + timedelta(days=7)).isoformat(), "club": club.pk, "public": True,
        }  # fmt: skip
        answer = client_of(host).post(f"{API}/leagues", wishes, format="json")
        assert (answer.status_code, answer.json().get("club"), answer.json().get("public")) == (201, club.pk, True)
        browser = browser_of(host)
        assert "For whom?" in text_of(browser, f"/cups/new?club={club.pk}")
        assert f'value="{club.pk}" checked' in browser.get(f"/cups/new?club={club.pk}").content.decode()

    def test_whoever_hosts_no_club_is_not_asked_for_whom(self) -> None:
        host, member = players(2)
        filled([host, member], **OPEN)
        assert "For whom?" not in text_of(browser_of(member), "/cups/new")


class TestWhoSeesIt:
    def test_members_and_whoever_takes_part_and_nobody_else(self) -> None:
        *people, outsider = players(5)
        cup = club_cup(people, kind=PRIVATE)
        league = founded(people[0], club=cup.club_id)
        for path in (f"/cups/{cup.pk}", f"/leagues/{league.pk}"):
            assert browser_of(people[1]).get(path).status_code == 200
            assert browser_of(outsider).get(path).status_code == Client().get(path).status_code == 404
            assert client_of(people[1]).get(f"{API}{path}").status_code == 200
            assert client_of(outsider).get(f"{API}{path}").status_code == 404
        for act in ("enter", "leave", "call-off"):
            answer = client_of(outsider).post(f"{API}/cups/{cup.pk}/{act}")
            assert (act, answer.status_code, answer.json()["code"]) == (act, 404, "no_such_cup")
        for act in ("enter", "leave", "close"):
            answer = client_of(outsider).post(f"{API}/leagues/{league.pk}/{act}")
            assert (act, answer.status_code, answer.json()["code"]) == (act, 404, "no_such_league")

    def test_no_list_and_no_page_of_its_members_names_it(self) -> None:
        *people, outsider = players(5)
        cup = club_cup(people, kind=PRIVATE, name="Unheard of")
        entered(founded(people[0], club=cup.club_id, name="Unheard of, too"), people)
        for path in ("/cups", "/leagues", f"/players/{people[1].pk}"):
            assert "Unheard of" in browser_of(people[2]).get(path).content.decode()
            for reader in (browser_of(outsider), Client()):
                assert "Unheard of" not in reader.get(path).content.decode()
        for path in ("/cups", "/leagues"):
            assert client_of(outsider).get(API + path).json()["results"] == []

    def test_its_games_are_the_clubs_and_change_no_rating(self) -> None:
        *people, other = players(5)
        cup = club_cup(people, kind=PRIVATE)
        membership.join(player=other, club_id=cup.club_id or "", now=NOON, by_link=True)
        cup_sweeps.sweep(now=BEGINS)
        games = Game.objects.all()
        assert {(game.club_id, game.public, game.rated) for game in games} == {(cup.club_id, False, False)}
        assert browser_of(other).get(f"/games/{games[0].pk}").status_code == 200
        assert Client().get(f"/games/{games[0].pk}").status_code == 404

    def test_a_public_one_is_seen_by_everyone_and_entered_by_members(self) -> None:
        *people, outsider = players(5)
        cup = club_cup(people, public=True)
        assert "Club" in text_of(browser_of(outsider), f"/cups/{cup.pk}")
        assert "Spring Cup" in text_of(Client(), f"/clubs/{cup.club_id}")
        with pytest.raises(Forbidden, match="competition_of_club"):
            cups.enter(player=outsider, cup_id=cup.pk, now=NOON)
        cup_sweeps.sweep(now=BEGINS)
        assert {(game.club_id, game.public, game.rated) for game in Game.objects.all()} == {(None, True, True)}

    def test_a_club_that_becomes_private_hides_what_it_has(self) -> None:
        *people, outsider = players(5)
        cup = club_cup(people, public=True)
        clubs.change(
            host=people[0], club_id=cup.club_id or "", changes={"public": False, "entry": "invitation"}, now=NOON
        )
        assert browser_of(outsider).get(f"/cups/{cup.pk}").status_code == 404


class TestLeavingTheClub:
    def test_before_it_begins_one_is_out_and_afterwards_one_plays_on(self) -> None:
        people = players(6)
        cup = club_cup(people, kind=PRIVATE)
        league = founded(people[0], club=cup.club_id)
        entered(league, people)
        membership.leave(player=people[5], club_id=cup.club_id or "", now=NOON + DAY)
        assert not CupEntrant.objects.filter(player=people[5]).exists()
        assert not LeagueMember.objects.filter(player=people[5]).exists()
        cup_sweeps.sweep(now=BEGINS)
        league_sweeps.sweep(now=BEGINS)
        membership.put_out(host=people[0], club_id=cup.club_id or "", player_id=people[4].pk, now=BEGINS)
        assert CupEntrant.objects.get(player=people[4]).left_at is None
        assert LeaguePlace.objects.filter(player=people[4]).exists()
        assert not LeagueMember.objects.filter(player=people[4]).exists()
        for path in (f"/cups/{cup.pk}", f"/leagues/{league.pk}"):
            assert browser_of(people[4]).get(path).status_code == 200

    def test_a_club_that_ends_ends_what_has_not_begun(self) -> None:
        (host,) = players(1)
        club = filled([host], **PRIVATE)
        cup, league = made(host, club=club.pk), founded(host, club=club.pk)
        membership.leave(player=host, club_id=club.pk, now=NOON)
        assert Cup.objects.get(pk=cup.pk).state == Cup.State.CALLED_OFF
        assert League.objects.get(pk=league.pk).closed_at == NOON


class TestHosts:
    def test_who_leaves_the_club_hosts_nothing_of_it(self) -> None:
        people = players(4)
        cup = club_cup(people, kind=PRIVATE)
        membership.leave(player=people[0], club_id=cup.club_id or "", now=NOON)
        assert Cup.objects.get(pk=cup.pk).host == people[1]

    def test_a_club_that_one_does_not_host_is_no_choice(self) -> None:
        host, other = players(2)
        club = filled([host, other], **OPEN)
        browser = browser_of(other)
        wishes = {
            "name": "Mine", "kind": "knockout", "ruleset": "usa@1", "seats": "2", "clock": "daily", "round_days": "21",
            "rounds": "5", "advancing": "1", "legs": "1", "club": club.pk,
            "starts_on": (timezone.now() + timedelta(days=9)).date().isoformat(),
        }  # fmt: skip
        assert browser.post("/cups/new", wishes).status_code == 400
        assert not Cup.objects.exists()

    def test_each_host_of_the_club_hosts_it(self) -> None:
        people = players(4)
        cup = club_cup(people, kind=PRIVATE)
        membership.make_host(host=people[0], club_id=cup.club_id or "", player_id=people[1].pk, now=NOON)
        with pytest.raises(Forbidden, match="only_the_host"):
            cup_creation.call_off(player=people[2], cup_id=cup.pk, now=NOON)
        cup_creation.call_off(player=people[1], cup_id=cup.pk, now=NOON)
        assert Cup.objects.get(pk=cup.pk).state == Cup.State.CALLED_OFF

    def test_it_is_handed_over_to_another_host_of_the_club(self) -> None:
        people = players(4)
        cup = club_cup(people, kind=PRIVATE)
        with pytest.raises(Unprocessable, match="cannot_host"):
            handover.hand_over(player=people[0], competition=cup, name="Player 2", now=NOON)
        membership.make_host(host=people[0], club_id=cup.club_id or "", player_id=people[2].pk, now=NOON)
        assert handover.hand_over(player=people[0], competition=cup, name="Player 2", now=NOON) == people[2]

    def test_an_erased_host_is_followed_by_another_of_the_club(self) -> None:
        people = players(5)
        cup = club_cup(people, kind=PRIVATE)
        league = founded(people[0], club=cup.club_id)
        privacy.erase_player(player=people[0], now=NOON + DAY)
        assert Cup.objects.get(pk=cup.pk).host == people[1]
        assert League.objects.get(pk=league.pk).host == people[1]
        assert Club.objects.get().members.get(is_host=True).player == people[1]
        assert season(league).state == "planned"


class TestStandingsWithoutAToken:
    def test_as_json_and_as_csv_where_anyone_can_look(self) -> None:
        people = players(4)
        cup = club_cup(people, public=True)
        cup_sweeps.sweep(now=BEGINS)
        assert len(stranger().get(f"{API}/cups/{cup.pk}").json()["standings"]) == 4
        answer = stranger().get(f"{API}/cups/{cup.pk}/standings.csv", headers={"accept": "text/csv"})
        titles, *lines = b"".join(answer.streaming_content).decode().splitlines()  # type: ignore[attr-defined]
        assert titles.startswith("rank,player,id,status,rounds,points,")
        assert [line.split(",")[1] for line in lines] == ["Player 0", "Player 1", "Player 2", "Player 3"]

    def test_of_a_season(self) -> None:
        people = players(4)
        league = founded(people[0])
        entered(league, people)
        league_sweeps.sweep(now=BEGINS)
        path = f"{API}/leagues/{league.pk}/seasons/1"
        assert stranger().get(path).json()["divisions"][0]["level"] == 1
        answer = stranger().get(f"{path}/standings.csv", headers={"accept": "text/csv"})
        assert len(b"".join(answer.streaming_content).splitlines()) == 5  # type: ignore[attr-defined]
        assert stranger().get(f"{API}/leagues/{league.pk}").json()["entered"] is False

    def test_and_nowhere_else(self) -> None:
        people = players(4)
        cup = club_cup(people, kind=PRIVATE)
        league = founded(people[0], club=cup.club_id)
        paths = (f"/cups/{cup.pk}", f"/leagues/{league.pk}", f"/leagues/{league.pk}/seasons/1")
        for path in (*paths, f"/cups/{cup.pk}/standings.csv", f"/leagues/{league.pk}/seasons"):
            assert (path, stranger().get(f"{API}{path}").status_code) == (path, 404)
