"""The pages of cups: all of them (`listed`), one with its rounds (`cup`), and a new one (`making`).

`shown` puts a cup in a few words, `rounds` has its tables as the page shows them.
"""
