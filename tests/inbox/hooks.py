"""Requests in the formats of email providers' webhooks, with contents of our own."""

import hashlib
import hmac
import json
from base64 import b64encode
from email import message_from_bytes
from email.message import Message
from typing import Any, Final

from django.http import HttpResponse
from django.test import Client

SECRET: Final = "hooks:0123456789abcdef"
SIGNING_KEY: Final = "key-0123456789abcdef"
SIGNED_IN: Final = {"Authorization": f"Basic {b64encode(SECRET.encode()).decode()}"}


def posted(provider: str, what: str, body: Any, *, secret: str = SECRET) -> HttpResponse:
    """Post to a provider's webhook, and return the answer. A dict passed as `form` is sent as a form."""
    client = Client(raise_request_exception=False, headers={"Authorization": _basic(secret)})
    path = f"/mail-hooks/{provider}/{what}"
    if isinstance(body, Form):
        answer = client.post(path, body.fields)
    else:
        answer = client.post(path, json.dumps(body), content_type="application/json")
    return HttpResponse(answer.content, status=answer.status_code)


def _basic(secret: str) -> str:
    return f"Basic {b64encode(secret.encode()).decode()}"


class Form:
    """The fields of a form."""

    def __init__(self, **fields: str) -> None:
        self.fields = fields


def _signature(key: str) -> dict[str, str]:
    token, timestamp = "t0123456789", "1772452800"
    return {
        "timestamp": timestamp,
        "token": token,
        "signature": hmac.digest(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hex(),
    }


def mailgun_raw(raw: bytes, to: str, *, key: str = SIGNING_KEY) -> Form:
    fields = {"recipient": to, "sender": "player0@mail.example", "body-mime": raw.decode(), **_signature(key)}
    return Form(**fields)


def mailgun_parsed(raw: bytes, to: str) -> Form:
    message = message_from_bytes(raw)
    said = {
        "recipient": to,
        "sender": "player0@mail.example",
        "message-headers": json.dumps([list(field) for field in message.items()]),
        "body-plain": _text(message),
    }
    return Form(**said, **_signature(SIGNING_KEY))


def mailgun_event(**data: Any) -> dict[str, Any]:
    base = {"id": "e1", "timestamp": 1772452800.5, "recipient": "player0@mail.example", "log-level": "error"}
    return {"signature": _signature(SIGNING_KEY), "event-data": base | data}


def postmark(raw: bytes, to: str, *, whole: bool) -> dict[str, Any]:
    message = message_from_bytes(raw)
    named = {"from", "to", "subject", "date"}
    headers = [{"Name": "Return-Path", "Value": "<player0@mail.example>"}]
    headers += [{"Name": name, "Value": value} for name, value in message.items() if name.lower() not in named]
    said = {
        "FromName": "",
        "From": message["From"],
        "FromFull": {"Email": message["From"], "Name": "", "MailboxHash": ""},
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": to.partition("@")[0].partition("+")[2]}],
        "OriginalRecipient": to,
        "Subject": message["Subject"],
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Date": message["Date"],
        "TextBody": _text(message),
        "HtmlBody": "",
        "Headers": headers,
        "Attachments": [],
    }
    return said | ({"RawEmail": raw.decode()} if whole else {})


def postmark_event(record: str, kind: str, details: str = "", email: str = "player0@mail.example") -> dict[str, Any]:
    return {
        "RecordType": record,
        "Type": kind,
        "ID": 42,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Details": details,
        "Email": email,
        "BouncedAt": "2026-03-02T12:00:00Z",
    }


def mailjet(raw: bytes, to: str) -> dict[str, Any]:
    message = message_from_bytes(raw)
    return {
        "Sender": "player0@mail.example",
        "Recipient": to,
        "From": message["From"],
        "Subject": message["Subject"],
        "Headers": {**dict(message.items()), "Received": ["from a by b", "from c by a"]},
        "Text-part": _text(message),
    }


def mailjet_event(kind: str, **said: Any) -> list[dict[str, Any]]:
    return [{"event": kind, "time": 1772452800, "MessageID": 19421777835146490, "email": "player0@mail.example"} | said]


def sparkpost(raw: bytes, to: str) -> list[dict[str, Any]]:
    content = {"email_rfc822": b64encode(raw).decode(), "email_rfc822_is_base64": True}
    relayed = {"rcpt_to": to, "msg_from": "player0@mail.example", "protocol": "smtp", "content": content}
    return [{"msys": {}}, {"msys": {"relay_message": relayed}}]


def sparkpost_event(kind: str, **said: Any) -> list[dict[str, Any]]:
    event = {"type": kind, "timestamp": "1772452800", "raw_rcpt_to": "Player0@mail.example", "event_id": "9"} | said
    return [{"msys": {"message_event": event}}]


def _text(message: Message) -> str:
    payload = message.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()
