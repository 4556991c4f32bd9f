"""The first Card Game."""

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.ticket_completion import CompleteTickets
from engine.parts.yards import RowView
from games.presentation import words
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.turns import (
    chooses_tickets,
    explain_closing,
    explain_locomotive,
    find_cheapest_ticket,
    has_locomotive,
    is_last_round,
    is_on_turn,
    is_over,
)


def _has_placed(at: LearnerView) -> bool:
    seat = at.view["seats"][at.seat]
    return is_on_turn(at) and (bool(seat["yard"]) or seat["on_track"] > 0)


def _has_rival_row(at: LearnerView) -> bool:
    return is_on_turn(at) and bool(_list_rival_rows(at))


def _has_stack(at: LearnerView) -> bool:
    """Check whether the learner has cards on the track and may not look through them."""
    return is_on_turn(at) and at.view["seats"][at.seat]["on_track"] > 0 and at.you.get("on_track") is None


def _has_track(at: LearnerView) -> bool:
    return is_on_turn(at) and at.view["seats"][at.seat]["on_track"] > 0


def _can_afford_more(at: LearnerView) -> bool:
    """Check whether more cards lie on the learner's track than all tickets take, and tickets can be drawn."""
    return _has_track(at) and at.view["seats"][at.seat]["on_track"] > _count_cost(at) and at.view["ticket_deck"] > 0


def _completes(at: LearnerView) -> bool:
    return at.is_asked(CompleteTickets.tag)


def _explain_ticket(at: LearnerView) -> Explanation:
    ticket = find_cheapest_ticket(at)
    facts = {
        "a": words.city(ticket["from"], at.board),
        "b": words.city(ticket["to"], at.board),
        "cards": words.counted(Counter(ticket["cards"])),
    }
    meaning = _("Done: +%(points)d. Not done: −%(points)d.") % {"points": ticket["points"]}
    return Explanation(_("A ticket: %(a)s – %(b)s takes %(cards)s.") % facts, meaning)


def _explain_keeping(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    least = at.prompt["at_least"]
    rule = ngettext("Keep at least %(n)d ticket.", "Keep at least %(n)d tickets.", least) % {"n": least}
    return Explanation(rule, _("Each takes cards of its own, so keep few at first. You can draw more later."))


def _explain_turn(at: LearnerView) -> Explanation:
    return Explanation(
        _("Your turn: do one of three things."),
        _("Take two train cards, place cards in your rail yard, or draw more tickets."),
    )


def _explain_market(at: LearnerView) -> Explanation:
    return Explanation(
        _("Five cards lie face up; the deck is hidden."),
        _("Take two, from either. Collect the colors that your tickets take."),
    )


def _explain_placing(at: LearnerView) -> Explanation:
    return Explanation(
        _("From your hand, cards go to your rail yard: two or more of one color are a row."),
        _("Locomotives may lie on top of it. Or place one card each of three colors, as three rows."),
    )


def _explain_leaving(at: LearnerView) -> Explanation:
    return Explanation(
        _("Whenever your turn begins, the top card of each of your rows moves to your track."),
        _("Only cards on your track pay for tickets, so place them early."),
    )


def _explain_robbing(at: LearnerView) -> Explanation:
    row = min(_list_rival_rows(at), key=_count_cards)
    enough = _count_cards(row) + 1
    facts = {"color": words.card(row["color"]), "n": enough}
    return Explanation(
        _("A color lies in one rail yard only, and %(color)s lies in another player’s.") % facts,
        ngettext(
            "Place %(n)d card of it or more, and you rob that row: it is discarded.",
            "Place %(n)d cards of it or more, and you rob that row: it is discarded.",
            enough,
        )
        % facts,
    )


def _explain_stack(at: LearnerView) -> Explanation:
    return Explanation(
        _("Cards on your track lie face down, for you too: remember them."),
        _("You may look through them when the round is over."),
    )


def _explain_big_cities(at: LearnerView) -> Explanation:
    city, bonus = max(at.board.big_cities.items(), key=lambda city_bonus: city_bonus[1])
    return Explanation(
        _("Six big cities have a bonus: %(city)s has %(n)d.") % {"city": at.board.cities[city].name, "n": bonus},
        _("It goes to whoever completes the most tickets that name the city."),
    )


def _explain_end(at: LearnerView) -> Explanation:
    deck = ngettext("The deck has %(n)d card left.", "The deck has %(n)d cards left.", at.view["deck"])
    return Explanation(
        _("The deck ends the round."),
        deck % {"n": at.view["deck"]} + " " + _("When it is empty, everybody has one more turn."),
    )


def _explain_more_tickets(at: LearnerView) -> Explanation:
    facts = {"n": at.view["seats"][at.seat]["on_track"], "cost": _count_cost(at)}
    return Explanation(
        ngettext(
            "On your track lies %(n)d card; your tickets take %(cost)d.",
            "On your track lie %(n)d cards; your tickets take %(cost)d.",
            facts["n"],
        )
        % facts,
        _("Draw tickets: see four, and keep those whose colors lie there, or none."),
    )


def _explain_completing(at: LearnerView) -> Explanation:
    return Explanation(
        _("The round is over: your track pays for tickets now."),
        _("Each card pays once. The tickets that are worth most together are ticked already."),
    )


def _explain_scores(at: LearnerView) -> Explanation:
    return Explanation(
        _("At the end: tickets done, minus tickets not done, plus the bonuses of big cities."),
        _("Cards score nothing. The most points win."),
    )


def _list_rival_rows(at: LearnerView) -> list[RowView]:
    return [row for seat in at.view["seats"] if seat["seat"] != at.seat for row in seat["yard"]]


def _count_cost(at: LearnerView) -> int:
    return sum(len(ticket.get("cards", ())) for ticket in at.you["tickets"])


def _count_cards(row: RowView) -> int:
    return row["cards"] + row["locomotives"]


LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, _explain_ticket),
    LessonLine("keeping", chooses_tickets, _explain_keeping),
    LessonLine("turn", is_on_turn, _explain_turn),
    LessonLine("market", is_on_turn, _explain_market),
    LessonLine("locomotive", has_locomotive, explain_locomotive),
    LessonLine("placing", is_on_turn, _explain_placing),
    LessonLine("leaving", _has_placed, _explain_leaving),
    LessonLine("robbing", _has_rival_row, _explain_robbing),
    LessonLine("stack", _has_stack, _explain_stack),
    LessonLine("more_tickets", _can_afford_more, _explain_more_tickets),
    LessonLine("end", _has_track, _explain_end),
    LessonLine("big_cities", _has_track, _explain_big_cities),
    LessonLine("completing", _completes, _explain_completing),
    LessonLine("scores", is_last_round, _explain_scores),
    LessonLine("closing", is_over, explain_closing),
)
