"""A club's pages in a browser: founded, filled, and looked at by a member and by a stranger."""

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.competitions.clubs import announcements, invitations, membership, talk
from games.competitions.cups import sweeps as cups
from games.lobby import lobby
from games.models import Club, Cup, Game, Player
from tests.browser.axe import trouble
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.clubs.club import OPEN, filled, opened
from tests.competitions.cup import enters
from tests.games.stories import chosen

NAMES = ("Cleo", "Ben", "Ada", "Dan", "Fay", "Emil")


def people() -> list[Player]:
    return [Player.objects.create_user(f"{name.lower()}@mail.example", name) for name in NAMES]


def club_with_tables(members: list[Player]) -> Club:
    """Return a club with one table that has begun and one that has a free seat."""
    now = timezone.now()
    club = filled(
        members, now=now, name="The Sleeper Club", about="Ticket to Ride by night, a day for each move.", **OPEN
    )
    running = opened(club, members[2], now=now, seats=3, name="Slow Coast Line")
    for player in (members[1], members[5]):
        lobby.join_game(player=player, game_id=running.pk, now=now)
    chosen(Game.objects.get(pk=running.pk), now=now)
    forming = opened(club, members[0], now=now, seats=4, name="Winter warm-up")
    for player in (members[3], members[4]):
        lobby.join_game(player=player, game_id=forming.pk, now=now)
    for text in ("The summer league is over: Ada has won.", "The winter cup begins on Friday.\n\nBring tea."):
        announcements.announce(host=members[0], club_id=club.pk, text=text, now=now)
    return club


def test_a_club_is_founded_and_filled(desk: Desk) -> None:
    host, guest, *_ = people()
    page = desk.page
    desk.sign_in(host)
    page.goto("/clubs")
    expect(page.get_by_text("There is none yet.")).to_be_visible()
    page.get_by_role("link", name="Found one").click()
    page.get_by_label("Name of the club").fill("The Sleeper Club")
    page.get_by_label("Private").check()
    seen(page, "club-new")
    page.get_by_role("button", name="Found the club").click()
    page.get_by_role("link", name="Invite", exact=True).click()
    page.get_by_label("Names").fill("Ben")
    page.get_by_role("button", name="Invite them all").click()
    expect(page.get_by_text("1 player is invited.")).to_be_visible()
    page.get_by_role("button", name="Make a link").click()
    seen(page, "club-members")
    assert trouble(page) == []
    desk.sign_in(guest)
    page.goto("/games")
    page.get_by_role("link", name="The Sleeper Club").click()
    seen(page, "club-invited")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You are a member.")).to_be_visible()


def talk_and_report(page: Page, host: Player, club: Club) -> None:
    """Answer the host in the talk, and open the form that reports the host's line."""
    talk.say(player=host, club_id=club.pk, text="Who is in for Friday, after the cup?", now=timezone.now())
    page.goto(f"/clubs/{club.pk}/talk")
    page.get_by_label("Say something to the club").fill("I am.")
    page.get_by_role("button", name="Say").click()
    page.get_by_text("Mute or report").click()
    seen(page, "club-talk")
    page.get_by_role("link", name="Report the line to an admin").click()
    expect(page.get_by_role("button", name="Report it")).to_be_visible()
    seen(page, "club-report")
    assert trouble(page) == []


def announce(desk: Desk, host: Player, club: Club) -> None:
    """Announce something as the host."""
    page = desk.page
    desk.sign_in(host)
    page.goto(f"/clubs/{club.pk}")
    page.get_by_text("Announce something").click()
    page.get_by_label("To all members").fill("See you on Friday.")
    seen(page, "club-host")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_text("See you on Friday.")).to_be_visible()


def test_a_members_view_and_a_strangers(desk: Desk) -> None:
    members = people()
    club = club_with_tables(members)
    reader = members[2]
    now = timezone.now()
    stranger = Player.objects.create_user("gil@mail.example", "Gil")
    page = desk.page
    desk.sign_in(reader)
    page.goto(f"/clubs/{club.pk}")
    expect(page.get_by_text("The club’s tables")).to_be_visible()
    seen(page, "club")
    assert trouble(page) == []
    page.goto(f"/clubs/{club.pk}/announcements")
    seen(page, "club-announcements")
    talk_and_report(page, members[0], club)
    page.goto(f"/tables/new?club={club.pk}")
    expect(page.get_by_label("The Sleeper Club")).to_be_checked()
    seen(page, "club-new-table")
    invitations.invite(host=members[0], club_id=club.pk, names=["Gil"], now=now)
    membership.decline(player=stranger, club_id=club.pk, now=now)
    announce(desk, members[0], club)
    desk.sign_in(stranger)
    page.goto(f"/clubs/{club.pk}")
    seen(page, "club-stranger")
    assert trouble(page) == []
    page.goto("/clubs")
    seen(page, "clubs")


def test_a_host_makes_a_round_robin_for_the_club(desk: Desk) -> None:
    members, page, now = people(), desk.page, timezone.now()
    club = club_with_tables(members)
    desk.sign_in(members[0])
    page.goto(f"/clubs/{club.pk}")
    make_round_robin(page)
    cup = Cup.objects.get()
    enters(cup, members[1:], now=now)
    take_out(page, "Emil")
    Cup.objects.update(entry_closes_at=now)
    cups.sweep(now=now)
    for path, name in ((f"/cups/{cup.pk}", "club-cup-running"), (f"/clubs/{club.pk}", "club-with-cup")):
        page.goto(path)
        seen(page, name)
        assert trouble(page) == []
    assert desk.trouble == []


def make_round_robin(page: Page) -> None:
    page.get_by_role("link", name="New cup").click()
    expect(page.get_by_role("radio", name="The Sleeper Club")).to_be_checked()
    page.get_by_label("Name of the cup").fill("Everyone meets everyone")
    page.get_by_role("radio", name="Round robin").check()
    page.get_by_text("Change the details").click()
    seen(page, "club-cup-new")
    assert trouble(page) == []
    page.get_by_role("button", name="Make the cup").click()
    expect(page.get_by_role("link", name="The Sleeper Club")).to_be_visible()
    page.get_by_role("button", name="Enter").click()


def take_out(page: Page, name: str) -> None:
    """Take somebody out of the cup on its page, whose other forms for its host are unfolded, too."""
    page.reload()
    page.get_by_text("Take somebody out").click()
    page.get_by_text("Let it begin later").click()
    seen(page, "club-cup-hosted")
    assert trouble(page) == []
    page.get_by_label("Player").select_option(name)
    page.get_by_role("button", name="Take out").click()
    expect(page.get_by_text(f"{name} is out.")).to_be_visible()
