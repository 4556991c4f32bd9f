"""A real mail server for the tests, which stores emails and refuses configured ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from deploy.ports import free_port

TAKEN = "250 OK"


@dataclass
class Received:
    """An email as the server received it: envelope and bytes. It is parsed only once."""

    sender: str
    to: list[str]
    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        """Return the email, parsed as an email reader would."""
        return message_from_bytes(self.raw, policy=policy.default)

    @cached_property
    def text(self) -> str:
        """Return the text that a plain-text reader sees."""
        return self._part("plain")

    @cached_property
    def html(self) -> str:
        """Return the text that an HTML reader sees."""
        return self._part("html")

    @cached_property
    def whole(self) -> str:
        """Return all text of the email, including its header fields."""
        fields = (f"{name}: {value}" for name, value in self.message.items())
        return "\n".join([*fields, self.text, self.html])

    def _part(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        assert part is not None
        return str(part.get_content()).replace("\r\n", "\n")


@dataclass
class PostOffice:
    """The received emails, and the configured replies: by address to RCPT, by `on_data` to DATA."""

    port: int
    received: list[Received] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    on_data: Callable[[Received], str] = lambda mail: TAKEN
    connections: int = 0

    def to(self, address: str) -> list[Received]:
        """Return the emails for one address, in order of arrival."""
        return [mail for mail in self.received if mail.to == [address]]

    async def handle_EHLO(  # noqa: N802 - the name that aiosmtpd looks for
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        refusal = self.refusals.get(address)
        if refusal is None:
            envelope.rcpt_tos.append(address)
        return refusal or TAKEN

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        mail = Received(str(envelope.mail_from), list(envelope.rcpt_tos), envelope.content)
        answer = self.on_data(mail)
        if answer == TAKEN:
            self.received.append(mail)
        return answer


@contextmanager
def open_post_office() -> Iterator[PostOffice]:
    """Run a server on a free port of this machine."""
    office = PostOffice(port=free_port())
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()
