"""The content of emails, and how it becomes plain text, HTML and MIME."""
