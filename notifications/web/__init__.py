"""Pages that links in emails open, most of them without sign-in, and pages of settings for notifications."""
