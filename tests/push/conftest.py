"""A push service: a real TLS server on this machine, as webhooks have it."""

from tests.webhooks.conftest import certificate, guarded, names, receiver

__all__ = ["certificate", "guarded", "names", "receiver"]
