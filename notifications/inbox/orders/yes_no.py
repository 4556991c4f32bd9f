"""Answers to an invitation or a proposal, as people write them: "count me in", "no problem", "sorry, can't". Pure.

An answer with a condition, a doubt or its contrary beside it is unclear, and asked about. Another language is another
`YesNoWords` in `LANGUAGES`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from notifications.inbox.orders import numbers, words
from notifications.inbox.orders.lines import greets


class YesNo(Enum):
    """A yes, a no, or what may be either."""

    YES = auto()
    NO = auto()
    UNSURE = auto()


@dataclass(frozen=True, slots=True)
class YesNoWords:
    """The words of one language, as `words.plain` leaves them.

    `before` changes nothing about the answer after it, nor does `beside` about one before it. `wish` is a yes unless a
    `refusal` follows. `yes` and `no` begin an answer. What follows a yes must not have `conditions`, nor a no,
    `reversals`.
    """

    before: re.Pattern[str]
    beside: re.Pattern[str]
    wish: re.Pattern[str]
    yes: re.Pattern[str]
    no: re.Pattern[str]
    refusal: re.Pattern[str]
    conditions: re.Pattern[str]
    reversals: re.Pattern[str]


_ENDS: Final = (
    r"(?=$|[^a-z0-9 ]| *[^\x00-\x7f]"
    r"| (?:please|pls|thanks|thank|thx|then|too|and|but|if|sorry|all|guys|everyone|with (?:me|you)|for me)\b)"
)
"""What follows words that are an answer only by themselves."""
_ENGLISH: Final = YesNoWords(
    before=re.compile(
        r"(?:(?:hi|hello|hey|dear|good (?:morning|evening|day|afternoon))(?: [a-z]+){0,2}[,.!]+ *"
        r"|(?:oh|well|ah|haha|thanks(?: for (?:asking|the invitation|inviting me))?|thank you|from me)[,.:! ]+)+"
    ),
    beside=re.compile(
        r"\b(?:why not|no (?:problem|worries|rush|hurry|doubt|objections?(?: from me)?)|wouldnt miss (?:it|this)"
        r"|dont worry|cant wait|if you (?:like|want))\b"
    ),
    wish=re.compile(
        r"(?:i(?:d| would) (?:really )?(?:love|like)(?: to)?|(?:i(?:d| would) be )?(?:happy|glad) to)"
        rf"(?: (?:play|join|take part|be in|come|try))?{_ENDS}"
    ),
    yes=re.compile(
        r"(?:yes+|yse|yeah|yea|yep|yup|aye|sure(?: thing)?|of course|certainly|definitely|absolutely|ok|okay)\b"
        r"|(?:ya?|k|agreed?|i agree|accept(?:ed)?|i (?:do )?accept|i(?:ll| will) (?:join|play)|gladly|with pleasure"
        r"|(?:thats |it is |its )?(?:fine|good|great)(?: (?:by|with|for) me)|fine|thats (?:fine|good|great|ok|okay)"
        r"|(?:sounds|looks) (?:good|great|fine|fun)|(?:good|great) idea|works for me|(?:count|deal) me in|i ?a?m in"
        r"|join|go ahead|please do|do it|lets (?:do (?:it|that)|play|go)|deal|by all means|why not|cant wait"
        r"|no (?:problem|worries|objections?(?: from me)?)|i (?:have )?no objections?|\U0001f44d|\u2705|\U0001f44c)"
        rf"{_ENDS}"
    ),
    no=re.compile(
        r"(?:nope|nah|no thanks|no thank you|no way|count me out|(?:i(?:d| would) )?rather not)\b"
        r"|(?:no|not (?:this time|now|today|for me|interested|possible|me)|i ?a?m out|id prefer not to|no time"
        r"|(?:(?:im |i am )?(?:sorry|afraid|unfortunately)[,.]* )?(?:i )?(?:cant|cannot|can not|wont)"
        r"(?: (?:play|join|come|make it|this time|now|right now|do that))*"
        r"|(?:im |i am )?(?:sorry|afraid|unfortunately)[,.]* (?:no|not)"
        r"|(?:i )?(?:decline|disagree|refuse)d?|please dont|dont do (?:it|that)|i(?:ll| will)? pass"
        rf"|\U0001f44e|\u274c){_ENDS}"
    ),
    refusal=re.compile(r"\b(?:cant|cannot|can not|not|no time|too busy|unable|wont)\b"),
    conditions=re.compile(
        r"\b(?:if|but|only|unless|except|provided|as long as|when|until|after|before|maybe|perhaps|later|hm+|wait|no"
        r"|not|nope|cant|cannot|dont|wont|however|though|although|actually|or|otherwise|instead|first|unsure)\b|\?"
    ),
    reversals=re.compile(r"\b(?:yes|yep|yeah|ok|okay|wait|actually|agreed?|accept|hm+|or|sure|unless|until|if)\b|\?"),
)
_UNSURE: Final = re.compile(r"(?:maybe|perhaps|not sure|im not sure|i dont know|dont know|hm+|possibly|probably)\b")
LANGUAGES: Final = (_ENGLISH,)
MOST_LINES: Final = 12
"""How many lines are looked through for an answer, or for what takes it back."""


def find(lines: Sequence[str]) -> tuple[int, YesNo] | None:
    """Return the first line that is no greeting, if it is an answer, and the answer; None if it is none."""
    place = next((place for place, line in enumerate(lines[:MOST_LINES]) if read_line(line) or not greets(line)), None)
    answer = None if place is None else read_line(lines[place])
    if place is None or answer is None:
        return None
    is_taken_back = any(numbers.take_back(below) is not None for below in lines[place + 1 : MOST_LINES])
    return place, YesNo.UNSURE if is_taken_back else answer


def read_line(line: str) -> YesNo | None:
    """Return the answer that a line gives; None if it gives none."""
    plain = " ".join(words.plain(line).split())
    if len(plain) > words.LONGEST or numbers.read(line, 0):
        return None
    return next((answer for phrases in LANGUAGES if (answer := _read_in(phrases, plain))), None)


def _read_in(phrases: YesNoWords, plain: str) -> YesNo | None:
    start = phrases.before.match(plain)
    text = plain[start.end() :] if start else plain
    if _UNSURE.match(text):
        return YesNo.UNSURE
    if wish := phrases.wish.match(text):
        rest = phrases.beside.sub(" ", text[wish.end() :])
        if phrases.refusal.search(rest):
            return YesNo.NO
        return YesNo.UNSURE if phrases.conditions.search(rest) else YesNo.YES
    if agreed := phrases.yes.match(text):
        return YesNo.UNSURE if phrases.conditions.search(phrases.beside.sub(" ", text[agreed.end() :])) else YesNo.YES
    if declined := phrases.no.match(text):
        rest = phrases.beside.sub(" ", text[declined.end() :])
        return YesNo.UNSURE if phrases.reversals.search(rest) else YesNo.NO
    return None
