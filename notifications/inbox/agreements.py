"""Agreements by email: answering, making and withdrawing proposals, and taking back one's own last move."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.codec import Json
from engine.errors import EngineError
from games import languages
from games.errors import Refused, Unprocessable
from games.kinds import EntryKind, RulingKind
from games.models import Entry, Game, Proposal, Ruling, Seat, Turn
from games.names import key
from games.presentation import words
from games.presentation.words.lists import listed
from games.table import store
from games.table.agreements import new_proposals, own_move, presence, selectors, votes
from games.table.rulings import pauses
from notifications.inbox import orders
from notifications.inbox.orders import GoOn, ProposeThis, TakeBackMove, WithdrawProposal, yes_no
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.reply import ActedOn, Reply, refused, refused_because
from notifications.letters import agreements as letter_texts
from notifications.order_words import order_words
from notifications.policy import kinds

ANSWERED: Final[Mapping[Proposal.State, Promise]] = {
    Proposal.State.OPEN: gettext_lazy("You have agreed."),
    Proposal.State.AGREED: gettext_lazy("Everyone has agreed: it is done."),
    Proposal.State.DECLINED: gettext_lazy("You have declined. Nothing comes of it."),
    Proposal.State.OVERTAKEN: gettext_lazy("The game has gone on meanwhile, so nothing comes of it."),
    Proposal.State.EXPIRED: gettext_lazy("It was too late. Nothing comes of it."),
    Proposal.State.WITHDRAWN: gettext_lazy("It was withdrawn. Nothing comes of it."),
}
DONE: Final[Mapping[Proposal.State, Promise]] = {
    Proposal.State.OPEN: gettext_lazy("You have agreed"),
    Proposal.State.DECLINED: gettext_lazy("You have declined"),
}
"""Answers in the subject of an email."""
A_DAY: Final = timedelta(days=1)
_TO_SOMEONE: Final = re.compile(r"(?P<said>\S+(?: \S+)?) to (?P<name>\S.*)")


class ProposalAnswer(NamedTuple):
    """A line's answer to a proposal, and the line's place."""

    line: str
    place: int
    proposal: str
    says: YesNo


def answered(reply: Reply, lines: Sequence[str], acted: ActedOn) -> Sequence[str]:
    """Vote on the proposals that the first lines answer; return the remaining lines. An unclear answer ends them."""
    answers = read_answers(reply, lines)
    if any(answer.says is YesNo.UNSURE for answer in answers):
        acted.sentences += _ask_again(answers[0])
        acted.must_tell = True
        acted.proposal = answers[0].proposal
        return ()
    for answer in answers:
        acted.has_order = True
        was_open = Proposal.objects.filter(pk=answer.proposal, state=Proposal.State.OPEN).exists()
        try:
            proposal = votes.answer(
                player=reply.player, proposal_id=answer.proposal, agrees=answer.says is YesNo.YES, now=reply.now
            )
            acted.sentences.append(_tell_state(proposal, acted))
            acted.sentences += _tell_waiting(reply, proposal)
            acted.did_anything = True
            # A vote can be repeated without end; what closes a proposal cannot.
            acted.has_moved |= was_open and proposal.state != Proposal.State.OPEN
        except (EngineError, Refused) as refusal:
            acted.sentences.append(refused(answer.line, refusal))
            acted.must_tell = True
    return lines[answers[-1].place + 1 :] if answers else lines


def _ask_again(answer: ProposalAnswer) -> Iterator[str]:
    """Ask for a plain answer to a proposal; if it is open no longer, say what came of it."""
    proposal = Proposal.objects.get(pk=answer.proposal)
    if proposal.state != Proposal.State.OPEN:
        yield refused(answer.line, Refused("proposal_closed", state=proposal.state))
    else:
        yield (
            _("I am not sure whether you agree to what was proposed. Reply “%(yes)s” or “%(no)s”, and nothing else.")
            % order_words()
        )


def _tell_state(proposal: Proposal, acted: ActedOn) -> str:
    """Say what came of the player's answer; if it is carried out, the same email tells that."""
    if proposal.state == Proposal.State.AGREED:
        # The email about the end of a game tells of the ruling that has ended it.
        acted.includes = [] if proposal.kind == RulingKind.ENDED else [kinds.RULING, kinds.PAUSE]
        acted.played = acted.played or _("Agreed by the table")
    elif proposal.state in DONE:
        acted.done = str(DONE[Proposal.State(proposal.state)])
    return str(ANSWERED[Proposal.State(proposal.state)])


def _tell_waiting(reply: Reply, proposal: Proposal) -> Iterator[str]:
    """Say who else is asked about a proposal, if it is open."""
    names = _name_seats(reply)
    for answers in selectors.standings([proposal], reply.game, _load_seats(reply), _load_turns(reply), reply.now):
        if answers.waiting:
            yield _("Still asked: %(names)s.") % {"names": listed(list(map(names, answers.waiting)))}


def read_answers(reply: Reply, lines: Sequence[str]) -> list[ProposalAnswer]:
    """Return the answers to proposals in the first lines.

    The first line, greetings apart, answers the only proposal that the email asked about, or each line answers the
    proposal of a player that it names.
    """
    if reply.proposal is not None and (found := _find_answer(reply, lines)):
        return [ProposalAnswer(lines[found[0]], found[0], reply.proposal, found[1])]
    parsed = (_read_named_answer(reply, line, place) for place, line in enumerate(lines))
    answers = [answer for answer in takewhile(lambda answer: answer is not None, parsed) if answer is not None]
    below = lines[len(answers) :][: yes_no.MOST_BELOW] if answers else ()
    is_unclear = any(yes_no.is_doubted(answer.says, line) for answer in answers for line in below)
    return [answer._replace(says=YesNo.UNSURE) for answer in answers] if is_unclear else answers


def describe_answers(reply: Reply, lines: Sequence[str]) -> list[str]:
    """Return what the clear answers among these lines do, in our own words."""
    names = {YesNo.YES: _("agree to what was proposed"), YesNo.NO: _("decline what was proposed")}
    return [names[answer.says] for answer in read_answers(reply, lines) if answer.says in names]


def _find_answer(reply: Reply, lines: Sequence[str]) -> tuple[int, YesNo] | None:
    """Return the first answer that names nobody and no move; what an agreement does cannot be undone, so a yes must be
    a whole line, and so must a no where a move is asked for.
    """
    lines = orders.languages.translate_answers(lines, languages.of_player(reply.player))
    found = yes_no.find(lines)
    line = lines[found[0]] if found else ""
    if found is None or _TO_SOMEONE.fullmatch(line.strip()):
        return None
    if yes_no.is_whole(line):
        return found
    if orders.may_order(line, engine.ruleset(reply.game.ruleset, reply.game.options)):
        return None
    return (found[0], YesNo.UNSURE) if reply.prompt or found[1] is YesNo.YES else found


def _read_named_answer(reply: Reply, line: str, place: int) -> ProposalAnswer | None:
    """Return the answer that a line such as “yes to Bela” gives to the named player's proposal.

    Nobody has two proposals at a table, and a proposal made after the email was written cannot be meant.
    """
    match = _TO_SOMEONE.fullmatch(line.strip())
    says = yes_no.read_line(match["said"]) if match else None
    if match is None or says is None or says is YesNo.UNSURE:
        return None
    proposals = Proposal.objects.filter(game=reply.game, state=Proposal.State.OPEN, created_at__lte=reply.asked_at)
    by_name = {
        key(name): row.pk for row in proposals.select_related("by") for name in (row.by.name, row.by.display_name)
    }
    meant = by_name.get(key(match["name"])) or by_name.get(key(match["name"].rstrip(" .!")))
    return ProposalAnswer(line, place, meant, says) if meant else None


def propose(reply: Reply, order: ProposeThis, acted: ActedOn) -> str:
    """Make a proposal to the table and say what it would change, or what came of it where nobody else is asked."""
    terms = _complete_terms(reply, order.asked)
    proposal = new_proposals.propose(player=reply.player, game_id=reply.game.pk, asked=terms, now=reply.now)
    acted.did_anything = True
    if proposal.state != Proposal.State.OPEN or proposal.by_id != reply.player.pk:
        return _tell_state(proposal, acted)
    names = _name_seats(reply)
    answers = selectors.standings([proposal], reply.game, _load_seats(reply), _load_turns(reply), reply.now)[0]
    sentence = words.proposed(proposal.seat, proposal.asked, proposal.undoes, names, proposal.seat)
    asked_seats = _("Asked: %(names)s.") % {"names": listed(list(map(names, answers.waiting)))}
    how = _("“%(withdraw)s” withdraws it.") % order_words()
    return " ".join((sentence, asked_seats, how))


def go_on(reply: Reply, order: GoOn, acted: ActedOn) -> str:
    """Let a paused game go on; decline the pause that others propose, and withdraw the player's own proposal of one."""
    pauses.resume(player=reply.player, game_id=reply.game.pk, now=reply.now)
    proposals = Proposal.objects.filter(game=reply.game, kind=RulingKind.PAUSED, state=Proposal.State.OPEN)
    for proposal in proposals:
        if proposal.by_id == reply.player.pk:
            new_proposals.withdraw(player=reply.player, proposal_id=proposal.pk, now=reply.now)
        else:
            votes.answer(player=reply.player, proposal_id=proposal.pk, agrees=False, now=reply.now)
    acted.did_anything = True
    if Game.objects.filter(pk=reply.game.pk, paused_at__isnull=False).exists():
        return _("The game is paused.")
    acted.includes, acted.played = [kinds.PAUSE], acted.played or _("The pause is over")
    return _("The game goes on: the clocks are running again, and nobody lost any time.")


def withdraw(reply: Reply, order: WithdrawProposal, acted: ActedOn) -> str:
    """Withdraw the player's open proposal; if the last one has ended meanwhile, say how."""
    proposals = Proposal.objects.filter(game=reply.game, by=reply.player).order_by("-created_at", "-pk")
    own = proposals.filter(state=Proposal.State.OPEN).first() or proposals.first()
    if own is None:
        raise Refused("no_such_proposal")
    if own.state != Proposal.State.OPEN:
        acted.must_tell = True
        return refused_because(order.line, letter_texts.explain_end(own))
    new_proposals.withdraw(player=reply.player, proposal_id=own.pk, now=reply.now)
    acted.did_anything = True
    return _("You have withdrawn your proposal.")


def take_back(reply: Reply, order: TakeBackMove, acted: ActedOn) -> str:
    """Take back the player's last move, as the table's button does."""
    own_move.take_back(player=reply.player, game_id=reply.game.pk, now=reply.now)
    acted.did_anything = acted.must_tell = acted.has_moved = True
    acted.played = acted.played or _("You took your move back")
    return " ".join((_("Your last move is taken back."), _("That works once for each question.")))


def tell_open(reply: Reply) -> Iterator[str]:
    """Say of each open proposal who has agreed and who is still asked; nothing to whoever has no seat."""
    seats = _load_seats(reply)
    own = _find_own_seat(reply, seats)
    if own is None:
        return
    proposals = Proposal.objects.filter(game=reply.game, state=Proposal.State.OPEN).order_by("created_at")
    names = _name_seats(reply)
    for answers in selectors.standings(proposals, reply.game, seats, _load_turns(reply), reply.now):
        proposal = answers.proposal
        yield words.proposed(proposal.seat, proposal.asked, proposal.undoes, names, own)
        if answers.agreed:
            yield _("Agreed: %(names)s.") % {"names": listed(list(map(names, answers.agreed)))}
        yield _("Still asked: %(names)s.") % {"names": listed(list(map(names, answers.waiting)))}


def tell_taken_back(reply: Reply) -> Iterator[str]:
    """Say who has taken a move back since the email was written that asked the reply's question."""
    rulings = Ruling.objects.filter(game=reply.game, kind=RulingKind.TAKEN_BACK, entry__isnull=False)
    last = rulings.order_by("-entry").first() if reply.prompt else None
    if last is None or not last.agreed:
        return
    if Entry.objects.filter(game=reply.game, number=last.entry or 0, at__gte=reply.asked_at).exists():
        if last.by_id == reply.player.pk and len(last.agreed) == 1:
            yield _("You took a move back since.")
            return
        names = words.all_of(list(map(_name_seats(reply), last.agreed)))
        yield _("A move was taken back since, by %(names)s.") % {"names": names}


def has_lately_agreed(reply: Reply) -> bool:
    """Check whether the table has agreed on something within a day, so that a no may be meant for that."""
    agreed = Proposal.objects.filter(game=reply.game, state=Proposal.State.AGREED, closed_at__gt=reply.now - A_DAY)
    return agreed.filter(Q(by=reply.player) | Q(votes__player=reply.player)).exists()


def _complete_terms(reply: Reply, terms: Mapping[str, object]) -> Json:
    """Complete a proposal with what only the game knows: the seat it concerns, and where the last move began."""
    completed: Json = dict(terms)
    if completed["kind"] == "replaced":
        completed["seat"] = _find_absent(reply, completed.pop("name", ""))
    elif completed["kind"] == "taken_back" and "as_of" not in completed:
        completed["as_of"] = _find_before_own_move(reply)
    return completed


def _find_absent(reply: Reply, name: str) -> int:
    """Return the number of an absent player's seat: of the player with this name, or of the only absent one."""
    seats, here = _load_seats(reply), presence.present(reply.game, _load_seats(reply), _load_turns(reply), reply.now)
    present_numbers = {attendee.seat.number for attendee in here}
    away = [seat for seat in seats if seat.number not in present_numbers and not seat.of_house]
    if name:
        matches = [
            seat
            for seat in seats
            if seat.player and key(name) in (key(seat.player.name), key(seat.player.display_name))
        ]
        return matches[0].number if matches else _refuse_unclear(seats)
    if not away:
        raise Refused("player_is_there")
    return away[0].number if len(away) == 1 else _refuse_unclear(away)


def _refuse_unclear(seats: Sequence[Seat]) -> int:
    raise Unprocessable("who_is_absent", names=[seat.player.display_name for seat in seats if seat.player])


def _find_before_own_move(reply: Reply) -> int:
    """Return the number of the entry before the player's last move, which may consist of two cards."""
    own = _find_own_seat(reply, _load_seats(reply))
    log = store.public_log(store.read(reply.game.pk))
    moves = [entry for entry in log if entry["kind"] == EntryKind.MOVE and entry["seat"] == own]
    if not moves:
        raise Refused("nothing_to_take_back")
    first = int(moves[-1]["number"])
    while first > 1 and log[first - 2]["kind"] == EntryKind.MOVE and log[first - 2]["seat"] == own:
        first -= 1
    return first - 1


def _find_own_seat(reply: Reply, seats: Sequence[Seat]) -> int | None:
    return next((seat.number for seat in seats if seat.player_id == reply.player.pk), None)


def _load_seats(reply: Reply) -> list[Seat]:
    return list(Seat.objects.filter(game=reply.game).select_related("player").order_by("number"))


def _load_turns(reply: Reply) -> list[Turn]:
    return list(Turn.objects.filter(game=reply.game, closed_at=None))


def _name_seats(reply: Reply) -> Callable[[int], str]:
    seats = {seat.number: seat.player for seat in _load_seats(reply)}

    def name(seat: int) -> str:
        player = seats.get(seat)
        return player.display_name if player else _("seat %(number)d") % {"number": seat + 1}

    return name
