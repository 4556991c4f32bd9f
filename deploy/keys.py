"""Print secrets for a new installation: `make keys`, or `python -m deploy.keys`."""

import secrets

from cryptography.fernet import Fernet


def new() -> dict[str, str]:
    return {"SECRET_KEY": secrets.token_urlsafe(50), "SEED_KEYS": Fernet.generate_key().decode()}


if __name__ == "__main__":
    print("\n".join(f"{name}={value}" for name, value in new().items()))
