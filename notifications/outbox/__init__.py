"""The duty to deliver: emails are claimed, sent, and tried again."""
