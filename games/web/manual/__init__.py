"""The manual: the rules of each game, how to play by email, how moves are written. The source is `docs/`.

`addresses` says which documents have a page, `document_pages` turns one into a page, `pictures` draws its pictures,
`search` finds sections of the guides for programmers, `views` answers. Each document is written only once: readers of
the repository and of the site read the same text.
"""
