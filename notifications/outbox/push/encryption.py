"""Encryption for one browser (RFC 8291): its push service carries the message, and cannot read it."""


def sealed(body: bytes, keys: dict[str, str]) -> bytes:
    """Return the body of the request, in the encoding "aes128gcm". `keys`: the browser's, `p256dh` and `auth`."""
    # Here, since only a worker needs it: it loads a whole client for HTTP that we don't use.
    from pywebpush import WebPusher

    subscription_info: dict[str, object] = {"endpoint": "", "keys": dict(keys)}
    encrypted: bytes = WebPusher(subscription_info).encode(body, content_encoding="aes128gcm")["body"]
    return encrypted
