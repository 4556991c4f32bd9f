"""What can be read: the rules of each game, how to play by email, how moves are written. The source is `docs/`.

`reading` makes a page of a document, `pictures` what its pictures show, `views` are the addresses. A document is
written once: those who read the repository read the same words.
"""
