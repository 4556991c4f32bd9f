"""Extraction of emails from a provider's post, each as bytes with its envelope.

Missing data raises KeyError or the like.
"""

import base64
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.message import Message
from itertools import islice
from typing import Final

from django.http import HttpRequest

from engine.codec import Json

UNKNOWN: Final = "unknown"
"""The envelope's sender if the provider does not name one; "" would mean a machine."""
MOST_FIELDS: Final = 250
LONGEST_VALUE: Final = 7_000
"""Characters of a field: we would not read longer ones (`notifications.inbox.sender.headers`)."""
NOT_TAKEN: Final = frozenset({"content-type", "content-transfer-encoding", "mime-version", "dkim-signature"})
"""Fields that are no longer true of a rebuilt email."""

_NAME: Final = re.compile(r"[A-Za-z0-9-]{1,80}")

Fields = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PostedEmail:
    """An email posted by a provider, with its envelope's sender and recipients."""

    raw: bytes
    sender: str
    to: Sequence[str]


def mailgun(request: HttpRequest) -> list[PostedEmail]:
    """Read the email that a Mailgun route forwards: raw if its address contains `mime`, else from the fields."""
    form = request.POST
    if "body-mime" in form:
        raw = _encode(form["body-mime"])
    else:
        fields = ((str(name), str(value)) for name, value in json.loads(form["message-headers"]))
        raw = _build_email(fields, form.get("body-plain"), form.get("body-html"))
    return [PostedEmail(raw, form.get("sender", UNKNOWN), [form["recipient"]])]


def mailjet(request: HttpRequest) -> list[PostedEmail]:
    """Read the email in a post by Mailjet's Parse API from its fields."""
    payload = _parse_json(request)
    raw = _build_email(_flatten(payload["Headers"]), payload.get("Text-part"), payload.get("Html-part"))
    return [PostedEmail(raw, payload.get("Sender") or UNKNOWN, [payload["Recipient"]])]


def postmark(request: HttpRequest) -> list[PostedEmail]:
    """Read the email in a post by Postmark: raw if its server is configured to include that, else from the fields."""
    payload = _parse_json(request)
    headers = [(str(entry["Name"]), str(entry["Value"])) for entry in payload.get("Headers", [])]
    sender = next((value.strip("<> ") for name, value in headers[:1] if name.lower() == "return-path"), UNKNOWN)
    if "RawEmail" in payload:
        raw = _encode(payload["RawEmail"])
    else:
        own = [(name, str(payload[name])) for name in ("Subject", "Date") if payload.get(name)]
        to = ", ".join(entry["Email"] for entry in payload.get("ToFull", []))
        fields = [*headers, ("From", f"<{payload['FromFull']['Email']}>"), ("To", to), *own]
        raw = _build_email(fields, payload.get("TextBody"), payload.get("HtmlBody"))
    return [PostedEmail(raw, sender, [payload["OriginalRecipient"]])]


def sparkpost(request: HttpRequest) -> list[PostedEmail]:
    """Read the emails in a post by SparkPost's relay webhook, always raw."""
    posted: list[Json] = json.loads(request.body)
    emails = [email["msys"]["relay_message"] for email in posted if email["msys"]]
    return [
        PostedEmail(_read_sparkpost(email["content"]), email.get("msg_from", UNKNOWN), [email["rcpt_to"]])
        for email in emails
    ]


def _read_sparkpost(content: Json) -> bytes:
    raw: str = content["email_rfc822"]
    return base64.b64decode(raw) if content["email_rfc822_is_base64"] else _encode(raw)


def _parse_json(request: HttpRequest) -> Json:
    payload: Json = json.loads(request.body)
    return payload


def _encode(text: str) -> bytes:
    return text.encode(errors="replace")


def _flatten(headers: dict[str, object]) -> Fields:
    """Yield fields by name; repeated ones become several fields."""
    for name, values in headers.items():
        yield from ((name, str(value)) for value in (values if isinstance(values, list) else [values]))


def _build_email(fields: Fields, text: str | None, html: str | None) -> bytes:
    """Build an email from these fields and this text, or this HTML if there is no text."""
    head = "\r\n".join(
        f"{name}: {' '.join(value.split())[:LONGEST_VALUE]}"
        for name, value in islice(fields, MOST_FIELDS)
        if _NAME.fullmatch(name) and name.lower() not in NOT_TAKEN
    )
    body = Message()
    body.set_type("text/plain" if text else "text/html")
    body.set_payload(_encode(text or html or ""), "utf-8")
    return _encode(head) + b"\r\n" + body.as_bytes().replace(b"\n", b"\r\n")
