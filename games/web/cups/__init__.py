"""The pages of cups: the list (`listed`), a cup with its rounds (`cup`), and a new one (`creation`).

`shown` describes a cup in a few words, `rounds` prepares its tables for the page.
"""
