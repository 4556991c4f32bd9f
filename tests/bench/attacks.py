"""Attackers who keep their connections busy: the requests they send, and how fast they are answered.

    python -m tests.bench.attacks KIND ADDRESSES PORT SECONDS, with the values the kind needs as JSON on its input

Each connection sends one request after the other, each from another of this machine's addresses (127.1.0.1 and so on),
as a botnet would. It prints the number of answers per second, by status.
"""

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final

CONNECTIONS: Final = 16
Given = Mapping[str, Any]
Write = Callable[[Given, int], bytes]
"""A function that builds the request with this number from the values given to its kind."""
END: Final = b"\r\n\r\n"


def _request(method: str, path: str, *lines: str, body: str = "") -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *lines]
    return "\r\n".join([*head, f"Content-Length: {len(body)}", "", body]).encode()


def wrong_secrets(given: Given, _number: int) -> bytes:
    form = f"grant_type=refresh_token&refresh_token=none&client_id={given['app']}&client_secret={secrets.token_hex(20)}"
    return _request("POST", "/oauth/token/", "Content-Type: application/x-www-form-urlencoded", body=form)


def wrong_tokens(given: Given, _number: int) -> bytes:
    return _request("GET", f"/api/v1/games/{given['games'][0]}", f"Authorization: Bearer {secrets.token_urlsafe(32)}")


def made_up_methods(_given: Given, number: int) -> bytes:
    return _request(f"MADEUP{number}", "/tables")


def pictures(given: Given, number: int) -> bytes:
    """Request the picture of an entry that nobody has had drawn yet, as long as there are any."""
    games, entries = given["games"], given["entries"]
    game, entry = games[number % len(games)], 1 + number // len(games) % entries
    return _request("GET", f"/games/{game}/replay/{entry}.png?{number // len(games) // entries}")


def replay_pages(given: Given, number: int) -> bytes:
    games, entries = given["games"], given["entries"]
    return _request("GET", f"/games/{games[number % len(games)]}/replay/{1 + number // len(games) % entries}")


def poison_mails(given: Given, number: int) -> bytes:
    """Send text that once took minutes to parse, from a stranger, to an address that reads emails."""
    text = ("\r\n" * 20_000, "> \r\n" * 20_000, "On Mon, Ada wrote:\r\n" * 5_000)[number % 3]
    lines = (f"From: stranger{number}@elsewhere.example", f"To: {given['reply']}", f"Message-ID: <{number}@elsewhere>")
    return "\r\n".join([*lines, "Subject: Re: Your turn", "", f"1\r\n{text}"]).encode()


WRITERS: Final[Mapping[str, Write]] = {
    write.__name__: write
    for write in (wrong_secrets, wrong_tokens, made_up_methods, pictures, replay_pages, poison_mails)
}


async def _over_http(address: str, port: int, content: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(content)
        answer = await reader.read()
        return answer[9:12].decode()
    finally:
        writer.close()


async def _over_lmtp(address: str, port: int, content: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        to = content.partition(b"\r\nTo: ")[2].partition(b"\r\n")[0]
        said = await reader.readline()
        for line in (b"LHLO elsewhere.example", b"MAIL FROM:<a@elsewhere.example>", b"RCPT TO:<" + to + b">", b"DATA"):
            writer.write(line + b"\r\n")
            said = await _reply(reader)
            if said[:1] in b"45":
                return said[:3].decode()
        writer.write(content + b"\r\n.\r\n")
        return (await _reply(reader))[:3].decode()
    finally:
        writer.close()


async def _reply(reader: asyncio.StreamReader) -> bytes:
    line = await reader.readline()
    while line[3:4] == b"-":
        line = await reader.readline()
    return line


async def _attack(kind: str, addresses: int, port: int, seconds: float, given: Given) -> Counter[str]:
    answers: Counter[str] = Counter()
    numbers, end = count(given["first"]), time.monotonic() + seconds
    send = _over_lmtp if kind == poison_mails.__name__ else _over_http

    async def connection() -> None:
        while time.monotonic() < end:
            number = next(numbers)
            try:
                answers[await send(f"127.1.0.{1 + number % addresses}", port, WRITERS[kind](given, number))] += 1
            except OSError:
                answers["nothing"] += 1

    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return answers


def main(kind: str, addresses: str, port: str, seconds: str) -> None:
    """Attack, and print the answers per second."""
    given = json.load(sys.stdin)
    answers = asyncio.run(_attack(kind, int(addresses), int(port), float(seconds), given))
    told = ", ".join(
        f"{number / float(seconds):.0f} x {status or 'nothing'}" for status, number in answers.most_common()
    )
    print(f"{answers.total() / float(seconds):.0f} a second ({told})")


if __name__ == "__main__":
    main(*sys.argv[1:])
