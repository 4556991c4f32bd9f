"""The words that people put around a number or an order: one table for each language. Pure.

Another language is another `Phrases` in `LANGUAGES`. All words are as `words.plain` leaves them: in lowercase, without
accents and apostrophes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one language that choose from a list, doubt, or take back what was written.

    Words that choose:
    - `ones` stand for a line of the list, as in “the second one”; they are a number only where no other is.
    - `taking` are verbs that may also draw the card with this number; `choosing` are words that only choose.
    - A line that begins with one of `no_choosers` speaks of a person or a turn; with a verb that chooses, too, it is
      asked about.
    - `numero` stands before a number, and `typos` are slips that can mean one word only.
    - `asking` is a polite question, which asks for what it names.

    Words that change nothing: `courtesies` and `kind_phrases` beside a number, `openings` before an order as it is
    typed, and what is wished `to_others`.

    Numbers that choose nothing: behind one of the `measures` it is an hour, a day or an age; before what is `counted`
    it counts. One before a word that says `also` is a choice.

    Words that make an order unclear:
    - `doubts` do so beside a number; those of them that are `conditions`, in talk only at the head of a sentence.
    - `judging` words ask about the order in a question beside it.
    - `retractions` and `instead` take back what was written.
    - A sentence beside an order that is `put_off` delays it, makes it depend on something, or says that it is none, or
      of another player, or not the only one liked.
    - A sentence on a line of its own that is `conditional` does the same, unless its words are `unconditional`.
    """

    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    last: frozenset[str]
    ones: frozenset[str]
    taking: frozenset[str]
    courtesies: frozenset[str]
    kind_phrases: re.Pattern[str]
    asking: re.Pattern[str]
    numero: re.Pattern[str]
    typos: Mapping[str, str]
    doubts: frozenset[str]
    conditions: frozenset[str]
    choosing: frozenset[str]
    no_choosers: frozenset[str]
    judging: frozenset[str]
    measures: frozenset[str]
    counted: frozenset[str]
    also: frozenset[str]
    retractions: re.Pattern[str]
    instead: re.Pattern[str]
    to_others: re.Pattern[str]
    put_off: re.Pattern[str]
    openings: re.Pattern[str]
    conditional: re.Pattern[str]
    unconditional: re.Pattern[str]


_CARDINALS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
_DEPENDS: Final = (
    r"(?:if|unless|provid(?:ed|ing)|assuming|suppos(?:e|ing)|(?:as|so) long as|as soon as|in (?:the )?(?:case|event)"
    r"|on (?:the )?condition|depending|except|until|till|whenever|when|once|after|before|pending)"
)
_BEGINS: Final = (
    r"^(?:(?:p ?s|nb|note|and|but|so|only|just|or|well|then|please|pls|oh|oops|sorry|hey|actually|no|ok)[ ,.:;!-]+)*"
)
_MOVE: Final = r"(?:this|that|it|them|my (?:move|order|answer|reply|e?mail|message))"
ENGLISH: Final = Phrases(
    cardinals={word: number for number, word in enumerate(_CARDINALS, 1)},
    ordinals={word: number for number, word in enumerate(_ORDINALS, 1)},
    last=frozenset({"last"}),
    ones=frozenset({"one"}),
    taking=frozenset({"take", "taking", "took"}),
    courtesies=frozenset(
        {
            "again",
            "and",
            "answer",
            "bye",
            "cheers",
            "choice",
            "choose",
            "choosing",
            "do",
            "entry",
            "fine",
            "folks",
            "for",
            "go",
            "going",
            "greetings",
            "guys",
            "hello",
            "hey",
            "hi",
            "i",
            "id",
            "ill",
            "im",
            "is",
            "it",
            "item",
            "ive",
            "just",
            "kindly",
            "let",
            "lets",
            "like",
            "line",
            "me",
            "move",
            "my",
            "now",
            "nr",
            "number",
            "ok",
            "okay",
            "option",
            "period",
            "pick",
            "picking",
            "play",
            "playing",
            "please",
            "pls",
            "plz",
            "regards",
            "reply",
            "select",
            "selecting",
            "so",
            "suggestion",
            "sure",
            "ta",
            "thank",
            "thanks",
            "the",
            "then",
            "thx",
            "to",
            "turn",
            "ty",
            "want",
            "well",
            "will",
            "with",
            "would",
            "yeah",
            "yep",
            "yes",
            "you",
        }
    ),
    kind_phrases=re.compile(
        r"\b(?:have an? (?:nice|good|great|lovely) (?:day|evening|night|weekend|week|one)"
        r"|good (?:morning|evening|night|day|afternoon|luck|game)(?: (?:all|everyone|everybody|to you))?"
        r"|(?:well|nicely) (?:played|done)|see you(?: later| soon)?|take care|all the best|best wishes|kind regards"
        r"|(?:many|much) thanks|thanks a lot|thank you (?:so|very) much|thanks (?:so|very) much|(?:of )?course"
        r"|sorry for the (?:delay|wait|late (?:reply|answer|move))|sorry im late|this time|for now|on the list"
        r"|(?:looks|sounds|seems) (?:good|great|fine|best|right)|(?:from|of|in|on) (?:the|your) list|hi there)\b"
    ),
    asking=re.compile(r"(?:can|could|may) i (?:please )?(?:have|get|play|do) ([^?]*)\?"),
    numero=re.compile(r"\bno\. ?(?=\d)"),
    typos={
        **dict.fromkeys(("nubmer", "numebr", "numbr", "numer"), "number"),
        **dict.fromkeys(("plase", "pleas", "pleese", "plesae", "plaese", "pleae"), "please"),
        **dict.fromkeys(("thansk", "thnks", "thnx", "tahnks", "thanx"), "thanks"),
        **dict.fromkeys(("teh", "hte"), "the"),
        **dict.fromkeys(("opiton", "otpion", "optoin"), "option"),
        "tow": "two",
        "threee": "three",
        "fuor": "four",
        "fvie": "five",
        "frist": "first",
        "secnod": "second",
        "chose": "choose",
    },
    doubts=frozenset(
        {
            "actually",
            "alternatively",
            "although",
            "before",
            "but",
            "cancel",
            "cannot",
            "cant",
            "didnt",
            "doesnt",
            "dont",
            "either",
            "else",
            "except",
            "hm",
            "hmm",
            "hold",
            "if",
            "ignore",
            "instead",
            "isnt",
            "joke",
            "joking",
            "kidding",
            "maybe",
            "mistake",
            "neither",
            "never",
            "no",
            "nope",
            "nor",
            "not",
            "oops",
            "or",
            "otherwise",
            "perhaps",
            "probably",
            "rather",
            "scratch",
            "think",
            "undo",
            "unless",
            "unsure",
            "until",
            "wait",
            "when",
            "whatever",
            "whichever",
            "wont",
            "wrong",
        }
    ),
    conditions=frozenset({"before", "but", "if", "although", "until", "when"}),
    choosing=frozenset({"choice", "choose", "number", "option", "pick", "play", "please", "pls", "plz", "select"}),
    no_choosers=frozenset({"me", "you", "u", "turn", "round", "player"}),
    judging=frozenset(
        {
            "allowed",
            "better",
            "can",
            "choice",
            "correct",
            "could",
            "enough",
            "good",
            "it",
            "legal",
            "move",
            "number",
            "ok",
            "okay",
            "one",
            "option",
            "or",
            "possible",
            "right",
            "should",
            "that",
            "this",
            "which",
            "work",
            "works",
            "would",
        }
    ),
    measures=frozenset(
        {
            "about",
            "age",
            "all",
            "at",
            "by",
            "for",
            "from",
            "last",
            "least",
            "most",
            "next",
            "of",
            "on",
            "only",
            "over",
            "past",
            "room",
            "than",
            "the",
            "till",
            "to",
            "until",
        }
    ),
    counted=frozenset(
        {"day", "days", "hour", "hours", "minute", "minutes", "month", "months", "point", "points", "round", "rounds"}
        | {"train", "trains", "turn", "turns", "week", "weeks", "year", "years"}
    ),
    also=frozenset({"also", "as", "instead", "is", "looks", "seems", "then", "too", "was", "would"}),
    retractions=re.compile(
        r"(?:(?:oh|oops|whoops|ah|argh|hmm|er|sorry|ok|no|nope|but)[,.;:-]* )*"
        r"(?:wait(?! for| until| till| and see)|hold on|hang on|scratch (?:that|it)|strike that|never ?mind"
        r"|cancel(?: (?:that|it|this))?|forget (?:that|it)|ignore (?:that|it|the)"
        r"|disregard(?: (?:that|it|this))?|(?:i )?(?:take|took|taking) (?:it|that|this) back|on second thoughts?"
        r"|i(?:ve)? changed? my mind|changed my mind|i (?:mean|meant)|make that|actually|rather|better|not that|no not"
        r"|dont (?:do|play) (?:that|it)|undo that|that was (?:wrong|a mistake)|my mistake|or (?:rather|maybe|better))\b"
        r"|(?:no|nope|oops|whoops)(?:[,.;:-]+(?: .*)?)?$"
    ),
    instead=re.compile(r"\b(?:instead|rather than|changed my mind)\b"),
    to_others=re.compile(r"\b(?:good (?:luck|game)|(?:well|nicely) (?:played|done))\b"),
    put_off=re.compile(
        r"^(?:(?:and|but|only|just|or|well|then|so|please|that is|ie) )*(?:once|after|as soon as|(?:as|so) long as"
        r"|provid(?:ed|ing)|assuming|in (?:the )?(?:case|event)|on condition|depending|whenever|pending|draft|undecided"
        r"|tb[acd]|not yet)\b(?!,? (?:again|more|upon|all)\b)"
        r"|^(?:(?:and|but|only|just|or|well|maybe|better|not) )*(?:tomorrow|later(?: (?:today|on|this week))?|tonight"
        r"|soon|some other time|another (?:time|day)|next (?:week|time|turn|month)|this evening"
        r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)[ .,;:)!]*$"
        r"|\b(?:play|do|make|send|move|decide|claim|draw)(?: (?:it|this|that))? (?:tomorrow|later|tonight|once|after"
        r"|as soon as|when|next (?:week|time|turn))\b"
        r"|\b(?:ill|will|to|let me) (?:decide|reconsider)\b"
        r"|^(?:(?:it|that) )?(?:was|is|were|has been|have been|got|had been|has) (?:been )?"
        r"(?:already |now |just |all )?(?:taken|claimed|gone|built|blocked|closed|played|occupied|used|drawn|bought"
        r"|[a-z]+ed by)\b"
        r"|\bin (?:your|his|her|their) (?:place|shoes|position)\b|\bi (?:mean|meant)\b(?! (?:to|it|well|no)\b)"
        r"|\b(?:id|i would) (?:do|play|take|choose|claim|draw)\b"
        r"|\bif i were\b|\bi (?:also|too) (?:like|want|need|consider|would)|\b(?:also|too) tempting\b|\btempting too\b"
        r"|\balternative\b|\bas an example\b|\bfor example\b"
    ),
    openings=re.compile(
        r"(?:(?:(?:hi|hello|hey|dear|good (?:morning|evening|day|afternoon)|thanks|thank you|thx|cheers|sorry)"
        r"(?: [a-z]+){0,6} ?[,.;:!-]+|(?:ok|okay|sure|right|alright|all right|great|fine|well|cool|good|nice|perfect"
        r"|done|yes|yeah|yep|yup|so|then|now|please|hi|hello|hey|ah|oh|aha)(?: then)?[ ,.;:!-]+"
        r"|(?:let['’]?s|i(?:['’]?d| would) (?:like|love) to|i want to|i(?:['’]?ll| will)|i(?:['’]?m| am) going to) "
        r"(?=[a-z]{4}))\s*)+",
        re.IGNORECASE,
    ),
    conditional=re.compile(
        rf"^(?:(?:and|but|so|only|just|or|well|then|even|please|ok|that is|ie|i mean|not|no|thanks|thank you"
        rf"|thx|best|cheers)[ ,:;-]+)*{_DEPENDS}\b"
        rf"|\bunless\b|\bonly {_DEPENDS}\b|\bbut not {_DEPENDS}\b|\bon condition\b|\bprovided that\b|\bas long as\b"
        r"|^(?:please )?(?:do|play|move|claim|draw|ignore|skip|cancel|wait|hold|forget|disregard"
        rf"|(?:make|use|take|send|submit|count) (?:it|this|that|mine|my move))\b.*\b{_DEPENDS}\b"
        r"|^(?:please )?(?:wait|hold on) for (?!me\b|us\b|you\b)"
        rf"|{_BEGINS}(?:wait|hold|hold off) (?:with|on) {_MOVE}\b"
        rf"|{_BEGINS}(?:do not|dont|never) (?:play|do|make|send|submit|move|count|process)"
        rf" (?:{_MOVE}|yet|before|until)\b"
        rf"|{_BEGINS}(?:ignore|disregard|forget|skip|cancel|scrap) (?:{_MOVE}|(?:all |everything |the )?above)\b"
        r"|\b(?:hit|pressed|clicked|pushed|tapped) send (?:too|by|before|accidentally)\b"
        rf"|\b(?:sent|send) (?:{_MOVE} )?(?:too (?:early|soon)|by (?:mistake|accident)|accidentally)\b"
        rf"|^(?:this|that|it|thats|its)(?: is|s)?(?: only| just)? {_DEPENDS}\b|\b{_DEPENDS}[ ,:-]*$"
        r"|^(?:or|else|otherwise|alternatively|in that case|failing that)\b"
        r"|^(?:(?:or|but|well|hmm+),? )*(?:maybe|perhaps|probably|possibly|i think|i guess|not sure(?: yet)?|not yet"
        r"|pending|tomorrow|tonight|later(?: today)?|draft|undecided|tb[acd])[ .,;:-]*$"
    ),
    unconditional=re.compile(
        r"\bif (?:you (?:like|want|ask me|know what)|only\b|i (?:may|remember|recall))|\bonce (?:again|more|upon)\b"
        r"|\bafter all\b|\bbefore i forget\b|\b(?:until|till) (?:then|next|soon|later|tomorrow)\b"
        r"|\b(?:when|if) (?:is|are|was|were|do|does|did|will|shall|should|can|could|would|have|has)\b"
        r"|\bin case you (?:wonder|care|missed|didnt|havent)|\bas long as you (?:want|like|need|wish)\b|\btake care\b"
        r"|^.*\b(?:recipients?|confidential\w*|privileged|in error|printing)\b.*"
    ),
)
LANGUAGES: Final = (ENGLISH,)
