"""The admin site's pages about games: made for reading. Models that hold secrets are not even registered."""

from games.admin import (
    acts,
    appeals,
    club_reports,
    clubs,
    cups,
    desk_proposals,
    duties,
    game,
    leagues,
    mentions,
    players,
    seats,
    tokens,
    trail,
)

__all__ = [
    "acts",
    "appeals",
    "club_reports",
    "clubs",
    "cups",
    "desk_proposals",
    "duties",
    "game",
    "leagues",
    "mentions",
    "players",
    "seats",
    "tokens",
    "trail",
]
