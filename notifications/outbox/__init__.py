"""The duty to deliver: mails are claimed, sent, and tried again."""
