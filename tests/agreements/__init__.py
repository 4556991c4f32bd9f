"""Agreements of the table: who is asked, what follows, and what stays secret."""
