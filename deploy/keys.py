"""Print secrets for a new installation: `make keys`, or `python -m deploy.keys`."""

import base64
import secrets

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric import ec


def new() -> dict[str, str]:
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SEED_KEYS": Fernet.generate_key().decode(),
        "VAPID_PRIVATE_KEY": _private_key(),
    }


def _private_key() -> str:
    """One of P-256, its 32 bytes in base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


if __name__ == "__main__":
    print("\n".join(f"{name}={value}" for name, value in new().items()))
