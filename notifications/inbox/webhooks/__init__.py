"""What mail providers post to us: emails that came in for us (`emails`), and what became of ours (`events`).

That it is the provider who posts is found out by django-anymail, which also knows what each provider's events mean. The
emails are taken from what is posted without a parser of emails, which an email could keep busy for seconds. Their raw
bytes are kept where the provider sends them. Where it does not, an email is put together from what it says; that has no
signature any more, so its player is asked. `providers` lists them.
"""
