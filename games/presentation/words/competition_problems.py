"""Kinds of problems with competitions: leagues, series and cups."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.presentation.words.chosen_text import Counted
from games.presentation.words.problem_kind import ProblemKind

COMPETITIONS: Final = (
    # Leagues.
    ProblemKind("no_such_league", 404, _("No such league")),
    ProblemKind(
        "competition_of_club",
        403,
        _("Only members of the club can enter"),
        _("Join the club first."),
    ),
    ProblemKind(
        "official_for_club",
        422,
        _("An official competition is for everyone"),
        _("Make it without a club, or don’t make it official."),
    ),
    ProblemKind(
        "private_club_is_unseen",
        422,
        _("Nobody else can look at what is a private club’s"),
        _("Make it without “public”."),
    ),
    ProblemKind("no_such_season", 404, _("No such season")),
    ProblemKind("too_many_leagues", 409, _("Too many leagues"), _("You can host {most} at a time.")),
    ProblemKind(
        "games_each_impossible",
        422,
        _("Nobody can have that many games"),
        _("It must be a multiple of the seats, so that everyone begins equally often. “possible” lists the numbers."),
    ),
    ProblemKind(
        "division_too_small",
        422,
        _("A division can't be smaller than a table"),
        Counted(
            "fewest",
            lambda n: ngettext("Let it have {fewest} player or more.", "Let it have {fewest} players or more.", n),
        ),
    ),
    ProblemKind(
        "movers_impossible",
        422,
        _("So many can't be promoted and relegated"),
        _("Of a division of this size, {most} at most."),
    ),
    ProblemKind(
        "season_too_soon_or_late",
        422,
        _("The first season can't begin then"),
        Counted(
            "most",
            lambda n: ngettext(
                "Leave players {days} to enter, and no more than {most} day.",
                "Leave players {days} to enter, and no more than {most} days.",
                n,
            ),
        ),
    ),
    ProblemKind(
        "no_forfeits_in_leagues",
        422,
        _("A league's games go on without a player"),
        _("Choose a clock with which a default or a stand-in plays when the time is over."),
    ),
    ProblemKind(
        "league_name_reserved",
        422,
        _("A league of yours can't be called that"),
        _("It looks like a name of the site, or of one of its own leagues."),
    ),
    ProblemKind("competition_name_missing", 422, _("It has no name"), _("Write one.")),
    ProblemKind("has_begun", 409, _("It has begun"), _("Only its end can still move.")),
    ProblemKind("nothing_runs", 409, _("Nothing is running"), _("A round or a season must run.")),
    ProblemKind(
        "date_too_early_or_late",
        422,
        _("It can't be moved to that date"),
        _("It moves later by a day or more: from {earliest} to {latest}."),
    ),
    ProblemKind("text_missing", 422, _("It says nothing"), _("Write something.")),
    ProblemKind(
        "message_too_long",
        422,
        _("That is too long"),
        Counted("most", lambda n: ngettext("At most {most} character.", "At most {most} characters.", n)),
    ),
    ProblemKind("messaged_today", 403, _("Everyone has had an email from you today"), _("Once a day is enough.")),
    ProblemKind("no_such_day", 422, _("There is no such day"), _("Choose one.")),
    ProblemKind("not_in_competition", 404, _("Nobody with that id is in it"), _("The entrants list who is.")),
    ProblemKind("cannot_remove_yourself", 422, _("You can't remove yourself"), _("Leave instead.")),
    ProblemKind(
        "game_not_in_competition", 404, _("This competition has no such game"), _("Its rounds or seasons list them.")
    ),
    ProblemKind(
        "judges_own_game",
        403,
        _("You have played in this game"),
        _("Ask another host of the club, or an admin, to decide about it."),
    ),
    ProblemKind(
        "game_still_runs", 409, _("The game still runs"), _("Only the result of a game that is over can change.")
    ),
    ProblemKind(
        "game_has_changed",
        409,
        _("The game has changed meanwhile"),
        _("Nothing was corrected. Look at its result again."),
    ),
    ProblemKind(
        "result_stands",
        409,
        _("The result stands"),
        _("The next round or season was drawn from it, or everything ended more than {days} ago."),
    ),
    ProblemKind("corrected_already", 409, _("It is corrected already"), _("Undo that correction first.")),
    ProblemKind(
        "too_many_corrections",
        409,
        _("It was corrected too often"),
        Counted(
            "most",
            lambda n: ngettext(
                "The result of a game can change {most} time.", "The result of a game can change {most} times.", n
            ),
        ),
    ),
    ProblemKind("no_correction", 404, _("Nothing to undo"), _("The game counts as it was played.")),
    ProblemKind(
        "places_impossible",
        422,
        _("Nobody can finish like that"),
        _("Give each of the {seats} seats a place. If two share the first, the next is third."),
    ),
    ProblemKind("nothing_corrected", 422, _("That is the result already"), _("Give other places.")),
    ProblemKind("removed_by_host", 403, _("Its host has taken you out"), _("You can enter if a host invites you.")),
    ProblemKind("in_it_already", 409, _("{name} is in it already"), _("Invite somebody else.")),
    ProblemKind(
        "was_in_it", 409, _("{name} was in it and is out for good"), _("Invite somebody else to take this place.")
    ),
    ProblemKind(
        "declined_lately",
        409,
        _("{name} has declined"),
        _("Whoever declines is not asked again for {days}, but can still enter where anyone can."),
    ),
    ProblemKind(
        "invited_twice_today",
        403,
        _("{name} has had two emails about this today"),
        _("Tomorrow you can change the invitation again."),
    ),
    ProblemKind(
        "invitation_changed",
        409,
        _("The invitation is not the one you saw"),
        _("Nothing was changed. Look again at whose place it is for, if it is still there."),
    ),
    ProblemKind(
        "place_gone",
        409,
        _("You can’t have that place"),
        _("Somebody else has it, or you have seen too much of its games. Ask the host for another one."),
    ),
    ProblemKind(
        "too_many_invited_to_competition", 403, _("Too many invitations to it today"), _("{most} a day at most.")
    ),
    ProblemKind("league_closed", 409, _("The league is closed"), _("No season begins any more.")),
    ProblemKind(
        "league_full",
        409,
        _("The league is full"),
        Counted("most", lambda n: ngettext("It has {most} member.", "It has {most} members.", n)),
    ),
    ProblemKind("too_many_leagues_entered", 409, _("Too many leagues"), _("You can be in {most} at a time.")),
    # Cups.
    ProblemKind("no_such_cup", 404, _("No such cup")),
    ProblemKind("too_many_cups", 409, _("Too many cups"), _("You can host {most} at a time.")),
    ProblemKind(
        "rounds_or_advancing",
        422,
        _("A cup has one of these"),
        _(
            "A knockout says how many go on from each table, a Swiss cup how many rounds there are, a round robin how "
            "often everyone meets everyone; and none of the others."
        ),
    ),
    ProblemKind(
        "round_robin_of_two",
        422,
        _("A round robin is played at tables of two"),
        _("Choose two seats, or another system."),
    ),
    ProblemKind(
        "advancing_impossible",
        422,
        _("That many can't go on"),
        _("The next tables would not be full. “possible” lists the numbers."),
    ),
    ProblemKind(
        "entry_closes_too_soon_or_late",
        422,
        _("Entry can't close then"),
        Counted(
            "most",
            lambda n: ngettext(
                "Leave players an hour to enter, and no more than {most} day.",
                "Leave players an hour to enter, and no more than {most} days.",
                n,
            ),
        ),
    ),
    ProblemKind(
        "cup_name_reserved",
        422,
        _("A cup of yours can't be called that"),
        _("It looks like a name of the site, or of one of its own cups."),
    ),
    ProblemKind(
        "has_gone_on", 409, _("It has gone on meanwhile"), _("Nothing was changed. Look again at what leaving means.")
    ),
    ProblemKind("cup_has_begun", 409, _("The cup has begun"), _("It can be called off only before.")),
    ProblemKind("cup_entry_closed", 409, _("Nobody can enter any more"), _("The cup has begun, or was called off.")),
    ProblemKind(
        "cup_full",
        409,
        _("The cup is full"),
        Counted("most", lambda n: ngettext("{most} player has entered.", "{most} players have entered.", n)),
    ),
    ProblemKind("too_many_cups_entered", 409, _("Too many cups"), _("You can be in {most} at a time.")),
    # All competitions.
    ProblemKind(
        "game_of_competition",
        409,
        _("The game belongs to a competition"),
        _("The competition says who sits there: nobody else can give its seats away."),
    ),
    ProblemKind(
        "out_of_competition",
        409,
        _("You are out of the competition"),
        _("Anyone who has left a cup, or lost a place in a league, has no seat in its games any more."),
    ),
    ProblemKind("no_such_series", 404, _("No such series")),
    ProblemKind("not_in_this_series", 403, _("You do not play in this series")),
    ProblemKind("series_over", 409, _("No further game follows"), _("The last game of the series has begun.")),
    ProblemKind(
        "series_too_long",
        422,
        _("Too many games"),
        Counted(
            "most", lambda n: ngettext("A series has {most} game at most.", "A series has {most} games at most.", n)
        ),
    ),
    ProblemKind(
        "series_needs_people",
        422,
        _("A series is for people"),
        Counted(
            "fewest", lambda n: ngettext("They need at least {fewest} seat.", "They need at least {fewest} seats.", n)
        ),
    ),
)
