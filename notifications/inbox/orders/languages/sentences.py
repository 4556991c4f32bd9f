"""One sentence in the player's language, as the English that means the same: "die 2 bitte" is "2 please". Pure.

Every word must be known, or the sentence is none of ours. A doubt in it becomes a "wait" before it, which is asked
about wherever it stands, and never an order.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from engine.boards import Board
from engine.cards import KINDS
from notifications.inbox.orders import moves, numbers, words
from notifications.inbox.orders.kinds import Offered
from notifications.inbox.orders.languages import dates
from notifications.inbox.orders.languages.lexicon import (
    BEFORE,
    BEING,
    CARDINALS,
    DOUBTS,
    JUDGING,
    NOTHING,
    ORDINALS,
    PLUS,
    STAYING,
    WISH,
    Lexicon,
    Phrase,
    split,
)
from notifications.inbox.orders.words import COMMA

DOUBTFUL: Final = "wait"
COURTESY: Final = "thanks"
"""The English of a sentence that is only polite."""
_KNOWN_MARKS: Final = re.compile(r"[¿¡a-z0-9 ,.;:()#*?&+/…°_-]*")
_FIGURE: Final = re.compile(r"(\d{1,4}):?([a-z]*)")
_SINGLE: Final = re.compile(r"(?<![^\W_])[A-Z](?![^\W_])")
_AND: Final = frozenset({"+", "&"})
_ELSEWHERE: Final = {PLUS: "and", STAYING: "keep"}
"""The English of words that mean it only where they have been found to."""
_BEHIND_NO: Final = frozenset({"?", "sorry", "thank", "thanks", "thx"})
VERBS: Final = ("keep", "give", "claim", "draw", "take", "play")
_OF_CARDS: Final = frozenset({*KINDS, "loco", "deck", "tickets"})
_NUMBERS: Final = frozenset({*CARDINALS, *ORDINALS, "last"})
_POLITE: Final = frozenset({NOTHING, "hello", "please", "regards", COURTESY, WISH})
_AROUND_CITIES: Final = frozenset(
    {"at", "card", "from", "using", "claim", "draw", "take", "play", "build", "and", "until", COMMA}
)
_TO_PEOPLE: Final = frozenset({"hello", "regards", WISH})
_NOTHING_ALONE: Final = frozenset({"at", "away", "back", BEFORE, "from", JUDGING, "rest", "until", "using"})
_OF_VACATIONS: Final = _POLITE | {"away", BEING, "until", "at", COMMA}


@dataclass(frozen=True, slots=True)
class Word:
    """A word in English; a figure, a letter, or a word of a city's name as it is."""

    english: str
    is_city: bool = False

    @property
    def is_number(self) -> bool:
        """True if it may choose a line of a list."""
        return self.english[:1].isdigit() or self.english.split(" ")[-1] in _NUMBERS

    @property
    def is_letter(self) -> bool:
        return len(self.english) == 1 and self.english.isalpha()

    @property
    def is_card(self) -> bool:
        """True if it names cards to draw, or the letter of a ticket."""
        return self.is_letter or not _OF_CARDS.isdisjoint(self.english.split())

    @property
    def is_choice(self) -> bool:
        """True if it may name what is chosen: a line, a city, cards."""
        return self.is_number or self.is_city or self.is_card

    @property
    def is_content(self) -> bool:
        """True if it may say which order is meant."""
        return self.is_number or self.is_letter or self.is_city or self.english in {*_OF_CARDS, *VERBS}


@dataclass(frozen=True)
class Speaker:
    """A language, and what its words can be about: the cities of the board, and the letters of tickets on offer."""

    language: Lexicon
    offered: Offered | None = None

    @property
    def cities(self) -> Mapping[Phrase, str]:
        """The names of cities, and the words in them, as the board has them."""
        return _list_cities(self.language, self.offered.rules.board) if self.offered else {}

    @cached_property
    def letters(self) -> frozenset[str]:
        return frozenset(letter.lower() for letter in (self.offered.letters if self.offered else ()))


@lru_cache(100)
def _list_cities(language: Lexicon, board: Board) -> Mapping[Phrase, str]:
    own = {tuple(city.slug.split("_")): city.slug.replace("_", " ") for city in board.cities}
    theirs = {phrase: city for phrase, city in language.cities_by_phrase.items() if tuple(city.split()) in own}
    parts: dict[Phrase, str] = {
        (word,): word for word in moves.words_of_cities(board) if (word,) not in language.phrases
    }
    return {**parts, **theirs, **own}


def translate(sentence: str, speaker: Speaker) -> str | None:
    """Return the English of a sentence; None if any word of it is unknown."""
    plain = numbers.without_smiles(words.plain(sentence)).strip(" ¿¡")
    if not plain or len(plain) > words.LONGEST or not _KNOWN_MARKS.fullmatch(plain):
        return None
    vacation = _translate_vacation(plain, speaker)
    if vacation is not None:
        return vacation
    translated = find_words(plain, speaker, frozenset(letter.lower() for letter in _SINGLE.findall(sentence)))
    return None if translated is None else _arrange(translated, speaker)


def _translate_vacation(plain: str, speaker: Speaker) -> str | None:
    """Return the English of "away until a day"; None for any other sentence."""
    day_found = dates.find(plain, speaker.language.code)
    translated = find_words(day_found.around, speaker) if day_found else None
    if day_found is None or translated is None:
        return None
    meanings = {word.english for word in translated}
    is_vacation = {"away", "until"} <= meanings and meanings <= _OF_VACATIONS
    return f"vacation until {day_found.day}" if is_vacation else None


def find_words(plain: str, speaker: Speaker, capitals: frozenset[str] = frozenset()) -> list[Word] | None:
    """Return the words of a sentence in English; None if any is unknown. `capitals` are letters typed as such."""
    translated: list[Word] = []
    for word in _walk(plain, speaker, capitals):
        if word is None:
            return None
        translated.append(word)
    return translated


def list_known_words(line: str, speaker: Speaker) -> list[Word]:
    """Return those words of a line in English that are known."""
    capitals = frozenset(letter.lower() for letter in _SINGLE.findall(line))
    return [word for word in _walk(words.plain(line), speaker, capitals) if word is not None]


def _walk(plain: str, speaker: Speaker, capitals: frozenset[str]) -> Iterator[Word | None]:
    """Yield each word of a text in English, the longest phrases first; None for one that is unknown."""
    pieces, place = split(plain), 0
    longest = max(speaker.language.longest, moves.LONGEST_NAME)
    while place < len(pieces):
        letter = _read_letter(pieces, place, capitals, speaker)
        if _is_refusal(pieces, place, speaker.language):
            yield Word("no")
            place += 1
            continue
        ends = range(min(len(pieces), place + longest), place, -1)
        options = ((end, word) for end in ends if (word := _find(tuple(pieces[place:end]), speaker)) is not None)
        end, word = next(options, (place + 1, None))
        if letter is not None and (end <= place + 1 or (pieces[place] in capitals and end < len(pieces))):
            word = letter
        yield word
        place = end


def _is_refusal(pieces: Sequence[str], place: int, language: Lexicon) -> bool:
    """Check whether a “no” that means “well” or “number” in this language is none: as in “no”, “2, no”, “no thanks”."""
    if pieces[place] != "no" or language.phrases.get(("no",)) in (None, "no"):
        return False
    behind = next(iter(pieces[place + 1 :]), "?")
    return behind in _BEHIND_NO or (behind == COMMA and language.phrases["no",] == "number")


def _find(phrase: Phrase, speaker: Speaker) -> Word | None:
    if phrase in speaker.cities:
        return Word(speaker.cities[phrase], is_city=True)
    if phrase in speaker.language.phrases:
        return Word(speaker.language.phrases[phrase])
    if len(phrase) > 1:
        return None
    if phrase[0] in _AND:
        return Word("and")
    figure = _FIGURE.fullmatch(phrase[0])
    if figure and figure[2] in {"", *speaker.language.endings}:
        return Word(figure[1])
    return Word(phrase[0]) if phrase[0] in (COMMA, "?") else None


def _read_letter(pieces: Sequence[str], place: int, capitals: frozenset[str], speaker: Speaker) -> Word | None:
    """Return the letter of a ticket on offer; a small letter that is also a word may be either, and is doubtful."""
    letter, _colon, ending = pieces[place].partition(":")
    if letter not in speaker.letters or (ending and ending not in speaker.language.endings):
        return None
    meaning = speaker.language.phrases.get((letter,))
    before, after = pieces[place - 1 : place], pieces[place + 1 : place + 2]
    if meaning is None or ending or letter in capitals or not after or after == [COMMA]:
        return Word(letter)
    if capitals:
        return None
    is_listed = meaning != "and" and ({*before, *after} & {COMMA, *speaker.letters})
    return Word(letter if is_listed else DOUBTFUL)


def _arrange(translated: Sequence[Word], speaker: Speaker) -> str | None:
    """Return words in the order in which English has them."""
    meanings = {word.english for word in translated}
    if not translated or BEING in meanings or _counts_people(translated):
        return None
    asks = "?" in meanings
    content = [word for word in translated if word.is_content]
    if meanings & DOUBTS or (asks and JUDGING in meanings) or _denies(translated, content):
        return _doubt(translated)
    kept = [word for word in translated if word.english not in _POLITE - {"please"} and word.english != "?"]
    kept = [word for word in kept if word.english != "please" or any(other.is_number for other in content)]
    if all(word.english == COMMA for word in kept):
        return DOUBTFUL if asks else COURTESY
    if _delays(kept) or _wants_no_more(kept):
        return _doubt(translated)
    if STAYING in meanings and not any(word.is_letter for word in content):
        return None
    english = _order([Word(_ELSEWHERE.get(word.english, word.english), word.is_city) for word in kept], speaker)
    if english == []:
        return None
    return DOUBTFUL if english is None else " ".join(english).replace(" ,", ",") + "?" * asks


def _counts_people(translated: Sequence[Word]) -> bool:
    """Check whether a number behind a wish or a greeting, with no comma between them, may be of those addressed."""
    is_behind = False
    for word in translated:
        if is_behind and word.is_number:
            return True
        is_behind = word.english in _TO_PEOPLE or (is_behind and word.english != COMMA)
    return False


def _denies(translated: Sequence[Word], content: Sequence[Word]) -> bool:
    """Check whether a “no” stands beside anything that may be ordered, or behind other words."""
    places = [place for place, word in enumerate(translated) if word.english == "no"]
    return bool(places) and (bool(content) or places != [0] or any(word.english == "yes" for word in translated))


def _delays(kept: Sequence[Word]) -> bool:
    """Check whether a “then” has no choice before or behind it, as in “2 later”, “then I take 2”."""
    choices = [place for place, word in enumerate(kept) if word.is_choice]
    thens = [place for place, word in enumerate(kept) if word.english == "then"]
    return any(not choices or not choices[0] < place < choices[-1] for place in thens)


def _wants_no_more(kept: Sequence[Word]) -> bool:
    """Check whether a “plus” that is also “no longer” joins no two cards or letters."""
    joining = [word for word in kept if word.english != "card"]
    places = [place for place, word in enumerate(joining) if word.english == PLUS]
    return any(not (_ends_with_card(joining[:place]) and _begins_with_card(joining[place + 1 :])) for place in places)


def _ends_with_card(kept: Sequence[Word]) -> bool:
    return bool(kept) and kept[-1].is_card


def _begins_with_card(kept: Sequence[Word]) -> bool:
    return next((word.is_card for word in kept if word.english not in CARDINALS), False)


def _doubt(translated: Sequence[Word]) -> str:
    """Return the English of a sentence that doubts: the numbers that it names, so that they are asked about."""
    named = list(dict.fromkeys(word.english for word in translated if word.is_number))
    return f"{DOUBTFUL}, {' or '.join(named)}" if named else DOUBTFUL


def _order(translated: list[Word], speaker: Speaker) -> list[str] | None:
    """Return an order's words as English has them; None if they may mean several things."""
    meanings = {word.english for word in translated} - {COMMA}
    if len(meanings) == 1 and not translated[0].is_city:
        return [] if meanings <= _NOTHING_ALONE else list(meanings)
    english = [word for each in translated for word in each.english.split()]
    if any(word.is_city for word in translated):
        return _name_cities(translated)
    if "number" in english:
        english = [word for word in english if word not in ("take", "draw", "play", "keep", "claim")]
    if "keep" in english and not speaker.letters:
        english = ["play" if word == "keep" else word for word in english]
    if "rest" in english:
        return _drop_rest(english, speaker)
    names_letters = any(word.is_letter for word in translated)
    if "keep" in english and not names_letters and "all" not in english and any(map(_is_cardinal, english)):
        return None
    if names_letters and {"keep", "give"} <= {*english}:
        return ", ".join(" ".join(_put_verb_first(clause)) for clause in _split_clauses(english)).split(" ")
    return _put_verb_first(english)


def _is_cardinal(english: str) -> bool:
    return english.isdigit() or english in CARDINALS


def _name_cities(translated: Sequence[Word]) -> list[str]:
    """Return a claim or a station's words, whose verb many leave out."""
    others = [word.english for word in translated if word.is_city or word.english not in _AROUND_CITIES]
    if "station" in others:
        return ["station", *(word for word in others if word != "station")]
    return others if {"keep", "give"} & {*others} else ["claim", *others]


def _put_verb_first(english: Sequence[str]) -> list[str]:
    """Return words with their verb at the head, where it is the only one."""
    verbs = {word for word in english if word in VERBS}
    if len(verbs) != 1:
        return _trim(english)
    verb = verbs.pop()
    others = _trim([word for word in english if word != verb and (word != "yes" or verb == "play")])
    return others if verb == "play" and others else [verb, *others]


def _trim(english: Sequence[str]) -> list[str]:
    """Return words without commas and an “and” around them."""
    places = [place for place, word in enumerate(english) if word not in (COMMA, "and")]
    return list(english[places[0] : places[-1] + 1]) if places else []


def _drop_rest(english: Sequence[str], speaker: Speaker) -> list[str] | None:
    """Return "give C" for "give C, keep the rest"; None if that leaves open which tickets are kept."""
    clauses = list(_split_clauses(english))
    rest = next(clause for clause in clauses if "rest" in clause)
    others = [clause for clause in clauses if clause is not rest]
    verbs = [{"keep", "give"} & {*clause} for clause in (rest, *others)]
    if len(others) != 1 or len(verbs[0]) != 1 or len(verbs[1]) != 1 or verbs[0] == verbs[1]:
        return None
    named = [word for word in others[0] if word in speaker.letters]
    counts = [_count(word) for word in rest if _is_cardinal(word)]
    is_known = {*rest} <= {*verbs[0], "rest", "all", "back", *CARDINALS} | {word for word in rest if word.isdigit()}
    if not is_known or any(count != len(speaker.letters) - len(named) for count in counts):
        return None
    return _put_verb_first([word for word in others[0] if word != "back"])


def _count(word: str) -> int:
    return int(word) if word.isdigit() else CARDINALS.index(word) + 1


def _split_clauses(english: Sequence[str]) -> Iterator[list[str]]:
    """Yield the clauses between commas; without one, those around an “and” with a verb on both sides."""
    marks = [place for place, word in enumerate(english) if word == COMMA]
    if not marks:
        ands = [place for place, word in enumerate(english) if word == "and"]
        marks = [place for place in ands if _has_verb(english[:place]) and _has_verb(english[place:])]
    start = 0
    for end in (*marks, len(english)):
        if clause := _trim(english[start:end]):
            yield clause
        start = end
    return


def _has_verb(english: Sequence[str]) -> bool:
    return not {"keep", "give"}.isdisjoint(english)
