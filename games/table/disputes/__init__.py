"""Disputes: a player asks for an admin, others comment, an admin settles it.

1. `lifecycle`: opened, commented, withdrawn, settled, opened again.
2. `selectors` only read: the queue of open disputes (`urgency` orders it), those of a game, who may judge.
3. What helps to judge: `dossier` is what an admin may ask about a person, `hints` are patterns that may mean something.
"""
