"""Emails about a cup: a round has begun or ended, the reader is out, the cup is over, postponed or cancelled."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.competitions.cups import bracket, scores
from games.competitions.cups.course import CupCourse, CupTable
from games.competitions.cups.rounds import BREAK, fewest
from games.models import CupEntrant
from games.presentation.words import all_of, rules
from games.presentation.words.lengths import length
from games.table.clocks import mapping
from games.web.seat_link import rights
from notifications import times
from notifications.letters import subjects
from notifications.letters.document import Element, Items, Link, Paragraph
from notifications.letters.registry import Occasion, letter
from notifications.policy import kinds


@letter(kinds.CUP_ROUND, subject=subjects.CUP_ROUND)
def round_began(occasion: Occasion) -> Iterator[Element]:
    """Say whom the reader meets, where and until when; or that the reader has a bye."""
    cup, own, number = occasion.cup, _own_entry(occasion), occasion.notification.round or 1
    round_ = cup.rounds[number - 1]
    own_table = next((table for table in round_.tables if own.seed in table.seeds), None)
    if own_table is None:
        yield Paragraph(_bye_sentence(cup))
    else:
        opponents = [cup.players[seed].player.display_name for seed in own_table.seeds if seed != own.seed]
        yield Paragraph(_round_sentence(cup) % {"number": number, "names": all_of(opponents)})
        yield Items(list(_list_terms(occasion)))
        yield from _link_table(occasion, own_table, own)
    ends = times.spell(round_.round.ends_at, occasion.reader.time_zone)
    sentence = _(
        "The round ends on %(when)s at the latest. Games that still run then end with the points as they stand."
    )
    yield Paragraph(sentence % {"when": ends})
    yield _link_page(occasion)


def _round_sentence(cup: CupCourse) -> str:
    if cup.cup.is_knockout and cup.last is not None and bracket.is_final(cup.last):
        return _("The final has begun. You play against %(names)s.")
    return _("Round %(number)d has begun. You play against %(names)s.")


def _bye_sentence(cup: CupCourse) -> str:
    if cup.cup.is_knockout:
        return _("The round has begun. You have a bye: you go on to the next round without a game.")
    return _("The round has begun. You have a bye: no game, and it counts as one you have won.")


def _list_terms(occasion: Occasion) -> Iterator[str]:
    """List the rules and the clock of the cup's games."""
    cup = occasion.cup.cup
    yield _("Game: %(rules)s") % {"rules": rules(cup.ruleset, cup.options)}
    yield _("Time for each move: %(time)s") % {"time": length(cup.time_per_move)}
    yield from times.agreed(mapping.terms_of(cup.time_per_move, cup.clock))


def _link_table(occasion: Occasion, table: CupTable, own: CupEntrant) -> Iterator[Element]:
    """Link to the reader's seat, which opens without signing in."""
    if table.game.game_id is not None and table.runs:
        seat = table.seeds.index(own.seed or 0)
        yield Link(_("Your table"), rights.url(occasion.reader, table.game.game_id, seat, occasion.batch.now))


@letter(kinds.CUP_RESULT, subject=subjects.CUP_RESULT)
def round_over(occasion: Occasion) -> Iterator[Element]:
    """Say whether the reader advances, and when the next round is."""
    cup, number = occasion.cup, occasion.notification.round or 1
    own = _own_entry(occasion)
    if own.left_at is not None or not {*cup.lineage(own.seed or 0)} & {*(bracket.went_on(cup, number) or ())}:
        yield Paragraph(_("The round is over, and you are out of the cup. Thank you for playing."))
    else:
        closed = cup.rounds[number - 1].round.closed_at
        sentence = _("The round is over, and you go on. The next one begins on %(when)s.")
        yield Paragraph(
            sentence % {"when": times.spell((closed or occasion.batch.now) + BREAK, occasion.reader.time_zone)}
        )
    if number == len(cup.rounds):
        yield Paragraph(_("Until the next round begins, a ruling that changes a result can change that."))
    yield _link_page(occasion)


@letter(kinds.CUP_LEFT, subject=subjects.CUP_LEFT)
def left(occasion: Occasion) -> Iterator[Element]:
    """Say why the reader is out of the cup."""
    if _own_entry(occasion).why == CupEntrant.Why.ABSENT:
        yield Paragraph(_("You were away from your game, so you are out of the cup. A stand-in takes your seat."))
    else:
        yield Paragraph(_("You can’t play at the moment, so you are out of the cup. A stand-in takes your seat."))
    yield _link_page(occasion)


@letter(kinds.CUP_OVER, subject=subjects.CUP_OVER)
def over(occasion: Occasion) -> Iterator[Element]:
    """Say who has won, and the reader's rank."""
    standings = scores.cup_standings(occasion.cup)
    won = [standing.entrant.player for standing in standings if standing.status == scores.CupStatus.WON]
    if won == [occasion.reader]:
        yield Paragraph(_("The cup is over, and you won."))
    elif won:
        yield Paragraph(
            _("The cup is over. Winner: %(names)s.") % {"names": all_of([player.display_name for player in won])}
        )
    else:
        yield Paragraph(_("The cup is over, and nobody has won it: all have left."))
    own = next((standing for standing in standings if standing.entrant.player_id == occasion.reader.pk), None)
    if own is not None and own.rank <= len(occasion.cup.places):
        sentence = _("You are number %(rank)d of %(players)d.")
        yield Paragraph(sentence % {"rank": own.rank, "players": len(occasion.cup.places)})
    yield _link_page(occasion)


@letter(kinds.CUP_PUT_OFF, subject=subjects.CUP_PUT_OFF)
def put_off(occasion: Occasion) -> Iterator[Element]:
    """Say why the cup is postponed, and until when."""
    cup = occasion.cup.cup
    sentence = ngettext(
        "Fewer than %(fewest)d player had entered, so the cup could not begin. It is to begin on %(when)s.",
        "Fewer than %(fewest)d players had entered, so the cup could not begin. It is to begin on %(when)s.",
        fewest(cup),
    )
    when = times.spell(cup.entry_closes_at, occasion.reader.time_zone)
    yield Paragraph(sentence % {"fewest": fewest(cup), "when": when})
    yield Paragraph(_("It is put off twice at most; if there are still too few then, it is called off."))
    yield _link_page(occasion)


@letter(kinds.CUP_CALLED_OFF, subject=subjects.CUP_CALLED_OFF)
def called_off(occasion: Occasion) -> Iterator[Element]:
    """Say that the cup is cancelled."""
    yield Paragraph(_("The cup does not take place: its host has called it off, or too few have entered."))
    yield _link_page(occasion)


def _own_entry(occasion: Occasion) -> CupEntrant:
    """Return the reader's entry; `relevance` has dropped notifications without one."""
    return next(entrant for entrant in occasion.cup.entered if entrant.player_id == occasion.reader.pk)


def _link_page(occasion: Occasion) -> Link:
    return Link(_("The cup’s page"), settings.PUBLIC_URL + reverse("cup", args=[occasion.cup.cup.pk]))
