"""Every kind of problem that programs and people can get, in one table. `docs/errors.md` lists them for people."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.presentation.words.bot_problems import BOTS
from games.presentation.words.chosen_text import Counted
from games.presentation.words.club_problems import CLUBS
from games.presentation.words.competition_problems import COMPETITIONS
from games.presentation.words.list_problems import LISTS
from games.presentation.words.problem_kind import ProblemKind
from games.presentation.words.push_problems import PUSH
from games.presentation.words.ruling_problems import RULINGS
from games.presentation.words.table_problems import TABLES
from games.presentation.words.webhook_problems import WEBHOOKS

__all__ = ["KINDS", "ProblemKind"]

_ALL: Final = (
    # The request itself.
    ProblemKind("malformed", 400, _("The body is malformed"), _("It is not valid JSON.")),
    ProblemKind("invalid", 400, _("Something in the request is wrong"), _("“errors” says what, and where.")),
    ProblemKind("not_authenticated", 401, _("No access token"), _("Send yours as “Authorization: Bearer nm_...”.")),
    ProblemKind("invalid_token", 401, _("The access token is not valid"), _("It is unknown, revoked or expired.")),
    ProblemKind("forbidden", 403, _("Not allowed"), _("You may not do this.")),
    ProblemKind("insufficient_scope", 403, _("The token may not do this"), _("It needs the scope {scope}.")),
    ProblemKind("not_found", 404, _("Not found"), _("There is nothing here, or you may not see it.")),
    ProblemKind("method_not_allowed", 405, _("Wrong method"), _("“Allow” lists the methods that work here.")),
    ProblemKind("not_acceptable", 406, _("No such representation"), _("“Accept” names no type that this address has.")),
    ProblemKind("too_large", 413, _("The body is too large")),
    ProblemKind("unsupported_media_type", 415, _("Wrong content type"), _("Send JSON, as application/json.")),
    ProblemKind("too_many_requests", 429, _("Too many requests"), _("Please wait a little.")),
    ProblemKind(
        "unavailable",
        503,
        _("Not now"),
        _("Part of the site is not answering. Please try again in a moment."),
    ),
    ProblemKind(
        "stream_elsewhere",
        421,
        _("Streams are served elsewhere"),
        _("This process serves none: the proxy must send streams to deploy/stream (see deploy/nginx.conf)."),
    ),
    ProblemKind("too_many_streams", 429, _("Too many streams"), _("You have {most} open here. Close one first.")),
    ProblemKind("streams_full", 503, _("No room for another stream"), _("Please try again in a moment.")),
    ProblemKind("internal_error", 500, _("Our mistake"), _("We have logged it. Nothing has changed.")),
    # Accounts and tokens.
    ProblemKind(
        "too_many_codes",
        429,
        _("Too many codes"),
        _("If an email of ours has a link, it still works."),
    ),
    ProblemKind(
        "wrong_code",
        400,
        _("That code is wrong or has expired"),
        _(
            "After five wrong tries a code counts no more. Follow the link in the email if it has one, or ask for "
            "another code."
        ),
    ),
    ProblemKind(
        "second_factor_needed",
        403,
        _("An emailed code is not enough"),
        _("The account has a passkey or a code from an app: sign in with a browser, and make a token in its settings."),
    ),
    ProblemKind("sign_up_closed", 403, _("No new accounts"), _("This server does not accept new players.")),
    ProblemKind(
        "invitation_needed",
        403,
        _("New accounts are by invitation"),
        _("Ask a player for a link; each link works once."),
    ),
    ProblemKind("too_many_sign_up_invitations", 409, _("Too many invitations"), _("{most} of yours are still unused.")),
    ProblemKind(
        "address_needed", 403, _("Give an address first"), _("Guests can only practice. Everything else needs one.")
    ),
    ProblemKind(
        "too_many_guests",
        403,
        _("Too many guests"),
        _("Too many have come from your network today. Sign up, or wait."),
    ),
    ProblemKind("name_taken", 409, _("The name is taken"), _("Another player is called {name}.")),
    ProblemKind("address_taken", 409, _("The address is taken"), _("There is already an account with this address.")),
    ProblemKind("scope_not_held", 403, _("A token cannot pass on this scope"), _("It does not have {scopes} itself.")),
    ProblemKind("too_many_tokens", 409, _("Too many tokens"), _("You have {limit}. Revoke one first.")),
    ProblemKind("too_many_apps", 409, _("Too many apps"), _("You have {limit}. Delete one first.")),
    # Games.
    ProblemKind("no_such_game", 404, _("No such game"), _("No game has this id, or you may not see it.")),
    ProblemKind("no_such_player", 404, _("No such player"), _("Nobody is called {names}.")),
    ProblemKind("only_the_host", 403, _("Only the host may do this")),
    ProblemKind("not_invited", 403, _("By invitation only"), _("The host of this game has not invited you.")),
    ProblemKind(
        "reliability_too_low",
        403,
        _("Not reliable enough for this game"),
        _("It takes {demanded} percent of moves made in time; {name} has {percent}."),
    ),
    ProblemKind(
        "rating_out_of_range",
        403,
        _("Not for this rating"),
        _("This table is for ratings from {lowest} to {highest}; {name} has {rating}."),
    ),
    ProblemKind(
        "ratings_crossed", 422, _("No rating fits"), _("The lowest rating, {lowest}, is above the highest, {highest}.")
    ),
    ProblemKind("game_not_rated", 422, _("This game is not rated"), _("Take the seat without asking to be rated.")),
    ProblemKind("cannot_invite_yourself", 422, _("You can’t invite yourself"), _("You sit at your table already.")),
    ProblemKind("cannot_befriend_yourself", 422, _("You cannot befriend yourself")),
    ProblemKind("too_many_friends", 409, _("Too many friends"), _("You have marked {most}. Unmark one first.")),
    ProblemKind(
        "you_blocked", 409, _("You have blocked this player"), _("You have blocked {name}. Unblock {name} first.")
    ),
    ProblemKind(
        "not_in_this_game", 403, _("You have no seat in this game"), _("Only those who sit there can do this.")
    ),
    ProblemKind("too_many_open_games", 409, _("Too many open games"), _("{most} of yours are waiting for players.")),
    ProblemKind(
        "practice_table",
        409,
        _("Stand-ins already play everyone else here"),
        _("Leave the table: it counts for nothing."),
    ),
    ProblemKind(
        "too_many_practice_tables", 409, _("Too many practice tables"), _("Finish or leave one of your {most} first.")
    ),
    ProblemKind("no_such_link", 404, _("No join link"), _("None was made, or it was withdrawn.")),
    ProblemKind("link_over", 404, _("This link no longer works"), _("Ask for a new one where you got it.")),
    ProblemKind("link_for_anyone", 409, _("This link is for anyone"), _("Only an emailed invitation is yours alone.")),
    ProblemKind("too_many_stand_ins", 422, _("Too many stand-ins"), _("There is room for {most}.")),
    ProblemKind(
        "too_many_games_with_stand_ins",
        409,
        _("Too many games with stand-ins"),
        _("You already have {most} unfinished ones."),
    ),
    ProblemKind("too_many_invitations", 409, _("Too many invitations"), _("A game can have {most}.")),
    ProblemKind(
        "too_many_invitations_today",
        403,
        _("Too many invitations today"),
        _("You can send {most} a day across all your games."),
    ),
    ProblemKind(
        "too_many_invitations_to_one",
        403,
        _("Too many invitations to one person"),
        Counted(
            "most",
            lambda n: ngettext(
                "You can invite the same person {most} time a day.",
                "You can invite the same person {most} times a day.",
                n,
            ),
        ),
    ),
    ProblemKind(
        "too_many_addresses_today",
        403,
        _("Too many addresses today"),
        Counted(
            "most",
            lambda n: ngettext(
                "Hosts on your network can invite {most} address a day.",
                "Hosts on your network can invite {most} addresses a day.",
                n,
            ),
        ),
    ),
    ProblemKind("cannot_block_yourself", 422, _("You cannot block yourself")),
    ProblemKind(
        "too_many_blocks", 409, _("Too many blocked players"), _("You have blocked {most}. Unblock one first.")
    ),
    ProblemKind("game_not_open", 409, _("The game is no longer open"), _("It has begun, or was closed.")),
    ProblemKind("game_not_running", 409, _("The game is not running"), _("It has not begun, or is over.")),
    ProblemKind("game_paused", 409, _("The game is paused"), _("The clocks stand still; nobody can move.")),
    ProblemKind("game_not_ended", 409, _("The game has not ended"), _("Come back when it is over.")),
    ProblemKind("secrets_sealed", 409, _("The game's secrets are still sealed"), _("They open at {opens_at}.")),
    ProblemKind("unknown_ruleset", 422, _("No such ruleset"), _("“known” lists all there are.")),
    ProblemKind(
        "wrong_number_of_seats",
        422,
        _("Not for this many players"),
        Counted(
            "most",
            lambda n: ngettext("It takes from {fewest} to {most} seat.", "It takes from {fewest} to {most} seats.", n),
        ),
    ),
    ProblemKind("unknown_option", 422, _("No such option"), _("The ruleset does not have {options}.")),
    ProblemKind(
        "too_few_players",
        409,
        _("Too few players"),
        Counted(
            "fewest",
            lambda n: ngettext(
                "A game begins with at least {fewest} player; so far there is {joined}. Wait for others, or start "
                "with stand-ins.",
                "A game begins with at least {fewest} players; so far there is {joined}. Wait for others, or start "
                "with stand-ins.",
                n,
            ),
        ),
    ),
    ProblemKind(
        "malformed_habits",
        422,
        _("We don't understand these times"),
        _("Write quiet hours like 22:00, and days off as {weekdays}."),
    ),
    ProblemKind("quiet_hours_out_of_range", 422, _("Quiet hours are too long"), _("You can have {hours} a day.")),
    ProblemKind("too_many_days_off", 422, _("Too many days off"), _("You can have {most} a week.")),
    ProblemKind("vacation_too_short", 422, _("Too short"), _("A vacation lasts at least {days}.")),
    ProblemKind("vacation_in_the_past", 422, _("That is over"), _("A vacation begins now or later.")),
    ProblemKind("vacation_too_far_ahead", 422, _("Too far ahead"), _("It can begin at most {days} from now.")),
    ProblemKind("vacations_overlap", 409, _("You already have a vacation then")),
    ProblemKind("no_vacation_left", 409, _("Not enough vacation left"), _("You have {days} left in {year}.")),
    ProblemKind(
        "no_such_vacation", 404, _("No such vacation"), _("You have none that begins then, or it is already over.")
    ),
    ProblemKind(
        "seat_not_active", 409, _("You are not playing"), _("A seat that is absent or has left is not asked anything.")
    ),
    ProblemKind("unknown_clock", 422, _("No such clock"), _("Choose one of {known}, or make your own.")),
    ProblemKind("malformed_clock", 422, _("This is not a clock"), _("“{field}” is missing, unknown or wrong.")),
    ProblemKind(
        "time_per_move_out_of_range",
        422,
        _("No such time per move"),
        _("The time per move is from {shortest} to {longest}."),
    ),
    ProblemKind(
        "grace_out_of_range", 422, _("The grace is too long"), _("It is at most the time per move, {longest}.")
    ),
    ProblemKind(
        "stops_out_of_range", 422, _("The clocks would stand still for too long"), _("At most {longest} a game.")
    ),
    ProblemKind(
        "bank_out_of_range",
        422,
        _("No such bank"),
        _("It starts with no more than its cap, and the cap is at most {longest}."),
    ),
    ProblemKind(
        "bank_refills_too_fast", 422, _("The bank would never be empty"), _("Add at most {longest} with each move.")
    ),
    ProblemKind(
        "clock_too_long",
        422,
        _("A turn could take too long"),
        _("Time, bank and grace together are at most {longest}."),
    ),
    *TABLES,
    # Moves. The engine's refusals have a code for each reason, instead of the last two here.
    ProblemKind("prompt_not_open", 409, _("The question is no longer open"), _("“open” lists the ones that are.")),
    ProblemKind(
        "turn_ended", 409, _("The turn is over"), _("The move before it ended your turn: you are not asked anything.")
    ),
    ProblemKind(
        "idempotency_key_reused",
        422,
        _("You used this key for another request"),
        _("Each new request takes a new key."),
    ),
    ProblemKind("malformed_move", 400, _("This is not a move"), _("“code” says why.")),
    ProblemKind("illegal_move", 422, _("The rules forbid this move now"), _("“code” says why, and “rule” which rule.")),
    # Plans.
    ProblemKind("no_plan", 404, _("You have no plan in this game"), _("Make one first.")),
    ProblemKind("malformed_plan", 422, _("This plan won't work"), _("“errors” says which lines are wrong, and why.")),
)

KINDS: Final = {kind.code: kind for kind in (*_ALL, *BOTS, *CLUBS, *COMPETITIONS, *LISTS, *PUSH, *RULINGS, *WEBHOOKS)}
