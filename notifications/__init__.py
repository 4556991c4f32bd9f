"""Telling people: an app of its own, which the games don't know.

The games send signals (`games.signals`); each becomes rows of `Notification` in the same transaction (`receivers`,
`policy`); a worker gathers them into `Mail` rows and sends those (`outbox`), writing each letter only then, from what
its reader's seat may know (`batch`, `context`, `letters`). The links in emails (`links`) open pages (`web`).
"""
