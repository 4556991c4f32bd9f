"""Names of people and of games: what is one, and which look alike (Unicode Technical Standard 39, by ICU).

Others decide by a player's name whom they trust, so it is of one script (or of those that are written together, as in
Japanese; "highly restrictive" in UTS 39, 5.2), has no character that UTS 39 restricts, and looks like no other player's
name and none of ours. People write names into emailed orders, too ("new usa, with Bela and Carl"), so a name is nothing
that such an order says of a table. A game's name is short free text that neither hides nor links anything.
"""

import re
import unicodedata
from functools import cache
from typing import Any, Final

import icu
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

import engine

NAME_PATTERN = r"[^\W_](?:[\w.'’ -]{0,28}[\w.'’)])?"
"""Letters of any script, digits and a little between them; at most 30 characters, no blank at either end."""

ERASED_NAME = "erased-"
"""How every tombstone's name begins, and no other name may."""

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
"""Names of ours, alone or with a number; the house's own name may not be a part of one, either."""

NUMBERS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_COUNT: Final = rf"(\d{{1,3}}|{'|'.join(NUMBERS)})"
SEATS: Final = re.compile(rf"(?:for )?{_COUNT}(?:p| ?(?:seats?|players?|people|persons?|of us))|for {_COUNT}")
TIME: Final = re.compile(
    rf"(?:every |each )?{_COUNT} ?(hour|day|week)s?(?: (?:per|a|each|for each|for every) (?:move|turn))?"
)
STAND_INS: Final = re.compile(rf"{_COUNT} stand-?ins?")
TABLE_WORDS: Final = frozenset(
    {"public", "private", "by invitation", "invitation only", "invited only", "only invited", "weekly"}
    | {"brisk", "daily", "relaxed", "slow"}
)
_PARTING: Final = re.compile(r".*\b(?:and|with)\b.*|(?:invite|inviting)\b.*|(?:called|named?) .*")
"""What says of a table, in an emailed order, how many play and how, and what parts that: all in plain letters."""

LONGEST_GAME_NAME: Final = 50
MOST_MARKS: Final = 3
"""How many combining marks in a row: no script needs more, and more would spill over other lines."""

_ADDRESS: Final = re.compile(r"(?i:://|@|\bwww\b)|[^\W_]{2,}[.．。][^\W\d_]{2,}|[^\W_][.．。][a-z]{2,}")
"""What programs that show mail would make a link of; initials before a name are none."""
_MARKS: Final = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}")
_LOOKS: Final = re.compile("[\ufe0e\ufe0f]")
"""Variation selectors, which only choose between two pictures of one sign."""

_DASHES: Final = re.compile("[‐‑‒–—―−﹣－→]|->")
_QUOTES: Final = re.compile("[\"'`´‘’“”„«»‹›!]")
_OTHERS: Final = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i"})
_LIKE_AN_L: Final = str.maketrans("i1|", "lll")

_hidden: Final = icu.UnicodeSet(r"[[:C:][:Zl:][:Zp:][:Default_Ignorable_Code_Point:][:Bidi_Control:]]")
"""Control characters, those that turn the direction of writing, invisible ones, and what is no character at all."""

_unsaid: Final = icu.UnicodeSet(r"[[:Cc:][:Cn:][:Co:][:Cs:][:Zl:][:Zp:][:Bidi_Control:][\uFEFF\U000E0000-\U000E0FFF]]")
"""The same, but for what joins and parts letters in some scripts, and builds some pictures."""


def _checker() -> Any:
    """Return ICU's checks for a player's name."""
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
    """Return the name in one spelling: compatibility characters (NFKC) and runs of blanks are one."""
    return " ".join(filter(None, unicodedata.normalize("NFKC", name).split(" ")))


def sort_key(name: str) -> bytes:
    """Return where a name stands in a list for people: by UTS 10 with CLDR's root order, however the database sorts."""
    place: bytes = _order.getSortKey(name)
    return place


def key(name: str) -> str:
    """Return what all names that look alike have in common, whatever their case: their skeleton (UTS 39, 4)."""
    skeleton: str = _skeletons.getSkeleton(0, prepared(name))
    return prepared(skeleton).casefold()


def validate_player_name(name: str) -> None:
    """Raise ValidationError for a name that deceives, hides something, links somewhere or is reserved."""
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
    """Check whether a name is ours, or looks like it."""
    return key(name).startswith(key(ERASED_NAME)) or _is_ours(name)


def validate_name_free(name: str) -> None:
    """Raise ValidationError for a name that is ours, or looks like it."""
    if is_reserved(name):
        raise ValidationError(_("This name is reserved."), code="reserved")


def plain(text: str) -> str:
    """Return the text in small letters, without accents and quotation marks, with one kind of dash."""
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
    """Return what one types for a game and for its options."""
    ids = [name.partition("@")[0] for name in engine.RULESETS]
    options = [option for rules in engine.RULESETS.values() for option in rules.variants]
    return frozenset(name.replace("_", " ") for name in (*ids, *options))


def one_line(text: str) -> str:
    """Return what somebody says as one line.

    It has blanks for what ends a line, nothing hidden, and few marks upon one letter.
    """
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    visible = "".join(character for character in composed if not _unsaid.contains(character))
    visible = " ".join(_MARKS.sub(lambda marks: marks[0][:MOST_MARKS], visible).split())
    return visible if any(unicodedata.category(character)[0] in "LNPS" for character in visible) else ""


def paragraphs(text: str) -> str:
    """Return what somebody writes, with its line ends.

    It has nothing hidden, no turned direction, and few marks upon one letter.
    """
    lines = (_clean_line(line) for line in unicodedata.normalize("NFC", text).replace("\t", " ").splitlines())
    return "\n".join(lines).strip()


def _clean_line(line: str) -> str:
    if line.isprintable() and not _MARKS.search(line):
        return line
    visible = "".join(character for character in line if not _unsaid.contains(character))
    return _MARKS.sub(lambda marks: marks[0][:MOST_MARKS], visible)


def game_name(text: str) -> str:
    """Return a game's name as we keep it. Raises ValidationError if it isn't one."""
    name = prepared(_LOOKS.sub("", text))
    if _hidden.containsSome(name) or _MARKS.search(unicodedata.normalize("NFD", name)):
        raise ValidationError(_("Only characters that can be seen, in their usual direction."), code="hidden")
    if _ADDRESS.search(name):
        raise ValidationError(_("A name cannot hold an address of the web or of a mailbox."), code="address")
    if len(name) > LONGEST_GAME_NAME:
        raise ValidationError(_("At most %(most)d characters."), code="max_length", params={"most": LONGEST_GAME_NAME})
    return name


def _is_ours(name: str) -> bool:
    """Check whether a name's letters, with a number behind them or without, look like one of ours in any case."""
    letters = re.sub(r"[\W_]", "", prepared(name))
    parts = (letters, letters.rstrip("0123456789") or letters)
    looks = {_look(form) for part in parts for form in (part, part.casefold())}
    return not _RESERVED.isdisjoint(looks) or any(_HOUSE in look for look in looks)


def _look(name: str) -> str:
    """Return what a name's letters look like at a glance: without accents, with one letter for all that look like an l.

    Twice, since small letters look like others than capitals do.
    """
    small = plain(_skeletons.getSkeleton(0, re.sub(r"[\W_]", "", name)))
    return plain(_skeletons.getSkeleton(0, small)).translate(_LIKE_AN_L)


_RESERVED: Final = {
    _look(combined)
    for name in RESERVED
    for combined in (name, f"{name}s", f"The {name}", f"{name} Team", f"{name}s Team")
}
_HOUSE: Final = _look("Night Mail")
