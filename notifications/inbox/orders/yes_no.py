"""Answers to an invitation or a proposal, as people write them: "count me in", "no problem", "sorry, can't". Pure.

Beside a yes, in its own sentence, only what is known to agree with it or to change nothing may stand; anything else
makes it unclear, and is asked about. Other sentences may say what they like, as long as they are short and have no word
of negation, condition, delay, doubt, question or order. So may other lines, more freely. Another language is another
`YesNoWords` in `LANGUAGES`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from games import names
from notifications.inbox.orders import clauses, conditions, numbers, words
from notifications.inbox.orders.lines import greets


class YesNo(Enum):
    """A yes, a no, or what may be either."""

    YES = auto()
    NO = auto()
    UNSURE = auto()


@dataclass(frozen=True, slots=True)
class YesNoWords:
    """The words of one language, as `words.plain` leaves them.

    `before` changes nothing about the answer after it. `wish` is a yes unless a `refusal` follows. `yes` and `no` begin
    an answer, and `unsure` may be either. After a yes, there may be only more of it, and `beside`. What follows a no
    must not have `reversals`, but may have `regrets`. `doubts` on another line, unless in `idioms`, make a yes unclear;
    in another sentence of its line, so do `requests`: words of delay, demand, order or refusal.
    """

    before: re.Pattern[str]
    wish: re.Pattern[str]
    yes: re.Pattern[str]
    beside: re.Pattern[str]
    no: re.Pattern[str]
    regrets: re.Pattern[str]
    unsure: re.Pattern[str]
    refusal: re.Pattern[str]
    reversals: re.Pattern[str]
    doubts: re.Pattern[str]
    requests: re.Pattern[str]
    idioms: re.Pattern[str]


_ENDS: Final = (
    r"(?=$|[^a-z0-9 ]| *[^\x00-\x7f]| [:;=]-?[()]"
    r"| (?:please|pls|thanks|thank|thx|then|too|and|but|if|sorry|all|guys|everyone|with (?:me|you)|for me|at all)\b)"
)
"""What follows words that are an answer only by themselves."""
_ENGLISH: Final = YesNoWords(
    before=re.compile(
        r"(?:(?:hi|hello|hey|dear|good (?:morning|evening|day|afternoon))(?: [a-z]+){0,2}[,.!]+ *"
        r"|(?:oh|well|ah|haha|thanks(?: for (?:asking|the invitation|inviting me))?|thank you|from me)[,.:! ]+)+"
    ),
    wish=re.compile(
        r"(?:i(?:d| would) (?:really )?(?:love|like)(?: to)?|(?:i(?:d| would) be )?(?:happy|glad) to)"
        rf"(?: (?:play|join|take part|be in|come|try|agree|accept))?{_ENDS}"
    ),
    yes=re.compile(
        r"(?:yes+|yse|yeah|yea|yep|yup|aye|sure(?: thing)?|of course|certainly|definitely|absolutely|ok|okay)\b"
        r"|(?:ya?|k|agreed?|(?:i )?(?:agree|accept(?:ed)?|do accept)"
        r"(?: (?:to )?(?:it|this|that|(?:the|your|this) (?:invitation|invite|proposal|offer)))?"
        r"|i(?:ll| will) (?:join|play)|gladly|with pleasure"
        r"|(?:thats |it is |its )?(?:fine|good|great)(?: (?:by|with|for) me)|fine|thats (?:fine|good|great|ok|okay)"
        r"|(?:sounds|looks) (?:good|great|fine|fun)|(?:good|great) idea|works for me|(?:count|deal) me in|i ?a?m in"
        r"|(?:i ?a?m )?(?:all )?in favou?r(?: of (?:it|this|that))?"
        r"|join|go ahead|please do|do it|lets (?:do (?:it|that)|play|go)|deal|by all means|why not|cant wait"
        r"|no (?:problem|worries|objections?(?: from me)?)|i (?:have )?no objections?|\U0001f44d|\u2705|\U0001f44c)"
        rf"{_ENDS}"
    ),
    beside=re.compile(
        r"(?:please|pls|plz|thanks a lot|(?:many )?thanks|thank you(?: (?:so|very) much)?|thx|ty|cheers"
        r"|for (?:asking|(?:the )?(?:invitation|invite|inviting me)|organi[sz]ing(?: (?:it|this))?|waiting)"
        r"|and|so|then|too|also|again|me|all(?: good| right)?|guys|folks|everyone|everybody|hi|hello|indeed"
        r"|(?:very )?(?:happily|much so)|totally"
        r"|(?:with|from|for|by) (?:me|you|us|my side)|same here|count on me|to play|happy to(?: play| join)?"
        r"|sorry (?:for (?:the|my|being) (?:(?:long|short) )?(?:delay|wait|late (?:reply|answer)|late|silence)|im late)"
        r"|(?:it |that )?happens(?: to (?:all of us|everyone|everybody|the best(?: of us)?|us all|me(?: too)?))?"
        r"|(?:i )?(?:wouldnt|would not) miss (?:it|this)(?: for (?:the world|anything))?|dont worry"
        r"|take your time(?:,? (?!before|first|if|once|till|until|when)[a-z]+(?= *(?:$|[.!])))?"
        r"|(?:there is |theres )?no (?:rush|hurry|doubt)(?: at all)?|not a problem|at all|if you (?:like|want)"
        r"|(?:i ?a?m )?(?:really )?looking forward(?: to (?:it|this|that|playing|the game))?|to (?:start|begin)"
        r"|(?:that |this |it )?(?:sounds|looks) (?:like fun|(?:very )?(?:good|great|fine|fun|perfect))(?: to me)?"
        r"|(?:a )?(?:good|great|nice|excellent|lovely|perfect|wonderful|fine)(?: (?:idea|with me|by me|for me))?"
        r"|i ?a?m (?:ready|free|around|(?:fine|happy) with (?:it|that|this)|happy to(?: play| join| agree)?)"
        r"|i (?:do|would|will|want to (?:play|join))|it (?:would|will) be (?:fun|great|a pleasure)"
        r"|(?:thats|that is|thats exactly) (?:what i meant|right|correct)|i ?a?m sure"
        r"|after all|(?:yes )?(?:i |we )?can(?: (?:play|join|make it|do it))?|i changed my mind"
        r"|my pleasure|as (?:proposed|you (?:like|wish|propose))"
        r"|see you(?: (?:then|there|soon|tomorrow|tonight|around|next week"
        r"|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))?"
        r"|(?:this time )?for real(?: this time)?|say (?:hi|hello) to [a-z]+|lets keep (?:playing|going)"
        r"|enjoy(?: (?:the|your) (?:trip|time|break|days?(?: off)?|holidays?|vacation|weekend|journey))?|safe travels?"
        r"|have (?:fun|a (?:nice|good|great|safe) (?:day|evening|week|weekend|trip|time|break|holiday|journey)))"
        r"(?![a-z0-9])"
    ),
    no=re.compile(
        r"(?:nope|nah|no thanks|no thank you|count me out|(?:i(?:d| would) )?rather not)\b"
        r"|(?:actually,? )?(?:no|no way|not (?:this time|now|today|for me|interested|possible|me)|i ?a?m out|no time"
        r"|id prefer not to"
        r"|(?:(?:im |i am )?(?:sorry|afraid|unfortunately)[,.]* )?(?:i )?(?:cant|cannot|can not|wont)"
        r"(?: (?:play|join|come|make it|(?:this|next) (?:time|week|month|year)|now|right now|do that))*"
        r"|(?:im |i am )?(?:sorry|afraid|unfortunately)[,.]* (?:no|not)"
        r"|(?:i )?(?:decline|disagree|refuse)d?|please dont|dont do (?:it|that)|i(?:ll| will)? pass"
        rf"|\U0001f44e|\u274c){_ENDS}"
    ),
    regrets=re.compile(r"(?:i ?a?m )?(?:sorry|afraid|unfortunately)(?![a-z0-9])"),
    unsure=re.compile(
        r"(?:maybe|perhaps|not yet|not sure|i ?a?m not sure|i dont know|dont know|hm+|possibly|probably|no way)\b"
    ),
    refusal=re.compile(
        r"\b(?:but|sorry|unfortunately|sadly|alas|afraid|however|though)\b.{0,40}\b"
        r"(?:cant|cannot|can not|no time|not (?:this time|now|today|possible)|too busy|unable|wont)\b"
    ),
    reversals=re.compile(
        r"\b(?:yes|yep|yeah|ok|okay|wait|actually|agreed?|accept|hm+|or|sure|unless|until|if|of course|maybe|perhaps"
        r"|(?:i ?a?m|count me|deal me) in|(?:id|would) (?:love|like) to|cant wait|(?:wouldnt|id|would) miss"
        r"|no (?:problem|objections?)|why not|go ahead|not a problem|gladly|by all means|on second thoughts?"
        r"|chang(?:ed|ing) my mind)\b|\?|[\U0001f44d\u2705\U0001f44c]"
    ),
    doubts=re.compile(
        r"\b(?:if|but|only|unless|except|provid(?:ed|ing)|assuming|depend(?:s|ing)|(?:as|so) long as|as soon as|in case"
        r"|when|once|until|till|after|before|maybe|perhaps|possibly|probably|later|hm+|wait|hold on|hang on|no|not|nope"
        r"|nah|never|neither|nor|cant|cannot|dont|doesnt|wont|wouldnt|couldnt|shouldnt|didnt|isnt|arent|however|though"
        r"|although|actually|or|otherwise|instead|rather|unsure|unfortunately|sadly|alas|regret|afraid|unable"
        r"|too (?:busy|fast|slow|late|early|much|many|long|short|soon|hard|difficult|tired|often)"
        r"|(?:count me|i ?a?m|im) out|pass|declin\w*|refus\w*|object\w*|against|veto\w*|disagree\w*|reject\w*"
        r"|withdraw\w*|cancel\w*|think|thinking|consider\w*|get back|let me|ask|lets see|well see"
        r"|(?:next|another|some other) time"
        r"|busy|away|stay\w*|remain\w*|travel\w*|take (?:it|that) back|forget it|disregard|mistake|kidding|joking"
        r"|impossible|quit\w*|leav\w+|prefer\w*)\b"
        r"|\?|[\U0001f44e\u274c]|^sorry$"
    ),
    requests=re.compile(
        r"\b(?:tomorrow|tonight|soon|yet|next|first|days?|weeks?|weekend|months?|years?|hours?|minutes?|moment|january"
        r"|february|march|april|may|june|july|august|september|october|november|december|holidays?|vacation|office"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
        r"|need|must|have to|got to|gotta|should|could|would|id|might|can|will|ill|shall|gonna|going to|wants?|wish"
        r"|please|pls|remind|tell|check|confirm|show|send|chang\w*|mak(?:e|ing)|set|gives?|add|remove|replace|swap"
        r"|switch|drop|kick|invite|use|start\w*|stop\w*|ends?|ended|resign\w*|resum\w*|paus\w*|unsubscribe|undo"
        r"|claim|draw|take|build|keep|complete|place|marker|station|dig|tickets?|deck|cards?|slower|faster|longer|shorter"
        r"|ignore|disregard|forget|scratch|delete|without|none|nobody|nothing|hardly|barely|less|least|fewer|unlikely|doubt\w*|fake|lie|lies|lying|jokes?|wrong"
        r"|error|test|accident\w*|oops|sorry|excuse|apolog\w*|whether|either|different|another|other|given|while|still"
        r"|hate|dislike|boring|bored|enough|over|done|finished|out|off|sick|tired|dead|hospital|miss it|in your dreams"
        r"|who|whose|whom|which|where|decide\w*|unclear|depend\w*|against|under|nor)\b|[0-9\U0001f915\U0001f912]"
    ),
    idioms=re.compile(
        r"\b(?:why not|no (?:problem|worries|rush|hurry|doubt)|not a problem|wouldnt miss (?:it|this)|dont worry"
        r"|cant wait|let me know|me too|if you (?:like|want)|once (?:more|again)|not at all)\b"
        r"|\bbefore(?= *(?:$|[.)]))"
    ),
)
LANGUAGES: Final = (_ENGLISH,)
_SENTENCE: Final = re.compile(r"(?<=[.!…;])[ )]+|(?<=:\))\s+|(?<=:-\))\s+")
MOST_SENTENCES: Final = 4
LONGEST_SENTENCE: Final = 80
"""Characters of a sentence beside a yes; a longer one is a story, and asked about."""
_BETWEEN: Final = re.compile(r"[ ,.;:)*~…-]+")
MOST_LINES: Final = 12
"""How many lines are looked through for an answer."""
MOST_BELOW: Final = 40
"""How many lines are looked through for what takes it back."""
LONGEST_BELOW: Final = 1000
"""Characters of another line; a longer one may say anything."""


def find(lines: Sequence[str]) -> tuple[int, YesNo] | None:
    """Return the first line that is no greeting, if it is an answer, and the answer; None if it is none."""
    place = next((place for place, line in enumerate(lines[:MOST_LINES]) if read_line(line) or not greets(line)), None)
    answer = None if place is None else read_line(lines[place])
    if place is None or answer is None:
        return None
    others = (*lines[:place], *lines[place + 1 :][:MOST_BELOW])
    return place, YesNo.UNSURE if any(is_doubted(answer, line) for line in others) else answer


def read_line(line: str) -> YesNo | None:
    """Return the answer that a line gives; None if it gives none."""
    plain = _make_plain(line)
    if len(plain) > words.LONGEST or numbers.read(line, 0):
        return None
    return next((answer for phrases in LANGUAGES if (answer := _read_in(phrases, plain))), None)


def _make_plain(line: str) -> str:
    """Return a line in plain letters, which know no exclamation mark: its sentences end in full stops."""
    return " ".join(words.plain(line.replace("!", ".")).split())


def is_whole(line: str) -> bool:
    """Check whether a line is a clear answer and nothing more."""
    answer, plain = read_line(line), _make_plain(line)
    if answer is YesNo.YES:
        return any(_is_yes(phrases, _skip_greeting(phrases, plain)) for phrases in LANGUAGES)
    return answer is YesNo.NO and any(_is_only_no(phrases, plain) for phrases in LANGUAGES)


def _is_only_no(phrases: YesNoWords, plain: str) -> bool:
    return _is_made_of(_skip_greeting(phrases, plain), phrases.no, phrases.regrets, phrases.beside)


def is_friendly(line: str) -> bool:
    """Check whether a line below a yes surely leaves it as it is."""
    return any(
        _is_yes(phrases, sentence) or _is_friendly(phrases, sentence)
        for phrases in LANGUAGES
        for sentence in [_make_plain(line)]
    )


def is_doubted(answer: YesNo, line: str) -> bool:
    """Check whether another line of an email doubts the answer, reverses it, or makes conditions."""
    if len(line) > LONGEST_BELOW or numbers.take_back(line) is not None:
        return True
    plain = names.plain(line)
    return any(_contrary(phrases, answer).search(phrases.idioms.sub(" ", plain)) for phrases in LANGUAGES)


def _contrary(phrases: YesNoWords, answer: YesNo) -> re.Pattern[str]:
    return phrases.reversals if answer is YesNo.NO else phrases.doubts


def _read_in(phrases: YesNoWords, plain: str) -> YesNo | None:
    text = _skip_greeting(phrases, plain)
    if wish := phrases.wish.match(text):
        if phrases.refusal.search(phrases.idioms.sub(" ", text[wish.end() :])):
            return YesNo.NO
        return _agree_if(_agrees(phrases, text))
    if phrases.yes.match(text):
        return _agree_if(_agrees(phrases, text))
    if declined := phrases.no.match(text):
        return YesNo.UNSURE if phrases.reversals.search(text[declined.end() :]) else YesNo.NO
    return YesNo.UNSURE if phrases.unsure.match(text) else None


def _agrees(phrases: YesNoWords, text: str) -> bool:
    """Check whether a text is a yes and nothing more, but for sentences below it that leave it as it is."""
    first, *others = _SENTENCE.split(text)
    return len(others) < MOST_SENTENCES and all(
        _is_yes(phrases, sentence) or (place > 0 and _is_friendly(phrases, sentence))
        for place, sentence in enumerate((first, *others))
    )


def _is_yes(phrases: YesNoWords, text: str) -> bool:
    return _is_made_of(text, phrases.wish, phrases.yes, phrases.beside)


def _is_friendly(phrases: YesNoWords, sentence: str) -> bool:
    """Check whether a sentence beside a yes neither doubts nor delays it, and wants nothing else."""
    text = phrases.idioms.sub(" ", sentence)
    return (
        len(sentence) <= LONGEST_SENTENCE
        and clauses.is_talk(sentence, 0)
        and conditions.find([sentence]) is None
        and not (phrases.doubts.search(text) or phrases.requests.search(text))
    )


def _agree_if(is_clear: bool) -> YesNo:
    return YesNo.YES if is_clear else YesNo.UNSURE


def _skip_greeting(phrases: YesNoWords, plain: str) -> str:
    start = phrases.before.match(plain)
    return plain[start.end() :] if start else plain


def _is_made_of(text: str, *known: re.Pattern[str]) -> bool:
    """Check whether a text is a row of such phrases, the longest taken first, and nothing else."""
    text, place = " ".join(numbers.without_smiles(text).split()), 0
    while place < len(text):
        ends = [match.end() for pattern in (_BETWEEN, *known) if (match := pattern.match(text, place))]
        if max(ends, default=place) == place:
            return False
        place = max(ends)
    return True
