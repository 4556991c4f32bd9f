"""Mail out: who should hear what, and that they hear it once.

A move causes an entry of the log; the entry causes `Notification` rows in the same transaction (`receivers`,
`recipients`); a worker gathers them into `Mail` rows and sends those (`outbox`, `delivery`), writing each letter only
then, from what its reader's seat may know (`messages`, `letters`).
"""
