"""What mail servers and providers report of our emails: that one could not be delivered, or that somebody complained.

Each of our emails has a return path of its own (`notifications.letters.addresses`), which only servers on its way know.
It is stored before anybody is told that we have it (`notifications.inbox.acceptance`), as players' answers
are. A worker reads the report (`parser`) and marks the address as dead at a second bounce (`pipeline`); the outbox
does so at once on the same answer in a live session. Complaints may come to an address of their own, too, which is told
to providers only; they quote the return path. Nothing that comes to either is ever answered.
"""
