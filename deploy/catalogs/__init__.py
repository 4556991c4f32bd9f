"""The catalogs of messages: what is translated into which language (docs/languages.md).

`python` and `templates` find the messages in our sources, `owners` says in which catalog each belongs, `files` writes
catalogs, `checks` says what is wrong with them, `pseudo` makes a language for tests. Messages are found without GNU
gettext, so that nothing but Python is needed; the catalogs are gettext's, which translators' tools read.
"""
