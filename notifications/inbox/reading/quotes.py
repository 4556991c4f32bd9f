"""The lines of a text that its sender typed: above, between or below what is quoted.

Lines are looked at from the top.

1. A line behind ">" is quoted. So is, perhaps, one that follows it at once: mail programs wrap what they quote. It is
   left out too, unless the quoted line had plainly come to its end, or is the last one and a link, a seal or the like
   of ours. A first line that is a whole order, such as a number, is the rest of nothing and stays.
2. What introduces a quote ("On Monday ... wrote:", in one line or several) is left out. If ">" follows it, what comes
   between and below such lines was typed; if not, nobody can say where the quote ends, and the rest is left out.
3. A separator, a block of header fields, a signature or a phone's footer ends it all, but "Original Message" with ">"
   directly below it introduces a quote. A separator in the first line is
   passed over if only a few lines follow it: servers put banners there.

Then mail-parser-reply may leave out more of what is left: it knows greetings and disclaimers. It is given little text,
in short lines: its expressions take the fourth power of a line's length.

The work grows with the length of the text and no faster (`tests/inbox/test_steps.py`): blank lines in a row count as
one, so that what follows a line is found within a few lines, and no expression is given more than the beginning of one.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from mailparser_reply import EmailReplyParser

from notifications.inbox.reading import armor
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.phrases import DATE, FOOTER, FORWARDED, FROM, LABELS, OPENINGS, WROTE, WROTE_AT_THE_END

MOST_LINES: Final = 200
"""Nobody types more as orders, or as words for an admin."""
MOST_WITH_QUOTES: Final = 20_000
"""Lines that are looked at. Our own longest email, quoted, has a tenth of them."""
LONGEST_LINE: Final = 2_000
"""Characters: more than anyone types in one line, even for an admin."""
LONGEST_LOOKED_AT: Final = 500
"""Characters of a line in which phrases are sought; what introduces a quote is shorter, and so are orders."""
MOST_TOGETHER: Final = 5
"""Lines over which mail programs spread it."""
COMES_TO_ITS_END: Final = 50
"""A quoted line shorter than this was not wrapped, if it ends a sentence or is a numbered one of ours."""
MOST_BELOW_A_BANNER: Final = 5
"""Lines: our shortest email that asks for anything has more, wherever it is quoted."""
_BREAKS: Final = re.compile("[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\t\xa0\u2000-\u200a\u202f\u205f\u3000]")
_UNSEEN: Final = re.compile("[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\x00-\x08\x0e-\x1b\x7f]")
_MARKED: Final = re.compile(r"\s*[A-Za-z]{0,3}[>＞»›|¦]")
_SEPARATOR: Final = re.compile(r"\W{0,2}(?:[-_=~—–]\s?){3}|(?:[*#]\s?){3}|--\S|-- ?#|##")
_SIGNATURE: Final = re.compile(r"(?:--|—|–|__|-- )\s*$")
_LABEL: Final = re.compile(r"[\s*_]*([^\W\d_][^:：\n]{0,24}?)[\s*_]*[:：]")
_OF_A_GAME: Final = re.compile(r"\A([A-Za-z]) ?[:：]")
_ADDRESS: Final = re.compile(r"[^<>@]{0,80}(?:<(?:mailto:)?[^<>\s@]+@[^<>]+>?|mailto:.*)")
_SAID: Final = re.compile(r"\s*say:? +\S", re.IGNORECASE)
"""Words for the table, which may hold whatever somebody types."""
_CLOSED_BELOW: Final = re.compile(r"\s*>\s*(?:[^\W\d]++ ?){0,3}[:：]")
"""The end of an address that was wrapped: no mark of a quote."""
_ONE_LONG_WORD: Final = re.compile(r"(?:\[\d{1,3}\] )?<?https?://\S+|[0-9a-f]{32,64}|<?(?:mailto:)?[^\s@]+@[^\s@]+")
_NUMBERED: Final = re.compile(r"\d{1,3}[.):]? +\S")
"""A move in the list of an email of ours."""
_ORDER: Final = r"(?:\d{1,2}|[A-Z](?: ?[A-Z])*|[Yy]es(?:,? always)?|[Nn]o)"
_WHOLE_ORDER: Final = re.compile(_ORDER)
_GLUED: Final = re.compile(
    rf"({_ORDER}) ?(?=(?:{OPENINGS}),? [^@<]{{0,40}}\d|Quoting \w|[-_]{{4}})|(\d{{1,2}}) ?(?=\w+:)"
)
"""An order, and directly behind it what a mail program puts above a quote, with a date before any address."""
_LANGUAGES: Final = ["en", "de", "fr", "es", "it", "nl", "pl", "sv", "cs", "ja", "ko", "zh"]
_TAKEN_FOR_NAMES: Final = 60
"""Lines, and characters, that mail-parser-reply is given."""
_MOST_GIVEN: Final = 4_000
_LONGEST_GIVEN: Final = 160
"""Characters of a line that it is given: in 4,000 of one line it would search for 17 seconds."""


def typed_lines(text: str) -> list[str]:
    """Return the lines that were typed, without blank ones and spaces at their ends. Raises UnreadableEmail."""
    return _confirm_lines(_drop_quotes(_part_glued(_drop_banner(armor.strip_armor(_clean_lines(text))))))


def _clean_lines(text: str) -> list[str]:
    """Return the lines, of several blank ones in a row only one: their spaces are spaces, and what nobody sees is gone.

    What breaks lines elsewhere breaks none here.
    """
    lines = [_compose(line.rstrip()) for line in _UNSEEN.sub("", _BREAKS.sub(" ", text)).split("\n")]
    return [line for line, line_above in zip(lines, ["x", *lines], strict=False) if line or line_above]


def _compose(line: str) -> str:
    """Join letters and their accents in a line of a length that orders have."""
    return line if line.isascii() or len(line) > LONGEST_LOOKED_AT else unicodedata.normalize("NFC", line)


def _drop_banner(lines: Sequence[str]) -> Sequence[str]:
    """Return what follows a first line of dashes or stars, if that is too little to be a quote.

    Servers put one above what comes from outside, and some people type one.
    """
    first = next((index for index, line in enumerate(lines) if line), len(lines))
    if first == len(lines) or not _is_banner(lines, first):
        return lines
    typed = 0
    for index in range(first + 1, min(len(lines), first + 2 + 2 * MOST_BELOW_A_BANNER)):
        if _is_marked(lines[index]) or _count_introduction(lines, index) or _is_signature(lines[index]):
            break
        if _ends_it(lines, index):
            return lines
        typed += bool(lines[index])
    return lines[first + 1 :] if typed <= MOST_BELOW_A_BANNER else lines


def _part_glued(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines, a first order in a line of its own where it is glued to what introduces the quote."""
    first = next((index for index, line in enumerate(lines) if line), len(lines))
    glued = _GLUED.match(lines[first].lstrip()) if first < len(lines) else None
    if glued is None:
        return lines
    below = [lines[first].lstrip()[glued.end() :], *lines[first + 1 :]]
    return [glued[0].strip(), *below] if _count_introduction(below, 0) or _ends_it(below, 0) else lines


def _is_banner(lines: Sequence[str], index: int) -> bool:
    """Check whether a line is a rule, or words behind one, that introduce no quote and no signature."""
    line = lines[index][:LONGEST_LOOKED_AT].strip()
    is_rule = _SEPARATOR.match(line) is not None and not _is_signature(line)
    return is_rule and "@" not in line and not (FORWARDED.match(line) or WROTE.search(line) or DATE.search(line))


def _is_signature(line: str) -> bool:
    beginning = line[:LONGEST_LOOKED_AT].strip()
    return _SIGNATURE.match(beginning) is not None or FOOTER.match(beginning) is not None


def _drop_quotes(lines: Sequence[str]) -> list[str]:
    """Return the typed lines that say something. Raises UnreadableEmail."""
    typed: list[str] = []
    index = 0
    may_go_on = False
    last_marked = max((index for index, line in enumerate(lines) if _is_marked(line)), default=-1)
    while (line := _line_at(lines, index)) is not None:
        introduced = _count_introduction(lines, index)
        if introduced:
            index += introduced
            if not _quote_follows(lines, index):
                break
            may_go_on = False
            continue
        if _ends_it(lines, index):
            break
        if _is_marked(line):
            may_go_on = _may_go_on(line) and not (index == last_marked and _is_whole(line))
        elif not line or not may_go_on or (not typed and _is_own_order(lines, index)):
            typed += _check_typed(line, len(typed))
            may_go_on = False
        index += 1
    return typed


def _line_at(lines: Sequence[str], index: int) -> str | None:
    """Return the line at an index, None at the end. Raises UnreadableEmail if the end is too far."""
    if len(lines) > index >= MOST_WITH_QUOTES:
        raise UnreadableEmail("too_long")
    return lines[index] if index < len(lines) else None


def _check_typed(line: str, count: int) -> list[str]:
    """Return a line, the one after `count` others, if it says something. Raises UnreadableEmail if it is too much."""
    if line and (count >= MOST_LINES or len(line) > LONGEST_LINE):
        raise UnreadableEmail("too_long")
    return [line.strip()] if line else []


def _is_marked(line: str) -> bool:
    """Check whether a line is marked as quoted: at its start, or at its end, where a link has pushed the mark there."""
    return _MARKED.match(line) is not None or (line.endswith(" >") and "<" not in line)


def _may_go_on(quoted: str) -> bool:
    """Check whether the line below a quoted one may be its second half."""
    mark = _MARKED.match(quoted)
    content = quoted[mark.end() if mark else 0 :].strip(" >|")
    return bool(content) and not (len(content) < COMES_TO_ITS_END and content[-1] in '.?!:)”"')


def _is_own_order(lines: Sequence[str], index: int) -> bool:
    """Check whether a whole order stands directly below a quoted line: no program that wraps leaves just that."""
    order = lines[index][:LONGEST_LOOKED_AT].strip(" .!")
    return _WHOLE_ORDER.fullmatch(order) is not None and _is_marked(lines[index - 1])


def _is_whole(quoted: str) -> bool:
    """Check whether the last quoted line was not wrapped: a link, seal or address ends it, or it has room for more."""
    mark = _MARKED.match(quoted)
    content = quoted[mark.end() if mark else 0 :][:LONGEST_LINE].strip(" >|")
    return _ONE_LONG_WORD.fullmatch(content) is not None or (
        len(content) < COMES_TO_ITS_END and (_NUMBERED.match(content) is not None or _is_signature(content))
    )


def _quote_follows(lines: Sequence[str], index: int) -> bool:
    """Check whether the next line that says something is quoted: at most one blank line comes before it."""
    following = next(filter(None, lines[index : index + 2]), "")
    return _is_marked(following)


def _count_introduction(lines: Sequence[str], index: int) -> int:
    """Return how many lines from here on introduce a quote; 0 if they do not."""
    count = _count_likely_introduction(lines, index)
    return 0 if count and _is_said(lines, index, count) else count


def _is_said(lines: Sequence[str], index: int, count: int) -> bool:
    """Check whether lines that look like an introduction are words for the table, as "say at 10:30: I will move:"."""
    if not _SAID.match(lines[index]):
        return False
    if count > 1 and _count_likely_introduction(lines, index + 1) == count - 1:
        return True
    text = " ".join(line[:LONGEST_LOOKED_AT] for line in lines[index : index + count])
    is_attribution = WROTE.search(text) is not None
    return not is_attribution and not _quote_follows(lines, index + count)


def _parts_marked(lines: Sequence[str], index: int) -> bool:
    """Check whether a separator has a marked quote below it: s-nail writes one, and the answer below both."""
    line = lines[index][:LONGEST_LOOKED_AT].strip()
    is_separator = _SEPARATOR.match(line) is not None and FORWARDED.match(line) is not None
    return is_separator and _is_marked(next(iter(lines[index + 1 :]), ""))


def _count_likely_introduction(lines: Sequence[str], index: int) -> int:
    """Return how many lines from here on look like an introduction; 0 if they do not."""
    if _CLOSED_BELOW.fullmatch(lines[index]) or _parts_marked(lines, index):
        return 1
    if not lines[index] or _is_marked(lines[index]):
        return 0
    so_far = ""
    for count, line in enumerate(lines[index : index + MOST_TOGETHER], 1):
        if not line and lines[index + count : index + count + 1] == ["<"]:
            continue  # Polymail parts a name from its address
        if not line or (count > 1 and not _goes_on(so_far)):
            return 0
        so_far = f"{so_far} {line.strip()}"[:LONGEST_LOOKED_AT].strip()
        if _introduces(so_far):
            return count
    return 0


def _goes_on(begun: str) -> bool:
    """Check whether this may be the first line of what introduces a quote: it has a date, or an address."""
    return DATE.search(begun) is not None or "@" in begun or re.match(r"\S+,? (\S+ )?\d", begun) is not None


def _introduces(text: str) -> bool:
    if _ADDRESS.fullmatch(text):
        return True
    is_open = text.endswith((":", "：", ":>", ":*"))
    if WROTE.search(text):
        return is_open or WROTE_AT_THE_END.search(text) is not None or ("@" in text and DATE.search(text) is not None)
    return is_open and ("@" in text or DATE.search(text) is not None)


def _ends_it(lines: Sequence[str], index: int) -> bool:
    line = lines[index][:LONGEST_LOOKED_AT].strip()
    return not _is_marked(line) and (
        _SEPARATOR.match(line) is not None
        or FORWARDED.match(line) is not None
        or _is_signature(line)
        or _is_header(lines, index)
    )


def _is_header(lines: Sequence[str], index: int) -> bool:
    """Check whether fields of a header begin here: two that are known, or two of which one has an address.

    None has the same name twice: "A:" begins the addressee in Spanish, and lines about a digest's first game.
    """
    first = _read_label(lines[index])
    if not first or _SAID.match(lines[index]):
        return False
    below = [below for below in range(index + 1, min(index + 6, len(lines))) if lines[below]][:3]
    known_labels = [
        label for label in (_read_label(lines[line]) for line in below) if label in LABELS and label != first
    ]
    if first in LABELS and (known_labels or (first in FROM and "@" in lines[index])):
        return True
    if not below or not _read_label(lines[below[0]]):
        return False
    # "On Monday at 5:35, Ada <ada@mail.example> wrote:" is no field, for all its colons.
    return "@" in lines[index] or ("@" in lines[below[0]] and not _count_introduction(lines, below[0]))


def _read_label(line: str) -> str:
    match = _LABEL.match(line[:LONGEST_LOOKED_AT])
    words = match[1].lower().split() if match else []
    return words[0].strip("*_") if words else ""


def _confirm_lines(lines: list[str]) -> list[str]:
    """Return those of the lines that mail-parser-reply takes for the reply as well."""
    looked_at = lines[:_TAKEN_FOR_NAMES]
    while sum(len(_clip_for_parser(line)) for line in looked_at) > _MOST_GIVEN:
        looked_at.pop()
    if not looked_at:
        return lines
    first = EmailReplyParser(languages=list(_LANGUAGES)).read("\n".join(map(_clip_for_parser, looked_at))).replies[0]
    reply_lines = [] if first.headers else first.body.split("\n")
    return _keep_common(looked_at, reply_lines) + (
        lines[len(looked_at) :] if len(reply_lines) == len(looked_at) else []
    )


def _clip_for_parser(line: str) -> str:
    """Return what mail-parser-reply is given of a line: its beginning, without the colon behind the letter of a game.

    Two lines that begin with "A:" are a header in Italian.
    """
    return _OF_A_GAME.sub(r"\1", line)[:_LONGEST_GIVEN].strip()


def _keep_common(lines: list[str], reply_lines: list[str]) -> list[str]:
    """Return the lines up to the first that the library left out; what it kept of half a line is no line."""
    stripped = iter(line.strip() for line in reply_lines)
    remaining = [line for line in stripped if line]
    typed: list[str] = []
    for line in lines:
        if remaining and remaining[0] == _clip_for_parser(line):
            remaining.pop(0)
            typed.append(line)
    return typed
