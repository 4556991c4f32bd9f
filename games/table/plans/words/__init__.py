"""The words of plans, a module a subject. Every module here has a `WORDS` and is found by being here."""
