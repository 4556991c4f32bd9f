"""Emails to a cup's players, from round to round."""

import re

import pytest

from games.competitions.cups import admission, creation, rounds, sweeps
from games.models import Cup, Player, Seat
from notifications.lists import Mode, Stream
from notifications.policy import preferences
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, enters, made, won
from tests.games.stories import DAY, players
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ENDS = BEGINS + 21 * DAY


def to(player: Player, emails: list[Received], subject: str = "") -> list[Received]:
    return [one for one in emails if one.to == [player.email] and str(one.message["Subject"]).startswith(subject)]


def test_a_knockout_from_the_first_round_to_the_end(carry: Carry) -> None:
    cup, people = begun(5)
    emails = carry(BEGINS)
    told = to(people[3], emails, "Round started")[0]
    assert told.message["Subject"] == "Round started: Spring Cup, round 1"
    assert "Round 1 has begun. You play against Player 4." in told.text
    assert (told.text.count(f"/play/{people[3].pk}."), "The round ends on " in told.text) == (1, True)
    assert "You have a bye: you go on" in to(people[0], emails)[0].text

    won(cup, 3, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    emails = carry(BEGINS + DAY)
    assert "you are out of the cup" in to(people[4], emails, "Round over")[0].text
    assert "and you go on. The next one begins on" in to(people[3], emails, "Round over")[0].text
    sweeps.sweep(now=BEGINS + 2 * DAY)
    carry(BEGINS + 2 * DAY)
    Seat.objects.filter(player=people[3]).update(status=Seat.Status.ABSENT)
    sweeps.sweep(now=BEGINS + 9 * DAY)
    (lost,) = to(people[3], carry(BEGINS + 9 * DAY))
    assert (str(lost.message["Subject"]), "You were away from your game" in lost.text) == (
        "You are out of the cup: Spring Cup",
        True,
    )

    won(cup, 1, now=BEGINS + 10 * DAY)
    sweeps.sweep(now=BEGINS + 10 * DAY)
    sweeps.sweep(now=BEGINS + 11 * DAY)
    emails = carry(BEGINS + 11 * DAY)
    assert "The final has begun. You play against Player 1." in to(people[0], emails, "Round started")[0].text
    won(cup, 0, now=BEGINS + 12 * DAY)
    sweeps.sweep(now=BEGINS + 12 * DAY)
    emails = [one for one in carry(BEGINS + 12 * DAY) if "Cup over" in str(one.message["Subject"])]
    assert sorted(one.to[0] for one in emails) == sorted(str(people[n].email) for n in (0, 1, 2, 4))
    assert "Winner: Player 0. You are number 2 of 5." in " ".join(to(people[1], emails)[0].text.split())
    assert to(people[0], emails)[0].text.startswith("The cup is over, and you won.")
    assert carry(BEGINS + 13 * DAY) == []


def test_the_news_is_the_head_and_the_cup_is_named_above_it(carry: Carry) -> None:
    _, people = begun(5)
    html = to(people[3], carry(BEGINS), "Round started")[0].html
    head = re.sub(r"<[^>]+>", "|", html[html.index('class="masthead"') : html.index("</h1>")])
    assert [part for part in head.split("|") if part.strip()][-2:] == ["Spring Cup", "Round 1 has begun"]


def test_too_few_and_then_none(carry: Carry) -> None:
    host, *people = players(4)
    cup = made(host)
    enters(cup, people)
    for week in (0, 1):
        sweeps.sweep(now=BEGINS + 7 * week * DAY)
        emails = carry(BEGINS + 7 * week * DAY)
        assert sorted(one.to[0] for one in emails) == sorted(str(one.email) for one in [host, *people])
        assert emails[0].message["Subject"] == "Cup postponed: Spring Cup"
        assert "Fewer than 4 players had entered" in emails[0].text
    admission.leave(player=people[0], cup_id=cup.pk, now=BEGINS + 8 * DAY)
    creation.call_off(player=host, cup_id=cup.pk, now=BEGINS + 8 * DAY)
    emails = carry(BEGINS + 8 * DAY)
    assert {str(one.message["Subject"]) for one in emails} == {"Cup called off: Spring Cup"}
    assert sorted(one.to[0] for one in emails) == sorted(str(one.email) for one in [host, *people[1:]])


def test_the_end_of_a_round_comes_in_one_email_with_the_result_of_the_game(carry: Carry) -> None:
    """Also if emails are sent between the two; digests include it, and players who left hear nothing."""
    cup, people = begun(4, **SWISS)
    carry(BEGINS)
    preferences.put(people[1], dict.fromkeys(Stream, Mode.DAILY), now=BEGINS)
    for game in rounds.to_end(as_it_is(cup), ENDS):
        rounds.end_game(game, Cup.objects.get(), ENDS)
    assert carry(ENDS) == []
    sweeps.sweep(now=ENDS)
    emails = carry(ENDS)
    (told,) = to(people[0], emails)
    assert told.message["Subject"] == "Round over: Spring Cup, round 1"
    (result,) = re.finditer(r"^Spring Cup .* is over", told.text, re.MULTILINE)
    assert told.text.index("The round is over") < result.start()
    admission.leave(player=people[2], cup_id=cup.pk, now=ENDS)
    emails = carry(ENDS + DAY)
    assert not to(people[2], emails)
    (digest,) = to(people[1], emails, "Your Night Mail digest")
    assert "competition" in digest.text
