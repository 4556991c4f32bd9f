"""The manual: the rules of each game, how to play by email, how moves are written. The source is `docs/`.

`document_pages` turns a document into a page, `pictures` draws its pictures, `views` are the addresses. Each document
is written only once: readers of the repository and of the site read the same text.
"""
