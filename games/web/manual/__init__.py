"""The manual: the rules of each game, how to play by email, how moves are written. The source is `docs/`.

`document_pages` makes a page of a document, `pictures` draws its pictures, `views` are the addresses. A document is
written once: those who read the repository read the same words.
"""
