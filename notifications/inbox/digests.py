"""Replies to a digest, in which each line names its game by the digest's letter, as "A1" or "B: draw deck".

The text after the letter is read as in a reply about that game alone, including a yes or no to a proposal. A line that
orders something without a letter stops the reading, since it might be meant for any of the games, and so does one whose
letter may be a ticket's, or the word "a". If a digest is about one game, its lines need no letter.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _

from engine.cards import KINDS
from games.models import Game
from games.presentation.pictures.scene import LETTERS
from notifications.inbox import actions, explanations, orders, summaries
from notifications.inbox.orders import Offered, StoppedAt, Why, clauses, conditions, letters, numbers, talk
from notifications.inbox.reply import MOST_NAMED, ActedOn, Reply, not_done_either, short
from notifications.models import DigestGame, ReplyAddress
from notifications.order_words import order_words

_NUMBERS: Final = re.compile(r"[a-z] ?\d{1,4}(?:(?: ?[,;&] ?| and | )[a-z] ?\d{1,4})*[.!]?")
_NUMBER: Final = re.compile(r"([a-z]) ?(\d{1,4})")
_LETTERED: Final = re.compile(r"([a-z]) ?([:.)]) ?(.+)|([a-z]) (.+)", re.IGNORECASE)
_FIRST: Final = LETTERS[0]
_AND: Final = re.compile(r"[a-z] (?:and|&|\+) ", re.IGNORECASE)
_AS_WORD: Final = re.compile(
    rf"i \D.*|an? (?:(?:\w+ )?(?:card|ticket|{'|'.join(KINDS)})|pause|break|rematch|stand-?in|board|plan|vacation)\b.*",
    re.IGNORECASE,
)
"""A line whose first letter may be a word of English."""


@dataclass(frozen=True, slots=True)
class Parted:
    """The lines for each game, by letter, and the first line whose game is unclear.

    `meant_below` are later lines that were also meant as orders. `talk` is what may be meant for a table's talk, and
    `doubt` a line without a letter that makes orders depend on something, or takes them back.
    """

    lines: Mapping[str, Sequence[str]]
    lost: str | None = None
    meant_below: Sequence[str] = ()
    talk: Sequence[str] = ()
    doubt: str | None = None


def part(lines: Sequence[str], offered: Mapping[str, Offered]) -> Parted:
    """Sort the lines by game, up to the first that orders something without naming a game."""
    by_letter: dict[str, list[str]] = {}
    talk_lines: list[str] = []
    for index, line in enumerate(lines):
        numbered = _find_games(line, offered)
        if numbered is None and (_is_unclear(line, offered) or _is_meant(line, offered)):
            meant_below = (other for other in lines[index + 1 :] if _is_ordered(other, offered))
            return Parted(by_letter, line, list(islice(meant_below, MOST_NAMED)))
        for letter, rest in numbered or ():
            by_letter.setdefault(letter, []).append(rest)
        talk_lines += [] if numbered or _names_a_letter(line) else [line]
    return Parted(by_letter, talk=talk.find_in(talk_lines), doubt=_find_doubt(talk_lines, offered))


def _part_alone(lines: Sequence[str], letter: str, offered: Offered) -> Parted:
    """Give all lines to the only game; none of them if the letter of one may be the game's or a ticket's."""
    only = {letter or _FIRST: offered}
    unclear = (line for line in lines if letter and _is_unclear(line, only) and not _AND.match(line.strip()))
    if line := next(unclear, None):
        return Parted({}, line)
    return Parted({letter: [rest for line in lines for rest in _skip_letter(line, only)]})


def _skip_letter(line: str, only: Mapping[str, Offered]) -> list[str]:
    """Return a line without the only game's letter, which people write who often get digests about several."""
    return [rest for _letter, rest in _find_games_of(line, only) or [("", line)]]


def _find_doubt(lines: Sequence[str], offered: Mapping[str, Offered]) -> str | None:
    english = orders.languages.translate(lines, next(iter(offered.values())))
    taken_back = (line for line in english[: conditions.MOST_LINES] if numbers.take_back(line) is not None)
    doubt = next(taken_back, None) or conditions.find(english)
    return None if doubt is None else lines[english.index(doubt)]


def _names_a_letter(line: str) -> bool:
    """Check whether a line begins like one for a game, be there one with this letter or not."""
    match = _LETTERED.fullmatch(line.strip())
    return match is not None and match[2] is not None


def _find_games(line: str, offered: Mapping[str, Offered]) -> list[tuple[str, str]] | None:
    """Return each game that a line names, with its text for that game; None if it names none, or an unknown one."""
    if rest := clauses.skip_opening(line, 0):
        return _find_games_of(line, offered) or _find_games_of(rest, offered)
    return _find_games_of(line, offered)


def _find_games_of(line: str, offered: Mapping[str, Offered]) -> list[tuple[str, str]] | None:
    plain = " ".join(line.lower().split())
    if _NUMBERS.fullmatch(plain):
        numbered = [(letter.upper(), number) for letter, number in _NUMBER.findall(plain)]
        return numbered if all(letter in offered for letter, _number in numbered) else None
    match = _LETTERED.fullmatch(line.strip())
    letter = (match[1] or match[4]).upper() if match else ""
    if match is None or letter not in offered or _is_unclear(line, offered):
        return None
    rest = match[3] or match[5]
    return [(letter, rest)] if match[2] or orders.is_meant(rest, offered[letter]) else None


def _is_unclear(line: str, offered: Mapping[str, Offered]) -> bool:
    """Check whether the letter that a line begins with may be a ticket's or a word as well as a game's."""
    typed = (clauses.skip_opening(line, 0) or line).strip()
    match = _LETTERED.fullmatch(typed)
    if match is None or match[2] == ":" or (match[1] or match[4]).upper() not in offered:
        return False
    return bool(_AS_WORD.fullmatch(typed)) or any(letters.are_alone(typed, offer) for offer in offered.values())


def _is_ordered(line: str, offered: Mapping[str, Offered]) -> bool:
    """Check whether a line orders something in any of the games."""
    return bool(_find_games(line, offered)) or _is_meant(line, offered)


def _is_meant(line: str, offered: Mapping[str, Offered]) -> bool:
    plain = " ".join(line.lower().split())
    return _NUMBERS.fullmatch(plain) is not None or any(orders.is_meant(line, offer) for offer in offered.values())


def act(address: ReplyAddress, lines: Sequence[str], now: datetime, *, is_sure: bool) -> list[tuple[Game, ActedOn]]:
    """Carry out the lines' orders in each game, and return the outcomes by game, at least one."""
    games = _load_games(address)
    replies = {
        letter: _build_reply(digest_game, address, now, is_sure=is_sure) for letter, digest_game in games.items()
    }
    offered = {letter: actions.offered_now(reply) for letter, reply in replies.items()}
    parted = _part_among(address, lines, offered)
    if parted.doubt is not None and parted.lines:
        return [_ask_of_doubt(parted.doubt, replies[min(parted.lines)])]
    # Games are locked one after another, always in the same order, so that transactions cannot deadlock.
    in_order = sorted(parted.lines, key=lambda letter: games[letter].game_id)
    acted = {letter: actions.act(replies[letter], parted.lines[letter]) for letter in in_order}
    if parted.lost is not None or not acted:
        first = acted.setdefault(next(iter(acted), next(iter(games))), ActedOn())
        first.must_tell = True
        first.has_order |= parted.lost is not None
        first.sentences.append(_ask_for_letter(parted.lost, offered))
        first.sentences += [not_done_either(parted.meant_below)] if parted.meant_below else []
    if parted.talk and any(done.did_anything for done in acted.values()):
        _offer_talk(" ".join(parted.talk), list(acted.values()))
    return [(games[letter].game, acted[letter]) for letter in games if letter in acted]


def _part_among(address: ReplyAddress, lines: Sequence[str], offered: Mapping[str, Offered]) -> Parted:
    """Sort the lines by game, if the digest was about several."""
    letter, *others = offered
    if others or (letter and _tells_of_others(address)):
        return part(lines, offered)
    return _part_alone(lines, letter, offered[letter])


def _tells_of_others(address: ReplyAddress) -> bool:
    """Check whether a digest that asks about one game has news of others, for which a line may be meant."""
    return address.mail.notifications.exclude(game=first_game(address)).exists()


def _ask_of_doubt(line: str, reply: Reply) -> tuple[Game, ActedOn]:
    """Return that nothing is done, and why."""
    stopped = StoppedAt(line, Why.CONDITION)
    sentences = explanations.explained(stopped, actions.offered_now(reply), is_first=True)
    return reply.game, ActedOn(sentences, must_tell=True, has_order=True)


def _offer_talk(words: str, acted: Sequence[ActedOn]) -> None:
    """Offer to say words without a letter at the only table that was written to; for one of several, ask for it."""
    first, *others = acted
    first.must_tell = True
    if others:
        text = _(
            "Not said at any table: “%(words)s”. To say it at one, reply with its letter and “%(say)s”: %(say_hello)s."
        )
        first.sentences.append(text % {**order_words(), "words": short(words)})
    else:
        first.unsaid = " ".join(filter(None, (first.unsaid, words)))


def describe_orders(address: ReplyAddress, lines: Sequence[str], now: datetime) -> list[str]:
    """Return descriptions of the lines' orders, in our own words, without carrying them out."""
    replies = {letter: _build_reply(game, address, now, is_sure=False) for letter, game in _load_games(address).items()}
    parted = _part_among(address, lines, {letter: actions.offered_now(reply) for letter, reply in replies.items()})
    described = ((letter, summaries.describe_orders(replies[letter], typed)) for letter, typed in parted.lines.items())
    return [f"{letter}: {order}" if letter else order for letter, ordered in described for order in ordered]


def first_game(address: ReplyAddress) -> Game:
    """Return the game with the first letter."""
    return next(iter(_load_games(address).values())).game


def _load_games(address: ReplyAddress) -> dict[str, DigestGame]:
    rows = DigestGame.objects.filter(address=address).select_related("game").order_by("letter")
    return {row.letter: row for row in rows}


def _build_reply(digest_game: DigestGame, address: ReplyAddress, now: datetime, *, is_sure: bool) -> Reply:
    about = (address.player, digest_game.game, digest_game.prompt, digest_game.listed, now, address.created_at)
    return Reply(*about, is_sure=is_sure, is_to_digest=True, proposal=digest_game.proposal_id)


def _ask_for_letter(line: str | None, offered: Mapping[str, Offered]) -> str:
    if line is None:
        return _(
            "I found no order in your email. Reply to the digest with a game’s letter and a move’s number, such as A1."
        )
    if _is_unclear(line, offered):
        sentence = _(
            "Not done: “%(line)s”. Its first letter may be a game’s or not. Reply to the digest once more, with the"
            " game’s letter and a colon before it, such as “%(draw_deck)s” or “%(keep_two)s”."
        )
        return sentence % {**order_words(), "line": short(line)}
    sentence = _(
        "Not done: “%(line)s”. For which game is it? Reply to the digest once more, with the game’s letter before it:"
        " “%(number_in_game)s” or “%(draw_deck)s”."
    )
    return sentence % {**order_words(), "line": short(line)}
