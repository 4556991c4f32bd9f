"""Cases at the desk, from the queue to the end: how many clicks each takes, what each side reads, and undone once."""
