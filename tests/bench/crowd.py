"""A crowd of games for the benchmarks: copies of a few real ones, made by PostgreSQL itself.

A copy has all that its pattern has (log, secrets, seats, turns, emails), under a key of its own, and other players.
What is sealed is sealed for its place, so a copy has it as rows from before the sealing have it: to be read by anyone.
Alarms for reminders come from the turns' own triggers.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

if TYPE_CHECKING:
    from django.db.models import Model

    from games.models import Game

KEY: Final = "lpad(n::text, 12, '0')"
"""Of a game, by its number; players have such keys of their own."""


Changes = dict[str, dict[str, str]]
"""By the names of model and column: the expression that stands in place of the pattern's value."""


def key(number: int) -> str:
    """The same, worked out here."""
    return f"{number:012}"


def player(place: str, people: int) -> str:
    """The key of who sits at a place of game n."""
    return f"lpad(mod(2 * n + {place}, {people})::text, 12, '0')"


def add_players(pattern: str, first: int, last: int) -> None:
    """Players of these numbers, like one whose key is given."""
    from games.models import Player

    names = {"id": KEY, "email": f"{KEY} || '@crowd.example'", "name": "'Crowd ' || n", "name_key": "'crowd ' || n"}
    _copy(Player, "id", pattern, (first, last), names)


def add_games(game: "Game", first: int, last: int, people: int, other: Changes) -> None:
    """Games of these numbers like this one, of so many people, with other values in some of the tables."""
    host = player("0", people)
    keys: Changes = {
        "Game": {"id": KEY, "host_id": host},
        "Entry": {},
        "EntrySecret": _opened_parts(game),
        "GameSecret": {"position": _opened_position(game)},
        "Seat": {"player_id": player("number", people)},
        "Turn": {"player_id": player("seat", people)},
        "Plan": {"player_id": player("seat", people)},
        "Proposal": {"id": KEY, "by_id": player("seat", people)},
        "Mail": {"player_id": host, "token": "left(md5(token || n), length(token))"},
        "Notification": {"player_id": host, "dedupe_key": f"dedupe_key || ':' || {KEY}"},
    }
    for name, changes in keys.items():
        column = "id" if name == "Game" else "game_id"
        _copy(_models()[name], column, game.pk, (first, last), {column: KEY, **changes, **other.get(name, {})})
    for proposal in game.proposals.all():
        votes = {"proposal_id": KEY, "player_id": player("seat", people)}
        _copy(_models()["Vote"], "proposal_id", proposal.pk, (first, last), votes)


def _opened_position(game: "Game") -> str:
    from games import encryption
    from games.table.store import loader

    kept = game.secret.position
    return "NULL" if kept is None else _bytes(encryption.unseal(loader.POSITION, game.pk, bytes(kept)))


def _opened_parts(game: "Game") -> dict[str, str]:
    """Salt and body, each looked up in a list of the pattern's parts."""
    from engine.codec import canonical
    from games.models import EntrySecret
    from games.table.store import secret_parts

    parts = [
        (row.number, secret_parts.read(game.pk, row.number, row.holder, row.salt, row.body))
        for row in EntrySecret.objects.filter(game=game)
    ]
    rows = ", ".join(
        f"({number}, {part.holder}, {_bytes(part.salt)}, {_bytes(canonical(part.body))})" for number, part in parts
    )
    found = f"FROM (VALUES {rows}) AS opened (number, holder, salt, body)"
    where = "WHERE opened.number = pattern.number AND opened.holder = pattern.holder"
    return {name: f"(SELECT opened.{name} {found} {where})" for name in ("salt", "body")} if parts else {}


def _bytes(plain: bytes) -> str:
    return f"'\\x{plain.hex()}'::bytea"


def tell_each_by_its_own_mail() -> None:
    """The copied notifications still stand in their patterns' emails."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE notifications_notification told SET mail_id = mail.id FROM notifications_mail mail"
            " WHERE mail.game_id = told.game_id AND told.mail_id <> mail.id"
        )


def _models() -> "dict[str, type[Model]]":
    from django.apps import apps

    return {
        model.__name__: model for app in ("games", "notifications") for model in apps.get_app_config(app).get_models()
    }


def _copy(model: "type[Model]", column: str, pattern: str, numbers: tuple[int, int], changes: dict[str, str]) -> None:
    """The pattern's rows once for each number, as n, with what these expressions say in place of its own values."""
    columns = [name for name in _columns(model) if name in changes or not _is_counted(model, name)]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(changes.get(name, f'pattern."{name}"') for name in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {values}"
            f" FROM {table} pattern CROSS JOIN generate_series(%s, %s) n WHERE pattern.{column} = %s",
            [*numbers, pattern],
        )


def _columns(model: "type[Model]") -> Iterator[str]:
    return (field.column for field in model._meta.concrete_fields if field.column)


def _is_counted(model: "type[Model]", column: str) -> bool:
    """Whether PostgreSQL gives the column's values by counting."""
    fields: list[Any] = [field for field in model._meta.concrete_fields if field.column == column]
    return fields[0].get_internal_type() in {"AutoField", "BigAutoField"}
