"""Passwords and apps' secrets kept as on the real site, but hashed in no time."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """Argon2 with the least work that it can be asked for: the real one's third of a second is meant to hurt."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
