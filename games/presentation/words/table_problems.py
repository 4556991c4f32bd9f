"""Kinds of problems at the table: with open seats, disputes, moderation, talk and agreements."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.presentation.words.chosen_text import Counted
from games.presentation.words.problem_kind import AskingProblemKind, ProblemKind

_PROPOSE_IT: Final = _("Propose to the others to take it back instead.")

TABLES: Final = (
    # Open seats.
    ProblemKind("seat_not_open", 409, _("The seat is not open"), _("Somebody has it, or has just taken it.")),
    ProblemKind(
        "seat_reserved", 409, _("The seat is reserved"), _("The host is keeping it for another player until {until}.")
    ),
    ProblemKind("not_offered", 403, _("By invitation only"), _("The host of this game has not offered you the seat.")),
    ProblemKind(
        "left_for_good", 409, _("You left this game for good"), _("Others can take the seat over; you cannot.")
    ),
    ProblemKind("put_out", 409, _("An admin removed you from this game"), _("Only an admin can bring you back.")),
    ProblemKind("no_such_offer", 404, _("No such offer"), _("You have no open offer of this seat to answer.")),
    ProblemKind("too_many_offers", 409, _("Too many offers"), _("A game can have {most}.")),
    # Disputes and moderation.
    ProblemKind("account_suspended", 403, _("Your account is suspended"), _("You cannot play until {until}.")),
    ProblemKind("account_muted", 403, _("You are muted"), _("You cannot write to other players until {until}.")),
    ProblemKind("no_such_dispute", 404, _("No such dispute"), _("No dispute has this id, or you may not see it.")),
    ProblemKind(
        "log_unreadable",
        409,
        _("The game’s log cannot be read"),
        _("More time, pausing, resuming and voiding still work, and so does writing. Everything else needs a repair."),
    ),
    ProblemKind("no_timeouts", 409, _("No time ran out then")),
    ProblemKind("played_on", 409, _("Somebody has moved since"), _("Rule on this game alone.")),
    ProblemKind("already_asked", 409, _("Already asked"), _("The answer will be below the question.")),
    ProblemKind("no_such_question", 404, _("No such question"), _("Nobody has asked you this.")),
    ProblemKind("no_such_sanction", 404, _("No such sanction"), _("It is not yours, or cannot be answered.")),
    ProblemKind("no_such_appeal", 404, _("No such appeal")),
    ProblemKind("appeal_judged", 409, _("Already decided"), _("Each sanction can be answered once.")),
    ProblemKind(
        "another_admin_judges", 403, _("Another admin judges this"), _("You decided it first, and somebody else can.")
    ),
    ProblemKind("claimed_by_another", 409, _("Somebody is at it"), _("{name} has claimed it, for a day at most.")),
    ProblemKind("unknown_group", 422, _("No such group of admins")),
    ProblemKind(
        "answer_too_long",
        409,
        _("The answer is too long"),
        Counted(
            "most",
            lambda n: ngettext("It can have {most} character in all.", "It can have {most} characters in all.", n),
        ),
    ),
    ProblemKind("not_your_dispute", 403, _("Another player opened this dispute")),
    ProblemKind(
        "dispute_open", 409, _("You have an open dispute in this game"), _("It is {dispute}: comment on that one.")
    ),
    ProblemKind("dispute_closed", 409, _("The dispute is closed")),
    ProblemKind("game_not_begun", 409, _("The game has not begun")),
    ProblemKind("unknown_entry", 422, _("No such entry"), _("The log has no entry {entry}; its last one is {head}.")),
    ProblemKind(
        "too_many_disputes",
        403,
        _("Too many disputes"),
        _("You can open {most} a day."),
    ),
    ProblemKind(
        "too_many_comments",
        403,
        _("Too many comments"),
        _("You can write {most} a day."),
    ),
    # Talk at the table.
    ProblemKind(
        "talk_not_open", 403, _("The talk is for the players"), _("Spectators join in only where the host allows it.")
    ),
    ProblemKind("nothing_said", 422, _("Say something first"), _("There is nothing in it that can be read.")),
    ProblemKind(
        "line_too_long",
        422,
        _("Too long"),
        Counted(
            "most",
            lambda n: ngettext("A line has at most {most} character.", "A line has at most {most} characters.", n),
        ),
    ),
    ProblemKind(
        "too_many_lines",
        403,
        _("Too many lines"),
        Counted(
            "most",
            lambda n: ngettext(
                "You can say {most} line within {hours} at one table.",
                "You can say {most} lines within {hours} at one table.",
                n,
            ),
        ),
    ),
    ProblemKind("no_such_line", 404, _("No such line"), _("Nobody has said a line {line}.")),
    ProblemKind("own_line", 422, _("You said this yourself")),
    ProblemKind("cannot_mute_yourself", 422, _("You cannot mute yourself")),
    ProblemKind("too_many_mutes", 409, _("Too many muted players"), _("You have muted {most}. Unmute one first.")),
    ProblemKind("no_such_proposal", 404, _("No such proposal")),
    ProblemKind("not_your_proposal", 403, _("Not your proposal"), _("Decline it instead.")),
    ProblemKind("your_proposal", 409, _("You proposed it yourself"), _("Withdraw it if you no longer want it.")),
    ProblemKind("proposal_closed", 409, _("This proposal is closed"), _("It no longer waits for an answer: {state}.")),
    ProblemKind(
        "proposal_open",
        409,
        _("You have proposed something else"),
        _("It is {proposal}: withdraw it first, or wait for the others."),
    ),
    ProblemKind(
        "proposed_lately",
        403,
        _("The table did not want this"),
        _("You can propose it again a day later."),
    ),
    ProblemKind(
        "too_many_proposals",
        403,
        _("Too many proposals"),
        _("You can propose {most} a day at one table."),
    ),
    ProblemKind(
        "nobody_to_agree", 409, _("There is nobody to agree"), _("All others have left, are absent, or are stand-ins.")
    ),
    AskingProblemKind("hours_out_of_range", 422, _("How many hours?"), _("Between 1 and {most}.")),
    ProblemKind("only_a_stand_in", 422, _("Only a stand-in can take the seat by agreement"), _("Name no player.")),
    ProblemKind(
        "player_is_there", 409, _("This player is there"), _("A stand-in can only sit in for somebody who is absent.")
    ),
    AskingProblemKind("who_is_absent", 422, _("Whom do you mean?"), _("Name one player who is absent, of {names}.")),
    ProblemKind("nothing_to_take_back", 409, _("There is nothing to take back"), _("Nothing has happened since.")),
    ProblemKind("ruled_by_an_admin", 409, _("An admin has ruled"), _("Only an admin can undo entry {entry}.")),
    ProblemKind(
        "not_your_last_move", 409, _("You did not move last"), _("Propose to the others to take it back instead.")
    ),
    ProblemKind("something_was_learned", 409, _("The move has shown new cards or tickets"), _PROPOSE_IT),
    ProblemKind("too_late_to_take_back", 409, _("Your time for that move would be over by now"), _PROPOSE_IT),
    ProblemKind("taken_back_before", 409, _("You have taken back a move here before"), _PROPOSE_IT),
    ProblemKind("nobody_waited_for", 409, _("The game waits for nobody")),
    ProblemKind("you_are_waited_for", 409, _("The game waits for you")),
    ProblemKind("stand_in_waited_for", 409, _("A stand-in plays there"), _("It moves by itself before long.")),
    ProblemKind(
        "nudge_too_soon",
        403,
        _("The turn has only just begun"),
        _("In the first quarter of its time nobody is nudged."),
    ),
    ProblemKind(
        "already_nudged",
        403,
        _("Somebody was nudged already"),
        _("That works once a day in each game."),
    ),
    ProblemKind("no_such_mention", 404, _("No such mention")),
    ProblemKind("mention_decided", 409, _("Already decided"), _("Somebody has taken the name out, or left it.")),
    ProblemKind("not_yourself", 403, _("You can't rule on your own account")),
    ProblemKind("already_proposed", 409, _("Already proposed"), _("It waits for another admin, in the queue.")),
    ProblemKind(
        "reason_names_player",
        422,
        _("The reason names the person"),
        _("It stays on record after the erasure. Leave out the name and the address."),
    ),
    ProblemKind("cannot_host", 422, _("{name} cannot host it"), _("Name somebody who takes part.")),
    ProblemKind("competition_over", 409, _("It is over")),
    ProblemKind("last_superuser", 409, _("The last superuser"), _("Make somebody else a superuser first.")),
    ProblemKind("player_is_admin", 403, _("The player is an admin"), _("Only a superuser can moderate admins.")),
    ProblemKind("plays_with_player", 403, _("You play with this player"), _("Another admin has to decide.")),
    ProblemKind(
        "until_out_of_range",
        422,
        _("“until” does not fit"),
        _("“wanted” says whether it is needed; it can be at most ten years from now."),
    ),
    ProblemKind("no_games", 409, _("There is no game that you can do this to")),
    ProblemKind("no_such_bulk_ruling", 404, _("No such bulk ruling")),
)
