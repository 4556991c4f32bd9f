"""Encryption for one browser (RFC 8291), so that its push service cannot read the messages it carries."""


def sealed(body: bytes, keys: dict[str, str]) -> bytes:
    """Return the request's body in the encoding "aes128gcm". `keys` are the browser's, `p256dh` and `auth`."""
    # Imported here, since only a worker needs it: it loads an HTTP client that we don't use.
    from pywebpush import WebPusher

    subscription_info: dict[str, object] = {"endpoint": "", "keys": dict(keys)}
    encrypted: bytes = WebPusher(subscription_info).encode(body, content_encoding="aes128gcm")["body"]
    return encrypted
