"""The emails in what a provider posts, each as bytes with its envelope. Whatever is missing raises KeyError & Co."""

import base64
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.message import Message
from itertools import islice
from typing import Any, Final

from django.http import HttpRequest

UNKNOWN: Final = "unknown"
"""The envelope's sender where nobody says it; "" would be a machine."""
MOST_FIELDS: Final = 250
LONGEST_VALUE: Final = 7_000
"""Characters of a field: more than that we would not read (`notifications.inbox.sender.headers`)."""
NOT_TAKEN: Final = frozenset({"content-type", "content-transfer-encoding", "mime-version", "dkim-signature"})
"""Fields that are no longer true of what we put together."""

_NAME: Final = re.compile(r"[A-Za-z0-9-]{1,80}")

Fields = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PostedEmail:
    """An email, who sent it and to whom, of the envelope."""

    raw: bytes
    sender: str
    to: Sequence[str]


def mailgun(request: HttpRequest) -> list[PostedEmail]:
    """From a route with forward(): raw if its address has `mime` in it, else its fields."""
    said = request.POST
    if "body-mime" in said:
        raw = _bytes(said["body-mime"])
    else:
        fields = ((str(name), str(value)) for name, value in json.loads(said["message-headers"]))
        raw = _written(fields, said.get("body-plain"), said.get("body-html"))
    return [PostedEmail(raw, said.get("sender", UNKNOWN), [said["recipient"]])]


def mailjet(request: HttpRequest) -> list[PostedEmail]:
    """From the Parse API: its fields."""
    said = _json(request)
    raw = _written(_flat(said["Headers"]), said.get("Text-part"), said.get("Html-part"))
    return [PostedEmail(raw, said.get("Sender") or UNKNOWN, [said["Recipient"]])]


def postmark(request: HttpRequest) -> list[PostedEmail]:
    """Raw, if its server is set up to include that, else its fields."""
    said = _json(request)
    given = [(str(one["Name"]), str(one["Value"])) for one in said.get("Headers", [])]
    sender = next((value.strip("<> ") for name, value in given[:1] if name.lower() == "return-path"), UNKNOWN)
    if "RawEmail" in said:
        raw = _bytes(said["RawEmail"])
    else:
        own = [(name, str(said[name])) for name in ("Subject", "Date") if said.get(name)]
        to = ", ".join(one["Email"] for one in said.get("ToFull", []))
        fields = [*given, ("From", f"<{said['FromFull']['Email']}>"), ("To", to), *own]
        raw = _written(fields, said.get("TextBody"), said.get("HtmlBody"))
    return [PostedEmail(raw, sender, [said["OriginalRecipient"]])]


def sparkpost(request: HttpRequest) -> list[PostedEmail]:
    """From a relay webhook: always raw, several at once."""
    found = [one["msys"]["relay_message"] for one in _json(request) if one["msys"]]
    return [PostedEmail(_of_sparkpost(one["content"]), one.get("msg_from", UNKNOWN), [one["rcpt_to"]]) for one in found]


def _of_sparkpost(content: Any) -> bytes:
    raw = content["email_rfc822"]
    return base64.b64decode(raw) if content["email_rfc822_is_base64"] else _bytes(raw)


def _json(request: HttpRequest) -> Any:
    return json.loads(request.body)


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")


def _flat(headers: dict[str, Any]) -> Fields:
    """Fields by name, those that are there several times as a list."""
    for name, values in headers.items():
        yield from ((name, str(value)) for value in (values if isinstance(values, list) else [values]))


def _written(fields: Fields, text: str | None, html: str | None) -> bytes:
    """An email of these fields and this text, or else this HTML."""
    head = "\r\n".join(
        f"{name}: {' '.join(value.split())[:LONGEST_VALUE]}"
        for name, value in islice(fields, MOST_FIELDS)
        if _NAME.fullmatch(name) and name.lower() not in NOT_TAKEN
    )
    body = Message()
    body.set_type("text/plain" if text else "text/html")
    body.set_payload(_bytes(text or html or ""), "utf-8")
    return _bytes(head) + b"\r\n" + body.as_bytes().replace(b"\n", b"\r\n")
