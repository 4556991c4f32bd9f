"""Links, sessions and secrets made with a site's keys before these change, to check whether they are still valid."""

import json
import re
from base64 import b64encode
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPErrorProcessor, Request, build_opener

from django.test import Client as Browser
from django.utils import timezone

from tests.games.stories import players, started
from tests.notifications.post_office import PostOffice
from tests.patience import PATIENCE, eventually
from tests.site.running import Client, token_of
from tests.upgrade.parts import Site

LINK: Final = re.compile(r"http://localhost:\d+/[^\s<>\"]*~[^\s<>\"]+")
"""An address with a signature in it."""
VARIABLES: Final = {
    "MAIL_IN_ADDRESS": "play@play.example.org",
    "MAIL_WEBHOOKS": "postmark",
    "MAIL_WEBHOOK_SECRET": "hooks:the-first-secret-of-the-provider",
    "EMAIL_PICTURES": "false",
    "TICK_SECONDS": "5",
}
"""Settings that make the site use each key."""


class _Unled(HTTPErrorProcessor):
    """A handler that does not follow redirects."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


def status(url: str, **options: Any) -> int:
    """Return the answer's status, without following redirects."""
    try:
        with build_opener(_Unled).open(Request(url, **options), timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


@dataclass
class MadeBefore:
    """A session, an email with links and a reply address, the browsers' push key, and a provider's secret."""

    site: Site
    player: Client
    cookie: str
    links: list[str]
    reply_to: str
    own: str
    hidden: Any
    provider: str
    push_key: str

    def still_good(self) -> dict[str, bool]:
        """Return whether each is still valid, by name."""
        mailed = {f"link to {link.split('/')[3]}": status(link) < 400 for link in self.links}
        return mailed | {
            "session": status(f"{self.site.url}/games", headers={"Cookie": f"sessionid={self.cookie}"}) == 200,
            "address for answers": self._takes_an_answer(),
            "provider's secret": self._lets_in_the_provider(),
            "key for browsers": self.player.ask("GET", "/me/push-subscriptions/key")[1]["key"] == self.push_key,
            "hidden cards": self._hidden() == self.hidden,
        }

    def _takes_an_answer(self) -> bool:
        """Check whether the reply address is still valid. The exit code is for a mail server: 67 is "no such
        address"."""
        answer = EmailMessage()
        answer["From"], answer["To"] = "visitor0@mail.example", self.reply_to
        answer["Subject"], answer["Message-ID"] = "Re: your turn", f"<{timezone.now().timestamp()}@mail.example>"
        answer.set_content("Thank you.")
        done = self.site.run("receive_mail", "--sender", "visitor0@mail.example", self.reply_to, told=answer.as_bytes())
        assert done.returncode in {0, 67}
        return done.returncode == 0

    def _lets_in_the_provider(self) -> bool:
        signed = f"Basic {b64encode(self.provider.encode()).decode()}"
        asked = {"Authorization": signed, "Content-Type": "application/json"}
        told = json.dumps({"RecordType": "Delivery", "MessageID": "1", "Recipient": "nobody@mail.example"}).encode()
        return status(f"{self.site.url}/mail-hooks/postmark/tracking", data=told, headers=asked) == 200

    def _hidden(self) -> Any:
        return self.player.ask("GET", self.own)[1]


def made(site: Site, office: PostOffice) -> MadeBefore:
    """Make all of them, once the worker has sent the email about a game in which nobody moves."""
    people, browser = players(2, "Visitor"), Browser()
    game = started(people, now=timezone.now(), name="The one that waits")
    browser.force_login(people[0])
    assert eventually(lambda: bool(office.to("visitor0@mail.example")))
    mail = office.to("visitor0@mail.example")[0].message
    plain = mail.get_body(("plain",))
    assert plain
    text = plain.get_content() + mail["List-Unsubscribe"]
    player, own = Client(site.url, token_of(people[0])), f"/games/{game.pk}/options"
    return MadeBefore(
        site=site,
        player=player,
        cookie=browser.cookies["sessionid"].value,
        links=sorted({link.split("/")[3]: link for link in LINK.findall(text)}.values()),
        reply_to=parseaddr(str(mail["Reply-To"]))[1],
        own=own,
        hidden=player.ask("GET", own)[1],
        provider=VARIABLES["MAIL_WEBHOOK_SECRET"],
        push_key=player.ask("GET", "/me/push-subscriptions/key")[1]["key"],
    )
