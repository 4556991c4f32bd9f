"""A club's pages: what they show to whom, in how many statements, and the desk's way to take a name away."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.admin.page import overview
from games.competitions.clubs import announcements, invitations, links, membership, talk
from games.competitions.series import creation as series_creation
from games.ids import new_id
from games.lobby import lobby
from games.lobby.lobby import Wishes
from games.models import AdminAct, Club, Game, Player
from games.web.clubs.club import MOST_TABLES
from tests.clubs.club import OPEN, PRIVATE, filled, founded, opened, states
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def statements(browser: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert browser.get(path).status_code == 200
    return len(queries)


def test_pages_take_as_many_statements_for_a_large_club_as_for_a_small_one() -> None:
    host, *others = players(30)
    club = filled([host, *others[:2]])
    opened(club, host)
    begun = opened(club, host)
    lobby.join_game(player=others[0], game_id=begun.pk, now=NOON)
    announcements.announce(host=host, club_id=club.pk, text="Hello", now=NOON)
    paths = [f"/clubs/{club.pk}", f"/clubs/{club.pk}/members", f"/clubs/{club.pk}/announcements", "/clubs"]
    browser = browser_of(host)
    few = [statements(browser, path) for path in paths]
    for player in others[2:]:
        membership.join(player=player, club_id=club.pk, now=NOON)
        membership.let_in(host=host, club_id=club.pk, player_id=player.pk, now=NOON)
    for text in ("Hello again", "Goodbye"):
        announcements.announce(host=host, club_id=club.pk, text=text, now=NOON)
    for player in others[:8]:
        opened(club, player)
        more = opened(club, host)
        lobby.join_game(player=player, game_id=more.pk, now=NOON)
    assert [statements(browser, path) for path in paths] == few


def test_a_club_is_founded_changed_joined_and_left_on_its_pages() -> None:
    host, guest = players(2)
    browser, other = browser_of(host), browser_of(guest)
    browser.post("/clubs/new", {"name": "The Sleepers", "about": "Slow.", "entry": "private"})
    club = Club.objects.get()
    assert (club.public, club.entry) == (False, "invitation")
    assert other.get(f"/clubs/{club.pk}").status_code == 404
    browser.post(f"/clubs/{club.pk}/change", {"name": "Sleepers", "about": "", "entry": "request"})
    assert "Ask to join?" in text_of(other, f"/clubs/{club.pk}")
    other.post(f"/clubs/{club.pk}", {"do": "join"})
    assert "1 player asks to join." in text_of(browser, f"/clubs/{club.pk}")
    browser.post(f"/clubs/{club.pk}/members", {"do": "let_in", "player": guest.pk})
    browser.post(f"/clubs/{club.pk}/members", {"do": "host", "player": guest.pk})
    assert states(club) == {"Player 0": "member*", "Player 1": "member*"}
    other.post(f"/clubs/{club.pk}", {"do": "leave"})
    assert states(club) == {"Player 0": "member*"}
    assert "Sleepers" in text_of(Client(), "/clubs")


def test_strangers_see_who_is_in_a_public_club_and_none_of_its_tables() -> None:
    host, guest = players(2)
    club = filled([host, guest], **OPEN)
    opened(club, host, name="Unseen by strangers")
    page = text_of(Client(), f"/clubs/{club.pk}")
    assert ("Player 1" in page, "Unseen by strangers" in page) == (True, False)
    assert "Unseen by strangers" in text_of(browser_of(guest), f"/clubs/{club.pk}")


def test_the_link_shows_a_private_club_and_lets_its_reader_in() -> None:
    host, guest = players(2)
    club = founded(host, **PRIVATE)
    path = links.address(links.make(host=host, club_id=club.pk, now=NOON)).removeprefix("http://localhost:8000")
    path = path[path.index("/clubs/") :]
    assert "The Sleepers" in text_of(Client(), path)
    browser = browser_of(guest)
    assert browser.post(path)["Location"] == f"/clubs/{club.pk}"
    links.take_back(host=host, club_id=club.pk)
    assert Client().get(path).status_code == 410


def test_a_table_for_the_club_is_opened_on_the_page_for_new_tables() -> None:
    host, guest = players(2)
    club = filled([host, guest])
    browser = browser_of(host)
    assert f'value="club-{club.pk}" checked' in text_of(browser, f"/tables/new?club={club.pk}")
    wishes = {"ruleset": "usa@1", "seats": "2", "clock": "daily", "access": f"club-{club.pk}", "rated": "on"}
    browser.post("/tables/new", wishes)
    game = Game.objects.get()
    assert (game.access, game.club, game.public) == ("club", club, False)
    room = text_of(browser_of(guest), f"/tables/{game.pk}")
    assert ("for the club" in room, f"/clubs/{club.pk}" in room) == (True, True)


def test_whoever_leaves_reads_so_on_the_next_page_even_after_a_second_click() -> None:
    host, guest = players(2)
    club = filled([host, guest], **PRIVATE)
    browser = browser_of(guest)
    for _click in range(2):
        answer = browser.post(f"/clubs/{club.pk}", {"do": "leave"})
        assert answer["Location"] == "/clubs"
    assert "You have left the club." in text_of(browser, "/clubs")


def test_a_turn_waits_on_the_page_however_many_tables_are_newer() -> None:
    host, guest = players(2)
    club = filled([host, guest])
    game = opened(club, host, name="The First")
    lobby.join_game(player=guest, game_id=game.pk, now=NOON)
    newer = opened(club, host, now=NOON + DAY)
    for _table in range(2 * MOST_TABLES):
        newer.pk = new_id()
        newer.save(force_insert=True)
    assert "Your turn in The First" in text_of(browser_of(host), f"/clubs/{club.pk}")


def test_the_invited_read_who_sees_them_in_the_club(carry: Carry) -> None:
    host, guest = players(2)
    for wishes, who in (({}, "Everyone sees who is in"), (PRIVATE, "embers see who is in")):
        club = founded(host, **wishes)
        invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)
        address = links.address(links.make(host=host, club_id=club.pk, now=NOON))
        assert who in text_of(browser_of(guest), f"/clubs/{club.pk}")
        assert who in text_of(browser_of(guest), address[address.index("/clubs/") :])
        (letter,) = carry(NOON)
        assert who in letter.text
        carry(NOON + DAY)


def test_a_series_for_a_club_says_that_the_club_watches() -> None:
    host, guest = players(2)
    wishes = Wishes("usa@1", 2, access=Game.Access.CLUB, club=filled([host, guest]).pk, time_per_move=DAY)
    game = series_creation.create(host=host, wishes=wishes, games=3, now=NOON)
    page = text_of(browser_of(guest), f"/series/{game.seriesgame.series_id}")
    assert ("a club watches" in page, "nobody else watches" in page) == (True, False)


def test_the_desk_says_that_a_club_watches() -> None:
    (host,) = players(1)
    club = filled([host])
    assert ("Spectators", f"members of club {club.pk} may watch") in overview(opened(club, host), NOON)


def test_a_moderator_takes_an_offensive_name_away() -> None:
    (host,) = players(1)
    club, judge = founded(host, name="Rude", about="Ruder"), admin("Judge", *GROUPS)
    desk = at_the_desk(judge)
    desk.post("/admin/games/club/", {"action": "take_name", "_selected_action": [club.pk]})
    club.refresh_from_db()
    assert (club.name, club.about) == ("", "")
    assert AdminAct.objects.filter(what="club_unnamed", by=judge).exists()
    assert f"Club {club.pk}" in text_of(Client(), f"/clubs/{club.pk}")
    support = at_the_desk(Player.objects.create_user("s@desk.example", "Sue", is_staff=True))
    assert support.get("/admin/games/club/").status_code in (302, 403)


def test_what_members_said_stands_in_the_reader_s_time_zone() -> None:
    host, reader = players(2)
    Player.objects.filter(pk=reader.pk).update(time_zone="Europe/Berlin")
    club = filled([host, reader])
    announcements.announce(host=host, club_id=club.pk, text="Hello", now=NOON)
    talk.say(player=host, club_id=club.pk, text="Hello", now=NOON)
    for path in ("", "/talk", "/announcements"):
        page = text_of(browser_of(reader), f"/clubs/{club.pk}{path}")
        assert "2 March 2026, 13:00 CET" in page, path
        assert "12:00<" not in page, path
