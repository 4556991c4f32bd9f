"""Who hears what, and when."""
