"""The admin's part about games: made for reading. What is secret is not even registered."""

from games.admin import duties, game, players, seats, tokens

__all__ = ["duties", "game", "players", "seats", "tokens"]
