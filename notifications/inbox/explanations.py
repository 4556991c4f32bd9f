"""Explanations of why a line is not an order, and what to write instead: a sentence for each reason."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import words
from notifications.inbox import orders
from notifications.inbox.orders import Offered, Order, OrdersRead, StoppedAt, Why, talk
from notifications.inbox.reply import not_your_turn, short, too_late
from notifications.letters import hand
from notifications.order_words import order_words

_WEEKDAY: Final = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_WISHES: Final = (
    (
        re.compile(r"\b(?:paus\w*|break|holidays?|vacation|travel\w*|away)\b", re.I),
        gettext_lazy(
            "Not understood: “%(line)s”. Reply “%(pause)s” to propose a pause to the table; or, if only you are away, "
            "with a line such as “%(vacation)s”."
        ),
    ),
    (
        re.compile(r"\bunsubscribe\b|^stop[.! ]*$|\bstop (?:all |these |your )?(?:e?mails?|emailing|writing)\b", re.I),
        gettext_lazy(
            "Not understood: “%(line)s”. To get no more emails but answers, write “%(stop_all_mail)s” to %(site)s. To "
            "leave this game, reply “%(resign)s”."
        ),
    ),
    (
        re.compile(r"\b(?:go on|continue|resume|unpause)\b", re.I),
        gettext_lazy("Not understood: “%(line)s”. To play on after a pause, reply “%(go_on)s”."),
    ),
    (
        re.compile(r"\b(?:play(?:ing)? (?:it )?again|rematch|revenge|another game)\b", re.I),
        gettext_lazy(
            "Not understood: “%(line)s”. Once the game is over, reply “%(play_again)s” to invite the same players to"
            " another one."
        ),
    ),
    (
        re.compile(r"\b(?:my name|rename)\b", re.I),
        gettext_lazy("Not understood: “%(line)s”. To change your name, write a line such as “%(rename)s” to %(site)s."),
    ),
    (
        re.compile(r"^new\b.*\b(?:game|table|seats?|players)\b", re.I),
        gettext_lazy("Not understood: “%(line)s”. New tables are opened by an email to %(site)s."),
    ),
    (
        re.compile(r"\b(?:nudge|remind|wake)\b", re.I),
        gettext_lazy("Not understood: “%(line)s”. Reply “%(nudge)s” to remind whoever the game waits for."),
    ),
    (
        re.compile(r"\b(?:more time|more (?:days|hours)|(?:days|hours) more|extra time)\b", re.I),
        gettext_lazy(
            "Not understood: “%(line)s”. To propose more time for whoever the game waits for, reply with a line such as"
            " “%(more_time)s”."
        ),
    ),
    (
        re.compile(r"\bstand-?ins?\b", re.I),
        gettext_lazy(
            "Not understood: “%(line)s”. Reply “%(stand_in)s”, and a stand-in holds your seat until you come back with"
            " “%(return)s”; or “%(stand_in_for)s”, to have one play for somebody else."
        ),
    ),
    (
        re.compile(
            r"\b(?:i.?m out|i am out|resign|quit|quitting|give up|drop(?:ping)? out|leav(?:e|ing)|no time)\b", re.I
        ),
        gettext_lazy(
            "Not understood: “%(line)s”. Reply “%(stand_in)s”, and a stand-in holds your seat until you come back; or"
            " “%(resign)s”, to leave the game for good."
        ),
    ),
    (
        re.compile(
            r"\bwho(?:se|s|['’]s)?\b.*\b(?:next|turn|move|winning|ahead|wait\w*|play\w*)\b|\bdeadline\b"
            r"|\btime (?:is )?left\b"
            r"|\bhow (?:long|much time)\b|\b(?:until|till|by) when\b|\bwhen (?:is|must|do i|does)\b",
            re.I,
        ),
        gettext_lazy(
            "Not understood: “%(line)s”. Reply “%(status)s”: it says whose turn it is, until when, and all counts."
        ),
    ),
)
"""Words of wishes that are no orders, and what can be written instead."""


def explained(stopped: StoppedAt, offered: Offered, *, is_first: bool) -> list[str]:
    """Return the reason, and how much of the email was carried out. `is_first`: no order precedes the line."""
    outcome = _("Nothing was done.") if is_first else _("Nothing from there on was done.")
    if not offered.is_open and _seems_a_move(stopped, offered):
        was_asked = bool(offered.listed) or offered.is_asked
        return [too_late(stopped.line) if was_asked else not_your_turn(stopped.line), outcome]
    if not is_first and is_of_the_game(stopped, offered):
        return [_("Not understood: “%(line)s”.") % {"line": short(stopped.line)}, outcome]
    closed = [] if offered.is_open or not offered.listed else [_("The question that you answered is no longer open.")]
    return [*closed, SENTENCES[stopped.reason](stopped, offered), outcome]


_LETTERS: Final = re.compile(r"(?:[A-Z](?:[ ,]+|$)|(?:and|&)[ ,]+)+(?:please)?[.! ]*", re.IGNORECASE)
_PRIVATE: Final = re.compile(r"\b(?:admins?|accounts?|passwords?|e?-?mails?|report|address(?:es)?)\b", re.IGNORECASE)
"""Words of what is hardly meant for the table, and is not offered to be said there."""


def find_talk_alone(read: OrdersRead[Order], offered: Offered) -> str:
    """Return what an email says that orders nothing, where nothing is asked; "" if a part of it may be an order."""
    stopped = read.stopped
    if offered.is_open or read.orders or (offered.is_asked and offered.listed):
        return ""
    if stopped is not None and (read.has_order or _may_be_explained(stopped, offered)):
        return ""
    if any(_LETTERS.fullmatch(line.strip()) for line in read.skipped):
        return ""  # letters of tickets that are no longer on offer
    return " ".join(talk.find_in(read.skipped))


def _may_be_explained(stopped: StoppedAt, offered: Offered) -> bool:
    """Check whether there is more to say about a line than that it is no order."""
    is_wish = _find_hint(stopped, offered) is not None
    is_strange = orders.is_foreign(stopped.line) or orders.is_partly_foreign(stopped.line)
    is_private = _PRIVATE.search(stopped.line) is not None
    is_told_of = is_wish or is_strange or is_private or bool(stopped.suggestions)
    return is_told_of or "?" in stopped.line or _seems_a_move(stopped, offered)


def is_of_the_game(stopped: StoppedAt, offered: Offered) -> bool:
    """Check whether the line begins like a move of this game."""
    return stopped.line.lower().partition(" ")[0] in offered.rules.verbs


def _seems_a_move(stopped: StoppedAt, offered: Offered) -> bool:
    """Check whether a line begins like a move, or names cards, or, where no question is open, anything of a move."""
    if is_of_the_game(stopped, offered) or orders.names_cards(stopped.line):
        return True
    is_wish = _find_hint(stopped, offered) is not None
    return not offered.is_asked and not is_wish and "?" not in stopped.line and orders.mentions_cards(stopped.line)


def _not_understood(stopped: StoppedAt, offered: Offered) -> str:
    until = _WEEKDAY.search(stopped.line)
    day = until[0].title() if until else order_words()["a_day"]
    placeholders = {
        **order_words(),
        "line": short(stopped.line),
        "site": settings.MAIL_IN_ADDRESS,
        "vacation": f"{order_words()['vacation']} {day}",
    }
    hint = _find_hint(stopped, offered)
    is_strange = orders.is_foreign(stopped.line) or orders.is_partly_foreign(stopped.line)
    if is_strange and (hint is None or offered.language not in orders.languages.LANGUAGES):
        return _say_language(offered) % placeholders
    verb = stopped.line.lower().partition(" ")[0]
    if hint is not None and not (stopped.suggestions or orders.may_order(stopped.line, offered.rules)):
        return str(hint) % placeholders
    if stopped.suggestions or offered.moves is None:
        return _("Not understood: “%(line)s”.") % placeholders
    example = next((move for move in offered.moves if move.partition(" ")[0] == verb), None)
    if example is not None:
        example = _write_example(example, offered)
        return _("Not understood: “%(line)s”. Write it like this: %(example)s.") % {**placeholders, "example": example}
    if verb in offered.rules.verbs:
        return _("Not understood: “%(line)s”. None of your moves begins with “%(verb)s” now.") % {
            **placeholders,
            "verb": verb,
        }
    return _("Not understood: “%(line)s”. Reply “%(help)s”, and you get examples.") % placeholders


def _write_example(move: str, offered: Offered) -> str:
    """Write a move as a player may type it, with letters as in the list: “keep A and C”."""
    verb, *chosen = hand.in_letters(move, offered.letters).split(" ")
    are_letters = bool(chosen) and {*chosen} <= offered.letters.keys()
    if are_letters and verb == hand.KEEP:
        return f"{order_words()['keep']} {words.all_of(chosen)}"
    return f"{verb} {' '.join(chosen)}"


def _find_hint(stopped: StoppedAt, offered: Offered) -> Promise | None:
    """Return what can be written instead of a wish in a line of English or the player's language; None for others."""
    english = orders.languages.translate_line(stopped.line, offered)
    return next((hint for words_of_wish, hint in _WISHES if words_of_wish.search(english)), None)


def _say_language(offered: Offered) -> str:
    """Say that only English is read, or that a line was not understood, and what works in every language."""
    if offered.language in orders.languages.LANGUAGES and offered.listed:
        return _(
            "Not understood: “%(line)s”. A number always works: reply with the number of a move, such as “%(number)s”, "
            "and nothing else."
        )
    if offered.language in orders.languages.LANGUAGES:
        return _("Not understood: “%(line)s”. Reply “%(help)s”, and you get examples.")
    if offered.listed:
        return _(
            "I can read only English so far, and not “%(line)s”. A number always works: reply with the number of a "
            "move, such as “%(number)s”, and nothing else."
        )
    return _("I can read only English so far, and not “%(line)s”. Reply “%(help)s”, and you get examples.")


def _ambiguous(stopped: StoppedAt, offered: Offered) -> str:
    sentence = _("“%(line)s” may mean more than one of your moves.") % {"line": short(stopped.line)}
    return f"{sentence} {_suggest_letters(offered)}" if len(offered.letters) > 1 else sentence


def _suggest_letters(offered: Offered) -> str:
    order = f"{order_words()['keep']} {words.all_of([*offered.letters][:2])}"
    return _("To choose tickets, write their letters, such as “%(order)s”.") % {"order": order}


def _unsure(stopped: StoppedAt, offered: Offered) -> str:
    placeholders = {"line": short(stopped.line), "letters": " ".join(offered.letters)}
    if offered.letters:
        text = _(
            "I am not sure what you want by “%(line)s”. Reply with one number, or with the letters of the tickets to"
            " keep, out of %(letters)s, and nothing else."
        )
    elif not offered.is_open:
        text = _("I am not sure what you want by “%(line)s”.")
    else:
        text = _("I am not sure what you want by “%(line)s”. Reply with one number, and nothing else.")
    return text % placeholders


def _taken_back(stopped: StoppedAt, offered: Offered) -> str:
    text = _("“%(line)s” seems to take back what you wrote above it. Reply with the one move that you want.")
    if not offered.is_open:
        text = _("“%(line)s” seems to take back what you wrote above it.")
    return text % {"line": short(stopped.line)}


def _condition(stopped: StoppedAt, offered: Offered) -> str:
    text = _(
        "“%(line)s” seems to be a condition or a doubt, and I carry out orders at once or not at all. Reply with the"
        " order alone if it stands."
    )
    return text % {"line": short(stopped.line)}


def _nothing_said(stopped: StoppedAt, offered: Offered) -> str:
    return _("After “%(say)s”, write your words on the same line: %(say_well_played)s") % order_words()


def _number_not_first(stopped: StoppedAt, offered: Offered) -> str:
    text = _("“%(line)s” stands below other lines. A number counts only on the first line; elsewhere, write the move.")
    return text % {"line": short(stopped.line)}


def _no_such_number(stopped: StoppedAt, offered: Offered) -> str:
    count, placeholders = len(offered.listed), {"line": short(stopped.line)}
    if not count:
        sentence = _("“%(line)s” is no order here: the email that you answered lists no moves.") % placeholders
        return sentence if offered.is_asked else " ".join((sentence, _("It is not your turn now.")))
    listed = ngettext(
        "The email that you answered has no move “%(line)s”: it lists only %(n)d.",
        "The email that you answered has no move “%(line)s”: its numbers go from 1 to %(n)d.",
        count,
    )
    return listed % {**placeholders, "n": count}


def _many_ways(stopped: StoppedAt, offered: Offered) -> str:
    return _("“%(line)s” can be done in several ways. Please say which.") % {"line": short(stopped.line)}


def _locomotive_and_more(stopped: StoppedAt, offered: Offered) -> str:
    text = _("“%(line)s”: a face-up locomotive is the only card of its turn. Reply with one card, or with two others.")
    return text % {"line": short(stopped.line)}


def _not_face_up(stopped: StoppedAt, offered: Offered) -> str:
    text = _("“%(line)s”: too few cards of this color lie face up: %(card)s.")
    return text % {"line": short(stopped.line), "card": words.card(stopped.about)}


def _too_much_for_a_turn(stopped: StoppedAt, offered: Offered) -> str:
    text = _("“%(line)s” and what you wrote above it are more than one turn. Reply with the one move that you want.")
    return text % {"line": short(stopped.line)}


def _rest_unclear(stopped: StoppedAt, offered: Offered) -> str:
    text = _("I am not sure what you want by “%(line)s”. Reply with one number, or write your whole move on one line.")
    return text % {"line": short(stopped.line)}


def _nothing_offered(stopped: StoppedAt, offered: Offered) -> str:
    if not offered.is_open:
        return (
            _("You wrote “%(yes)s”, but the email that you answered offers nothing that a yes could choose.")
            % order_words()
        )
    return (
        _(
            "You wrote “%(yes)s”, but the email that you answered offers nothing that a yes could choose. Reply with "
            "the number of a move, or with the move itself."
        )
        % order_words()
    )


def _letters_apart(stopped: StoppedAt, offered: Offered) -> str:
    return _("Letters of tickets stand on several lines. Write all that you want to keep on one: keep %(all)s.") % {
        "all": stopped.about
    }


def _letters_not_first(stopped: StoppedAt, offered: Offered) -> str:
    text = _("“%(line)s” stands below other lines. There, letters of tickets take the word “%(keep)s” before them.")
    return text % {**order_words(), "line": short(stopped.line)}


def _no_such_letter(stopped: StoppedAt, offered: Offered) -> str:
    unknown = orders.unknown_letters(stopped.line, offered)
    text = ngettext(
        "There is no ticket %(unknown)s; yours are %(all)s.",
        "There are no tickets %(unknown)s; yours are %(all)s.",
        len(unknown),
    )
    return text % {"unknown": words.all_of(unknown), "all": words.all_of(list(offered.letters))}


def _which_day(stopped: StoppedAt, offered: Offered) -> str:
    placeholders = {"line": short(stopped.line), "days": _(" or ").join(f"“{day}”" for day in stopped.suggestions)}
    if stopped.suggestions:
        return _("“%(line)s” may be more than one day. Write %(days)s.") % placeholders
    return _("“%(line)s” names no day that I know. Write it like this: vacation until 1 December.") % placeholders


def _which_hours(stopped: StoppedAt, offered: Offered) -> str:
    return _("Say from when to when, such as “%(example)s”.") % {"example": orders.EXAMPLE_OF_SLEEP}


Sentence = Callable[[StoppedAt, Offered], str]
SENTENCES: Final[Mapping[Why, Sentence]] = {
    Why.NOT_UNDERSTOOD: _not_understood,
    Why.AMBIGUOUS: _ambiguous,
    Why.UNSURE: _unsure,
    Why.TAKEN_BACK: _taken_back,
    Why.CONDITION: _condition,
    Why.NOTHING_SAID: _nothing_said,
    Why.NUMBER_NOT_FIRST: _number_not_first,
    Why.NO_SUCH_NUMBER: _no_such_number,
    Why.MANY_WAYS: _many_ways,
    Why.LOCOMOTIVE_AND_MORE: _locomotive_and_more,
    Why.NOT_FACE_UP: _not_face_up,
    Why.TOO_MUCH_FOR_A_TURN: _too_much_for_a_turn,
    Why.REST_UNCLEAR: _rest_unclear,
    Why.NOTHING_OFFERED: _nothing_offered,
    Why.LETTERS_APART: _letters_apart,
    Why.LETTERS_NOT_FIRST: _letters_not_first,
    Why.NO_SUCH_LETTER: _no_such_letter,
    Why.WHICH_DAY: _which_day,
    Why.WHICH_HOURS: _which_hours,
}
