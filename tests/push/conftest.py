"""A push service: a real TLS server on this machine, like the receiver of webhooks."""

from tests.webhooks.conftest import certificate, guarded, names, receiver

__all__ = ["certificate", "guarded", "names", "receiver"]
