"""Hosts who correct the result of a game by a ruling: what counts, who hears of it, and how it is undone."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.competitions import corrections, outdated_corrections
from games.competitions.corrections import ResultRuling
from games.competitions.cups import scores
from games.competitions.cups import sweeps as cup_sweeps
from games.competitions.cups.course import CupCourse
from games.competitions.leagues import receivers
from games.competitions.leagues import sweeps as league_sweeps
from games.competitions.standing_changes import RankAndPoints
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import AdminAct, Block, Cup, Game, League, LeaguePlace, Player, ResultCorrection, Seat
from games.people import relations
from games.people.privacy import erase_player
from games.signals import entry_recorded
from games.table import rulings
from games.table.rulings.commands import Order
from tests.api.people import API, client_of
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, game_at, made, running, states, won
from tests.competitions.league import LONG
from tests.competitions.league import begun as league_begun
from tests.games.admins import admin
from tests.games.stories import DAY, NOON
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
WHY = "Both agreed that the last train did not count."


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(BEGINS + DAY, tick=False)


def decided(count: int = 4, **wishes: Any) -> tuple[Cup, list[Player], str]:
    """Return a cup whose host has a bye or plays elsewhere, its people, and a game that seed 2 has won against 1."""
    cup, people = begun(count, **wishes)
    table = next(one for one in running(cup) if 0 not in one.seeds)
    won(cup, max(table.seeds), now=BEGINS)
    return cup, people, game_at(table).pk


def swapped(game_id: str, reason: str = WHY) -> ResultRuling:
    """Return the ruling that gives the loser's place to the winner, and the other way round."""
    ranks = list(Seat.objects.filter(game=game_id).order_by("number").values_list("rank", flat=True))
    return ResultRuling(game_id=game_id, ranks=[3 - (rank or 0) for rank in ranks], reason=reason)


def rule(game_id: str, order: Order, now: datetime = BEGINS + DAY) -> None:
    """Let an admin decide about the game itself."""
    judge = Player.objects.filter(name="Judge").first() or admin("Judge", "referee")
    rulings.rule(admin=judge, game_id=game_id, order=order, now=now)


def correct(cup: Cup | League, host: Player, ruling: ResultRuling) -> ResultCorrection:
    return corrections.correct(host=host, competition=cup, ruling=ruling, now=BEGINS + DAY)


class TestWhatCounts:
    def test_in_a_knockout_the_other_one_goes_on_until_the_next_round_is_drawn(self) -> None:
        cup, people, game_id = decided()
        won(cup, 0, now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        assert [line for line in states(cup) if line[2] == "in"] == [(0, 1, "in"), (2, 1, "in")]
        correct(cup, people[0], swapped(game_id))
        assert [line for line in states(cup) if line[2] == "in"] == [(0, 1, "in"), (1, 1, "in")]
        cup_sweeps.sweep(now=BEGINS + DAY)
        assert sorted(as_it_is(cup).rounds[1].seeds) == [0, 1]
        with pytest.raises(Refused, match="result_stands"):
            corrections.undo(host=people[0], competition=cup, game_id=game_id, now=BEGINS + DAY)

    def test_the_game_itself_stays_as_it_is(self) -> None:
        cup, people, game_id = decided(**SWISS)
        before = [list(Seat.objects.order_by("pk").values()), Game.objects.get(pk=game_id).head]
        correct(cup, people[0], swapped(game_id))
        assert [list(Seat.objects.order_by("pk").values()), Game.objects.get(pk=game_id).head] == before

    def test_a_preview_tells_what_it_changes_and_changes_nothing(self) -> None:
        cup, people, game_id = decided(**SWISS)
        before = states(cup)
        changes = corrections.preview(host=people[0], competition=cup, ruling=swapped(game_id), now=BEGINS + DAY)
        assert [(one.player.name, one.before, one.after) for one in changes if one.player] == [
            (people[1].name, RankAndPoints(2, 0), RankAndPoints(1, 2)),
            (people[3].name, RankAndPoints(1, 2), RankAndPoints(2, 0)),
        ]
        assert (states(cup), ResultCorrection.objects.count()) == (before, 0)
        correct(cup, people[0], swapped(game_id))
        assert states(cup) != before

    def test_in_a_league_it_moves_who_is_promoted_until_the_next_season_begins(self) -> None:
        league, people = league_begun(4)
        game = Game.objects.exclude(seats__player=people[0]).earliest("pk")
        league_sweeps.sweep(now=BEGINS + LONG)
        places = dict(LeaguePlace.objects.values_list("player", "rank"))
        ranks = list(Seat.objects.filter(game=game).order_by("number").values_list("rank", flat=True))
        turned = [2, 1] if ranks[0] == 1 else [1, 2]
        ruling = ResultRuling(game_id=game.pk, ranks=turned, reason=WHY)
        at = BEGINS + LONG + DAY
        corrections.correct(host=people[0], competition=league, ruling=ruling, now=at)
        assert dict(LeaguePlace.objects.values_list("player", "rank")) != places
        corrections.undo(host=people[0], competition=league, game_id=game.pk, now=at)
        assert dict(LeaguePlace.objects.values_list("player", "rank")) == places
        league_sweeps.sweep(now=BEGINS + LONG + 7 * DAY)
        with pytest.raises(Refused, match="result_stands"):
            corrections.correct(host=people[0], competition=league, ruling=ruling, now=BEGINS + LONG + 7 * DAY)


class TestAGameThatChangesAfterAll:
    """The correction is about the game as it ended: what an admin then decides about the game itself is above it."""

    @pytest.mark.parametrize(
        "order",
        [rulings.Reopen(), rulings.Correct(seat=0, points=3)],
        ids=["resumed", "points corrected"],
    )
    def test_the_correction_counts_no_more_and_can_be_made_again(self, order: Order) -> None:
        cup, people, game_id = decided(**SWISS)
        correct(cup, people[0], swapped(game_id))
        rule(game_id, order)
        row = ResultCorrection.objects.get()
        assert (row.undone_at, row.undone_by) == (BEGINS + DAY, None)
        assert corrections.in_force([game_id]) == {}
        act = AdminAct.objects.get(what="correction_outdated")
        assert (act.by.name, act.game_id, act.entry, act.detail) == ("Judge", game_id, row.head + 1, {"cup": cup.pk})

    def test_one_that_goes_on_and_ends_again_counts_as_it_ends_then(self) -> None:
        cup, people, game_id = decided(**SWISS)
        correct(cup, people[0], swapped(game_id))
        corrected = states(cup)
        rule(game_id, rulings.Reopen())
        won(cup, 3, now=BEGINS + DAY)
        assert states(cup) != corrected
        for _ in range(corrections.MOST_OF_A_GAME):
            correct(cup, people[0], swapped(game_id))
            corrections.undo(host=people[0], competition=cup, game_id=game_id, now=BEGINS + DAY)
        with pytest.raises(Refused, match="too_many_corrections"):
            correct(cup, people[0], swapped(game_id))

    def test_in_a_league_whose_season_is_over_the_outcome_follows(self) -> None:
        league, people = league_begun(4)
        game = Game.objects.exclude(seats__player=people[0]).earliest("pk")
        league_sweeps.sweep(now=BEGINS + LONG)
        places = dict(LeaguePlace.objects.values_list("player", "rank"))
        at = BEGINS + LONG + DAY
        ruling = ResultRuling(game_id=game.pk, ranks=[2, 1], reason=WHY)
        corrections.correct(host=people[0], competition=league, ruling=ruling, now=at)
        assert dict(LeaguePlace.objects.values_list("player", "rank")) != places
        rule(game.pk, rulings.Correct(seat=0, points=1), now=at)
        rule(game.pk, rulings.Correct(seat=0, points=-1), now=at)
        assert dict(LeaguePlace.objects.values_list("player", "rank")) == places

    def test_its_host_and_everyone_from_the_table_hear_of_it(self, carry: Carry) -> None:
        cup, people, game_id = decided(**SWISS)
        correct(cup, people[0], swapped(game_id))
        carry(BEGINS + DAY)
        rule(game_id, rulings.Correct(seat=0, points=3))
        emails = [email for email in carry(BEGINS + DAY) if "no longer counts" in str(email.message["Subject"])]
        texts = {email.to[0]: " ".join(email.text.split()) for email in emails}
        assert texts.keys() == {people[0].email, people[1].email, people[3].email}
        assert "you can correct it again" in texts[people[0].email or ""]
        assert "The correction of a result of yours in Spring Cup no longer counts." in texts[people[1].email or ""]

    def test_it_promises_no_correction_once_the_next_round_is_drawn(self, carry: Carry) -> None:
        cup, people, game_id = decided()
        won(cup, 0, now=BEGINS)
        cup_sweeps.sweep(now=BEGINS)
        correct(cup, people[0], swapped(game_id))
        cup_sweeps.sweep(now=BEGINS + DAY)
        carry(BEGINS + DAY)
        rule(game_id, rulings.Correct(seat=0, points=3))
        emails = [email for email in carry(BEGINS + DAY) if "no longer counts" in str(email.message["Subject"])]
        assert people[0].email in [email.to[0] for email in emails]
        assert not [email for email in emails if "you can correct it again" in " ".join(email.text.split())]

    def test_a_host_who_has_looked_at_another_result_corrects_nothing(self) -> None:
        cup, people, game_id = decided(**SWISS)
        browser, there = browser_of(people[0]), f"/cups/{cup.pk}/games/{game_id}"
        ruling = swapped(game_id)
        form: dict[str, Any] = {"place": [str(rank) for rank in ruling.ranks], "reason": WHY}
        shown = browser.post(there, {**form, "do": "preview"}).content.decode()
        head = Game.objects.get(pk=game_id).head
        assert f'name="head" value="{head}"' in shown
        rule(game_id, rulings.Correct(seat=0, points=3))
        late = {**form, "do": "correct", "seen": ",".join(form["place"]), "head": str(head)}
        assert "The game has changed meanwhile" in browser.post(there, late).content.decode()
        assert not ResultCorrection.objects.exists()


class TestAPreview:
    def test_tells_nothing_of_what_happens_elsewhere_meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cup, people, game_id = decided(6, **SWISS)
        standings = scores.cup_standings

        def end_the_others_then_measure(cup_course: CupCourse) -> list[scores.CupStanding]:
            won(cup, *(min(table.seeds) for table in running(cup)), now=BEGINS)
            return standings(cup_course)

        monkeypatch.setattr(scores, "cup_standings", end_the_others_then_measure)
        changes = corrections.preview(host=people[0], competition=cup, ruling=swapped(game_id), now=BEGINS + DAY)
        at_the_table = set(Seat.objects.filter(game=game_id).values_list("player", flat=True))
        moved = {one.player.pk for one in changes if one.player and one.before.points != one.after.points}
        assert moved == at_the_table

    def test_writes_nothing_and_so_meets_no_other_host(self) -> None:
        cup, people, game_id = decided(**SWISS)
        with CaptureQueriesContext(connection) as statements:
            corrections.preview(host=people[0], competition=cup, ruling=swapped(game_id), now=BEGINS + DAY)
        assert {statement["sql"].split()[0] for statement in statements} == {"SELECT"}


class TestWhatIsRefused:
    @pytest.mark.parametrize("judge", [corrections.correct, corrections.preview])
    def test_a_muted_host_corrects_nothing(self, judge: Callable[..., object]) -> None:
        cup, people, game_id = decided(**SWISS)
        people[0].muted_until = BEGINS + 2 * DAY
        people[0].save(update_fields=["muted_until"])
        with pytest.raises(Forbidden, match="account_muted"):
            judge(host=people[0], competition=cup, ruling=swapped(game_id), now=BEGINS + DAY)

    def test_impossible_places_reasons_and_games(self) -> None:
        cup, people, game_id = decided(**SWISS)
        for ranks, code in (([1], "places_impossible"), ([1, 3], "places_impossible"), ([2, 2], "places_impossible")):
            with pytest.raises(Unprocessable, match=code):
                correct(cup, people[0], ResultRuling(game_id=game_id, ranks=ranks, reason=WHY))
        played = [3 - rank for rank in swapped(game_id).ranks]
        with pytest.raises(Unprocessable, match="nothing_corrected"):
            correct(cup, people[0], ResultRuling(game_id=game_id, ranks=played, reason=WHY))
        with pytest.raises(Unprocessable, match="text_missing"):
            correct(cup, people[0], swapped(game_id, " "))
        for judge in (corrections.correct, corrections.preview):
            with pytest.raises(Unprocessable, match="message_too_long"):
                judge(host=people[0], competition=cup, ruling=swapped(game_id, "x" * 501), now=BEGINS + DAY)
        with pytest.raises(NotFound, match="game_not_in_competition"):
            correct(made(people[0]), people[0], swapped(game_id))
        with pytest.raises(NotFound, match="no_correction"):
            corrections.undo(host=people[0], competition=cup, game_id=game_id, now=BEGINS)

    def test_nobody_judges_their_own_game_nor_one_that_runs(self) -> None:
        cup, people = begun(6, **SWISS)
        own = next(one for one in running(cup) if 0 in one.seeds)
        other = next(one for one in running(cup) if 0 not in one.seeds)
        with pytest.raises(Refused, match="game_still_runs"):
            correct(cup, people[0], ResultRuling(game_id=game_at(other).pk, ranks=[1, 2], reason=WHY))
        won(cup, 0, now=BEGINS)
        with pytest.raises(Forbidden, match="judges_own_game"):
            correct(cup, people[0], swapped(game_at(own).pk))

    def test_it_changes_back_and_forth_three_times_and_no_more(self) -> None:
        cup, people, game_id = decided(**SWISS)
        for _ in range(corrections.MOST_OF_A_GAME):
            correct(cup, people[0], swapped(game_id))
            with pytest.raises(Refused, match="corrected_already"):
                correct(cup, people[0], ResultRuling(game_id=game_id, ranks=[1, 1], reason=WHY))
            corrections.undo(host=people[0], competition=cup, game_id=game_id, now=BEGINS + DAY)
        with pytest.raises(Refused, match="too_many_corrections"):
            correct(cup, people[0], swapped(game_id))

    def test_only_its_host_and_admins_with_the_right(self) -> None:
        cup, people, game_id = decided(**SWISS)
        judge, helper = admin("Judge", "referee"), admin("Helper", "support")
        for player, as_admin in ((people[1], False), (people[2], True), (judge, False), (helper, True)):
            with pytest.raises(Forbidden, match="only_the_host"):
                corrections.correct(host=player, competition=cup, ruling=swapped(game_id), now=NOON, as_admin=as_admin)
        row = corrections.correct(host=judge, competition=cup, ruling=swapped(game_id), now=BEGINS + DAY, as_admin=True)
        assert row.by_admin
        assert AdminAct.objects.get(what="result_corrected").by == judge


class TestWhoHearsOfIt:
    def test_everyone_from_the_table_once_and_nobody_else(self, carry: Carry) -> None:
        cup, people, game_id = decided(**SWISS)
        carry(BEGINS + DAY)
        correct(cup, people[0], swapped(game_id))
        emails = [email for email in carry(BEGINS + DAY) if "corrected" in str(email.message["Subject"])]
        assert sorted(email.to[0] for email in emails) == sorted([people[1].email or "", people[3].email or ""])
        assert "Player 0, who hosts Spring Cup, has corrected the result" in emails[0].text
        assert {"- Player 1: place 2 → 1", "- Player 3: place 1 → 2"} <= set(emails[0].text.splitlines())
        assert WHY in emails[0].text
        corrections.undo(host=people[0], competition=cup, game_id=game_id, now=BEGINS + DAY)
        told = [email for email in carry(BEGINS + DAY) if "undone" in str(email.message["Subject"])]
        assert len(told) == 2
        assert "Player 1: place 2" in told[0].text

    def test_who_has_blocked_the_host_hears_of_it_without_the_hosts_words(self, carry: Carry) -> None:
        cup, people, game_id = decided(**SWISS)
        relations.add(Block, player=people[1], other_id=people[0].pk, now=BEGINS)
        carry(BEGINS + DAY)
        correct(cup, people[0], swapped(game_id))
        emails = {email.to[0]: email for email in carry(BEGINS + DAY) if "corrected" in str(email.message["Subject"])}
        blocker = " ".join(emails[people[1].email or ""].text.split())
        assert "The host of Spring Cup has corrected the result" in blocker
        assert "Player 1: place 2 → 1" in blocker
        assert people[0].name not in blocker
        assert WHY not in blocker
        assert WHY in emails[people[3].email or ""].text

    def test_who_has_blocked_an_admin_reads_what_all_others_read(self, carry: Carry) -> None:
        """Else the missing words would tell who the admin is."""
        cup, people, game_id = decided(**SWISS)
        judge = admin("Judge", "referee")
        relations.add(Block, player=people[1], other_id=judge.pk, now=BEGINS)
        carry(BEGINS + DAY)
        corrections.correct(host=judge, competition=cup, ruling=swapped(game_id), now=BEGINS + DAY, as_admin=True)
        emails = [email for email in carry(BEGINS + DAY) if "corrected" in str(email.message["Subject"])]
        assert all(WHY in email.text and "Judge" not in email.text for email in emails)
        assert len(emails) == 2

    def test_the_page_says_so_and_why_and_only_hosts_are_offered_more(self) -> None:
        cup, people, game_id = decided(**SWISS)
        there = f"/cups/{cup.pk}"
        assert "Correct the result" in text_of(browser_of(people[0]), there)
        assert "Correct the result" not in text_of(browser_of(people[1]), there)
        assert browser_of(people[1]).get(f"{there}/games/{game_id}").status_code == 404
        correct(cup, people[0], swapped(game_id))
        read = text_of(browser_of(people[1]), there)
        assert "Corrected by the host:" in read
        assert WHY in read

    def test_its_words_go_with_the_host(self) -> None:
        cup, people, game_id = decided(**SWISS)
        correct(cup, people[0], swapped(game_id))
        erase_player(player=people[0], now=BEGINS + DAY)
        row = ResultCorrection.objects.get()
        assert (row.reason, row.ranks) == ("", swapped(game_id).ranks)


class TestByPageAndProgram:
    def test_a_host_looks_first_and_then_corrects_it(self) -> None:
        cup, people, game_id = decided(**SWISS)
        browser, there = browser_of(people[0]), f"/cups/{cup.pk}/games/{game_id}"
        assert "Show what changes" in text_of(browser, there)
        ruling = swapped(game_id)
        form: dict[str, Any] = {"place": [str(rank) for rank in ruling.ranks], "reason": WHY}
        preview = browser.post(there, {**form, "do": "preview"}).content.decode()
        assert "What it changes" in preview
        unseen = browser.post(there, {**form, "do": "correct", "seen": "1,1"}).content.decode()
        assert "What it changes" in unseen
        assert not ResultCorrection.objects.exists()
        seen = ",".join(map(str, ruling.ranks))
        done = browser.post(there, {**form, "do": "correct", "seen": seen}, follow=True).content.decode()
        assert "The result is corrected." in done
        assert "Undo the correction" in done
        assert "Let it count as played" in text_of(browser, there)
        undone = browser.post(there, {"do": "undo"}, follow=True).content.decode()
        assert "counts again as it was played" in undone
        assert ResultCorrection.objects.get().undone_by == people[0]

    def test_a_program_does_the_same(self) -> None:
        cup, people, game_id = decided(**SWISS)
        there = f"{API}/cups/{cup.pk}/games/{game_id}/correction"
        body = {"ranks": list(swapped(game_id).ranks), "reason": WHY}
        api = client_of(people[0])
        looked = api.post(f"{there}?dry_run=true", body, format="json")
        assert (looked.status_code, ResultCorrection.objects.count()) == (200, 0)
        assert [line["after"] for line in looked.json()["changes"]] == [
            {"rank": 1, "points": 2},
            {"rank": 2, "points": 0},
        ]
        assert client_of(people[1]).post(there, body, format="json").json()["code"] == "only_the_host"
        made_one = api.post(there, body, format="json").json()
        assert (made_one["by"]["name"], made_one["by_admin"]) == ("Player 0", False)
        tables = api.get(f"{API}/cups/{cup.pk}").json()["rounds"][0]["tables"]
        (shown,) = (one for one in tables if one["game"] == game_id)
        assert (shown["ranks"], shown["correction"]["reason"]) == (body["ranks"], WHY)
        assert api.delete(there).status_code == 204
        assert api.delete(there).status_code == 204, "repeated, it changes nothing"


def test_a_correction_is_out_of_force_before_leagues_count_again() -> None:
    heard, _ = entry_recorded._live_receivers(Game)
    modules = [receiver.__module__ for receiver in heard]
    assert modules.index(outdated_corrections.__name__) < modules.index(receivers.__name__)
