"""Words for plans: errors in a line, reasons why a plan stopped."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.presentation.words.colors import Phrases
from games.presentation.words.vocabulary import Words

REFUSALS: Final[Phrases] = {
    # Errors in a line.
    "unknown_order": gettext_lazy(
        "An order begins with one of {known}; “always” or “once” may stand before it. Other lines begin with “stop "
        "when” or “wait until”."
    ),
    "unknown_condition": gettext_lazy("A condition begins with one of {known}."),
    "stop_when": gettext_lazy("Stop when? For example: {expected}"),
    "wait_until": gettext_lazy("Wait until when? For example: {expected}"),
    "wait_twice": gettext_lazy("The plan already says how long to wait."),
    "nothing_to_do": gettext_lazy("The plan has no orders: it only says when to stop."),
    "name_the_card": gettext_lazy("The face-up cards will have changed by then. Name the cards: {expected}."),
    "draw_which_cards": gettext_lazy("Draw which cards? Write {expected}."),
    "number_missing": gettext_lazy("How many, and nothing behind it? For example: {expected}"),
    "tickets_what": gettext_lazy("What about the tickets? Write {expected}."),
    "ticket_what": gettext_lazy("What about which ticket? Write {expected}."),
    "others_what": gettext_lazy("What do the others do? Write {expected}."),
    "last_what": gettext_lazy("The last what? Write {expected}."),
    "no_day": gettext_lazy("There is no such day. For example: {expected}"),
    # Lines that make no sense in the present position.
    "already_so": gettext_lazy("This is already so."),
    "ticket_held": gettext_lazy("You already have the tickets {tickets}."),
    "not_your_ticket": gettext_lazy("You don’t have this ticket; you have {tickets}."),
    "day_is_over": gettext_lazy("The day {day} is over."),
    # Reasons why a plan stopped.
    "condition_holds": gettext_lazy("The condition for stopping it is met."),
    "plan_is_done": gettext_lazy("All its orders have been carried out."),
    "suspended": gettext_lazy("You are suspended and cannot play."),
    "ruling_changed_the_game": gettext_lazy("Since you made the plan, something was taken back or ruled on."),
}

WORDS: Final = Words(refusals=REFUSALS)
