"""The admins' desk: its queue, its page of a game, and its record of admins' actions."""

import csv
import json
from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from time_machine import travel

from games.models import AdminAct, Dispute, Game, Player, Ruling, Seat, Turn
from games.people.privacy import erase_player
from games.table import rulings
from games.table.disputes import desk_queue, lifecycle
from games.table.play import deadlines
from notifications.models import Mail
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, play_on, players, started

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
GAMES = "/admin/games/game/"
ACTS = "/admin/games/adminact/"


@pytest.fixture
def game() -> Game:
    made = chosen(started(players(3), name="The Old Line"))
    play_on(made, 8)
    return Game.objects.get(pk=made.pk)


@pytest.fixture
def referee() -> Player:
    return admin("Ruth", "referee")


@pytest.fixture
def browser(referee: Player) -> Client:
    return at_the_desk(referee)


def complain(game: Game, seat: int, kind: str, hours: int) -> None:
    player = Seat.objects.get(game=game, number=seat).player
    assert player is not None
    lifecycle.open_dispute(player=player, game_id=game.pk, kind=kind, text="Look!", now=NOON + hours * HOUR)


# The queue ------------------------------------------------------------------------------------------------------


def test_everything_that_waits_is_in_the_queue(game: Game, browser: Client, settings: Settings) -> None:
    settings.TWO_PERSON_RULINGS = True
    late = started(players(2, "Late"), name="Late")
    broken = started(players(2, "Broken"), name="Broken", time_per_move=7 * DAY)
    Game.objects.filter(pk=broken.pk).update(quarantined_until=NOON + DAY, quarantine_error="KeyError at decide:7")
    complain(game, 1, "other", 20)
    rulings.rule(admin=admin("Rosa", "referee"), game_id=game.pk, order=rulings.Correct(0, 5), now=NOON + 22 * HOUR)
    failed = {"state": Mail.State.FAILED, "created_at": NOON, "next_attempt_at": NOON}
    Mail.objects.create(player=Player.objects.get(name="Player 1"), game=game, stream="games", **failed)
    Mail.objects.create(template="account/email/login_code", **failed)
    with travel(NOON + DAY + HOUR, tick=False):
        page = browser.get(f"{GAMES}queue/")
        shown = [(row["item"].kind, row["game"] or "") for row in page.context["rows"]]
        overdue = browser.get(f"{GAMES}queue/?kind=overdue").context["rows"]
    assert shown[:3] == 3 * [("canary", "")]  # turns, reminders, notifications: no worker is running
    assert sorted(shown[3:]) == [
        ("dispute", "The Old Line"),
        ("mail", ""),
        ("mail", "The Old Line"),
        ("overdue", "Late"),
        ("overdue", "The Old Line"),
        ("proposal", "The Old Line"),
        ("quarantined", "Broken"),
    ]
    assert {row["game"] for row in overdue} == {"Late", "The Old Line"}
    assert f'href="{GAMES}{late.pk}/change/"' in page.content.decode()


def test_what_has_cost_more_hours_of_more_people_comes_first(referee: Player) -> None:
    """The same dispute in a game of five that has stood still for a week, in a game of two, and in a new one."""
    crowd = chosen(started(players(5, "Crowd"), name="Crowd"))
    pair = chosen(started(players(2, "Pair"), name="Pair"))
    fresh = chosen(started(players(2, "Fresh"), name="Fresh"))
    for each, hours in ((fresh, 160), (pair, 20), (crowd, 20)):
        complain(each, 1, "absent_player", hours)
    found = [item for item in desk_queue.queue(referee, NOON + 7 * DAY) if item.kind == "dispute"]
    assert [item.game and item.game.name for item in found] == ["Crowd", "Pair", "Fresh"]
    assert [item.people for item in found] == [4, 1, 1]


def test_a_grave_kind_weighs_more(referee: Player) -> None:
    for number, kind in enumerate(("other", "abuse", "suspected_bug")):
        complain(chosen(started(players(2, f"P{number}"), name=kind)), 1, kind, 1)
    found = [item for item in desk_queue.queue(referee, NOON + 8 * HOUR) if item.kind == "dispute"]
    assert [item.game and item.game.name for item in found] == ["abuse", "suspected_bug", "other"]


def test_the_queue_asks_no_more_questions_for_more_games(browser: Client) -> None:
    def questions() -> int:
        with travel(NOON + 3 * DAY, tick=False), CaptureQueriesContext(connection) as asked:
            assert browser.get(f"{GAMES}queue/").status_code == 200
        return len(asked)

    complain(started(players(2)), 1, "other", 1)
    questions()
    before = questions()
    for number in range(3):
        complain(started(players(2 + number, f"More{number}")), 1, "abuse", 1)
    assert questions() == before


# A game's page --------------------------------------------------------------------------------------------------


def test_the_log_is_narrowed(game: Game, browser: Client) -> None:
    turn = Turn.objects.get(game=game, closed_at=None)
    assert deadlines.expire_turn(turn_id=turn.pk, now=NOON + DAY)
    head = Game.objects.get(pk=game.pk).head

    def numbers(**asked: str | int) -> list[int]:
        return [line.number for line in browser.get(f"{GAMES}{game.pk}/log/", asked).context["lines"]]

    whole = numbers()
    assert numbers(kind="timeout") == [number for number in whole if number > game.head]
    assert numbers(since=head) == [head]
    assert set(numbers(seat=1)) < set(whole)
    assert numbers(kind="nonsense", seat="nobody", since="-4") == whole
    assert numbers(kind="ruled") == []


def test_a_ruling_stands_in_the_log_with_its_words(game: Game, browser: Client) -> None:
    order = rulings.Extend(hours=48)
    rosa = admin("Rosa", "referee")
    rulings.rule(admin=rosa, game_id=game.pk, order=order, now=NOON, text="Take your time.", note="She called.")
    page = browser.get(f"{GAMES}{game.pk}/change/").content.decode()
    for words in ("Take your time.", "She called.", "Rosa", f"/undo/{game.head + 1}/"):
        assert words in page


def test_every_seat_has_a_clock_and_a_paused_one_stands_still(game: Game, browser: Client, referee: Player) -> None:
    seat = Turn.objects.get(game=game, closed_at=None).seat

    def left(hours: int) -> str:
        with travel(NOON + hours * HOUR, tick=False):
            rows = browser.get(f"{GAMES}{game.pk}/change/").context["seats"].rows
        assert [row.clock.left != "" for row in rows] == [number == seat for number in range(3)]
        return str(rows[seat].clock.left).replace("\xa0", " ")

    assert left(1) == "23 hours"
    rulings.rule(admin=referee, game_id=game.pk, order=rulings.Pause(), now=NOON + 2 * HOUR)
    assert left(2) == left(20) == "22 hours"


def test_a_form_that_is_wrong_comes_back(game: Game, browser: Client) -> None:
    for asked in (
        "extended/?hours=0",
        "replaced/?seat=0&player=Nobody",
        "corrected/?seat=9&points=4",
        "corrected/?seat=1&points=300",
        "ended/?how=forfeit",
    ):
        answer = browser.get(f"{GAMES}{game.pk}/rule/{asked}")
        assert answer.status_code == 409
        assert answer.context["form"].errors


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"head": "x"},
        {"head": "9" * 5000, "order": '{"kind": "paused"}'},
        {"order": "[]"},
        {"order": "{"},
        {"order": '{"kind": "gone"}'},
    ],
)
def test_nonsense_is_no_ruling(game: Game, browser: Client, sent: dict[str, str]) -> None:
    answer = browser.post(f"{GAMES}{game.pk}/rule/paused/", {"head": str(game.head), **sent})
    assert answer.status_code == 404
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("kind", ["ended", "paused"])
def test_a_form_does_not_lend_its_right_to_another_order(game: Game, kind: str) -> None:
    """The right to extend does not allow sending the order to end the game."""
    support = at_the_desk(admin("Rita", "support"))
    sent = {"order": json.dumps({"kind": kind, "how": "void"} if kind == "ended" else {"kind": kind})}
    answer = support.post(f"{GAMES}{game.pk}/rule/extended/", {**sent, "head": str(game.head)})
    assert answer.status_code == 404
    assert not Ruling.objects.exists()


def test_a_refused_move_is_on_record_also_where_it_was_never_previewed(game: Game, browser: Client) -> None:
    """The ruling is rolled back; the record of the attempt is not."""
    seat = game.turns.get(closed_at=None).seat
    order = rulings.commands.written(rulings.MoveFor(seat, "claim seattle-calgary red 3 loco 1"))
    sent = {"order": json.dumps(order), "head": str(game.head)}
    page = browser.post(f"{GAMES}{game.pk}/rule/moved_for/", sent, follow=True).content.decode()
    assert "The move is not legal" in page
    assert AdminAct.objects.get(what="move_tried").detail["move"]["route"] == "calgary-seattle"


def test_undoing_settles_the_disputes_that_are_marked(game: Game, browser: Client, referee: Player) -> None:
    ruling = rulings.rule(admin=referee, game_id=game.pk, order=rulings.Pause(), now=NOON)
    complain(game, 1, "other", 1)
    sent = {"head": str(ruling.entry), "text": "You are\r\nright.", "settles": [Dispute.objects.get().pk]}
    browser.post(f"{GAMES}{game.pk}/undo/{ruling.entry}/", sent)
    dispute, undone = Dispute.objects.get(), Ruling.objects.get(undoes=ruling.entry)
    assert (dispute.state, dispute.outcome, undone.dispute) == ("resolved", "You are\nright.", dispute)


def test_a_proposal_settles_nothing_before_it_is_agreed_to(
    game: Game, browser: Client, referee: Player, settings: Settings
) -> None:
    settings.TWO_PERSON_RULINGS = True
    complain(game, 1, "other", 1)
    order = json.dumps(rulings.commands.written(rulings.Correct(1, 5)))
    sent = {"order": order, "head": str(game.head), "text": "Five more.", "settles": [Dispute.objects.get().pk]}
    browser.post(f"{GAMES}{game.pk}/rule/corrected/", sent)
    assert Dispute.objects.get().state == "open"
    address = f"{GAMES}{game.pk}/proposal/{Ruling.objects.get().pk}/"
    at_the_desk(admin("Rosa", "referee")).post(address, {"head": str(game.head), "settles": sent["settles"]})
    assert (Dispute.objects.get().state, Dispute.objects.get().outcome) == ("resolved", "Five more.")


# What is kept ---------------------------------------------------------------------------------------------------


def test_that_somebody_looked_is_kept_once_an_hour(game: Game, browser: Client, referee: Player) -> None:
    for minutes in (0, 5, 59, 61, 90):
        with travel(NOON + timedelta(minutes=minutes), tick=False):
            browser.get(f"{GAMES}{game.pk}/change/")
    looks = AdminAct.objects.filter(what="looked_at", by=referee, game=game)
    assert sorted(act.at for act in looks) == [NOON, NOON + timedelta(minutes=61)]


def test_the_list_is_searched_filtered_and_exported(game: Game, browser: Client) -> None:
    other = started(players(2, "Other"), name="Elsewhere")
    for each in (game, other):
        browser.get(f"{GAMES}{each.pk}/change/")
    browser.post(f"{GAMES}{game.pk}/secrets/", {"reason": "=HYPERLINK(collusion)"})
    for asked, count in (
        (f"?q={game.pk}", 2),
        ("?what=looked_at&q=ruth", 2),
        (f"?what=looked_at&who={Player.objects.get(name='Ruth').pk}", 2),
        ("?who=nobody", 0),
        ("?what=secrets_opened", 1),
        ("?q=collusion", 1),
    ):
        assert browser.get(f"{ACTS}{asked}").context["cl"].result_count == count
        body = b"".join(browser.get(f"{ACTS}export/{asked}").streaming_content).decode()  # type: ignore[attr-defined]
        assert len(list(csv.reader(body.splitlines()))) == count + 1
    opened = next(csv.DictReader(body.splitlines()))
    assert (opened["by_name"], opened["what"], opened["game"]) == ("Ruth", "secrets_opened", game.pk)
    assert opened["reason"] == "'=HYPERLINK(collusion)"


def test_rights_leave_a_trail_without_names_or_addresses() -> None:
    boss = Player.objects.create_superuser("boss@mail.example", "Boss")
    nora = Player.objects.create_user("nora@mail.example", "Nora")
    assert not LogEntry.objects.exists()
    referees = Group.objects.get(name="referee")
    form = {"name": "Norah", "email": "norah@mail.example", "kind": "human", "time_zone": "UTC", "language": "en"}
    sent = {**form, "is_active": "on", "is_staff": "on", "groups": [referees.pk]}
    assert at_the_desk(boss).post(f"/admin/games/player/{nora.pk}/change/", sent).status_code == 302
    changes = {name: change for entry in LogEntry.objects.all() for name, change in entry.changes_dict.items()}
    assert changes["is_staff"] == ["False", "True"]
    assert changes["groups"]["objects"] == ["referee"]
    assert {entry.actor for entry in LogEntry.objects.all()} == {boss}
    for player in (nora, boss):
        erase_player(player=Player.objects.get(pk=player.pk), now=timezone.now())
    kept = json.dumps(list(LogEntry.objects.values()), default=str).lower()
    assert not [word for word in ("nora", "boss", "mail.example", "127.0.0.1") if word in kept]
