"""Every page checked by axe-core, in light and dark, on a desktop and on a phone; and no word is broken.

All but the desk's are also checked in the narrowest window, and with text at twice its size.
"""

from collections import defaultdict
from datetime import timedelta
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.utils import timezone
from playwright.sync_api import Browser, Page, Response, ViewportSize
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.admin.trail import by
from games.competitions.clubs import announcements, reports, talk
from games.competitions.clubs import links as club_links
from games.lobby import join_links, lobby
from games.models import (
    AddressInvitation,
    Appeal,
    Application,
    Club,
    DeskProposal,
    Dispute,
    DisputeQuestion,
    Game,
    Heartbeat,
    Invitation,
    League,
    Mention,
    Outage,
    Player,
    SeatOffer,
)
from games.people import accounts, addresses, moderation
from games.people.tokens import create_personal_token
from games.table import rulings
from games.table.rulings import bulk
from notifications import reply_addresses, sender_addresses
from notifications.inbox import acceptance, pipeline
from notifications.models import DeadAddress, InboundEmail, Mail, MailReport, SiteEmail
from notifications.outbox.webhooks import registry
from tests.browser import pages
from tests.browser.axe import LOOKS, PHONE, WIDE, trouble
from tests.browser.broken_words import broken_words
from tests.browser.desk import Desk
from tests.browser.looks import seen
from tests.browser.losses import losses
from tests.browser.pages import World
from tests.clubs.club import filled, opened
from tests.competitions.cup import made
from tests.competitions.league import founded
from tests.games.admins import GROUPS, admin
from tests.games.stories import DAY, players
from tests.inbox.letters import written
from tests.sweeps import at_length
from tests.web.people import browser_of, come_in

HTML = "text/html"
DESK: Final = "/admin/"
FEW: Final = ("games_game", "games_player")
"""The models whose pages are checked at every change."""
REFUSED, BROKEN = 403, 500
NARROWEST: Final[ViewportSize] = {"width": 320, "height": 568}


@pytest.fixture
def world(game: Game, settings: Settings) -> World:
    """Return a row for everything that has a page."""
    boss = Player.objects.create_superuser("boss@desk.example", "Boss")
    referee, player, now = admin("Rosa", *GROUPS), game.host, timezone.now()
    rule = partial(rulings.rule, admin=referee, game_id=game.pk, now=now)
    ruling = rule(order=rulings.Extend(hours=4), text="Take your time.", note="She called.")
    settings.TWO_PERSON_RULINGS = True
    proposal = rule(order=rulings.Correct(1, 5), text="Miscounted.")
    many = bulk.start(admin=referee, order=rulings.Extend(hours=4), now=now, text="An outage.")
    moderation.moderate(admin=referee, player_id=player.pk, kind="warned", now=now, text="Be kind.", reason="Words.")
    _belongings(boss, player)
    invitation = _invitation(player)
    code = accounts.sign_in(address=str(player.email), asked_by="192.0.2.1", now=now)
    why = "She knows the games."
    change = addresses.ask_as_admin(admin=boss, player_id=player.pk, address="new@mail.example", reason=why, now=now)
    Outage.objects.create(started_at=now - DAY, ended_at=now - DAY / 2)
    Heartbeat.objects.create(source="web", at=now)
    SeatOffer.objects.create(game=game, seat=1, player=boss, created_at=now, reserved_until=now + DAY)
    app = Application.objects.create(
        user=boss,
        name="Board Viewer",
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris="https://app.example/back",
    )
    league, cup = founded(player, now=now), made(player, now=now)
    link = join_links.make(host=player, game_id=invitation.game_id, now=now)
    lobby.invite(host=player, game_id=invitation.game_id, addresses=["new@mail.example"], now=now)
    there = Game.objects.get(pk=game.pk)
    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    email = _doubtful_email(there, player)
    return World(
        *(boss, there, player, ruling, proposal, many, app, invitation, code, change, link),
        *(AddressInvitation.objects.get(), email),
        question=_desk_work(boss, referee, league),
        appeal=_appeal(boss, player),
        league=league,
        cup=cup,
        club=_club(boss, player),
    )


def _club(boss: Player, player: Player) -> Club:
    """Return a club of the boss with members, a table, a reported line, and a link."""
    now = timezone.now()
    witness = Player.objects.create_user("faye@mail.example", "Faye")
    club = filled([boss, player, witness], now=now, about="A day for each move.")
    opened(club, boss, now=now, name="Winter warm-up")
    announcements.announce(host=boss, club_id=club.pk, text="The winter cup begins on Friday.\n\nBring tea.", now=now)
    talk.say(player=player, club_id=club.pk, text="Who is in for Friday?", now=now)
    reports.report(player=witness, club_id=club.pk, number=1, now=now)
    club_links.make(host=boss, club_id=club.pk, now=now)
    return club


def _desk_work(boss: Player, referee: Player, league: League) -> DisputeQuestion:
    """Propose to close the league, and return a question that the boss is asked about a dispute."""
    now, dispute = timezone.now(), Dispute.objects.get()
    DeskProposal.objects.create(kind="close_league", league=league, by=boss, reason="It is over.", created_at=now)
    return DisputeQuestion.objects.create(dispute=dispute, player=boss, by=referee, text="Why?", created_at=now)


def _appeal(boss: Player, player: Player) -> Appeal:
    """Warn the player, who answers."""
    now = timezone.now()
    warning = moderation.moderate(admin=boss, player_id=player.pk, kind="warned", now=now, text="Be kind.")
    return Appeal.objects.create(player=player, moderation=warning, text="I am.", created_at=now)


def _belongings(boss: Player, player: Player) -> None:
    now = timezone.now()
    create_personal_token(player=player, label="bot", scopes=["games:read"], expires_at=now + DAY, now=now)
    Authenticator.objects.create(user=player, type="totp", data={"secret": "x"})
    EmailAddress.objects.create(user=player, email=str(player.email), verified=True)
    _mention(player)
    registry.register(player=player, url="https://bot.example/", events=["your_turn"], now=now)
    DeadAddress.objects.create(player=player, address=str(player.email), code="5.1.1", since=now)
    sender_addresses.accept(player, "phone@elsewhere.example", now)
    with by(boss):
        player.groups.add(Group.objects.get(name="support"))
        player.groups.clear()


def _mention(player: Player) -> None:
    """Add a mention, as if the first word of a dispute were an erased player's name."""
    where = {"source": "dispute", "row": Dispute.objects.get().pk, "field": "text", "start": 0, "length": 7}
    now = timezone.now()
    Mention.objects.create(**where, player=player, game=Game.objects.get(), word="0" * 64, state="asked", found_at=now)


def _doubtful_email(game: Game, player: Player) -> InboundEmail:
    """Return an answered email that may or may not come from the player."""
    now, state = timezone.now(), Mail.State.SENT
    mail = Mail.objects.create(player=player, game=game, state=state, created_at=now, next_attempt_at=now)
    to = reply_addresses.make(mail, reply_addresses.EmailQuestion("1.0", []), now)
    raw, door = written(to, "resign", sender=str(player.email)), InboundEmail.Door.PIPE
    acceptance.accept(raw, [to], str(player.email), door, now)
    pipeline.process_due(now=now)
    MailReport.objects.create(mail=mail, door=door, received_at=now, next_attempt_at=now, erase_at=now)
    SiteEmail.objects.create(player=player, door=door, received_at=now, next_attempt_at=now, erase_at=now)
    return InboundEmail.objects.get()


def _invitation(host: Player) -> Invitation:
    waiting = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, timedelta(days=1)), now=timezone.now())
    lobby.invite(host=host, game_id=waiting.pk, names=[players(1, "Guest")[0].name], now=timezone.now())
    return Invitation.objects.get(game=waiting)


def test_no_page_is_forgotten() -> None:
    assert pages.unknown() == []
    assert pages.gone() == []


@pytest.mark.parametrize("looks", at_length(LOOKS, at_once=["two"]))
def test_pages_for_strangers(page: Page, world: World, looks: str) -> None:
    look(page, pages.for_strangers(world), looks)


@pytest.mark.parametrize("looks", at_length(LOOKS, at_once=["two"]))
def test_pages_for_people_who_are_signed_in(desk: Desk, world: World, looks: str) -> None:
    desk.enter(come_in(world.admin))
    addresses = pages.for_admins(world)
    look(desk.page, {name: address for name, address in addresses.items() if not address.startswith(DESK)}, looks)


@pytest.mark.parametrize(
    ("looks", "models"), at_length([("two", FEW), ("all", FEW), ("two", None)], at_once=[("two", FEW)])
)
def test_pages_of_the_desk(desk: Desk, world: World, looks: str, models: tuple[str, ...] | None) -> None:
    """Django's pages for models are much alike: all of them are checked only nightly."""
    desk.sign_in(world.admin)
    addresses = {
        name: address
        for name, address in pages.for_admins(world).items()
        if address.startswith(DESK)
        and (models is None or not (made := pages.MODEL_PAGE.match(name)) or made["model"] in models)
    }
    assert look(desk.page, addresses, looks) > len(addresses) / 2, "most of them refuse"


def test_pages_for_guests(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Card Game").click()
    page.wait_for_url("**/games/*")
    table = page.url
    keep = f"/accounts/keep/?next={urlsplit(table).path}"
    look(page, {each: each for each in (table, f"{table}/seat", f"{table}/plan", f"{table}/log", keep, "/games")})
    seen(page, "games-of-a-guest")
    for address, name in ((keep, "keep"), (f"{table}/seat", "practice-seat")):
        page.goto(address)
        seen(page, name)
    page.goto(keep)
    page.get_by_role("button", name="Erase it").click()
    page.get_by_role("alert").wait_for()
    assert trouble(page) == []


@pytest.mark.nightly
def test_nothing_is_lost_in_the_narrowest_window(page: Page, world: World) -> None:
    """WCAG 1.4.10: 320 pixels wide, like a desktop at 400 %."""
    assert _losses(page, world, NARROWEST) == []


@pytest.mark.nightly
def test_nothing_is_lost_where_letters_are_twice_as_large(
    large_print: Browser, live_server: LiveServer, world: World
) -> None:
    """WCAG 1.4.4."""
    with large_print.new_context(base_url=live_server.url, locale="en") as context:
        page = context.new_page()
        assert _losses(page, world, PHONE, WIDE) == []
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"


def _losses(page: Page, world: World, *sizes: ViewportSize) -> list[str]:
    lost: list[str] = []
    desk, client = Desk(page), browser_of(world.player)
    for address in pages.for_strangers(world).values():
        desk.enter(client)  # a sign-in page ends the session
        page.goto(address)
        lost += [f"{address} {loss}" for size in sizes for loss in losses(page, size)]
        seen(page, f"lost-{sizes[0]['width']}-{address.strip('/').replace('/', '-')[:40]}")
    return lost


def look(page: Page, addresses: dict[str, str], looks: str = "two") -> int:
    """Check each page once, wherever an address leads; return how many. Refusals look the same everywhere."""
    seen: set[str] = set()
    wrong: defaultdict[str, list[str]] = defaultdict(list)
    for address in addresses.values():
        answer = page.goto(address)
        assert answer is not None
        place = _place(answer, page)
        if place not in seen:
            seen.add(place)
            for one in [*_answered(answer), *trouble(page, looks), *broken_words(page)]:
                wrong[one].append(address)
    assert not wrong, "\n".join(["", *(f"{one} ({len(on)} pages, as {on[0]})" for one, on in wrong.items())])
    return len(seen)


def _place(answer: Response, page: Page) -> str:
    return "refused" if answer.status == REFUSED else page.url


def _answered(answer: Response) -> list[str]:
    kind = answer.headers.get("content-type", "")
    return [] if answer.status < BROKEN and HTML in kind else [f"answers {answer.status} {kind}"]
