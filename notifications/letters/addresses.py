"""The addresses on an envelope and in a header, made from `DEFAULT_FROM_EMAIL` and the email's token.

Only the return path may be at another address, `MAIL_RETURN_ADDRESS`: where bounces come in.
"""

from email.utils import parseaddr
from functools import cache

from django.conf import settings


def domain() -> str:
    """The domain that our identifiers live under."""
    return _sender()[1]


def message_id(token: str) -> str:
    """The Message-ID (RFC 5322 3.6.4) of an email's row, so that an email that is sent twice is known for one."""
    return f"<{token}@{domain()}>"


def message_token(identifier: str) -> str:
    """The token in a Message-ID of ours, with its brackets; "" in any other."""
    token, _, host = identifier.strip("<>").lower().partition("@")
    return token if token.isascii() and token.isalnum() and host == domain().lower() else ""


def content_id(name: str) -> str:
    """What the HTML calls a part of the same email by (RFC 2392), without the brackets that it has in its header."""
    return f"{name}@{domain()}"


def thread_root(game_id: str) -> str:
    """The message that every email of a game answers. It was never sent: it only holds the thread together."""
    return f"<game.{game_id}@{domain()}>"


def digest_root(player_id: str) -> str:
    """The message that every digest of a player answers, likewise."""
    return f"<digest.{player_id}@{domain()}>"


def list_id(stream: str) -> str:
    """The stream as a mailing list (RFC 2919), which readers may sort by."""
    return f"<{stream}.{domain()}>"


def return_path(token: str) -> str:
    """The envelope's sender: a bounce says by its subaddress (RFC 5233) which email it is about."""
    local, host = _bounces()
    return f"{local}+{token}@{host}"


def returned_token(address: str) -> str:
    """The token in a return path, in whatever case servers write it; "" in any other address."""
    local, host = _bounces()
    there, _, where = address.lower().rpartition("@")
    token = there.removeprefix(f"{local.lower()}+")
    is_token = token != there and token.isascii() and token.isalnum()
    return token if is_token and where == host.lower() else ""


def _bounces() -> tuple[str, str]:
    return _parts(settings.MAIL_RETURN_ADDRESS or settings.DEFAULT_FROM_EMAIL)


def _sender() -> tuple[str, str]:
    return _parts(settings.DEFAULT_FROM_EMAIL)


@cache
def _parts(address: str) -> tuple[str, str]:
    local, _, host = parseaddr(address)[1].rpartition("@")
    return local, host
