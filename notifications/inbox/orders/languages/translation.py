"""Lines in the player's language, each as the English that means the same, and back. Pure.

A line that is not wholly known stays as it was typed. What doubts an order becomes a "wait".
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from notifications.inbox.orders import clauses, foreign, titles, words
from notifications.inbox.orders.kinds import Offered, Order, PlayMove
from notifications.inbox.orders.languages.lexicon import BEFORE, DOUBTS, JUDGING, NOTHING, REVERSALS, Lexicon, split
from notifications.inbox.orders.languages.sentences import (
    COURTESY,
    DOUBTFUL,
    VERBS,
    Speaker,
    Word,
    find_words,
    list_known_words,
    translate,
)
from notifications.inbox.orders.lines import OrdersRead

_IN_OWN_WORDS: Final = frozenset({"admin", "plan", "propose", "say"})
"""Orders in English whose words are not read as ours."""
_TAKES_THE_REST: Final = re.compile(r"admin(?![^ :,])|plan(?:[ *_]*$|(?: [^:]*)?:| (?:always|best|once|stop|wait)\b)")
"""The beginning of those that take all lines below them."""
_BEGINNING: Final = 3
"""Words of a sentence in which it says on what it depends."""
_DOUBTS: Final = DOUBTS | {"no"}
_AT_HEAD: Final = frozenset({"no", "not"})
"""Doubts that say something else further on."""
_LONGEST_NAME: Final = 3
"""Words of a name behind a greeting."""
_DAY: Final = re.compile(r"\D \d{1,2}\.$")
_SAID_IN_TALK: Final = frozenset({"one", "play"})
"""Meanings of words that choose, and that all talk has, too."""
_SHORTEST: Final = 4
"""Letters of a word that may stand for a longer one of the email's list."""


def translate_lines(lines: Sequence[str], offered: Offered, language: Lexicon) -> list[str]:
    """Return the lines of a reply about a game in the English that means the same."""
    speaker = Speaker(language, offered)
    translated: list[str] = []
    for place, line in enumerate(lines):
        plain = words.plain(line)
        if _TAKES_THE_REST.match(plain):
            return [*translated, *lines[place:]]
        first = plain.partition(" ")[0].rstrip(":,")
        is_left = first in _IN_OWN_WORDS or not any(map(str.isalpha, line))
        translated.append(line if is_left else _translate_line(line, speaker, is_alone=len(lines) == 1))
    return translated


def _translate_line(line: str, speaker: Speaker, *, is_alone: bool) -> str:
    """Return a line in English; one that is alone doubts no other."""
    whole, has_doubt = translate(line, speaker), _has_doubt(line, speaker.language)
    if not has_doubt and _repeats_title(line, speaker):
        return line
    if whole is not None and whole.partition(" ")[0] in VERBS and not line.strip()[:1].isdigit():
        return whole
    if not has_doubt and (place := _find_title(line, speaker)):
        return place
    if whole is not None:
        return whole
    parts = _split_sentences(line.strip())
    translated = [translate(part, speaker) for part in parts]
    if not any(english not in (None, COURTESY, DOUBTFUL) for english in translated):
        sentences = clauses.sentences(line.strip())
        if (
            has_doubt
            and len(sentences) > 1
            and any(_repeats_title(part, speaker) or _find_title(part, speaker) for part in sentences)
        ):
            return " ".join(_end(DOUBTFUL if _has_doubt(part, speaker.language) else part) for part in sentences)
        return line if is_alone else _translate_talk(line, parts, speaker)
    return " ".join(
        _end(_translate_beside(part, speaker) if english is None else english)
        for part, english in zip(parts, translated, strict=True)
    )


def _split_sentences(line: str) -> list[str]:
    """Return the sentences of a line; a figure with a full stop among small letters is a day, and ends none."""
    parts: list[str] = []
    for part in clauses.sentences(line):
        if parts and part[:1].islower() and _DAY.search(parts[-1]):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts


def _end(sentence: str) -> str:
    return sentence if sentence.rstrip()[-1:] in "?.!;…" else f"{sentence}."


def _translate_beside(part: str, speaker: Speaker) -> str:
    """Return a sentence beside an order that is not wholly known: as it is if it leaves the order as it is."""
    return DOUBTFUL if _has_doubt(part, speaker.language) or _names_a_choice(part, speaker) else part


def _translate_talk(line: str, parts: Sequence[str], speaker: Speaker) -> str:
    """Return a line without an order as it is; one that doubts what other lines order, or only greets, in English."""
    if any(_is_conditional(part, speaker.language) for part in parts):
        return DOUBTFUL
    return _translate_greeting(line, speaker) or line


def _translate_greeting(line: str, speaker: Speaker) -> str | None:
    """Return a greeting, with a name behind it, in English."""
    pieces = split(words.plain(line))
    for end in range(min(len(pieces), speaker.language.longest), 0, -1):
        english = speaker.language.phrases.get(tuple(pieces[:end]))
        others = [piece for piece in pieces[end:] if piece != ","]
        if english in ("hello", "regards") and len(others) <= _LONGEST_NAME and not _names_a_choice(line, speaker):
            return f"{english},"
    return None


def _find_phrases(text: str, language: Lexicon) -> list[tuple[int, str]]:
    """Return the English of each known phrase in a text, the longest first, with its place among the words."""
    pieces, known_phrases, place = split(words.plain(text)), [], 0
    while place < len(pieces):
        ends = range(min(len(pieces), place + language.longest), place, -1)
        end = next((end for end in ends if tuple(pieces[place:end]) in language.phrases), None)
        if end is not None:
            phrase = tuple(pieces[place:end])
            known_phrases.append((place, "if" if " ".join(phrase) in language.ifs else language.phrases[phrase]))
        place = end or place + 1
    return known_phrases


def _has_doubt(text: str, language: Lexicon) -> bool:
    known_phrases = _find_phrases(text, language)
    meanings = {english for _place, english in known_phrases}
    return bool(meanings & _DOUBTS) or known_phrases[:1] == [(0, BEFORE)] or ("?" in text and JUDGING in meanings)


def _is_conditional(sentence: str, language: Lexicon) -> bool:
    """Check whether a sentence on a line of its own begins with a doubt, or asks whether an order is right."""
    known_phrases = _find_phrases(sentence, language)
    begins = any(
        place < (1 if english in _AT_HEAD else _BEGINNING) for place, english in known_phrases if english in _DOUBTS
    )
    return (
        begins
        or known_phrases[:1] == [(0, BEFORE)]
        or ("?" in sentence and any(english == JUDGING for _place, english in known_phrases))
    )


def _names_a_choice(text: str, speaker: Speaker) -> bool:
    """Check whether a text names a number in words, a card or a letter, any of which may be an order."""
    pieces = [piece for piece in split(words.plain(text)) if piece[0].isalpha()]
    return any(word.is_content for piece in pieces for word in find_words(piece, speaker) or ())


def may_choose(line: str, offered: Offered, language: Lexicon) -> bool:
    """Check whether a line that is not wholly known names a number, card, city or order, or denies or doubts."""
    if foreign.is_ours(line, {piece for phrase in language.phrases for piece in phrase}):
        return False
    if len(line) > words.LONGEST:
        return True
    return any(
        word.english in DOUBTS or (word.is_content and _may_be_chosen(word, offered))
        for word in list_known_words(line, Speaker(language, offered))
    )


def _may_be_chosen(word: Word, offered: Offered) -> bool:
    """Check whether a word is none that all talk has, and no figure beyond those of the list."""
    is_listed = not word.english.isdigit() or 1 <= int(word.english) <= len(offered.listed)
    return is_listed and word.english not in _SAID_IN_TALK


def _repeats_title(line: str, speaker: Speaker) -> bool:
    """Check whether a line is one of the email's list, as typed."""
    return speaker.offered is not None and bool(titles.find(line, speaker.offered.titles()))


def _find_title(line: str, speaker: Speaker) -> str | None:
    """Return a line that names one of the email's list, as typed, or the number of the only one that it shortens."""
    assert speaker.offered is not None
    pieces, listed = words.letters_and_numbers(line), speaker.offered.titles()
    telling = [piece for piece in pieces if piece.isalpha() and speaker.language.phrases.get((piece,)) != NOTHING]
    if len(telling) < titles.FEWEST:
        return None
    if len(titles.find_by_words(line, listed)) == 1:
        return line
    names = [words.letters_and_numbers(title.name) if "–" not in title.name else [] for title in listed]
    places = [place for place, name in enumerate(names, 1) if all(_shortens(piece, name) for piece in pieces)]
    return str(places[0]) if len(places) == 1 else None


def _shortens(piece: str, name: Sequence[str]) -> bool:
    return any(word == piece or (len(piece) >= _SHORTEST and word.startswith(piece)) for word in name)


def restore_lines(read: OrdersRead[Order], translated: Sequence[str], lines: Sequence[str]) -> OrdersRead[Order]:
    """Return what was read with the lines as they were typed, but for courtesies that were only passed over."""
    typed = {english: line for english, line in reversed([*zip(translated, lines, strict=True)]) if english != line}

    def restore_order(order: Order) -> Order:
        line = typed.get(order.line, order.line)
        if isinstance(order, PlayMove) and line != order.line:
            talk_typed = tuple(_restore_talk(part, order.line, line) for part in order.talk)
            return replace(order, line=line, talk=talk_typed)
        return replace(order, line=line)

    stopped = read.stopped and replace(read.stopped, line=typed.get(read.stopped.line, read.stopped.line))
    talk = frozenset({COURTESY, "hello,", "regards,"})
    return OrdersRead(
        tuple(map(restore_order, read.orders)),
        stopped,
        tuple(line if line in talk else typed.get(line, line) for line in read.skipped),
        tuple(typed.get(line, line) for line in read.meant_below),
    )


def _restore_talk(part: str, english: str, line: str) -> str:
    """Return the sentences of a typed line that stand for a part at an end of its English; else the whole line."""
    typed, count = _split_sentences(line.strip()), len(clauses.sentences(part))
    if len(typed) != len(clauses.sentences(english)) or part == english:
        return line
    return " ".join(typed[-count:] if english.endswith(part) else typed[:count])


def translate_answers(lines: Sequence[str], language: Lexicon) -> list[str]:
    """Return lines that answer a question by yes or no in English; a no may go on, but not a yes."""
    has_answer = any(_translate_answer(line, language) for line in lines)
    return translate_beside_answer(lines, language) if has_answer else list(lines)


def translate_beside_answer(lines: Sequence[str], language: Lexicon) -> list[str]:
    """Return lines of an email that answers by yes or no in English."""
    return [_translate_answer(line, language) or _translate_beside_answer(line, language) for line in lines]


def translate_to_site(lines: Sequence[str], language: Lexicon) -> list[str]:
    """Return the lines of an email to the site in English, as far as each is wholly known."""
    speaker = Speaker(language)
    answered = zip(translate_answers(lines, language), lines, strict=True)
    return [line if line != typed else translate(line, speaker) or line for line, typed in answered]


def _translate_answer(line: str, language: Lexicon) -> str | None:
    """Return a yes or no, or one that is doubted, in English; None for any other line."""
    whole = translate(line, Speaker(language))
    first_word = (whole or "").partition(" ")[0].rstrip(",")
    if first_word in ("yes", "no"):
        return first_word if first_word == "no" else whole
    first, *others = _find_phrases(line, language) or [(1, "")]
    if first[0] > 0 or first[1] not in ("yes", "no"):
        return None
    meanings = {english for _place, english in others}
    is_about_else = whole is None or (whole == DOUBTFUL and not _names_a_choice(line, Speaker(language)))
    is_clear = is_about_else and first[1] == "no" and not meanings & {*REVERSALS, "yes"} and "?" not in line
    return first[1] if is_clear else f"{first[1]}, {DOUBTFUL}"


def _translate_beside_answer(line: str, language: Lexicon) -> str:
    speaker = Speaker(language)
    if _has_doubt(line, language):
        return DOUBTFUL
    return translate(line, speaker) or _translate_greeting(line, speaker) or line
