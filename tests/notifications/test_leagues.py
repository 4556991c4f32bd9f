"""Emails to a league's players, season after season."""

import re
from datetime import timedelta

import pytest
from django.db import transaction

from games.competitions.leagues import admission, creation, seasons, sweeps
from games.models import Game, LeagueMember, LeaguePlace, Player, Seat
from notifications.lists import Mode, Stream
from notifications.models import Mail, Notification
from notifications.policy import preferences
from notifications.policy.creation import create
from notifications.policy.kinds import SEASON_OVER
from tests.competitions.league import BEGINS, LONG, begun, entered, founded, season
from tests.games.stories import DAY, players
from tests.games.worlds import swap_what_is_hidden
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ENDS = BEGINS + LONG
MINUTE = timedelta(minutes=1)
OPAQUE = re.compile(r"~[\w-]+|[0-9a-f]{30,64}")
"""Signatures and tokens, which are random."""


def to(player: Player, emails: list[Received], subject: str = "") -> list[Received]:
    return [one for one in emails if one.to == [player.email] and str(one.message["Subject"]).startswith(subject)]


def test_a_season_begins(carry: Carry) -> None:
    _league, people = begun()
    emails = carry(BEGINS)
    (told,) = to(people[0], emails, "Season started")
    assert told.message["Subject"] == "Season started: Northern League, season 1"
    assert "You are in division 1, one of 16 players." in told.text
    assert "Time for each move: 1 day" in told.text
    assert "The season ends on " in told.text
    assert told.text.count("Against Player ") == 2
    assert told.text.count(f"/play/{people[0].pk}.") == 2
    assert told.message["List-Unsubscribe"]
    assert len([one for one in emails if str(one.message["Subject"]).startswith("Season started")]) == 16


def test_too_few_have_entered_and_everyone_hears_of_it_once(carry: Carry) -> None:
    host, *people = players(4)
    league = founded(host)
    entered(league, people)
    sweeps.sweep(now=BEGINS)
    emails = carry(BEGINS)
    assert sorted(one.to[0] for one in emails) == sorted(one.email or "" for one in [host, *people])
    assert emails[0].message["Subject"] == "Season postponed: Northern League, season 1"
    assert "Fewer than 4 players had entered" in emails[0].text
    sweeps.sweep(now=BEGINS + 7 * DAY)
    assert carry(BEGINS + 7 * DAY) == []


def test_the_end_comes_in_one_email_with_the_results_of_all_games(carry: Carry) -> None:
    """Also if emails are sent between the end of a game and the end of the season."""
    league, people = begun()
    carry(BEGINS)
    for game in Seat.objects.filter(player=people[0]).values_list("game", flat=True):
        seasons.end_game(game, season(league), ENDS)
    assert carry(ENDS) == []
    sweeps.sweep(now=ENDS)
    (told,) = to(people[0], carry(ENDS))
    assert told.message["Subject"] == "Season over: Northern League, season 1"
    assert "of 16 in division 1, with " in told.text
    assert "You stay in division 1." in told.text
    assert "Season 2 is to begin on " in told.text
    results = list(re.finditer(r"^Northern League 1\.1 #\d+ is over", told.text, re.MULTILINE))
    assert len(results) == 2
    assert told.text.index("The season is over") < results[0].start()
    assert carry(ENDS + DAY) == []


def test_whoever_plays_no_further_season_reads_so(carry: Carry) -> None:
    """As somebody who has left the club that the league is of, and has played the season to its end."""
    league, people = begun()
    carry(BEGINS)
    LeagueMember.objects.filter(league=league, player=people[0]).delete()
    sweeps.sweep(now=ENDS)
    emails = carry(ENDS)
    (told,) = to(people[0], emails, "Season over")
    (other,) = to(people[1], emails, "Season over")
    assert "You have left the league, so you do not play in it." in " ".join(told.text.split())
    assert "You play in it unless you leave" in " ".join(other.text.split())


def test_results_wait_no_longer_than_some_minutes(carry: Carry) -> None:
    league, people = begun()
    carry(BEGINS)
    game = Seat.objects.filter(player=people[0]).values_list("game", flat=True)[0]
    seasons.end_game(game, season(league), ENDS)
    assert carry(ENDS + MINUTE) == []
    (told,) = to(people[0], carry(ENDS + 11 * MINUTE))
    assert " won with " in str(told.message["Subject"])


@pytest.mark.nightly
def test_digests_tell_it_and_whoever_wants_no_news_gets_none(carry: Carry) -> None:
    league, people = begun()
    carry(BEGINS)
    preferences.put(people[0], dict.fromkeys(Stream, Mode.DAILY), now=BEGINS)
    preferences.put(people[1], {Stream.GAMES: Mode.OFF}, now=BEGINS)
    creation.close(player=people[0], league_id=league.pk, now=BEGINS)
    sweeps.sweep(now=ENDS)
    emails = carry(ENDS)
    assert to(people[0], emails) == to(people[1], emails) == []
    (digest,) = to(people[0], carry(ENDS + DAY))
    assert digest.message["Subject"] == "Your Night Mail digest"
    assert digest.text.startswith("There is news from 2 games. There is news of 1 competition.")
    assert "The league is closed: no other season follows." in digest.text
    assert Notification.objects.filter(kind="season_over", player=people[1], state="unwanted").exists()


def test_a_place_is_lost_and_given_in_one_email_each(carry: Carry) -> None:
    league, people = begun()
    (late,) = players(1, "Late")
    entered(league, [late], now=BEGINS + DAY)
    carry(BEGINS + DAY)
    Seat.objects.filter(player=people[6], number=0).update(status=Seat.Status.ABSENT)
    sweeps.sweep(now=BEGINS + 9 * DAY)
    emails = carry(BEGINS + 9 * DAY)
    (lost,) = to(people[6], emails)
    assert lost.message["Subject"] == "Place lost: Northern League, season 1"
    assert "You were away from half of your games" in lost.text
    (given,) = to(late, emails, "A place for you")
    assert "in division 1, with 0 match points" in given.text
    assert given.text.count("Against Player ") == 2
    assert not to(late, emails, "Your seat")


def test_it_is_told_once_and_no_more_when_it_is_no_longer_so(carry: Carry) -> None:
    league, people = begun()
    admission.leave(player=people[3], league_id=league.pk, now=BEGINS)
    emails = carry(BEGINS)
    assert not to(people[3], emails, "Season started")
    again = Notification(kind=SEASON_OVER.name, player=people[0], season=season(league), created_at=BEGINS)
    create([again])
    create([Notification(kind=SEASON_OVER.name, player=people[0], season=season(league), created_at=BEGINS)])
    assert Notification.objects.filter(kind=SEASON_OVER.name).count() == 1
    assert carry(BEGINS) == []  # it is not over
    assert Mail.objects.filter(state=Mail.State.DROPPED).exists()
    assert LeaguePlace.objects.filter(player=None).count() == 1
    with pytest.raises(ValueError, match="competition"):
        assert again.of_game


def test_two_worlds_read_the_same(carry: Carry) -> None:
    """Whatever hands the players of running games hold, an email about the league is the same."""
    _league, people = begun()
    found = []
    for swapped in (False, True):
        with transaction.atomic():
            for game in Game.objects.all() if swapped else ():
                swap_what_is_hidden(game)
            (told,) = to(people[0], carry(BEGINS), "Season started")
            found.append(OPAQUE.sub("", told.text + told.html))
            transaction.set_rollback(True)
    assert found[0] == found[1]
