"""Calls to other people's servers, which webhooks and push messages share: where they may lead, and how they are made.

1. `addresses`: to the Internet, never into the operator's network; checked again at each call.
2. `http_post` posts a `Message` in bounded time, and says what became of the `Attempt`.
3. `lanes` does so with several at once, of a queue that leases them.
"""
