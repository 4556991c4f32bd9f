"""A crowd of games for the benchmarks: copies of a few real games, made inside PostgreSQL.

A copy has everything its pattern has (log, secrets, seats, turns, emails), under its own key and with other players.
Sealed values are sealed for their place, so copies store them unsealed, as rows from before the sealing do. The turns'
own triggers add the reminder alarms.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

if TYPE_CHECKING:
    from django.db.models import Model

    from games.models import Game

KEY: Final = "lpad(n::text, 12, '0')"
"""The SQL expression for a game's key, from its number; players' keys are built alike."""


Changes = dict[str, dict[str, str]]
"""By model and column: the SQL expression that replaces the pattern's value."""


def key(number: int) -> str:
    """Return the key for a number, as the SQL expression `KEY` does."""
    return f"{number:012}"


def player(place: str, people: int) -> str:
    """Return the SQL expression for the key of the player at a place of game n."""
    return f"lpad(mod(2 * n + {place}, {people})::text, 12, '0')"


def add_players(pattern: str, first: int, last: int) -> None:
    """Add players with these numbers, copied from the player with the given key."""
    from games.models import Player

    names = {"id": KEY, "email": f"{KEY} || '@crowd.example'", "name": "'Crowd ' || n", "name_key": "'crowd ' || n"}
    _copy(Player, "id", pattern, (first, last), names)


def add_games(game: "Game", first: int, last: int, people: int, other: Changes) -> None:
    """Add games with these numbers as copies of one, for this many players, with some columns replaced."""
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
    """Return SQL expressions that look up each entry's unsealed salt and body."""
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
    """Point each copied notification to its own email; the copies still refer to the patterns' emails."""
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
    """Copy the pattern's rows once for each number n, with these expressions in place of the original values."""
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
    """Check whether PostgreSQL fills the column from a sequence."""
    fields: list[Any] = [field for field in model._meta.concrete_fields if field.column == column]
    return fields[0].get_internal_type() in {"AutoField", "BigAutoField"}
