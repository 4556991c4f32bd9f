"""Whole games by email alone, through a real Postfix: from signing up to the standings.

The players know only the contents of their mailboxes, and the site's own address.
"""

import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest

from games.models import Entry, Game, Player
from notifications.inbox import pipeline
from notifications.models import InboundEmail, SiteEmail
from notifications.outbox import delivery
from notifications.outbox.delivery import Progress
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, sent, signed
from tests.inbox.postfix import Postfix
from tests.inbox.site_stories import SITE, typed
from tests.notifications.post_office import PostOffice, Received
from tests.notifications.reading import choices
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.deploy,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("mail_in", "names"),
]
MOST_EMAILS = 2000
FRIENDS = ("Ada", "Bela", "Carl")


def address(name: str) -> str:
    return f"{name.lower()}@mail.example"


@dataclass
class Correspondents:
    """People who answer each email that asks them something, with a number or with the word it suggests."""

    office: PostOffice
    port: int
    key: SigningKey
    random: Random
    read: int = 0
    written: int = 0
    waiting: dict[str, tuple[Received, str]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)

    def open_mailboxes(self) -> list[Received]:
        """Read new emails, and keep each player's latest one that needs an answer."""
        new = self.office.received[self.read :]
        for mail in new:
            said = self.reply_to(mail)
            if said:
                self.waiting[mail.to[0]] = mail, said
            elif "YOUR MOVES" not in mail.text:
                self.waiting.pop(mail.to[0], None)
            if "FINAL SCORES" in mail.text and " won with " in mail.message["Subject"]:
                self.over.add(mail.to[0])
        self.read = len(self.office.received)
        return new

    def reply_to(self, mail: Received) -> str:
        """Return the reply to an email, or "" if it needs none."""
        if "YOUR MOVES" in mail.text:
            return str(self.number(mail))
        return "yes" if "Reply “yes” to join" in mail.text else ""

    def number(self, mail: Received) -> int:
        """Choose routes and rows before cards, so that games end."""
        listed = choices(mail)
        building = [place for place, line in enumerate(listed, 1) if line.startswith(("Claim", "Place", "Complete"))]
        return self.random.choice(building or range(1, len(listed) + 1))

    def answer(self) -> bool:
        """Answer one of the waiting emails, if there is any."""
        if not self.waiting:
            return False
        who = self.random.choice(sorted(self.waiting))
        mail, said = self.waiting.pop(who)
        self.write(who, quoting(mail, said), reply_address(mail))
        return True

    def write(self, who: str, text: str, to: str = SITE) -> None:
        """Send somebody's email through Postfix."""
        self.written += 1
        raw = typed(text, sender=who, name=f"m{self.written}", to=to)
        sent(self.port, signed(raw, self.key), to, sender=who)


def delivered(now: datetime) -> None:
    while delivery.deliver_due(now=now) is Progress.MORE:
        pass


def processed(now: datetime) -> None:
    """Wait for the email that was sent, and process it."""
    end = time.monotonic() + PATIENCE
    while not pipeline.process_due(now=now):
        assert time.monotonic() < end, "Postfix brought nothing"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("game", "friends"),
    [("card game", 2), ("usa", 3), ("nordic countries", 2), ("usa mega", 2)],
    ids=["card_game", "usa", "nordic", "mega"],
)
def test_a_whole_game_by_mail(
    post_office: PostOffice, postfix: Postfix, provider_key: SigningKey, game: str, friends: int
) -> None:
    people = Correspondents(post_office, postfix.port, provider_key, Random(friends))
    names = FRIENDS[:friends]
    for name in names:
        people.write(address(name), f"sign up {name}\n")
        processed(NOON)
    delivered(NOON)
    assert all("Welcome" in mail.text for mail in people.open_mailboxes())
    people.write(address("Ada"), f"new {game}, {friends} seats, daily, with {' and '.join(names[1:])}\n")
    processed(NOON)
    now = NOON
    while len(people.over) < friends and people.written < MOST_EMAILS:
        now += timedelta(minutes=3)
        delivered(now)
        people.open_mailboxes()
        if len(people.over) < friends:
            assert people.answer(), "nobody is asked, and the game goes on"
            processed(now)
    assert people.over == {address(name) for name in names}
    ended = Game.objects.get()
    assert ended.status == Game.Status.ENDED
    assert {player.name for player in Player.objects.all()} == set(names)
    assert {entry.kind for entry in Entry.objects.filter(game=ended)} <= {"started", "seated", "move", "ended"}
    for rows in (InboundEmail, SiteEmail):
        assert not rows.objects.exclude(state="acted").exists()
    assert "bounce" not in postfix.log.replace("double-bounce", "")
