"""Checks whether the site's keys, and in particular the first, still open encrypted data."""

from typing import Final

from cryptography.fernet import InvalidToken

from games import encryption
from games.models.secrets import GameSecret

SAMPLE: Final = 20


def sealed_with_older() -> bool:
    """Check whether a seed of the oldest or newest games is not sealed with the first of SEED_KEYS."""
    games = GameSecret.objects.order_by("game__created_at").values_list("seed", flat=True)
    seeds = [*games[:SAMPLE], *games.reverse()[:SAMPLE]]
    return any(encryption.resealed_seed(bytes(seed)) is not None for seed in seeds)


def closed_for_ever() -> list[str]:
    """Return the ids of the oldest and newest games whose seed no key of SEED_KEYS opens."""
    games = GameSecret.objects.order_by("game__created_at")
    seeds = {
        *games.values_list("game_id", "seed")[:SAMPLE],
        *games.reverse().values_list("game_id", "seed")[:SAMPLE],
    }
    return sorted(game for game, seed in seeds if not _opens(bytes(seed)))


def _opens(seed: bytes) -> bool:
    try:
        encryption.unseal_seed(seed)
    except InvalidToken:
        return False
    return True
