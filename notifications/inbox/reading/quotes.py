"""The lines of a text that its sender typed: above, between or below quoted lines.

Lines are examined from the top.

1. A line starting with ">" is quoted. So, perhaps, is one directly after it, because mail programs wrap what they
   quote. It is left out too, unless the quoted line was clearly complete, or is the last one and a link, a seal or a
   similar line of ours. A first line that is a complete order, such as a number, is no remainder, and stays.
2. The introduction of a quote ("On Monday ... wrote:", on one line or several) is left out. If ">" follows, everything
   between and below such lines was typed; otherwise the end of the quote is unknown, and the rest is left out.
3. A separator, a block of header fields, a signature or a phone's footer ends the text, but "Original Message" with ">"
   directly below it introduces a quote. A separator in the first line is skipped if only a few lines follow it, since
   servers put banners there.

Then mail-parser-reply may leave out more of what remains, since it recognizes greetings and disclaimers. It is given
only a short text in short lines, because its expressions take the fourth power of a line's length.

The work grows linearly with the length of the text (`tests/inbox/test_steps.py`): consecutive blank lines count as one,
so that what follows a line is found within a few lines, and expressions are given only the beginning of a line.
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
"""More lines than anyone types as orders, or as words to an admin."""
MOST_WITH_QUOTES: Final = 20_000
"""The most lines examined; our own longest email, quoted, has a tenth of them."""
LONGEST_LINE: Final = 2_000
"""Characters: more than anyone types in one line, even to an admin."""
LONGEST_LOOKED_AT: Final = 500
"""How much of a line is searched for phrases, in characters; introductions of quotes, and orders, are shorter."""
MOST_TOGETHER: Final = 5
"""The most lines over which mail programs spread an introduction."""
COMES_TO_ITS_END: Final = 50
"""A quoted line shorter than this that ends a sentence, or is a numbered line of ours, was not wrapped."""
MOST_BELOW_A_BANNER: Final = 5
"""Lines: our shortest email that asks a question has more, wherever it is quoted."""
_BREAKS: Final = re.compile("[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\t\xa0\u2000-\u200a\u202f\u205f\u3000]")
_UNSEEN: Final = re.compile("[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\x00-\x08\x0e-\x1b\x7f]")
_MARKED: Final = re.compile(r"\s*[A-Za-z]{0,3}[>＞»›|¦]")
_SEPARATOR: Final = re.compile(r"\W{0,2}(?:[-_=~—–]\s?){3}|(?:[*#]\s?){3}|--\S|-- ?#|##")
_SIGNATURE: Final = re.compile(r"(?:--|—|–|__|-- )\s*$")
_LABEL: Final = re.compile(r"[\s*_]*([^\W\d_][^:：\n]{0,24}?)[\s*_]*[:：]")
_OF_A_GAME: Final = re.compile(r"\A([A-Za-z]) ?[:：]")
_ADDRESS: Final = re.compile(r"[^<>@]{0,80}(?:<(?:mailto:)?[^<>\s@]+@[^<>]+>?|mailto:.*)")
_SAID: Final = re.compile(r"\s*say:? +\S", re.IGNORECASE)
"""Table talk, which may contain anything."""
_CLOSED_BELOW: Final = re.compile(r"\s*>\s*(?:[^\W\d]++ ?){0,3}[:：]")
"""The end of a wrapped address, whose ">" does not mark a quote."""
_ONE_LONG_WORD: Final = re.compile(r"(?:\[\d{1,3}\] )?<?https?://\S+|[0-9a-f]{32,64}|<?(?:mailto:)?[^\s@]+@[^\s@]+")
_NUMBERED: Final = re.compile(r"\d{1,3}[.):]? +\S")
"""A move in the list of one of our emails."""
_ORDER: Final = r"(?:\d{1,2}|[A-Z](?: ?[A-Z])*|[Yy]es(?:,? always)?|[Nn]o)"
_WHOLE_ORDER: Final = re.compile(_ORDER)
_GLUED: Final = re.compile(
    rf"({_ORDER}) ?(?=(?:{OPENINGS}),? [^@<]{{0,40}}\d|Quoting \w|[-_]{{4}})|(\d{{1,2}}) ?(?=\w+:)"
)
"""An order directly followed by the introduction of a quote, with a date before any address."""
_LANGUAGES: Final = ["en", "de", "fr", "es", "it", "nl", "pl", "sv", "cs", "ja", "ko", "zh"]
_SENTENCE_OF_THANKS: Final = re.compile(
    r"^(\s{0,9}(?:[Mm]any |[Kk]ind |[Bb]est )?(?:[Tt]hanks|[Tt]hank you|[Bb]est|[Rr]egards|[Cc]heers))[,.!;:]{1,3}"
    r"(?=[^\n]{0,60}? (?!(?:van|von|der|den|de|da|del|of)\b)[a-z]{2})"
)
"""Such a word before others than names, which begin with a capital."""
_TAKEN_FOR_NAMES: Final = 60
"""The most lines, and characters, that mail-parser-reply is given."""
_MOST_GIVEN: Final = 4_000
_LONGEST_GIVEN: Final = 160
"""Characters of a line it is given: for a line of 4,000 it would search for 17 seconds."""


def typed_lines(text: str) -> list[str]:
    """Return the typed lines, without blank ones and trailing spaces. Raises UnreadableEmail."""
    return _confirm_lines(_drop_quotes(_part_glued(_drop_banner(armor.strip_armor(_clean_lines(text))))))


def _clean_lines(text: str) -> list[str]:
    """Return the lines with plain spaces and without invisible characters, consecutive blank ones as one.

    Characters that break lines elsewhere do not break them here.
    """
    lines = [_compose(line.rstrip()) for line in _UNSEEN.sub("", _BREAKS.sub(" ", text)).split("\n")]
    return [line for line, line_above in zip(lines, ["x", *lines], strict=False) if line or line_above]


def _compose(line: str) -> str:
    """Combine letters with their accents in a line no longer than orders are."""
    return line if line.isascii() or len(line) > LONGEST_LOOKED_AT else unicodedata.normalize("NFC", line)


def _drop_banner(lines: Sequence[str]) -> Sequence[str]:
    """Return the text after a first line of dashes or stars, if it is too short to be a quote.

    Servers put such a banner above external emails, and some people type one.
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
    """Return the lines, separating a first order from the introduction of a quote that follows it without a break."""
    first = next((index for index, line in enumerate(lines) if line), len(lines))
    glued = _GLUED.match(lines[first].lstrip()) if first < len(lines) else None
    if glued is None:
        return lines
    below = [lines[first].lstrip()[glued.end() :], *lines[first + 1 :]]
    return [glued[0].strip(), *below] if _count_introduction(below, 0) or _ends_it(below, 0) else lines


def _is_banner(lines: Sequence[str], index: int) -> bool:
    """Check whether a line is a rule, or text after one, that introduces neither a quote nor a signature."""
    line = lines[index][:LONGEST_LOOKED_AT].strip()
    is_rule = _SEPARATOR.match(line) is not None and not _is_signature(line)
    return is_rule and "@" not in line and not (FORWARDED.match(line) or WROTE.search(line) or DATE.search(line))


def _is_signature(line: str) -> bool:
    beginning = line[:LONGEST_LOOKED_AT].strip()
    return _SIGNATURE.match(beginning) is not None or FOOTER.match(beginning) is not None


def _drop_quotes(lines: Sequence[str]) -> list[str]:
    """Return the typed lines that have any text. Raises UnreadableEmail."""
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
    """Return the line at an index, None at the end. Raises UnreadableEmail if the index is too large."""
    if len(lines) > index >= MOST_WITH_QUOTES:
        raise UnreadableEmail("too_long")
    return lines[index] if index < len(lines) else None


def _check_typed(line: str, count: int) -> list[str]:
    """Return a line, preceded by `count` others, if it has any text. Raises UnreadableEmail if there is too much."""
    if line and (count >= MOST_LINES or len(line) > LONGEST_LINE):
        raise UnreadableEmail("too_long")
    return [line.strip()] if line else []


def _is_marked(line: str) -> bool:
    """Check whether a line has a quote mark: at its start, or at its end if a link has pushed the mark there."""
    return _MARKED.match(line) is not None or (line.endswith(" >") and "<" not in line)


def _may_go_on(quoted: str) -> bool:
    """Check whether the line after a quoted one may be its wrapped remainder."""
    mark = _MARKED.match(quoted)
    content = quoted[mark.end() if mark else 0 :].strip(" >|")
    return bool(content) and not (len(content) < COMES_TO_ITS_END and content[-1] in '.?!:)”"')


def _is_own_order(lines: Sequence[str], index: int) -> bool:
    """Check whether a complete order directly follows a quoted line: wrapping would hardly leave just that."""
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
    """Check whether the next line with text is quoted, after at most one blank line."""
    following = next(filter(None, lines[index : index + 2]), "")
    return _is_marked(following)


def _count_introduction(lines: Sequence[str], index: int) -> int:
    """Return how many lines from here introduce a quote; 0 if they do not."""
    count = _count_likely_introduction(lines, index)
    return 0 if count and _is_said(lines, index, count) else count


def _is_said(lines: Sequence[str], index: int, count: int) -> bool:
    """Check whether lines that look like an introduction are table talk, as "say at 10:30: I will move:"."""
    if not _SAID.match(lines[index]):
        return False
    if count > 1 and _count_likely_introduction(lines, index + 1) == count - 1:
        return True
    text = " ".join(line[:LONGEST_LOOKED_AT] for line in lines[index : index + count])
    is_attribution = WROTE.search(text) is not None
    return not is_attribution and not _quote_follows(lines, index + count)


def _parts_marked(lines: Sequence[str], index: int) -> bool:
    """Check whether a separator has a marked quote below it: s-nail writes one, and the answer comes below both."""
    line = lines[index][:LONGEST_LOOKED_AT].strip()
    is_separator = _SEPARATOR.match(line) is not None and FORWARDED.match(line) is not None
    return is_separator and _is_marked(next(iter(lines[index + 1 :]), ""))


def _count_likely_introduction(lines: Sequence[str], index: int) -> int:
    """Return how many lines from here look like an introduction; 0 if they do not."""
    if _CLOSED_BELOW.fullmatch(lines[index]) or _parts_marked(lines, index):
        return 1
    if not lines[index] or _is_marked(lines[index]):
        return 0
    so_far = ""
    for count, line in enumerate(lines[index : index + MOST_TOGETHER], 1):
        if not line and lines[index + count : index + count + 1] == ["<"]:
            continue  # Polymail separates a name from its address
        if not line or (count > 1 and not _goes_on(so_far)):
            return 0
        so_far = f"{so_far} {line.strip()}"[:LONGEST_LOOKED_AT].strip()
        if _introduces(so_far):
            return count
    return 0


def _goes_on(begun: str) -> bool:
    """Check whether a line may begin the introduction of a quote, having a date or an address."""
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
    """Check whether header fields begin here: two known ones, or two of which one has an address.

    No two have the same name: "A:" is the recipient in Spanish, but also begins lines about a digest's first game.
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
    # "On Monday at 5:35, Ada <ada@mail.example> wrote:" is not a field, despite its colons.
    return "@" in lines[index] or ("@" in lines[below[0]] and not _count_introduction(lines, below[0]))


def _read_label(line: str) -> str:
    match = _LABEL.match(line[:LONGEST_LOOKED_AT])
    words = match[1].lower().split() if match else []
    return words[0].strip("*_") if words else ""


def _confirm_lines(lines: list[str]) -> list[str]:
    """Return those of the lines that mail-parser-reply also considers part of the reply."""
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
    """Return the beginning of a line for mail-parser-reply, without the colon after a game's letter, and the comma
    after "thanks" in a sentence.

    Two lines that begin with "A:" are a header in Italian, and "Thanks," begins a signature, but "Thanks, if" does not.
    """
    return _SENTENCE_OF_THANKS.sub(r"\1", _OF_A_GAME.sub(r"\1", line))[:_LONGEST_GIVEN].strip()


def _keep_common(lines: list[str], reply_lines: list[str]) -> list[str]:
    """Return the lines up to the first that the library left out; a half-kept line counts as left out."""
    stripped = iter(line.strip() for line in reply_lines)
    remaining = [line for line in stripped if line]
    typed: list[str] = []
    for line in lines:
        if remaining and remaining[0] == _clip_for_parser(line):
            remaining.pop(0)
            typed.append(line)
    return typed
