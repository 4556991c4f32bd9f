"""What the rows of a model hold about a player: each model declares it in a tuple, `personal`, which may be empty.

`games.people.privacy` goes over all models for an export and for an erasure. For what is worked out from rows, and not
simply in them, it sends signals (`games.signals.personal_data_wanted`, `player_erased`).
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Model, Q

Whose = str | Callable[[Model], Q]
"""Which rows are a player's: lookups, of which one leads to the player (or to their address); or a function of it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A section of the export with these fields, or with all. `order`: where the model has none, but the key's.

    "blocked_id=other_id" is the field `other_id` under another name.
    """

    section: str
    fields: str = ""
    of: Whose = "player"
    order: str = ""


@dataclass(frozen=True, slots=True)
class Deleted:
    """Rows that go with the player. `record`: the name under which the audit lists them."""

    of: Whose = "player"
    record: str = ""


@dataclass(frozen=True, slots=True)
class Emptied:
    """Rows that stay, without what these fields held."""

    of: Whose
    fields: str
    record: str = ""
