"""What a host changes in a competition that people have entered: its name, dates and people; and writes to all of them.

A date that people know of moves later, never earlier, and everyone in the competition hears of it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import instants
from games.competitions import circulars, dates, handover, hosts, messages
from games.competitions.audience import Competition
from games.competitions.cups import bracket, course, exits
from games.competitions.dates import MovableDate
from games.competitions.leagues import admission as league_admission
from games.competitions.leagues import places
from games.competitions.locks import lock_for
from games.errors import NotFound, QuotaSpent, Refused, Unprocessable
from games.models import Cup, CupEntrant, League, LeagueExit, LeagueMember, LeagueRemoval, Player
from games.names import game_name, paragraphs
from games.people.suspension import awake, heard

RENAMED, TAKEN_OUT = "competition_renamed", "competition_removal"
"""The kinds of these acts among the admins' acts, where a competition is official."""
BEGINS_LATER: Final = "account/email/competition_begins_later"
ENDS_LATER: Final = "account/email/competition_ends_later"
MESSAGE: Final = "account/email/competition_message"
LONGEST_MESSAGE: Final = 1000
A_DAY: Final = timedelta(days=1)
LEAST_LATER: Final = timedelta(hours=12)
"""So that an evening can always be moved to the next one."""
MOST_LATER: Final = timedelta(days=30)
"""How much later a round or a season can end than its days would have it."""
FARTHEST: Final = timedelta(days=180)
"""How far ahead a beginning can lie."""


def rename(*, host: Player, competition: Competition, name: str, now: datetime) -> None:
    """Give the competition another name. Games that have begun keep theirs.

    Raises NotFound (no_such_cup, no_such_league), Forbidden (account_suspended, account_muted, only_the_host),
    Unprocessable (cup_name_reserved, league_name_reserved, competition_name_missing).
    """
    with transaction.atomic():
        host = heard(host, now)
        competition = lock_for(host, competition)
        cleaned = game_name(name)
        if not cleaned:
            raise Unprocessable("competition_name_missing")
        if cleaned != competition.name:
            hosts.refuse_reserved(competition, cleaned)
            competition.name = cleaned
            competition.save(update_fields=["name"])
            hosts.note_act(host, competition, RENAMED, now)


def move_beginning(*, host: Player, competition: Competition, at: datetime, now: datetime) -> None:
    """Let a cup, or the season that is planned, begin later.

    Raises what `lock_for` raises, Refused("has_begun"), Unprocessable("date_too_early_or_late"),
    QuotaSpent("messaged_today").
    """
    with transaction.atomic():
        host = awake(host, now)
        competition = lock_for(host, competition)
        beginning = dates.find_beginning(competition, now + FARTHEST)
        if beginning is None:
            raise Refused("has_begun")
        _move(competition, beginning, at, BEGINS_LATER, now)


def move_end(*, host: Player, competition: Competition, at: datetime, now: datetime) -> None:
    """Let the round or the season that runs end later.

    Raises what `lock_for` raises, Refused("nothing_runs"), Unprocessable("date_too_early_or_late"),
    QuotaSpent("messaged_today").
    """
    with transaction.atomic():
        host = awake(host, now)
        competition = lock_for(host, competition)
        end = dates.find_end(competition, MOST_LATER, now)
        if end is None:
            raise Refused("nothing_runs")
        _move(competition, end, at, ENDS_LATER, now)


def _move(competition: Competition, date: MovableDate, at: datetime, template: str, now: datetime) -> None:
    earliest = date.at + LEAST_LATER
    if not earliest <= at <= date.latest:
        raise Unprocessable(
            "date_too_early_or_late", earliest=instants.in_utc(earliest), latest=instants.in_utc(date.latest)
        )
    _use_up_todays_email(competition, now)
    date.move(at)
    circulars.write(competition, template, moved_to=instants.rfc3339(at))


def message(*, host: Player, competition: Competition, text: str, now: datetime) -> None:
    """Email everyone in the competition what the host writes, once a day at most.

    Raises what `lock_for` raises, Forbidden("account_muted"), Unprocessable (text_missing, message_too_long),
    Refused("competition_over"), QuotaSpent("messaged_today").
    """
    with transaction.atomic():
        host = heard(host, now)
        competition = lock_for(host, competition)
        written = paragraphs(text)
        if not written:
            raise Unprocessable("text_missing")
        if len(written) > LONGEST_MESSAGE:
            raise Unprocessable("message_too_long", most=LONGEST_MESSAGE)
        if handover.is_over(competition):
            raise Refused("competition_over")
        _use_up_todays_email(competition, now)
        circulars.write(competition, MESSAGE, by=host, text=written)


def _use_up_todays_email(competition: Competition, now: datetime) -> None:
    """Note that everyone gets an email now. Raises QuotaSpent("messaged_today")."""
    last = competition.messaged_at
    if last is not None and last > now - A_DAY:
        raise QuotaSpent("messaged_today").after(last + A_DAY - now)
    competition.messaged_at = now
    competition.save(update_fields=["messaged_at"])


def remove(*, host: Player, competition: Competition, player_id: str, now: datetime) -> None:
    """Take somebody out of the competition, as if they had left, and tell them. Repeating this changes nothing.

    Raises what `lock_for` raises, NotFound("not_in_competition"), Unprocessable("cannot_remove_yourself").
    """
    with transaction.atomic():
        host = awake(host, now)
        competition = lock_for(host, competition)
        if player_id == host.pk:
            raise Unprocessable("cannot_remove_yourself")
        if isinstance(competition, Cup):
            is_removed = _remove_entrant(competition, player_id, now)
        else:
            is_removed = _remove_member(competition, player_id, now)
        if is_removed:
            hosts.note_act(host, competition, TAKEN_OUT, now)


def _remove_entrant(cup: Cup, player_id: str, now: datetime) -> bool:
    entrant = CupEntrant.objects.select_related("player").filter(cup=cup, player=player_id).first()
    if entrant is None:
        raise NotFound("not_in_competition")
    if entrant.left_at is not None or cup.ended_at is not None:
        return False
    if cup.state == Cup.State.OPEN:
        entrant.left_at, entrant.why = now, CupEntrant.Why.REMOVED
        entrant.save(update_fields=["left_at", "why"])
    elif entrant.seed in bracket.still_in(course.current_course(cup)):
        exits.drop(entrant, CupEntrant.Why.REMOVED, now)
    else:
        return False
    messages.send(cup, [entrant.player], messages.REMOVED)
    return True


def _remove_member(league: League, player_id: str, now: datetime) -> bool:
    """Take somebody out who has entered, or who plays in the running season although they have left the club.

    They enter again only if a host invites them.
    """
    player = messages.everyone_in(league).filter(pk=player_id).first()
    if player is None and LeagueRemoval.objects.filter(league=league, player=player_id).exists():
        return False
    if player is None:
        raise NotFound("not_in_competition")
    place = places.place_of(league, player)
    if place is not None:
        places.vacate(place, LeagueExit.Why.REMOVED, now)
    LeagueMember.objects.filter(league=league, player=player).delete()
    league_admission.keep_out(league, player, now)
    messages.send(league, [player], messages.REMOVED)
    return True
