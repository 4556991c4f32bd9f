"""The pages that links in emails open, without a login."""
