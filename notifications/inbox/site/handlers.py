"""Handlers of orders to the site, each calling the same service as the API and returning what was done.

Each raises the errors of its service, and CannotDo for orders that no service is asked about.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import email_addresses, languages, names, rulesets
from games.errors import NotFound, Refused
from games.ids import is_id
from games.lobby import join_links, lobby, selectors
from games.lobby.lobby import Wishes
from games.models import Game, Player
from games.people import accounts
from games.presentation import words
from games.presentation.words.lengths import length
from games.presentation.words.lists import listed
from games.table.clocks.terms import PRESETS
from notifications import links
from notifications.inbox import invitations, sleep
from notifications.inbox.orders import EndVacation, SetSleep, sleep_hours
from notifications.inbox.site import away, listing, mail_settings, questions, tables
from notifications.inbox.site.orders import (
    AtTable,
    GoOnVacation,
    Help,
    JoinByLink,
    MakeTable,
    Rename,
    SendMail,
    ShowGames,
    ShowSettings,
    ShowTables,
    SignUp,
    StopMail,
)
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer
from notifications.order_words import english_order_words
from notifications.policy import courtesy

USUAL: Final = "daily"
"""The clock of a table if none is requested."""
HOUR: Final = timedelta(hours=1)
LONGEST_NAME: Final = 30


def _help(writer: Writer, _order: Help, answer: SiteAnswer) -> None:
    answer.say(_("Write one order on each line:"))
    answer.typed(EXAMPLES[1:] if writer.player else EXAMPLES[:2])
    games = listed(f"{tables.typed_name(game)} ({words.title(game)})" for game in rulesets.offered())
    answer.say(_("Games: %(games)s.") % {"games": games})
    answer.say(
        _("Clocks: %(clocks)s, or a time for each move, such as “%(two_days)s”.")
        % {**english_order_words(), "clocks": listed(PRESETS)}
    )
    answer.did_anything = True


def _sign_up(writer: Writer, order: SignUp, answer: SiteAnswer) -> None:
    if writer.player is not None:
        answer.say(_("You have an account already: you are %(name)s.") % {"name": writer.player.name})
        return
    name = _check_name(order.name)
    _refuse_too_many(writer)
    facts = {"time_zone": "UTC", "language": languages.active(), "kind": Player.Kind.HUMAN.value}
    writer.player = accounts.welcome(address=writer.address, name=name, facts=facts, now=writer.now)
    answer.did_anything = writer.has_just_arrived = True
    answer.say(_("Welcome, %(name)s! You have an account now.") % {"name": name})
    answer.say(_("When do you sleep, and where? Your clock stands still then, once you reply with a line like this:"))
    answer.typed([sleep_hours.EXAMPLE])
    answer.link(_("Choose which emails you get"), links.mail_url(writer.player, writer.now))
    answer.hint("open tables", "new usa, 3 seats, daily", "help")


def _rename(writer: Writer, order: Rename, answer: SiteAnswer) -> None:
    name = _check_name(order.name)
    writer.player = accounts.change_profile(player=writer.registered_player, changes={"name": name}, now=writer.now)
    answer.did_anything = True
    answer.say(_("You are %(name)s now.") % {"name": name})


def _check_name(name: str) -> str:
    """Return the name in its stored form. Raises CannotDo if it is invalid."""
    name = names.prepared(name)
    try:
        if len(name) > LONGEST_NAME:
            too_long = ngettext(
                "A name has at most %(most)d character.", "A name has at most %(most)d characters.", LONGEST_NAME
            )
            raise ValidationError(too_long % {"most": LONGEST_NAME})
        names.validate_player_name(name)
    except ValidationError as wrong:
        raise CannotDo(" ".join(wrong.messages)) from wrong
    return name


def _refuse_too_many(writer: Writer) -> None:
    """Refuse more new accounts an hour for one domain than one network may request. Raises CannotDo."""
    same = Player.objects.filter(email__endswith=f"@{writer.address.rpartition('@')[2]}")
    if same.filter(date_joined__gt=writer.now - HOUR).count() >= settings.KNOCKS_PER_HOUR:
        raise CannotDo(_("Too many people have signed up from your domain within an hour. Please try again later."))


def _games(writer: Writer, _order: ShowGames, answer: SiteAnswer) -> None:
    listing.my_games(writer, answer)
    answer.hint("open tables")
    answer.did_anything = True


def _tables(writer: Writer, _order: ShowTables, answer: SiteAnswer) -> None:
    listing.open_tables(writer, answer)
    answer.hint("new usa, 3 seats, daily")
    answer.did_anything = True


def _at_table(writer: Writer, order: AtTable, answer: SiteAnswer) -> None:
    question = questions.find_meant(writer, order) if order.kind in ("accept", "decline") else None
    if question is not None and question.kind != "table":
        questions.ANSWERS[question.kind, order.kind](writer, question, answer)
        answer.did_anything = True
        return
    game_id = question.key if question else _find_table(writer, order)
    try:
        AT_TABLE[order.kind](writer, game_id, order, answer)
    except Refused:
        if not selectors.may_know(writer.registered_player, game_id):
            raise NotFound("no_such_game") from None
        raise
    answer.did_anything = True


def _find_table(writer: Writer, order: AtTable) -> str:
    """Return the id of the table that is meant. Raises CannotDo if that is unclear."""
    if len(order.table) > 2:
        return order.table
    if order.table:
        place = int(order.table)
        if place > len(writer.listed):
            raise CannotDo(_say_no_number(writer))
        if not is_id(writer.listed[place - 1]):
            raise CannotDo(questions.say_no_table(writer, place))
        return writer.listed[place - 1]
    own_tables = Game.objects.filter(host=writer.registered_player, status=Game.Status.OPEN)
    game_ids = list(own_tables.values_list("pk", flat=True)[:2])
    if len(game_ids) != 1:
        raise CannotDo(_("Please say which table: its id stands in the answer to “%(games)s”.") % english_order_words())
    return game_ids[0]


def _say_no_number(writer: Writer) -> str:
    if writer.listed:
        return _("There is no such number in the email that you answer. Please give the table’s id.")
    return (
        _("A number counts in a reply to the email that lists it. Write “%(games)s” for your list, and reply to that.")
        % english_order_words()
    )


def _join(writer: Writer, game_id: str, _order: AtTable, answer: SiteAnswer) -> None:
    game = lobby.join_game(player=writer.registered_player, game_id=game_id, now=writer.now)
    _say_where(game, answer, _("You have a seat: %(game)s.") % {"game": _game_label(game)})


def _join_by_link(writer: Writer, order: JoinByLink, answer: SiteAnswer) -> None:
    link = join_links.read(order.token)
    if link is None:
        raise CannotDo(_("This link has ended. Please ask whoever sent it for a new one."))
    game = join_links.join(player=writer.registered_player, link=link.pk, now=writer.now)
    _say_where(game, answer, _("You have a seat: %(game)s.") % {"game": _game_label(game)})
    answer.did_anything = True


def _say_where(game: Game, answer: SiteAnswer, sentence: str) -> None:
    """Describe the current state of a table, and what its players can do."""
    for line in (sentence, *invitations.tell_beginning(game)):
        answer.say(line)
    if game.status != Game.Status.RUNNING:
        answer.hint(f"leave {game.pk}")


def _decline(writer: Writer, game_id: str, _order: AtTable, answer: SiteAnswer) -> None:
    if not selectors.may_know(writer.registered_player, game_id):
        raise NotFound("no_such_game")
    lobby.decline(player=writer.registered_player, game_id=game_id, now=writer.now)
    game = Game.objects.get(pk=game_id)
    answer.say(_("You have declined this invitation: %(game)s.") % {"game": words.game_name(game)})


def _leave(writer: Writer, game_id: str, _order: AtTable, answer: SiteAnswer) -> None:
    if not selectors.may_know(writer.registered_player, game_id):
        raise NotFound("no_such_game")
    sat = Game.objects.filter(pk=game_id, seats__player=writer.registered_player).exists()
    game = lobby.leave_game(player=writer.registered_player, game_id=game_id, now=writer.now)
    if game.status == Game.Status.CLOSED:
        answer.say(_("You have called the game off: %(game)s.") % {"game": _game_label(game)})
    elif sat:
        answer.say(_("You have left: %(game)s.") % {"game": _game_label(game)})
    else:
        answer.say(_("You have no seat there: %(game)s.") % {"game": _game_label(game)})


def _start(writer: Writer, game_id: str, order: AtTable, answer: SiteAnswer) -> None:
    table = Game.objects.filter(pk=game_id, host=writer.registered_player, status=Game.Status.OPEN).first()
    if table is not None and not order.stand_ins:
        _ask_about_free_seats(table, order.players)
    game = lobby.start_game(host=writer.registered_player, game_id=game_id, now=writer.now, stand_ins=order.stand_ins)
    _say_where(game, answer, _("Started: %(game)s.") % {"game": _game_label(game)})


def _ask_about_free_seats(table: Game, players: int | None) -> None:
    """Raise CannotDo if seats are free and the order does not say what becomes of them."""
    joined = table.seats.count()
    free = table.seats_wanted - joined
    if not free or joined < lobby.FEWEST_SEATS or players == joined:
        return
    question = ngettext("%(n)d seat is still free.", "%(n)d seats are still free.", free) % {"n": free}
    without = _("To begin without, write “%(order)s”.") % {"order": f"start {table.pk} with {joined} players"}
    filled = _("To let stand-ins play there, write “%(order)s”.") % {"order": f"start {table.pk} with stand-ins"}
    raise CannotDo(" ".join((question, without, filled)))


AT_TABLE: Final[Mapping[str, Callable[[Writer, str, AtTable, SiteAnswer], None]]] = {
    "join": _join,
    "accept": _join,
    "decline": _decline,
    "leave": _leave,
    "start": _start,
}


def _new(writer: Writer, order: MakeTable, answer: SiteAnswer) -> None:
    addresses = [_read_address(guest) for guest in order.guests if "@" in guest]
    people = [guest for guest in order.guests if "@" not in guest]
    _check_room(order)
    game = lobby.create_and_invite(
        host=writer.registered_player,
        wishes=_read_wishes(order),
        names=people,
        addresses=addresses,
        network=writer.network,
        now=writer.now,
    )
    answer.did_anything = True
    game.refresh_from_db()
    _say_where(game, answer, _("Your table: %(table)s.") % {"table": _describe_table(game)})
    if game.status == Game.Status.OPEN:
        _say_who(game, order, answer, writer.now)


def _say_who(game: Game, order: MakeTable, answer: SiteAnswer, now: datetime) -> None:
    if order.guests:
        answer.say(_("Invited: %(who)s.") % {"who": listed(order.guests)})
        _say_who_hears_later(game, answer, now)
    if order.stand_ins:
        count = order.stand_ins
        sentence = ngettext("%(n)d stand-in will play with you.", "%(n)d stand-ins will play with you.", count)
        answer.say(sentence % {"n": count})
    if game.access == Game.Access.OPEN:
        answer.say(
            _("Anyone can join. Others find it in “%(open_tables)s”, or write “%(join)s”.")
            % {**english_order_words(), "join": f"{english_order_words()['join']} {game.pk}"}
        )
    answer.hint(f"start {game.pk}")


def _say_who_hears_later(game: Game, answer: SiteAnswer, now: datetime) -> None:
    """Name the players whose invitation waits; whose address an invited one has stays unsaid."""
    by_name = game.invitations.filter(by_address=False).select_related("player")
    invited = {invitation.player_id: invitation.player.display_name for invitation in by_name}
    if full := courtesy.find_full(invited, now):
        later = words.all_of([name for player, name in invited.items() if player in full])
        text = _("Invitations are emailed only a few times a day, so this one comes later for %(names)s.")
        answer.say(text % {"names": later})


def _read_wishes(order: MakeTable) -> Wishes:
    """Return the requested properties of a new table. Raises CannotDo for an invalid name."""
    try:
        name = names.game_name(order.name)
    except ValidationError as wrong:
        raise CannotDo(" ".join(wrong.messages)) from wrong
    return Wishes(
        ruleset=order.ruleset,
        seats=order.seats or 0,
        name=name,
        access=Game.Access.INVITATION if order.invited_only else Game.Access.OPEN,
        public=order.public,
        options=dict(order.options or {}),
        clock=order.terms or PRESETS[USUAL],
        stand_ins=order.stand_ins,
    )


def _read_address(typed: str) -> str:
    try:
        return email_addresses.normalize(typed)
    except ValidationError as wrong:
        raise CannotDo(_("%(address)s is no email address.") % {"address": typed}) from wrong


def _check_room(order: MakeTable) -> None:
    """Raise CannotDo if the table has too few seats for everyone named."""
    needed = 1 + len(order.guests) + order.stand_ins
    if order.guests and needed > (order.seats or needed):
        sentence = ngettext(
            "You want %(seats)d seats, but with you there would be %(needed)d player. Write “%(order)s”, or invite "
            "fewer.",
            "You want %(seats)d seats, but with you there would be %(needed)d players. Write “%(order)s”, or invite "
            "fewer.",
            needed,
        )
        raise CannotDo(sentence % {"seats": order.seats, "needed": needed, "order": f"{needed} seats"})


def _describe_table(game: Game) -> str:
    rules = words.rules(game.ruleset, game.options)
    about = {
        "rules": f"{game.name}, {rules}" if game.name else rules,
        "seats": game.seats_wanted,
        "time": length(game.time_per_move),
        "id": game.pk,
    }
    described = ngettext(
        "%(rules)s, %(seats)d seat, %(time)s a move (%(id)s)",
        "%(rules)s, %(seats)d seats, %(time)s a move (%(id)s)",
        game.seats_wanted,
    )
    return described % about


def _game_label(game: Game) -> str:
    return f"{words.game_name(game)} ({game.pk})"


EXAMPLES: Final = (
    "sign up Ada",
    "help",
    "games",
    "open tables",
    "join 2",
    "new usa, 4 seats, daily, with Bela and Carl",
    "start",
    "accept 1",
    "decline 1",
    "leave 2",
    "settings",
    "rename me Ada L.",
    away.EXAMPLE,
    "stop all mail",
    "send mail again",
)
"""An example of each kind of order."""
FOR_ANYONE: Final = (Help, SignUp)
OrderHandler = Callable[[Writer, Any, SiteAnswer], None]
HANDLERS: Final[Mapping[type, OrderHandler]] = {
    Help: _help,
    SignUp: _sign_up,
    Rename: _rename,
    ShowGames: _games,
    ShowTables: _tables,
    AtTable: _at_table,
    JoinByLink: _join_by_link,
    MakeTable: _new,
    ShowSettings: mail_settings.show,
    StopMail: mail_settings.stop,
    SendMail: mail_settings.resume,
    SetSleep: sleep.act,
    GoOnVacation: away.act,
    EndVacation: away.end,
}
