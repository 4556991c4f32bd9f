"""Webhooks of mail providers: emails that arrived for us (`emails`), and what happened to ours (`events`).

django-anymail verifies that the provider is posting, and knows what each provider's events mean. The emails are
extracted without a general email parser, which a malicious email could occupy for seconds. Raw bytes are kept if the
provider sends them. Otherwise an email is rebuilt from the posted fields; it has no signature then, so its player is
asked. `providers` lists the providers.
"""
