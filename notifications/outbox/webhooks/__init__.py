"""Webhooks: players' programs hear by HTTP what their players would hear by email, and hear it at once.

1. A webhook is registered (`registry`): an address, kinds of events (`events`), a secret.
2. The statement that writes a `Notification` also writes a `WebhookDelivery` for each webhook of its player that wants
   the kind: a trigger does so. Where nobody has a webhook, a move costs nothing more; where the game's transaction is
   rolled back, nothing was to be told.
3. `queue` leases what is due. `delivery` asks whether it is still true and still its player's to hear, as for emails,
   and whether the token with which the webhook was registered is still good. It writes the `message`, and posts it.
4. `calling` posts: to the address that was resolved and found allowed (`addresses`), to none other.
5. `queue` settles: delivered, or tried again over three days. A server that answers 410 or takes nothing for that long
   is not called any more, and its player gets an email.

A worker that dies between 4 and 5 leaves a lease that runs out: the message is posted again, with the same webhook-id.
"""
