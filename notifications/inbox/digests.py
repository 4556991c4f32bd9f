"""Replies to a digest: each line names its game by the letter that the digest gives it, as "A1" or "B: draw deck".

What stands behind the letter is read as in a reply about that game alone, also a yes or no to what is proposed there. A
line without a letter that orders something stops what follows, for it might be meant for any of them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _

from games.models import Game
from notifications.inbox import acting, orders
from notifications.inbox.orders import Offered
from notifications.inbox.reply import MOST_NAMED, ActedOn, Reply, not_done_either, short
from notifications.models import DigestGame, ReplyAddress

_NUMBERS: Final = re.compile(r"[a-z] ?\d{1,4}(?:(?: ?[,;&] ?| and | )[a-z] ?\d{1,4})*[.!]?")
_NUMBER: Final = re.compile(r"([a-z]) ?(\d{1,4})")
_LETTERED: Final = re.compile(r"([a-z]) ?([:.)]) ?(.+)|([a-z]) (.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Parted:
    """The lines of each game, by letter; and the first line of which nobody knows for which game it is.

    `left` are the lines below that one that were meant as orders, too.
    """

    lines: Mapping[str, Sequence[str]]
    lost: str | None = None
    left: Sequence[str] = ()


def part(lines: Sequence[str], offered: Mapping[str, Offered]) -> Parted:
    """What each game is told; up to a line that orders something and names none of them."""
    found: dict[str, list[str]] = {}
    for place, line in enumerate(lines):
        named = _of_games(line, offered)
        if named is None and _is_meant(line, offered):
            left = (other for other in lines[place + 1 :] if _is_ordered(other, offered))
            return Parted(found, line, list(islice(left, MOST_NAMED)))
        for letter, rest in named or ():
            found.setdefault(letter, []).append(rest)
    return Parted(found)


def _of_games(line: str, offered: Mapping[str, Offered]) -> list[tuple[str, str]] | None:
    """For which games a line is, and what it says of each; None if it names none, or one that is not there."""
    plain = " ".join(line.lower().split())
    if _NUMBERS.fullmatch(plain):
        numbered = [(letter.upper(), number) for letter, number in _NUMBER.findall(plain)]
        return numbered if all(letter in offered for letter, _number in numbered) else None
    found = _LETTERED.fullmatch(line.strip())
    letter = (found[1] or found[4]).upper() if found else ""
    if found is None or letter not in offered:
        return None
    rest = found[3] or found[5]
    return [(letter, rest)] if found[2] or orders.is_meant(rest, offered[letter]) else None


def _is_ordered(line: str, offered: Mapping[str, Offered]) -> bool:
    """Whether a line orders something, of whichever game."""
    return bool(_of_games(line, offered)) or _is_meant(line, offered)


def _is_meant(line: str, offered: Mapping[str, Offered]) -> bool:
    plain = " ".join(line.lower().split())
    return _NUMBERS.fullmatch(plain) is not None or any(orders.is_meant(line, one) for one in offered.values())


def act(address: ReplyAddress, lines: Sequence[str], now: datetime, *, is_sure: bool) -> list[tuple[Game, ActedOn]]:
    """Does what the lines order in each game: what became of it, by game. There is always one."""
    games = _games(address)
    replies = {letter: _reply(one, address, now, is_sure=is_sure) for letter, one in games.items()}
    parted = part(lines, {letter: acting.offered_at(reply) for letter, reply in replies.items()})
    # Games are locked one after the other: always in the same order, so that nobody waits for each other.
    letters = sorted(parted.lines, key=lambda letter: games[letter].game_id)
    acted = {letter: acting.act(replies[letter], parted.lines[letter]) for letter in letters}
    if parted.lost is not None or not acted:
        first = acted.setdefault(next(iter(acted), next(iter(games))), ActedOn())
        first.must_tell = True
        first.has_order |= parted.lost is not None
        first.said.append(_unlettered(parted.lost))
        first.said += [not_done_either(parted.left)] if parted.left else []
    return [(games[letter].game, acted[letter]) for letter in games if letter in acted]


def describe_orders(address: ReplyAddress, lines: Sequence[str], now: datetime) -> list[str]:
    """What the lines would order, in our own words, without doing it."""
    replies = {letter: _reply(one, address, now, is_sure=False) for letter, one in _games(address).items()}
    parted = part(lines, {letter: acting.offered_at(reply) for letter, reply in replies.items()})
    told = ((letter, acting.describe_orders(replies[letter], said)) for letter, said in parted.lines.items())
    return [f"{letter}: {order}" for letter, ordered in told for order in ordered]


def first_game(address: ReplyAddress) -> Game:
    """The game with the first letter."""
    return next(iter(_games(address).values())).game


def _games(address: ReplyAddress) -> dict[str, DigestGame]:
    rows = DigestGame.objects.filter(address=address).select_related("game").order_by("letter")
    return {row.letter: row for row in rows}


def _reply(one: DigestGame, address: ReplyAddress, now: datetime, *, is_sure: bool) -> Reply:
    about = (address.player, one.game, one.prompt, one.listed, now, address.created_at)
    return Reply(*about, is_sure=is_sure, is_to_digest=True, proposal=one.proposal_id)


def _unlettered(line: str | None) -> str:
    if line is None:
        return _(
            "I found no order in your email. Reply to the digest with a game’s letter and a move’s number, such as A1."
        )
    told = _(
        "Not done: %(line)s. For which game is it? Reply to the digest once more, with the game’s letter before it:"
        " “A1” or “A: draw deck”."
    )
    return told % {"line": short(line)}
