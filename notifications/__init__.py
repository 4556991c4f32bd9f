"""Notifications to people, as an app that the games know nothing of.

The games send signals (`games.signals`); each becomes rows of `Notification` in the same transaction (`receivers`,
`policy`). A worker gathers these into `Mail` rows and sends them (`outbox`); only then is each email written, from what
its reader's seat may know (`batch`, `context`, `letters`). The links in emails (`links`) open pages (`web`).
"""
