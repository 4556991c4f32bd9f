"""Games and tables as an answer lists them: one per line, with the number or id for naming it.

It reveals no more than the API's lists show this player (`games.lobby.selectors`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lobby import selectors
from games.models import Game, Seat, Turn
from games.presentation import words
from games.presentation.words.lengths import length
from games.presentation.words.sentences import finish, introduce
from games.web.left_games import list_left
from games.web.listed import ListedGame, with_seats
from notifications import links
from notifications.batch.founders import find_seats_at_start
from notifications.inbox.site import questions
from notifications.inbox.writer import SiteAnswer, Writer
from notifications.letters import places
from notifications.letters.registry import table_name
from notifications.times import left, short

MOST: Final = 30
MOST_LINKS: Final = 5
LATELY: Final = timedelta(days=30)


def my_games(writer: Writer, answer: SiteAnswer) -> None:
    """List the player's games, those waiting for them first, and their invitations."""
    player = writer.registered_player
    waiting = list(selectors.games_waiting_for(player)[:MOST])
    waiting_ids = [game.pk for game in waiting]
    own_games = selectors.games_of(player)
    running = list(
        own_games.filter(status=Game.Status.RUNNING).exclude(pk__in=waiting_ids).order_by("-started_at")[:MOST]
    )
    forming = _find_forming(writer)
    answer.say(_waiting_in_all(len(waiting)))
    names = _name_games([*waiting, *running], writer)
    _list(answer, _("Your turn"), [_describe_running(game, names[game.pk], writer, answer) for game in waiting])
    _list(answer, _("Others play"), [_describe_running(game, names[game.pk], writer, answer) for game in running])
    _list(answer, _("Waiting for players"), [table(game, writer, answer) for game in forming])
    invited = invitations(writer, answer)
    if not (waiting or running or forming or invited):
        answer.say(_("You have no game under way."))
    _list_left_and_over(writer, answer)
    if waiting:
        answer.say(_("To play, reply to the email about your turn. If you have lost it, go to the table:"))
        for game in waiting[:MOST_LINKS]:
            answer.link(names[game.pk], game_url(game))


def _name_games(games: Sequence[Game], writer: Writer) -> Mapping[str, str]:
    """Return the names that these games have in the writer's emails, by id."""
    seats = Seat.objects.filter(game__in=games).select_related("player").order_by("number")
    founders = find_seats_at_start(seats)
    return {game.pk: table_name(game, founders.get(game.pk, ()), writer.registered_player) for game in games}


def _list_left_and_over(writer: Writer, answer: SiteAnswer) -> None:
    """List the running games that the player has left, with the way back, and how the last games ended."""
    player, now = writer.registered_player, writer.now
    departed = list_left(player)
    gone = [row for row in departed if row.listed.game.status == Game.Status.RUNNING]
    names = _name_games([row.listed.game for row in departed], writer)
    _list(answer, _("You have left"), [f"{introduce(names[row.listed.game.pk])} {row.sentence}" for row in gone])
    for row in gone[:MOST_LINKS]:
        if player.pk not in {seat.player_id for seat in row.listed.seats}:
            url = links.game_url(links.SEAT, player, row.listed.game.pk, now)
            answer.link(_("Come back: %(game)s") % {"game": names[row.listed.game.pk]}, url)
    ended = selectors.games_of(player).exclude(status=Game.Status.CLOSED).filter(ended_at__gt=now - LATELY)
    over = [
        *with_seats(ended.order_by("-ended_at")[:MOST_LINKS]),
        *(row.listed for row in departed if row not in gone),
    ][:MOST_LINKS]
    names = _name_games([listed.game for listed in over], writer)
    _list(answer, _("Over"), [f"{introduce(names[listed.game.pk])} {_say_who_won(listed, writer)}" for listed in over])
    for listed in over:
        answer.link(names[listed.game.pk], game_url(listed.game))


def _say_who_won(listed: ListedGame, writer: Writer) -> str:
    if not listed.winners:
        return _("nobody won.")
    points = next(seat.points for seat in listed.seats if seat.rank == 1) or 0
    others = [winner.display_name for winner in listed.winners if winner.pk != writer.registered_player.pk]
    names = [*([_("you")] if len(others) < len(listed.winners) else []), *others]
    sentence = ngettext("%(names)s won with %(points)s.", "%(names)s won with %(points)s each.", len(names))
    return sentence % {"names": words.all_of(names), "points": words.amount(points)}


def invitations(writer: Writer, answer: SiteAnswer) -> bool:
    """List the player's invitations, and say how to accept; return whether there are any."""
    invited = list(selectors.invitations_of(writer.registered_player).order_by("-created_at")[:MOST])
    tables = [table(game, writer, answer) for game in _count_taken(invited)]
    _list(answer, _("You are invited"), [*tables, *questions.describe(writer, answer)])
    waiting = questions.list_waiting(writer)
    if len(waiting) == 1:
        answer.question = waiting[0]
        answer.hint("yes")
    elif waiting:
        answer.hint(f"accept {answer.number(waiting[0].key if invited else str(waiting[0]))}")
    return bool(waiting)


def _waiting_in_all(count: int) -> str:
    if not count:
        return _("No game waits for you.")
    return ngettext("%(n)d game waits for you.", "%(n)d games wait for you.", count) % {"n": count}


def open_tables(writer: Writer, answer: SiteAnswer) -> None:
    """List tables with free seats, nearly full ones first, and those where the player already sits last."""
    to_join = list(selectors.nearly_full_first(selectors.games_to_join(writer.registered_player))[:MOST])
    own = _find_forming(writer)
    _list(answer, _("Open tables"), [table(game, writer, answer) for game in to_join])
    _list(answer, _("Your own tables, waiting for players"), [table(game, writer, answer) for game in own])
    if to_join:
        answer.hint(f"join {answer.number(to_join[0].pk)}")
    elif own:
        answer.say(_("No other table is open just now."))
    else:
        answer.say(_("No table is open just now."))


def table(game: Game, writer: Writer, answer: SiteAnswer) -> str:
    """Describe a table that has not started. `taken` must be annotated."""
    about = {
        "n": answer.number(game.pk),
        "table": _name_with_host(game, writer),
        "seats": _count_seats(game, writer),
        "time": length(game.time_per_move),
        "id": game.pk,
    }
    # Translators: a line about a table: its number, its game and host, its seats, the time for each move, its id.
    described = _("%(n)d: %(table)s: %(seats)s, %(time)s a move (%(id)s)") % about
    who_answered = [*_list_answers(game, writer)]
    return " ".join([finish(described), *who_answered]) if who_answered else described


def _name_with_host(game: Game, writer: Writer) -> str:
    facts = {
        "rules": words.rules(game.ruleset, game.options),
        "name": game.name,
        "host": game.host.display_name,
    }
    if game.host_id == writer.registered_player.pk:
        return (_("%(rules)s “%(name)s”, by you") if game.name else _("%(rules)s, by you")) % facts
    return (_("%(rules)s “%(name)s”, by %(host)s") if game.name else _("%(rules)s, by %(host)s")) % facts


def _count_seats(game: Game, writer: Writer) -> str:
    facts = {"taken": game.taken, "seats": game.seats_wanted}  # type: ignore[attr-defined]
    if _sits(writer, game):
        sentence = ngettext(
            "%(taken)d of %(seats)d seat taken, one of them yours",
            "%(taken)d of %(seats)d seats taken, one of them yours",
            game.seats_wanted,
        )
    else:
        sentence = ngettext(
            "%(taken)d of %(seats)d seat taken", "%(taken)d of %(seats)d seats taken", game.seats_wanted
        )
    return sentence % facts


def _list_answers(game: Game, writer: Writer) -> Iterator[str]:
    """Yield to a table's players who has still to answer an invitation by name, and who does not come."""
    seats = Seat.objects.filter(game=game)
    if not seats.filter(player=writer.registered_player).exists():
        return
    asked, declined = selectors.invited_by_name(game, seats)
    if asked:
        yield _("Still asked: %(names)s.") % {"names": words.all_of(asked)}
    if declined:
        yield _("Not coming: %(names)s.") % {"names": words.all_of(declined)}


def _sits(writer: Writer, game: Game) -> bool:
    return Seat.objects.filter(game=game, player=writer.registered_player).exists()


def _find_forming(writer: Writer) -> Sequence[Game]:
    """Return open tables where the player has a seat."""
    own_games = selectors.games_of(writer.registered_player).filter(status=Game.Status.OPEN)
    return _count_taken(list(own_games.order_by("-created_at")[:MOST]))


def _count_taken(games: Sequence[Game]) -> Sequence[Game]:
    counts = dict(Seat.objects.filter(game__in=games).values_list("game").annotate(Count("pk")))
    for game in games:
        game.taken = counts.get(game.pk, 0)  # type: ignore[attr-defined]
    return games


def _describe_running(game: Game, name: str, writer: Writer, answer: SiteAnswer) -> str:
    """Describe a running game: whose turn it is, and how long they have."""
    turn = _find_question(game, writer)
    about = {
        "n": answer.number(game.pk),
        "game": name,
        "waits": _say_who_waits(game, turn, writer),
        "id": game.pk,
    }
    return _("%(n)d: %(game)s. %(waits)s (%(id)s)") % about


def _find_question(game: Game, writer: Writer) -> Turn | None:
    """Return the question that is due first; the writer's own takes precedence."""
    turns = list(Turn.objects.filter(game=game, closed_at=None).order_by("deadline_at", "seat"))
    own = Seat.objects.filter(game=game, player=writer.registered_player).values_list("number", flat=True)
    return next((turn for turn in turns if turn.seat in own), turns[0] if turns else None)


def _say_who_waits(game: Game, turn: Turn | None, writer: Writer) -> str:
    if game.paused_at is not None or turn is None:
        return _("It is paused.") if game.paused_at is not None else _("It waits for nobody.")
    seat = Seat.objects.filter(game=game, number=turn.seat).select_related("player").first()
    when = {
        "name": seat.player.display_name if seat and seat.player else _("Nobody"),
        "left": left(turn.deadline_at, writer.now),
        "until": short(turn.deadline_at, writer.registered_player.time_zone),
    }
    if seat and seat.player_id == writer.registered_player.pk:
        return _("Your turn: %(left)s, until %(until)s.") % when
    return _("%(name)s’s turn: %(left)s, until %(until)s.") % when


def game_url(game: Game) -> str:
    """Return the address of the game's page; of a private one, by way of signing in."""
    page = reverse("table", args=[game.pk])
    return f"{settings.PUBLIC_URL}{page}" if game.public else places.sign_in_url(page)


def _list(answer: SiteAnswer, title: str, lines: Iterable[str]) -> None:
    items = list(lines)
    if items:
        answer.head(title)
        answer.items(items)
