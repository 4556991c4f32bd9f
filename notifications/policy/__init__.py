"""The decisions about who is notified of what, and when."""
