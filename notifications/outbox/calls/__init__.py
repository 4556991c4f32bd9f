"""Calls to other people's servers, shared by webhooks and push messages.

1. `addresses` permits targets on the Internet, never in the operator's network; each call checks this again.
2. `http_post` posts a `Message` in bounded time, and returns the outcome as an `Attempt`.
3. `lanes` posts several at once, from a queue that leases them.
"""
