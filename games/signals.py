"""What others may hear of. `games` never imports those who listen.

Each is sent inside the transaction that it is about: a receiver may write rows, and nothing else; an exception in it
undoes the whole.
"""

from django.dispatch import Signal

entry_recorded = Signal()
"""A log has a new entry. `sender=Game, game: Game, entry: Entry, events: list, turns_opened: list[Turn]`"""

game_changed = Signal()
"""Something happened before the log began. `sender=Game, game: Game, what: str` ("created", "invited" ...)`, player: Player`"""

account_mail = Signal()
"""A mail about an account is to be written. `sender=Player, address: str, player: Player | None, template: str, context: dict`

`template` is one of django-allauth's prefixes ("account/email/login_code" ...); `context` is ready for JSON. It may hold
a code, so it must not outlive the sending.
"""

player_erased = Signal()
"""Forget what you hold of this player. `sender=Player, player: Player, address: str`: the address no longer stands in the row."""

personal_data_wanted = Signal()
"""A player asks what you hold. `sender=Player, player: Player`; a receiver returns a dict ready for JSON, sections by name."""
