"""The lines of a text that its sender typed: above, between or below what is quoted.

Lines are looked at from the top.

1. A line behind ">" is quoted. So is, perhaps, one that follows it at once: mail programs wrap what they quote. It is
   left out too, unless the quoted line had plainly come to its end.
2. What introduces a quote ("On Monday ... wrote:", in one line or several) is left out. If ">" follows it, what comes
   between and below such lines was typed; if not, nobody can say where the quote ends, and the rest is left out.
3. A separator, a block of header fields, a signature or a phone's footer ends it all.

Then mail-parser-reply may leave out more of what is left: it knows greetings and disclaimers. It is given little text,
for its expressions are slow on much.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from mailparser_reply import EmailReplyParser

from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.reading.phrases import DATE, FOOTER, FORWARDED, FROM, LABELS, WROTE, WROTE_AT_THE_END

MOST_LINES: Final = 200
"""Nobody types more as orders, or as words for an admin."""
LONGEST_LOOKED_AT: Final = 500
"""Characters of a line in which phrases are sought; what introduces a quote is shorter, and so are orders."""
MOST_TOGETHER: Final = 5
"""Lines over which mail programs spread it."""
COMES_TO_ITS_END: Final = 50
"""A quoted line shorter than this was not wrapped, if it ends a sentence."""
_BREAKS: Final = re.compile("[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\t\xa0\u2000-\u200a\u202f\u205f\u3000]")
_UNSEEN: Final = re.compile("[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\x00-\x08\x0e-\x1b\x7f]")
_MARKED: Final = re.compile(r"\s*[A-Za-z]{0,3}[>＞»›|¦]")
_SEPARATOR: Final = re.compile(r"\W{0,2}(?:[-_=~—–]\s?){3}|(?:[*#]\s?){3}|--\S|-- ?#|##")
_SIGNATURE: Final = re.compile(r"(?:--|—|–|__|-- )\s*$")
_LABEL: Final = re.compile(r"[\s*_]*([^\W\d_][^:：\n]{0,24}?)[\s*_]*[:：]")
_OF_A_GAME: Final = re.compile(r"\A([A-Za-z]) ?[:：]")
_ADDRESS: Final = re.compile(r"[^<>@]{0,80}(?:<(?:mailto:)?[^<>\s]+@[^<>]+>?|mailto:.*)")
_SAID: Final = re.compile(r"\s*say:? +\S", re.IGNORECASE)
"""Words for the table, which may hold whatever somebody types."""
_CLOSED_BELOW: Final = re.compile(r"\s*>\s*(?:[^\W\d]+ ?){0,3}[:：]")
"""The end of an address that was wrapped: no mark of a quote."""
_LANGUAGES: Final = ["en", "de", "fr", "es", "it", "nl", "pl", "sv", "cs", "ja", "ko", "zh"]
_TAKEN_FOR_NAMES: Final = 60
"""Lines, and characters, that mail-parser-reply is given."""
_MOST_GIVEN: Final = 4_000


def typed_lines(text: str) -> list[str]:
    """The lines that were typed, without blank ones and spaces at their ends. Raises UnreadableEmail."""
    lines = [_clean(line) for line in text.split("\n")]
    return _confirmed(_unquoted(lines))


def _clean(line: str) -> str:
    """A line whose spaces are spaces, without what nobody sees. What breaks lines elsewhere breaks none here."""
    plain = _UNSEEN.sub("", _BREAKS.sub(" ", line))
    return (unicodedata.normalize("NFC", plain) if len(plain) <= LONGEST_LOOKED_AT else plain).rstrip()


def _unquoted(lines: Sequence[str]) -> list[str]:
    found: list[str] = []
    place = 0
    before = ""
    while place < len(lines):
        line = lines[place]
        introduced = _introduction(lines, place)
        if introduced:
            place += introduced
            if not _quote_follows(lines, place):
                break
            before = ""
            continue
        if _ends_it(lines, place):
            break
        is_marked = _is_marked(line)
        if not is_marked and not (line and _may_go_on(before)):
            found.append(line.strip())
            before = ""
            if len(found) > MOST_LINES and sum(map(bool, found)) > MOST_LINES:
                raise UnreadableEmail("too_long")
        elif is_marked or not line:
            before = line
        place += 1
    return [line for line in found if line]


def _is_marked(line: str) -> bool:
    """Whether a line is marked as quoted: at its start; or at its end, where a link has pushed the mark there."""
    return _MARKED.match(line) is not None or (line.endswith(" >") and "<" not in line)


def _may_go_on(quoted: str) -> bool:
    """Whether the line below a quoted one may be its second half."""
    mark = _MARKED.match(quoted)
    said = quoted[mark.end() if mark else 0 :].strip(" >|")
    return bool(said) and not (len(said) < COMES_TO_ITS_END and said[-1] in '.?!:)”"')


def _quote_follows(lines: Sequence[str], place: int) -> bool:
    """Whether the next line that says something is marked as quoted."""
    following = next((lines[below] for below in range(place, len(lines)) if lines[below]), "")
    return _is_marked(following)


def _introduction(lines: Sequence[str], place: int) -> int:
    """How many lines from here on introduce a quote; 0 if they do not."""
    count = _like_one(lines, place)
    return 0 if count and _is_said(lines, place, count) else count


def _is_said(lines: Sequence[str], place: int, count: int) -> bool:
    """Whether lines that look like an introduction are words for the table, such as "say at 10:30: I will move:"."""
    if not _SAID.match(lines[place]):
        return False
    if count > 1 and _like_one(lines, place + 1) == count - 1:
        return True
    is_attribution = WROTE.search(" ".join(lines[place : place + count])) is not None
    return not is_attribution and not _quote_follows(lines, place + count)


def _like_one(lines: Sequence[str], place: int) -> int:
    """How many lines from here on look like an introduction; 0 if they do not."""
    if _CLOSED_BELOW.fullmatch(lines[place]):
        return 1
    if not lines[place] or _is_marked(lines[place]):
        return 0
    so_far = ""
    for count, line in enumerate(lines[place : place + MOST_TOGETHER], 1):
        if not line and lines[place + count : place + count + 1] == ["<"]:
            continue  # Polymail parts a name from its address
        if not line or (count > 1 and not _goes_on(so_far)):
            return 0
        so_far = f"{so_far} {line.strip()}"[:LONGEST_LOOKED_AT].strip()
        if _introduces(so_far):
            return count
    return 0


def _goes_on(begun: str) -> bool:
    """Whether this may be the first line of what introduces a quote: it has a date, or an address."""
    return DATE.search(begun) is not None or "@" in begun or re.match(r"\S+,? (\S+ )?\d", begun) is not None


def _introduces(said: str) -> bool:
    if _ADDRESS.fullmatch(said):
        return True
    is_open = said.endswith((":", "：", ":>", ":*"))
    if WROTE.search(said):
        return is_open or WROTE_AT_THE_END.search(said) is not None or ("@" in said and DATE.search(said) is not None)
    return is_open and ("@" in said or DATE.search(said) is not None)


def _ends_it(lines: Sequence[str], place: int) -> bool:
    line = lines[place][:LONGEST_LOOKED_AT].strip()
    return not _is_marked(line) and (
        _SEPARATOR.match(line) is not None
        or _SIGNATURE.match(line) is not None
        or FORWARDED.match(line) is not None
        or FOOTER.match(line) is not None
        or _is_header(lines, place)
    )


def _is_header(lines: Sequence[str], place: int) -> bool:
    """Whether fields of a header begin here: two that are known, or two of which one has an address.

    None has the same name twice: "A:" begins the addressee in Spanish, and lines about a digest's first game.
    """
    first = _label(lines[place])
    if not first or _SAID.match(lines[place]):
        return False
    below = [below for below in range(place + 1, min(place + 6, len(lines))) if lines[below]][:3]
    known = [label for label in (_label(lines[line]) for line in below) if label in LABELS and label != first]
    if first in LABELS and (known or (first in FROM and "@" in lines[place])):
        return True
    if not below or not _label(lines[below[0]]):
        return False
    # "On Monday at 5:35, Ada <ada@mail.example> wrote:" is no field, for all its colons.
    return "@" in lines[place] or ("@" in lines[below[0]] and not _introduction(lines, below[0]))


def _label(line: str) -> str:
    found = _LABEL.match(line[:LONGEST_LOOKED_AT])
    words = found[1].lower().split() if found else []
    return words[0].strip("*_") if words else ""


def _confirmed(lines: list[str]) -> list[str]:
    """Those of the lines that mail-parser-reply takes for the reply as well."""
    given = lines[:_TAKEN_FOR_NAMES]
    while given and sum(map(len, given)) > _MOST_GIVEN:
        given.pop()
    if not given:
        return lines
    first = EmailReplyParser(languages=list(_LANGUAGES)).read("\n".join(map(_bare, given))).replies[0]
    kept = [] if first.headers else first.body.split("\n")
    return _in_both(given, kept) + (lines[len(given) :] if len(kept) == len(given) else [])


def _bare(line: str) -> str:
    """A line without the colon behind a single letter, which is of a game; two of "A:" are a header in Italian."""
    return _OF_A_GAME.sub(r"\1", line)


def _in_both(lines: list[str], kept: list[str]) -> list[str]:
    """The lines up to the first that is not kept; what a library left of half a line is no line."""
    left = iter(line.strip() for line in kept)
    remaining = [line for line in left if line]
    found: list[str] = []
    for line in lines:
        if remaining and remaining[0] == _bare(line):
            remaining.pop(0)
            found.append(line)
    return found
