"""Words for plans: what is wrong with a line, why a plan stopped."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.words.vocabulary import Phrases, Words

REFUSALS: Final[Phrases] = {
    # What is wrong with a line.
    "unknown_order": gettext_lazy("An order begins with one of {known}."),
    "unknown_condition": gettext_lazy("A condition begins with one of {known}."),
    "stop_when": gettext_lazy("Stop when? Write it like: {expected}"),
    "wait_until": gettext_lazy("Wait until when? Write it like: {expected}"),
    "wait_twice": gettext_lazy("The plan says already until when it waits."),
    "nothing_to_do": gettext_lazy("The plan has no order: it says only when to stop."),
    "name_the_card": gettext_lazy("What lies where will have changed by then. Name cards: {expected}."),
    "draw_which_cards": gettext_lazy("Draw which cards? Write {expected}."),
    "number_missing": gettext_lazy("How many? Write it like: {expected}"),
    "tickets_what": gettext_lazy("What about the tickets? Write {expected}."),
    "ticket_what": gettext_lazy("What about which ticket? Write {expected}."),
    "others_what": gettext_lazy("What do others do? Write {expected}."),
    "last_what": gettext_lazy("The last what? Write {expected}."),
    "no_day": gettext_lazy("There is no such day. Write it like: {expected}"),
    # What nobody should order as things stand.
    "already_so": gettext_lazy("This has been reached already."),
    "ticket_held": gettext_lazy("You hold the tickets {tickets} already."),
    "not_your_ticket": gettext_lazy("You do not hold this ticket; you hold {tickets}."),
    "day_is_over": gettext_lazy("The day {day} is over."),
    # Why a plan stopped.
    "condition_holds": gettext_lazy("What was to stop it has come about."),
    "plan_is_done": gettext_lazy("All its orders have been carried out."),
    "suspended": gettext_lazy("You are suspended, and cannot play."),
    "ruling_changed_the_game": gettext_lazy("A ruling has changed the game since the plan was given."),
}

WORDS: Final = Words(refusals=REFUSALS)
