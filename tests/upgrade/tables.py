"""Data for the migration rules: tables too large to wait for, and the last migrations of the previous release."""

from typing import Final

PREVIOUS: Final = {"games": "0002_games", "notifications": "0001_notifications"}
"""The last migrations of the previous release, which serves players while the later ones run. Update them, and the
commit below, with each release."""

PREVIOUS_COMMIT: Final = "64a40db4511dcb2e4bfb41c1e091bc21c9300ee6"
"""The previous release's commit."""

LARGE: Final = {
    "games_entry": "every move of every game, kept for ever",
    "games_entrysecret": "secret parts of entries: as many and more",
    "games_game": "every game ever; each request for one reads it",
    "games_gamesecret": "each game's position and seed; each move locks one",
    "games_seat": "two to six for each game",
    "games_turn": "every question that a player was asked",
    "games_idempotencykey": "a row for most moves by API, kept for two weeks",
    "games_player": "everyone; each request that is signed in reads it",
    "notifications_notification": "several for each move",
    "notifications_mail": "most of what was told, kept for two months",
    "notifications_replyaddress": "one for each email that can be answered",
    "notifications_accountevent": "what streams tell of each move",
    "notifications_webhookdelivery": "calls of players' programs: one for each move and webhook",
    "notifications_pushdelivery": "calls of push services: one for each turn and browser",
}
"""Large tables, with the reason why nobody can wait for a scan of the whole table."""
