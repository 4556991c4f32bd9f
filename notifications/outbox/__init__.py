"""Delivery: emails, webhooks and push messages are claimed, sent, and retried."""
