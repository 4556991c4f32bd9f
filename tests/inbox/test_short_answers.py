"""200 short answers, written by somebody who had never seen what reads them, and frozen.

`short_answers.json` holds each with its situation, the list or question that it answers, and what was meant; a fault is
mended in the reading, never there. The first score of those to lists of moves, before numbers with words were read, was
40 %. None may play what was not meant: what people would ask back about, and what is no order at all.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

import engine
from notifications.inbox.orders import Offered, PlayMove, Title, read, talk, yes_no
from notifications.inbox.reading import UnreadableEmail
from tests.inbox.letters import NOON
from tests.inbox.test_reading import email
from tests.inbox.typed import typed_in

CORPUS: Final = Path(__file__).with_name("short_answers.json")
FROZEN: Final = "6ed87336c341e6ddcb14e3027f9151e5f2b736d2b5fb3d213844660609232252"
LEAST: Final = 0.95
"""The share that is read as meant."""
USA, WEST = engine.RULESETS["usa@1"], engine.RULESETS["old_west@1"]
OF_THE_WEST: Final = ("Alvin", "Phoenix", "Durango", "Flagstaff", "Tucson")
CLAIM: Final = re.compile(r"Claim (.+?) – (.+?): (.+?)(?: \((first|second) track\))?")
KEEP_ALL: Final = re.compile(r"Keep all(?: but ([A-F]) .*| \w+)")
TRACK: Final = {"first": "-1", "second": "-2", None: ""}

Answer = dict[str, Any]
ANSWERS: Final[list[Answer]] = json.loads(CORPUS.read_text())
OF_MOVES: Final = [answer for answer in ANSWERS if answer["situation"] in ("turn", "first_tickets")]
OF_CONSENT: Final = [answer for answer in ANSWERS if answer["situation"] in ("invitation", "proposal")]
NOT_TO_BE_PLAYED: Final = [answer for answer in OF_MOVES if not {"choice", "choice_and_talk"} & answer["meant"].keys()]


def slug(name: str) -> str:
    letters = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return re.sub("[^a-z]+", "_", letters.lower()).strip("_")


def notations(option: str, place: int, tickets: int) -> list[str]:
    """Return the moves that a line of a list stands for; of a board that we do not have, made up."""
    if claim := CLAIM.fullmatch(option):
        return _claims(claim) or [f"unknown {place}"]
    if kept := KEEP_ALL.fullmatch(option):
        numbers = [number for number in range(1, tickets + 1) if chr(64 + number) != kept[1]]
        return [f"keep {' '.join(map(str, numbers))}"]
    if card := re.fullmatch(r"Take the \w+(?: card)?, place (\d)", option):
        return [f"draw {card[1]}"]
    if option == "Draw two from the deck":
        return ["draw deck", "draw deck"]
    return ["tickets"] if option == "Draw tickets" else [f"unknown {place}"]


def _claims(claim: re.Match[str]) -> list[str]:
    ends = "-".join(sorted(map(slug, claim.group(1, 2))))
    tracks = (f"{ends}{TRACK[claim[4]]}", f"{ends}-1")
    known = [route.slug for rules in (USA, WEST) for route in rules.board.routes if route.slug in tracks]
    paid = (part.partition(" ") for part in claim[3].replace("locomotives", "loco").split(", "))
    cards = " ".join(f"{card.replace('locomotive', 'loco')} {count}" for count, _, card in paid)
    return [f"claim {known[0]} {cards}"] if known else []


def agreed(answer: Answer) -> bool | None:
    """Return whether an answer to an invitation or a proposal agrees; None if it would be asked about, or is talk."""
    try:
        found = yes_no.find(typed_in(email(answer["text"])).lines)
    except UnreadableEmail:
        return None
    return {yes_no.YesNo.YES: True, yes_no.YesNo.NO: False}.get(found[1]) if found else None


def listed(answer: Answer) -> list[list[str]]:
    options: list[str] = answer["options"]
    return [notations(option, place, len(options) - 1) for place, option in enumerate(options)]


def offer(answer: Answer) -> Offered:
    """Return what the list of an answer offers."""
    moves = listed(answer)
    letters = {chr(65 + place): place + 1 for place in range(len(moves) - 1)}
    return Offered(
        tuple(dict.fromkeys(move[0] for move in moves)),
        moves,
        WEST if any(name in "".join(answer["options"]) for name in OF_THE_WEST) else USA,
        NOON.date(),
        letters=letters if answer["situation"] == "first_tickets" else {},
        titles=lambda: [Title(option, option) for option in answer["options"]],
    )


def played(answer: Answer) -> list[str]:
    """Return the moves that an answer plays; none that the rules would refuse."""
    try:
        lines: Sequence[str] = typed_in(email(answer["text"])).lines
    except UnreadableEmail:
        return []
    offered = offer(answer)
    orders = [order.notation for order in read(lines, offered).orders if isinstance(order, PlayMove)]
    return orders if orders and orders[0] in (offered.moves or ()) else []


def meant(answer: Answer) -> Iterator[list[str]]:
    """Yield the moves of each line that may have been meant."""
    wanted = answer["meant"].get("choice", answer["meant"].get("choice_and_talk", []))
    for number in wanted if isinstance(wanted, list) else [wanted]:
        yield listed(answer)[number - 1]


def is_read_as_meant(answer: Answer) -> bool:
    """Check an answer; the second card may be asked for, and one in another language may be asked about."""
    if answer in OF_CONSENT:
        return agreed(answer) is answer["meant"].get("accept")
    moves = played(answer)
    if any(moves == wanted[: len(moves)] for wanted in meant(answer) if moves):
        return True
    return not moves and (answer in NOT_TO_BE_PLAYED or "foreign" in answer["meant"])


def test_the_answers_are_those_that_were_written() -> None:
    assert hashlib.sha256(CORPUS.read_bytes()).hexdigest() == FROZEN
    assert (len(ANSWERS), len(OF_MOVES), len(NOT_TO_BE_PLAYED), len(OF_CONSENT)) == (200, 162, 37, 38)


@pytest.mark.parametrize("answer", OF_MOVES, ids=lambda answer: answer["id"])
def test_none_plays_what_was_not_meant(answer: Answer) -> None:
    assert not played(answer) or is_read_as_meant(answer)


@pytest.mark.parametrize("answer", OF_CONSENT, ids=lambda answer: answer["id"])
def test_none_agrees_or_declines_that_did_not(answer: Answer) -> None:
    assert agreed(answer) in (None, answer["meant"].get("accept"))


def test_most_are_read_as_meant() -> None:
    read_well = [answer for answer in ANSWERS if is_read_as_meant(answer)]
    assert len(read_well) / len(ANSWERS) >= LEAST


@pytest.mark.parametrize(
    "answer", [answer for answer in ANSWERS if "talk" in answer["meant"]], ids=lambda each: each["id"]
)
def test_the_talk_beside_an_order_is_found(answer: Answer) -> None:
    read_lines = read(typed_in(email(answer["text"])).lines, offer(answer))
    assert " ".join(talk.find(read_lines)) == answer["meant"]["talk"]
