"""What comes in: players answer our emails, and their answers are acted on.

An email comes to a reply address (`notifications.reply_addresses`), or to the site's own (`site_addresses`), through a
door: a small server behind a mail server (`door`, run by deploy/mail-in) or a pipe (`manage.py receive_mail`). Each
writes it down as a row before it says that it has it (`acceptance`). A worker takes the rows one by one (`pipeline`):
it asks who wrote the email (`sender`), what was typed (`reading`) and what that means among the legal moves (`orders`),
does it by the services that the API uses too (`actions`), and queues one answer in the outbox (`answers`); `site` does
so for emails to the site. All that the worker does for an email is one transaction: it is acted on once, and its answer
is stored then, wherever anything is killed.

What comes to the return path of an email of ours says how that one fared (`reports`).
"""
