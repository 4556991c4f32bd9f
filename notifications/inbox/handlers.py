"""Handlers of orders other than moves, each calling the same service as the API and returning what was done.

Each raises the errors of its service. Resigning cannot be undone, so it waits for a `yes`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused
from games.lobby import again, departures
from games.models import Dispute, Game, Seat, Turn
from games.presentation import words
from games.table.disputes import lifecycle
from games.table.talk import new_lines, nudges
from notifications.inbox import agreements, plan_answers, sleep, vacation
from notifications.inbox.invitations import tell_beginning
from notifications.inbox.orders import (
    Ask,
    AskAdmin,
    Decline,
    EndVacation,
    GivePlan,
    GoOn,
    HandOver,
    LeaveGame,
    NudgeThem,
    OpenRematch,
    ProposeThis,
    SayLine,
    SetSleep,
    TakeBackMove,
    TakeSeatAgain,
    TakeVacation,
    WithdrawProposal,
)
from notifications.inbox.reply import ActedOn, Reply, refused, refused_because, short
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer
from notifications.order_words import order_words
from notifications.policy import courtesy, kinds

SHOWN: Final[Mapping[str, Promise]] = {
    "board": gettext_lazy("Here is the board."),
    "moves": gettext_lazy("Here are all your moves."),
    "status": gettext_lazy("This is how the game stands."),
    "log": gettext_lazy("This is what has happened."),
    "help": gettext_lazy("This is what you can write."),
}
LONGEST_DISPUTE: Final = 2000


def _show(reply: Reply, order: Ask, acted: ActedOn) -> str:
    """Have the answer show a section, in its state at the time of sending."""
    acted.did_anything = acted.must_tell = True
    if order.kind not in acted.shows:
        acted.shows.append(order.kind)
    shown = str(SHOWN[order.kind])
    return " ".join([shown, *agreements.tell_open(reply)]) if order.kind == "status" else shown


def _decline(reply: Reply, order: Decline, acted: ActedOn) -> str:
    acted.did_anything = acted.must_tell = True
    if reply.game.status == Game.Status.OPEN and Seat.objects.filter(game=reply.game, player=reply.player).exists():
        sentence = _("You have a seat at this table. To give it back, write “leave %(id)s” to %(site)s.")
        return sentence % {"id": reply.game.pk, "site": settings.MAIL_IN_ADDRESS}
    if agreements.has_lately_agreed(reply):
        return _("Nothing was done: what the table has agreed stays so. To change it, propose something to the others.")
    return _("All right: nothing was done.")


def _be_away(reply: Reply, order: TakeVacation, acted: ActedOn) -> str:
    sentence = vacation.take(reply.player, order.until, reply.now)
    acted.did_anything = True
    return sentence


def _end_vacation(reply: Reply, order: EndVacation, acted: ActedOn) -> str:
    acted.did_anything = True
    return vacation.end(reply.player, reply.now)


def _sleep(reply: Reply, order: SetSleep, acted: ActedOn) -> str:
    """Save the hours, which hold for all of the player's games, and say so."""
    answer = SiteAnswer()
    try:
        sleep.act(Writer(reply.player.email or "", reply.player, [], reply.now), order, answer)
    except CannotDo as cannot:
        acted.must_tell = True
        return refused_because(order.line, str(cannot))
    except Refused as refusal:
        acted.must_tell = True
        return refused(order.line, refusal)
    acted.did_anything = True
    return " ".join(str(words) for _kind, words in answer.parts)


def _leave(reply: Reply, order: LeaveGame, acted: ActedOn) -> str:
    if reply.is_to_digest and not reply.is_sure:
        acted.must_tell = True
        return (
            _("You want to resign. Reply “%(resign)s” to this email, which is about this game alone.") % order_words()
        )
    if not reply.is_sure:
        acted.waits = acted.must_tell = True
        return (
            _(
                "You want to leave this game for good: you could not come back. If you are sure, reply to this email "
                "with “%(yes)s”. If you may want to come back, reply “%(stand_in)s”, and a stand-in plays for you."
            )
            % order_words()
        )
    departures.resign(player=reply.player, game_id=reply.game.pk, now=reply.now)
    acted.did_anything, acted.done = True, _("You have resigned")
    return _("You have resigned.")


def _hand_over(reply: Reply, order: HandOver, acted: ActedOn) -> str:
    game = departures.hand_to_stand_in(player=reply.player, game_id=reply.game.pk, now=reply.now)
    acted.did_anything, acted.includes = True, [kinds.SEAT_HANDED_OVER]
    acted.played = acted.played or _("A stand-in has your seat")
    return " ".join([_("A stand-in has your seat now."), words.coming_back(game)])


def _return(reply: Reply, order: TakeSeatAgain, acted: ActedOn) -> str:
    departures.come_back(player=reply.player, game_id=reply.game.pk, now=reply.now)
    acted.did_anything, acted.includes = True, [kinds.SEAT_IS_YOURS, kinds.YOUR_TURN]
    acted.asks = Turn.objects.filter(game=reply.game, player=reply.player, closed_at=None).exists()
    acted.played = acted.played or _("Welcome back")
    return _("Welcome back. You play with your seat again.")


def _play_again(reply: Reply, order: OpenRematch, acted: ActedOn) -> str:
    rematch = again.play_again(player=reply.player, game_id=reply.game.pk, now=reply.now)
    acted.did_anything, acted.leads_to = True, rematch.game.pk
    acted.played = acted.played or _("You play again")
    if rematch.made:
        sentences = [_("You play again: everyone is invited to a new table."), *_tell_waiting(reply, rematch.game)]
        acted.must_tell |= len(sentences) > 1
        return " ".join(sentences)
    return " ".join([_("You play again: you have a seat at the new table."), *tell_beginning(rematch.game)])


def _tell_waiting(reply: Reply, game: Game) -> Iterator[str]:
    """Say which invitations are emailed only later, since their readers have had several today."""
    invited = {row.player_id: row.player.display_name for row in game.invitations.select_related("player")}
    if full := courtesy.find_full(invited, reply.now):
        names = words.all_of([name for player, name in invited.items() if player in full])
        text = _("Invitations are emailed only a few times a day, so this one comes later for %(names)s.")
        yield text % {"names": names}


def _ask_admin(reply: Reply, order: AskAdmin, acted: ActedOn) -> str:
    words, kind = order.words[:LONGEST_DISPUTE], Dispute.Kind.FOR_ADMINS
    lifecycle.open_dispute(player=reply.player, game_id=reply.game.pk, kind=kind, text=words, now=reply.now)
    acted.did_anything = True
    return _(
        "An admin will look at the game. Only the admins read your words; the others at the table hear that you asked."
    )


def _say(reply: Reply, order: SayLine, acted: ActedOn) -> str:
    line = new_lines.say(player=reply.player, game_id=reply.game.pk, text=order.words, now=reply.now)
    acted.did_anything = True
    return _("Said at the table: “%(words)s”") % {"words": short(line.text)}


def _nudge(reply: Reply, order: NudgeThem, acted: ActedOn) -> str:
    nudges.nudge(player=reply.player, game_id=reply.game.pk, now=reply.now)
    acted.did_anything = True
    return _("Nudged. We email them, outside their quiet hours.")


OrderHandler = Callable[[Reply, Any, ActedOn], str]
HANDLERS: Final[Mapping[type, OrderHandler]] = {
    Ask: _show,
    Decline: _decline,
    TakeVacation: _be_away,
    EndVacation: _end_vacation,
    SetSleep: _sleep,
    HandOver: _hand_over,
    LeaveGame: _leave,
    TakeSeatAgain: _return,
    AskAdmin: _ask_admin,
    GivePlan: plan_answers.give,
    SayLine: _say,
    NudgeThem: _nudge,
    OpenRematch: _play_again,
    GoOn: agreements.go_on,
    ProposeThis: agreements.propose,
    WithdrawProposal: agreements.withdraw,
    TakeBackMove: agreements.take_back,
}
NAMES: Final[Mapping[type, str]] = {
    Ask: "help",
    Decline: "no",
    TakeVacation: "vacation",
    EndVacation: "vacation off",
    SetSleep: "sleep",
    HandOver: "stand-in",
    LeaveGame: "resign",
    TakeSeatAgain: "return",
    AskAdmin: "admin",
    GivePlan: "plan",
    SayLine: "say",
    NudgeThem: "nudge",
    OpenRematch: "play again",
    GoOn: "go on",
    ProposeThis: "propose",
    WithdrawProposal: "withdraw",
    TakeBackMove: "take back",
}
"""A word for each order, used when asking players whether they meant it."""
