"""What a host changes in a competition that people have entered: its name, dates and people; and writes to all of them.

A date that people know of moves later, never earlier, and everyone in the competition hears of it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import instants
from games.competitions import handover, hosts, messages
from games.competitions.audience import Competition
from games.competitions.cups import bracket, course, exits
from games.competitions.leagues import admission as league_admission
from games.competitions.leagues import places
from games.competitions.locks import lock_for
from games.errors import NotFound, QuotaSpent, Refused, Unprocessable
from games.models import Cup, CupEntrant, CupRound, League, LeagueExit, LeagueMember, LeagueSeason, Player
from games.names import game_name, paragraphs
from games.people import blocks
from games.people.suspension import awake, heard

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


def move_beginning(*, host: Player, competition: Competition, at: datetime, now: datetime) -> None:
    """Let a cup, or the season that is planned, begin later.

    Raises what `lock_for` raises, Refused("has_begun"), Unprocessable("date_too_early_or_late"),
    QuotaSpent("messaged_today").
    """
    with transaction.atomic():
        host = awake(host, now)
        competition = lock_for(host, competition)
        if isinstance(competition, Cup):
            _move_cup(competition, at, now)
        else:
            _move_season(competition, at, now)


def _move_cup(cup: Cup, at: datetime, now: datetime) -> None:
    if cup.state != Cup.State.OPEN:
        raise Refused("has_begun")
    _refuse_date(at, cup.entry_closes_at + LEAST_LATER, now + FARTHEST)
    _use_up_todays_email(cup, now)
    cup.entry_closes_at = at
    cup.save(update_fields=["entry_closes_at"])
    messages.send(cup, messages.everyone_in(cup), BEGINS_LATER, at=instants.in_utc(at))


def _move_season(league: League, at: datetime, now: datetime) -> None:
    season = league.seasons.filter(state=LeagueSeason.State.PLANNED).first()
    if season is None:
        raise Refused("has_begun")
    _refuse_date(at, season.starts_at + LEAST_LATER, now + FARTHEST)
    _use_up_todays_email(league, now)
    season.ends_at += at - season.starts_at
    season.starts_at = at
    season.save(update_fields=["starts_at", "ends_at"])
    messages.send(league, messages.everyone_in(league), BEGINS_LATER, at=instants.in_utc(at))


def move_end(*, host: Player, competition: Competition, at: datetime, now: datetime) -> None:
    """Let the round or the season that runs end later.

    Raises what `lock_for` raises, Refused("nothing_runs"), Unprocessable("date_too_early_or_late"),
    QuotaSpent("messaged_today").
    """
    with transaction.atomic():
        host = awake(host, now)
        competition = lock_for(host, competition)
        if isinstance(competition, Cup):
            _extend_round(competition, at, now)
        else:
            _extend_season(competition, at, now)


def _extend_round(cup: Cup, at: datetime, now: datetime) -> None:
    round_ = CupRound.objects.filter(cup=cup, closed_at=None, ends_at__gt=now).first()
    if round_ is None:
        raise Refused("nothing_runs")
    planned = round_.began_at + timedelta(days=cup.round_days)
    _refuse_date(at, round_.ends_at + LEAST_LATER, planned + MOST_LATER)
    _use_up_todays_email(cup, now)
    round_.ends_at = at
    round_.save(update_fields=["ends_at"])
    messages.send(cup, messages.everyone_in(cup), ENDS_LATER, at=instants.in_utc(at))


def _extend_season(league: League, at: datetime, now: datetime) -> None:
    season = league.seasons.filter(state=LeagueSeason.State.RUNNING, ends_at__gt=now).first()
    if season is None:
        raise Refused("nothing_runs")
    planned = season.starts_at + timedelta(days=league.season_days)
    _refuse_date(at, season.ends_at + LEAST_LATER, planned + MOST_LATER)
    _use_up_todays_email(league, now)
    season.ends_at = at
    season.save(update_fields=["ends_at"])
    messages.send(league, messages.everyone_in(league), ENDS_LATER, at=instants.in_utc(at))


def _refuse_date(at: datetime, earliest: datetime, latest: datetime) -> None:
    if not earliest <= at <= latest:
        raise Unprocessable(
            "date_too_early_or_late", earliest=instants.in_utc(earliest), latest=instants.in_utc(latest)
        )


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
        people = messages.everyone_in(competition).exclude(pk=host.pk).exclude(pk__in=blocks.blockers_of(host))
        messages.send(competition, people, MESSAGE, text=written, by=host.display_name)


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
            _remove_entrant(competition, player_id, now)
        else:
            _remove_member(competition, player_id, now)


def _remove_entrant(cup: Cup, player_id: str, now: datetime) -> None:
    entrant = CupEntrant.objects.select_related("player").filter(cup=cup, player=player_id).first()
    if entrant is None:
        raise NotFound("not_in_competition")
    if entrant.left_at is not None or cup.ended_at is not None:
        return
    if cup.state == Cup.State.OPEN:
        entrant.left_at, entrant.why = now, CupEntrant.Why.REMOVED
        entrant.save(update_fields=["left_at", "why"])
    elif entrant.seed in bracket.still_in(course.current_course(cup)):
        exits.drop(entrant, CupEntrant.Why.REMOVED, now)
    else:
        return
    messages.send(cup, [entrant.player], messages.REMOVED)


def _remove_member(league: League, player_id: str, now: datetime) -> None:
    """Take somebody out who has entered, or who plays in the running season although they have left the club.

    They enter again only if a host invites them.
    """
    player = messages.everyone_in(league).filter(pk=player_id).first()
    if player is None:
        raise NotFound("not_in_competition")
    place = places.place_of(league, player)
    if place is not None:
        places.vacate(place, LeagueExit.Why.REMOVED, now)
    LeagueMember.objects.filter(league=league, player=player).delete()
    league_admission.keep_out(league, player, now)
    messages.send(league, [player], messages.REMOVED)
