"""How much one player or network may ask for: an honest client meets no limit, and posting moves has none at all."""

from ttr_site.variables import env

REQUESTS_PER_MINUTE = {
    "stranger": env.int("STRANGER_REQUESTS_PER_MINUTE", default=60),
    "player": env.int("PLAYER_REQUESTS_PER_MINUTE", default=600),
}
# For one network, before anything else is done: of those who show no token and no session, and of wrong tokens.
STRANGERS_PER_MINUTE = {
    "pages": env.int("STRANGER_PAGES_PER_MINUTE", default=600),
    "probes": 60,
    "wrong_tokens": env.int("WRONG_TOKENS_PER_MINUTE", default=120),
}
EXPORTS_PER_MINUTE = env.int("EXPORTS_PER_MINUTE", default=6)  # answers with many games, to a player or a network
# How many codes an hour one network can have emailed.
KNOCKS_PER_HOUR = env.int("KNOCKS_PER_HOUR", default=40)
# How many guests, who have given no address, can come from one network in a day.
GUESTS_PER_DAY = env.int("GUESTS_PER_DAY", default=20)
