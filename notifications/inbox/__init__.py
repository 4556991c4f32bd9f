"""Incoming email: players answer our emails, and their answers are acted on.

An email arrives at a reply address (`notifications.reply_addresses`) or at the site's own (`site_addresses`), through a
small server behind a mail server (`door`, run by deploy/mail-in) or a pipe (`manage.py receive_mail`). Either stores it
as a row before acknowledging it (`acceptance`). A worker takes the rows one by one (`pipeline`): it determines who
wrote the email (`sender`), what was typed (`reading`) and what that means among the legal moves (`orders`), carries it
out through the services that the API also uses (`actions`), and queues one answer in the outbox (`answers`); `site`
does the same for emails to the site. The worker handles each email in a single transaction: it is acted on exactly
once, and its answer is stored at the same time, no matter when a process is killed.

Emails to the return path of an email of ours report what happened to it (`reports`).
"""
