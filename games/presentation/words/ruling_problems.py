"""Kinds of problems with admins' rulings, and with their subjects."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.words.problem_kind import ProblemKind

RULINGS: Final = (
    ProblemKind("right_missing", 403, _("You lack a right"), _("You need the right “{right}”.")),
    ProblemKind(
        "second_factor_not_shown",
        403,
        _("Show your second factor"),
        _("Open the admins’ desk in a browser, with your passkey or app. That counts for eight hours."),
    ),
    ProblemKind("plays_in_this_game", 403, _("You play, or have played, in this game")),
    ProblemKind("same_admin", 403, _("This takes a second admin"), _("You proposed it yourself.")),
    ProblemKind("no_such_ruling", 404, _("No such ruling"), _("No ruling with this id is waiting for a second admin.")),
    ProblemKind("not_a_ruling", 404, _("Not a ruling"), _("Entry {entry} is not one.")),
    ProblemKind("unknown_ruling", 422, _("No such kind of ruling"), _("“known” lists all there are.")),
    ProblemKind("malformed_ruling", 422, _("This ruling is malformed"), _("Its fields are {fields}.")),
    ProblemKind("not_in_bulk", 422, _("Not for many games at once"), _("Only {known}.")),
    ProblemKind("no_such_seat", 422, _("No such seat"), _("The game has {seats}, counted from 0.")),
    ProblemKind("no_such_entry", 422, _("No such entry"), _("Name one from 1 on, and before {last}.")),
    ProblemKind(
        "deadline_or_hours", 422, _("Give a deadline or hours"), _("Say until when or how much longer, not both.")
    ),
    ProblemKind("deadline_in_the_past", 409, _("The deadline has already passed")),
    ProblemKind("deadline_not_later", 409, _("Nobody would have more time")),
    ProblemKind("deadline_too_far", 422, _("The deadline is too far away"), _("At most {days} from now.")),
    ProblemKind("bad_reason", 422, _("No such reason to pause"), _("Use a code in lowercase letters.")),
    ProblemKind("already_paused", 409, _("Already paused"), _("For the reason “{reason}”.")),
    ProblemKind("not_paused", 409, _("Not paused"), _("Either not at all, or not for this reason.")),
    ProblemKind("secrets_open", 409, _("The game's secrets are open"), _("No ruling can resume play after that.")),
    ProblemKind("game_over_then", 409, _("The game was over then, too"), _("After entry {as_of}.")),
    ProblemKind(
        "seat_not_asked", 409, _("The seat is not being asked anything"), _("“open” lists the open questions.")
    ),
    ProblemKind(
        "move_not_legal", 409, _("The move is not legal"), _("We can't say why: the reason may be the seat's secret.")
    ),
    ProblemKind("unknown_end", 422, _("A game cannot end this way"), _("“known” lists the ways.")),
    ProblemKind("seat_has_left", 409, _("The seat has already left the game")),
    ProblemKind("seat_not_away", 409, _("The seat is not away")),
    ProblemKind("nothing_changes", 409, _("That would change nothing")),
    ProblemKind("has_held_another_seat", 409, _("The player knows too much"), _("The player has had another seat.")),
    ProblemKind(
        "has_seen_secrets",
        409,
        _("The player knows too much"),
        _("As an admin the player has seen the seats' secrets."),
    ),
    ProblemKind(
        "player_suspended", 409, _("The player is suspended"), _("The player can't take a seat until {until}.")
    ),
    ProblemKind("points_out_of_range", 422, _("Too many points, or none"), _("Up to {most}, and not 0.")),
    ProblemKind("nothing_to_undo", 409, _("There is nothing left to undo")),
    ProblemKind("already_undone", 409, _("Already undone"), _("Entry {entry} no longer counts.")),
    ProblemKind("player_gone", 409, _("The player is gone")),
    ProblemKind("reason_missing", 422, _("Say why")),
)
