"""Disputes: a player asks for an admin, others comment, an admin settles it.

1. `lifecycle`: disputes are opened, commented on, withdrawn, settled and reopened.
2. `selectors` only read: the queue of open disputes (`urgency` orders it), those of a game, who may judge.
3. Aids to judgment: `dossier` is what an admin may see about a person, `hints` are patterns that may mean something.
"""
