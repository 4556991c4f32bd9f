"""By agreement of the table: who is asked, what comes of it, what nobody learns by it."""
