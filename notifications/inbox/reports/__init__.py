"""Reports on our emails by mail servers and providers: that one could not be delivered, or that somebody complained.

Each of our emails has its own return path (`notifications.letters.addresses`), known only to the servers that carry it.
A report is stored before it is acknowledged (`notifications.inbox.acceptance`), like players' answers. A worker reads
it (`parser`) and marks the address as dead at the second bounce (`pipeline`); the outbox does so immediately at the
same reply in a live session. Complaints may also come to a separate address, which only providers are told; they quote
the return path. Emails to either address are never answered.
"""
