"""Names of people and of games: which are valid, and which look alike (Unicode Technical Standard 39, by ICU).

Others decide by a player's name whom they trust, so it must be in one script (or in scripts that are written together,
as in Japanese; "highly restrictive" in UTS 39, 5.2), have no character that UTS 39 restricts, and not look like another
player's name or a reserved one. People also write names into emailed orders ("new usa, with Bela and Carl"), so a name
must not be read as another part of such an order. A game's name is short free text that neither hides nor links
anything.
"""

import re
import unicodedata
from functools import cache
from typing import Final

import icu
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import engine

NAME_PATTERN = r"[^\W_](?:[\w.'’ -]{0,28}[\w.'’)])?"
"""Letters of any script, digits and some punctuation; at most 30 characters, without a blank at either end."""

ERASED_NAME = "erased-"
"""The prefix of the names of erased players, which no other name may have."""

RESERVED: Final = (
    "Admin",
    "Administrator",
    "Anonymous",
    "Bot",
    "Former player",
    "A former player",
    "Game master",
    "Guest",
    "Host",
    "House",
    "Judge",
    "Mod",
    "Moderator",
    "Night Mail",
    "Nobody",
    "Official",
    "Operator",
    "Owner",
    "Postmaster",
    "Referee",
    "Root",
    "Security",
    "Staff",
    "Stand-in",
    "Support",
    "System",
    "Webmaster",
)
"""Reserved names, alone or with a number; the house's own name may not be a part of a name either."""

NUMBERS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_COUNT: Final = rf"(\d{{1,3}}|{'|'.join(NUMBERS)})"
SEATS: Final = re.compile(rf"(?:for )?{_COUNT}(?:p| ?(?:seats?|players?|people|persons?|of us))|for {_COUNT}")
TIME: Final = re.compile(
    rf"(?:every |each )?{_COUNT} ?(hour|day|week)s?(?: (?:per|a|each|for each|for every) (?:move|turn))?"
)
STAND_INS: Final = re.compile(rf"{_COUNT} stand-?ins?")
TABLE_WORDS: Final = frozenset(
    {"public", "private", "weekly", "by invitation", "only invited"}
    | {f"{word} only" for word in ("invitation", "invite", "invites", "invited")}
    | {"brisk", "daily", "relaxed", "slow"}
)
_PARTING: Final = re.compile(r".*\b(?:and|with)\b.*|(?:invite|inviting)\b.*|(?:called|named?) .*")
"""Words that describe a table in an emailed order, or separate its parts, in plain letters."""

LONGEST_GAME_NAME: Final = 50
MOST_MARKS: Final = 3
"""The maximum number of combining marks in a row: no script needs more, and more would overlap other lines."""

_ADDRESS: Final = re.compile(r"(?i:://|@|\bwww\b)|[^\W_]{2,}[.．。][^\W\d_]{2,}|[^\W_][.．。][a-z]{2,}")
"""Text of which mail programs would make a link; initials before a name are allowed."""
_MARKS: Final = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}")
_LOOKS: Final = re.compile("[\ufe0e\ufe0f]")
"""Variation selectors, which only choose between two glyphs of a character."""

_DASHES: Final = re.compile("[‐‑‒–—―−﹣－→]|->")
_QUOTES: Final = re.compile("[\"'`´‘’“”„«»‹›!]")
_OTHERS: Final = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i"})
_LIKE_AN_L: Final = str.maketrans("i1|", "lll")

_hidden: Final = icu.UnicodeSet(r"[[:C:][:Zl:][:Zp:][:Default_Ignorable_Code_Point:][:Bidi_Control:]]")
"""Control characters, characters that change the writing direction, invisible characters, and noncharacters."""

_leftward: Final = icu.UnicodeSet("[[:Bidi_Class=R:][:Bidi_Class=AL:]]")
"""Characters that are written from right to left."""

_unsaid: Final = icu.UnicodeSet(r"[[:Cc:][:Cn:][:Co:][:Cs:][:Zl:][:Zp:][:Bidi_Control:][\uFEFF\U000E0000-\U000E0FFF]]")
"""The same without the characters that join or separate letters in some scripts or form emoji."""


def _checker() -> icu.SpoofChecker:
    """Return ICU's spoof checker for a player's name."""
    checker, allowed = icu.SpoofChecker(), icu.UnicodeSet(r"[\ '’.\-_)]")
    allowed.addAll(checker.getRecommendedUnicodeSet())
    allowed.addAll(checker.getInclusionUnicodeSet())
    checker.setAllowedUnicodeSet(allowed)
    checker.setRestrictionLevel(icu.URestrictionLevel.HIGHLY_RESTRICTIVE)
    checks = icu.USpoofChecks
    checker.setChecks(checks.RESTRICTION_LEVEL | checks.INVISIBLE | checks.MIXED_NUMBERS | checks.CHAR_LIMIT)
    return checker


_names: Final = _checker()
_order: Final = icu.Collator.createInstance(icu.Locale.getRoot())
_skeletons: Final = icu.SpoofChecker()


def prepared(name: str) -> str:
    """Return the name in canonical spelling, with compatibility characters (NFKC) and runs of blanks unified."""
    return " ".join(filter(None, unicodedata.normalize("NFKC", name).split(" ")))


def isolated(name: str) -> str:
    """Return the name as it stands in running text: one written from right to left is kept apart from what follows it.

    Otherwise a number after the name would jump into it (UAX 9, FSI and PDI).
    """
    return f"\u2068{name}\u2069" if _leftward.containsSome(name) else name


def sort_key(name: str) -> bytes:
    """Return a key that sorts names for people: UTS 10 with CLDR's root order, independent of the database."""
    place: bytes = _order.getSortKey(name)
    return place


def key(name: str) -> str:
    """Return the skeleton (UTS 39, 4) that all names that look alike, regardless of case, have in common."""
    skeleton: str = _skeletons.getSkeleton(0, prepared(name))
    return prepared(skeleton).casefold()


def validate_player_name(name: str) -> None:
    """Raise ValidationError for a name that deceives, hides something, links somewhere or is reserved."""
    sign = re.search(r"[^\w.'’) -]", name)
    if sign and unicodedata.category(sign[0])[0] in "PS":
        text = _("“%(sign)s” has no place in a name: use letters and digits, with . ' - or blanks between them.")
        raise ValidationError(text, code="invalid", params={"sign": sign[0]})
    if not re.fullmatch(NAME_PATTERN, name):
        raise ValidationError(_("Letters and digits, with . ' - or blanks between them."), code="invalid")
    if _names.check(name) or _MARKS.search(unicodedata.normalize("NFD", name)):
        raise ValidationError(_("Use the letters of one script, and no rare or invisible ones."), code="mixed_scripts")
    if _ADDRESS.search(name):
        raise ValidationError(_("A name cannot hold an address of the web or of a mailbox."), code="address")
    if _is_ordered(plain(name).strip(" .")):
        raise ValidationError(_("This means something else in emails that order a table."), code="order")
    validate_name_free(name)


def is_reserved(name: str) -> bool:
    """Check whether a name is reserved, or looks like a reserved name."""
    return key(name).startswith(key(ERASED_NAME)) or _is_ours(name)


def validate_name_free(name: str) -> None:
    """Raise ValidationError for a name that is reserved, or looks like a reserved name."""
    if is_reserved(name):
        raise ValidationError(_("This name is reserved."), code="reserved")


def plain(text: str) -> str:
    """Return the text in lower case, without accents and quotation marks, with one kind of dash."""
    parted = unicodedata.normalize("NFKD", _DASHES.sub("-", text)).casefold()
    letters = "".join(letter for letter in parted if not unicodedata.combining(letter)).translate(_OTHERS)
    return " ".join(_QUOTES.sub("", letters).split())


def _is_ordered(words: str) -> bool:
    """Check whether these words, in plain letters, would be read as part of an emailed order for a table."""
    forms = (SEATS, TIME, STAND_INS, _PARTING)
    game_or_option = words.replace("_", " ").removeprefix("the ")
    return (
        words in TABLE_WORDS or game_or_option in _games_and_options() or any(form.fullmatch(words) for form in forms)
    )


@cache
def _games_and_options() -> frozenset[str]:
    """Return the words that people type for games and their options."""
    ids = [name.partition("@")[0] for name in engine.RULESETS]
    options = [option for rules in engine.RULESETS.values() for option in rules.variants]
    return frozenset(name.replace("_", " ") for name in (*ids, *options))


def one_line(text: str) -> str:
    """Return a text as one line.

    Line ends become blanks, hidden characters are removed, and combining marks limited.
    """
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    visible = "".join(character for character in composed if not _unsaid.contains(character))
    visible = " ".join(_MARKS.sub(lambda marks: marks[0][:MOST_MARKS], visible).split())
    return visible if any(unicodedata.category(character)[0] in "LNPS" for character in visible) else ""


def paragraphs(text: str) -> str:
    """Return a text with its line ends.

    Hidden and direction-changing characters are removed, and combining marks limited.
    """
    lines = (_clean_line(line) for line in unicodedata.normalize("NFC", text).replace("\t", " ").splitlines())
    return "\n".join(lines).strip()


def _clean_line(line: str) -> str:
    if line.isprintable() and not _MARKS.search(line):
        return line
    visible = "".join(character for character in line if not _unsaid.contains(character))
    return _MARKS.sub(lambda marks: marks[0][:MOST_MARKS], visible)


def game_name(text: str) -> str:
    """Return a game's name in the form in which it is stored. Raises ValidationError if it is invalid."""
    name = prepared(_LOOKS.sub("", text))
    if _hidden.containsSome(name) or _MARKS.search(unicodedata.normalize("NFD", name)):
        raise ValidationError(_("Only characters that can be seen, in their usual direction."), code="hidden")
    if _ADDRESS.search(name):
        raise ValidationError(_("A name cannot hold an address of the web or of a mailbox."), code="address")
    if len(name) > LONGEST_GAME_NAME:
        too_long = ngettext("At most %(most)d character.", "At most %(most)d characters.", LONGEST_GAME_NAME)
        raise ValidationError(too_long, code="max_length", params={"most": LONGEST_GAME_NAME})
    return name


def _is_ours(name: str) -> bool:
    """Check whether a name's letters, with or without a trailing number, look like a reserved name in any case."""
    letters = re.sub(r"[\W_]", "", prepared(name))
    parts = (letters, letters.rstrip("0123456789") or letters)
    looks = {_look(form) for part in parts for form in (part, part.casefold())}
    return not _RESERVED.isdisjoint(looks) or any(_HOUSE in look for look in looks)


def _look(name: str) -> str:
    """Return a name's rough look: without accents, and with one letter for all that look like an l.

    The skeleton is taken twice, since lower-case letters resemble different letters than capitals do.
    """
    small = plain(_skeletons.getSkeleton(0, re.sub(r"[\W_]", "", name)))
    return plain(_skeletons.getSkeleton(0, small)).translate(_LIKE_AN_L)


_RESERVED: Final = {
    _look(combined)
    for name in RESERVED
    for combined in (name, f"{name}s", f"The {name}", f"{name} Team", f"{name}s Team")
}
_HOUSE: Final = _look("Night Mail")
