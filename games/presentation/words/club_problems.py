"""Kinds of problems with clubs and their tables."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.presentation.words.chosen_text import Counted
from games.presentation.words.problem_kind import ProblemKind

CLUBS: Final = (
    ProblemKind("no_such_club", 404, _("No such club"), _("It does not exist, or you may not know of it.")),
    ProblemKind("no_such_member", 404, _("Nobody like that in the club"), _("The player is not, or no longer, in it.")),
    ProblemKind("only_members", 403, _("Only a member of the club may see this")),
    ProblemKind("only_hosts", 403, _("Only a host of the club may do this")),
    ProblemKind(
        "only_people_in_clubs", 403, _("Clubs are for people"), _("Bots, stand-ins and guests can't be in one.")
    ),
    ProblemKind(
        "not_invited_to_club", 403, _("The club is by invitation"), _("Ask one of its hosts for an invitation.")
    ),
    ProblemKind("club_name_missing", 422, _("The club needs a name")),
    ProblemKind("club_name_reserved", 422, _("A club can't be called that"), _("It looks like a name of the site.")),
    ProblemKind(
        "club_about_too_long",
        422,
        _("That is too long"),
        Counted(
            "most",
            lambda n: ngettext(
                "A club can say {most} character of itself.", "A club can say {most} characters of itself.", n
            ),
        ),
    ),
    ProblemKind(
        "private_club_is_by_invitation",
        422,
        _("Nobody could find it"),
        _("A private club takes people by invitation or by its link."),
    ),
    ProblemKind("too_many_clubs", 409, _("Too many clubs"), _("You can be in {most} at a time.")),
    ProblemKind("too_many_clubs_of_player", 409, _("Too many clubs"), _("{name} can't be in any more clubs.")),
    ProblemKind("too_many_clubs_today", 403, _("Enough clubs for today"), _("You can found {most} in a day.")),
    ProblemKind(
        "club_full",
        409,
        _("The club is full"),
        Counted("most", lambda n: ngettext("It can have {most} member.", "It can have {most} members.", n)),
    ),
    ProblemKind(
        "too_many_requests_to_clubs",
        409,
        _("Too many requests wait"),
        Counted(
            "most",
            lambda n: ngettext(
                "You can wait for {most} club at a time. Please try again later.",
                "You can wait for {most} clubs at a time. Please try again later.",
                n,
            ),
        ),
    ),
    ProblemKind(
        "too_many_ask_the_club",
        409,
        _("Too many requests wait"),
        Counted(
            "most",
            lambda n: ngettext(
                "{most} player already waits for the club's hosts. Please try again later.",
                "{most} players already wait for the club's hosts. Please try again later.",
                n,
            ),
        ),
    ),
    ProblemKind(
        "too_many_at_once",
        409,
        _("Too many at once"),
        Counted("most", lambda n: ngettext("Name {most} player at most.", "Name {most} players at most.", n)),
    ),
    ProblemKind(
        "too_many_invited_to_clubs",
        403,
        _("Enough invitations for today"),
        Counted(
            "most",
            lambda n: ngettext(
                "You can invite {most} player to clubs in a day.", "You can invite {most} players to clubs in a day.", n
            ),
        ),
    ),
    ProblemKind(
        "cannot_host_club",
        422,
        _("That player can't host the club"),
        _("{name} is not in the club, or is suspended."),
    ),
    ProblemKind("no_such_announcement", 404, _("No such announcement"), _("It is not, or no longer, in the club.")),
    ProblemKind("nothing_announced", 422, _("Write the announcement first")),
    ProblemKind(
        "announcement_too_long",
        422,
        _("That is too long"),
        Counted(
            "most",
            lambda n: ngettext(
                "An announcement can have {most} character.", "An announcement can have {most} characters.", n
            ),
        ),
    ),
    ProblemKind(
        "too_many_announcements",
        403,
        _("Enough announcements for today"),
        _("A club can make {most} in a day; those taken back count, too."),
    ),
    ProblemKind("is_a_host", 409, _("Hosts can't be removed"), _("A host steps down first.")),
    ProblemKind("member_changed", 409, _("They are something else by now"), _("To the club they are “{state}” now.")),
    ProblemKind("last_host", 409, _("You are the only host"), _("Make somebody else a host first.")),
    # Tables of clubs.
    ProblemKind(
        "club_and_access",
        422,
        _("The table is for a club, or it is not"),
        _("“access” is “club” where “club” names one; a table that anyone can join has none."),
    ),
    ProblemKind(
        "not_in_the_club", 409, _("They are not in the club"), _("The table is for the club, and not for {names}.")
    ),
    ProblemKind(
        "for_members_only",
        409,
        _("The table is for the club"),
        _("Only members can invite, and only other members, by name."),
    ),
)
