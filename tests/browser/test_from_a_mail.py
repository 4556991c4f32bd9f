"""From the link in an email to the next emails: a turn is played; a player asks for an admin, who rules."""

import re
from urllib.parse import urlsplit

from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Dispute, Game
from games.web.seat_link import rights
from tests.browser.desk import Desk
from tests.games.admins import admin
from tests.games.stories import chosen, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.web.people import browser_of

SITE = "https://night-mail.example"
PLEA = "I meant the market, not the deck. May I take it back?"
ANSWER = "A slip of the finger; you draw once more."

OUTCOME = (
    "An admin took back part of the game.",
    "The dispute opened by Player 0 (a move was mistaken) was resolved.",
    ANSWER,
)


def link(mail: Received, leads_to: str) -> str:
    """Return the target of the email's link, on the test server."""
    found = re.search(rf"{SITE}({leads_to}\S*)", mail.text)
    assert found is not None
    return found[1]


def newest(carry: Carry) -> dict[str, Received]:
    """Return each player's latest email, by address."""
    return {mail.to[0]: mail for mail in carry(timezone.now())}


def ask_for_an_admin(page: Page, address: str) -> None:
    """Ask for an admin as a signed-in player, on the page that the link leads to."""
    page.goto(address)
    page.get_by_label("What’s the problem?").select_option("mistaken_move")
    page.get_by_label("What happened?").fill(PLEA)
    page.get_by_role("button", name="Ask for an admin").click()
    page.get_by_role("heading", name="A move was mistaken").wait_for()


def test_a_player_asks_by_mail_an_admin_rules_and_all_hear_of_it(desk: Desk, page: Page, carry: Carry) -> None:
    ruth, people = admin("Ruth", "referee"), players(3)
    game = chosen(started(people, now=timezone.now(), name="The Old Line"), now=timezone.now())
    turn_mail = newest(carry)[mine := str(people[0].email)]
    assert "It is your turn." in turn_mail.text
    post(game, 0, "draw deck", "draw deck", now=timezone.now())
    carry(timezone.now())

    desk.enter(browser_of(people[0]))
    ask_for_an_admin(page, link(turn_mail, "/disputes/"))
    told = newest(carry)
    assert set(told) == {ruth.email, people[1].email, people[2].email}
    assert all(PLEA in mail.text for mail in told.values())

    desk.sign_in(ruth)
    desk.page.goto(link(told[str(ruth.email)], "/admin/games/game/"))
    desk.reads("The Old Line", PLEA)
    desk.follow("Take back the last move")
    desk.write("To the players", ANSWER)
    desk.press("Carry out")
    desk.reads("Carried out as entry", "An admin took back part of the game:")

    outcome = newest(carry)
    assert set(outcome) == {player.email for player in people}
    for sentence in OUTCOME:
        assert all(sentence in " ".join(mail.text.split()) for mail in outcome.values()), sentence
    assert "YOUR MOVES" in outcome[mine].text

    desk.enter(browser_of(people[0]))
    page.goto(link(outcome[mine], "/disputes/"))
    desk.reads("A move was mistaken", "resolved", "Outcome", ANSWER)
    assert Dispute.objects.get().state == Dispute.State.RESOLVED
    assert Game.objects.get().turns.get(closed_at=None).seat == 0
    assert desk.trouble == []


def test_the_link_in_a_turn_email_leads_to_the_table_and_the_next_email_comes(
    page: Page, context: BrowserContext, carry: Carry
) -> None:
    """The turn is played without signing in. Afterwards the link's address can play nothing."""
    people = players(3)
    game = chosen(started(people, now=timezone.now(), name="The Old Line"), now=timezone.now())
    turn_mail = newest(carry)[str(people[0].email)]
    in_html = re.search(rf'href="{SITE}(/play/[^"]+)"[^>]*>(?:<[^>]*>)*Open the table', turn_mail.html)
    assert in_html is not None
    assert in_html[1] == link(turn_mail, "/play/")

    page.goto(in_html[1])
    assert page.url.endswith(f"/games/{game.pk}")
    expect(page.get_by_role("contentinfo")).to_contain_text("Player 0’s seat, opened by the link in an email")
    assert [
        (kept["path"], kept["httpOnly"], kept["sameSite"]) for kept in context.cookies() if kept["name"] == "seat"
    ] == [(f"/games/{game.pk}", True, "Lax")]
    for number in (1, 2):
        page.locator(".market-card.card-deck").click()
        expect(page.locator(".market-card.card-deck .order")).to_contain_text(str(number))
    page.get_by_role("button", name="Take two from the deck").click()
    expect(page.locator("#panel")).to_contain_text("Player 1 is next")
    assert set(newest(carry)) == {people[1].email}

    page.goto(f"/games/{game.pk}")
    expect(page.get_by_role("heading", name="Your tickets")).to_be_visible()
    browser = context.browser
    assert browser is not None
    elsewhere = browser.new_context()
    pasted = elsewhere.new_page()
    pasted.goto(page.url)
    expect(pasted.locator("#panel")).to_contain_text("Player 1 is choosing")
    expect(pasted.get_by_role("heading", name="Your tickets")).to_have_count(0)
    elsewhere.close()


def test_not_me_takes_the_seat_from_this_browser(page: Page) -> None:
    """Going back in the history does not restore access."""
    people = players(2)
    game = chosen(started(people, now=timezone.now()), now=timezone.now())
    page.goto(urlsplit(rights.url(people[0], game.pk, 0, timezone.now())).path)
    page.get_by_role("button", name="Not me").click()
    expect(page.get_by_role("heading", name="No seat is open here")).to_be_visible()
    page.go_back()
    page.reload()
    expect(page.get_by_role("heading", name="Your tickets")).to_have_count(0)
