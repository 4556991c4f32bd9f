"""The admin's part about games: made for reading. What is secret is not even registered."""

from games.admin import acts, cups, duties, game, leagues, mentions, players, seats, tokens, trail

__all__ = ["acts", "cups", "duties", "game", "leagues", "mentions", "players", "seats", "tokens", "trail"]
