"""Incoming mail: the addresses at which our emails can be answered, and the emails that arrived."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField
from notifications.models.leased import Leased
from notifications.models.mails import Mail


class ReplyAddress(models.Model):
    """An address at which one email can be answered: by its player, about its prompt, by its numbers.

    The address of a digest covers several games (`DigestGame`), and has no prompt of its own. The token exists only in
    the email; this row has a keyed hash of it, so that a reader of the database cannot write to us.
    """

    class Purpose(models.TextChoices):
        """The effect of an email to this address.

        `CONFIRM` works once: it says yes to an unproved email. What is written to `CLUB` is read by nobody, and
        answered so.
        """

        ANSWER = "answer", _("answers a question")
        CONFIRM = "confirm", _("confirms an email")
        APPEAL = "appeal", _("answers a sanction")
        CLUB = "club", _("answers an announcement")

    token_hash = models.CharField(max_length=64, editable=False)
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.ANSWER)
    mail = models.ForeignKey(Mail, models.CASCADE, related_name="reply_addresses")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reply_addresses", db_index=False)
    game = models.ForeignKey(
        "games.Game",
        models.CASCADE,
        null=True,
        related_name="+",
        db_index=False,
        help_text=_("Empty: it is a digest’s, or answers a sanction or an announcement."),
    )
    prompt = models.CharField(max_length=24, help_text=_("The open question that the email showed."))
    listed = SealedJSONField(help_text=_("What its numbers stand for: the moves of each, in notation."))
    suggested = models.PositiveSmallIntegerField(
        null=True, help_text=_("The number that a yes plays: the one move that may have been meant.")
    )
    proposal = models.ForeignKey(
        "games.Proposal",
        models.CASCADE,
        null=True,
        related_name="+",
        db_index=False,
        help_text=_("What a yes or no answers."),
    )
    appeals = models.CharField(
        max_length=24, blank=True, default="", db_default="", help_text=_("Which sanction it answers.")
    )
    confirms = models.ForeignKey("InboundEmail", models.CASCADE, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("reply address"), _("reply addresses")
        constraints: ClassVar = [models.UniqueConstraint(fields=["token_hash"], name="reply_address_once")]
        indexes: ClassVar = [
            models.Index("player", name="reply_address_of_player"),
            models.Index("game", name="reply_address_of_game"),
            models.Index("proposal", name="reply_address_of_proposal", condition=Q(proposal__isnull=False)),
            models.Index("confirms", name="reply_address_confirms", condition=Q(confirms__isnull=False)),
            models.Index("expires_at", name="reply_address_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.purpose}"


class DigestGame(models.Model):
    """A game in a digest that can be answered at its address: its letter there, the question, and its numbers."""

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="digest_games")
    letter = models.CharField(max_length=1)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    prompt = models.CharField(max_length=24, help_text=_("The open question that the email showed."))
    listed = SealedJSONField(help_text=_("What its numbers stand for: the moves of each, in notation."))
    proposal = models.ForeignKey(
        "games.Proposal", models.CASCADE, null=True, related_name="+", help_text=_("What a yes or no answers.")
    )

    class Meta:
        verbose_name, verbose_name_plural = _("game of a digest"), _("games of digests")
        constraints: ClassVar = [models.UniqueConstraint(fields=["address", "letter"], name="digest_game_once")]

    def __str__(self) -> str:
        return f"{self.address_id} {self.letter}"


class Inbound(Leased):
    """An incoming email, stored before it was acknowledged, and acted on once however often it arrives.

    Its bytes are sealed, since they quote what only its writer's seat may know, and erased in time; its key is kept
    longer.
    """

    class State(models.TextChoices):
        """The state of an email. Only `WAITING` can change. `REFUSED`: answered, but not done; `DROPPED`: neither."""

        WAITING = "waiting", _("waiting")
        ACTED = "acted", _("acted on")
        REFUSED = "refused", _("refused")
        DROPPED = "dropped", _("dropped")

    class Door(models.TextChoices):
        """The route by which an email arrived."""

        LMTP = "lmtp", "LMTP"
        SMTP = "smtp", "SMTP"
        PIPE = "pipe", _("pipe")
        IMAP = "imap", "IMAP"
        HOOK = "hook", _("webhook")

    key = models.CharField(
        max_length=64, editable=False, help_text=_("A hash of its content, and of what tells it from another like it.")
    )
    door = models.CharField(max_length=4, choices=Door)
    sender = models.CharField(max_length=254, blank=True, help_text=_("Of the envelope; erased with the content."))
    raw = models.BinaryField(null=True, help_text=_("Sealed; empty once erased."))
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=40, blank=True, help_text=_("A code that says why; never its text."))
    received_at = models.DateTimeField()
    erase_at = models.DateTimeField(help_text=_("When its content is erased."))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"


class InboundEmail(Inbound):
    """A reply to one of our emails. Its key is kept as long as the address at which it arrived."""

    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="inbound_emails")
    answer = models.ForeignKey(Mail, models.SET_NULL, null=True, related_name="answered")
    signed_by = models.EmailField(
        max_length=254,
        blank=True,
        help_text=_(
            "Another address than the player’s that proved to have written this, or the domain that signed it without"
            " naming us (“@” before it); erased with the content."
        ),
    )

    is_cut = models.BooleanField(default=False, help_text=_("It was too large; only its header was kept."))

    class Meta:
        verbose_name, verbose_name_plural = _("inbound email"), _("inbound emails")
        constraints: ClassVar = [models.UniqueConstraint(fields=["address", "key"], name="inbound_email_once")]
        indexes: ClassVar = [
            models.Index("next_attempt_at", name="inbound_email_queue", condition=Q(state="waiting")),
            models.Index("erase_at", name="inbound_email_erase", condition=Q(raw__isnull=False)),
        ]


class SenderAddress(models.Model):
    """Another address that a player writes from: emails signed by its domain count as the player's. It cannot sign in.

    The player has accepted the address, and can remove it.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sender_addresses")
    address = models.EmailField(max_length=254, help_text=_("In lower case."))
    accepted_at = models.DateTimeField()
    personal = (Exported("sender_addresses", "address accepted_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("sender address"), _("sender addresses")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "address"], name="sender_address_once")]

    def __str__(self) -> str:
        return f"{self.pk}"


class SiteEmail(Inbound):
    """An email from anyone to the site's own address, or a reply to our answer to such an email.

    A reply goes to an address derived from the row it is about (`notifications.inbox.site_addresses`), and an answer to
    an invitation to one that says which it is (`notifications.letters.site_questions`).
    """

    about = models.ForeignKey(
        "self", models.CASCADE, null=True, related_name="replies", help_text=_("The email whose answer it replies to.")
    )
    author_hash = models.CharField(
        max_length=64, blank=True, editable=False, help_text=_("Keyed, of the address that wrote it, for the limits.")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="site_emails",
        help_text=_("Whose address is in From; empty for anyone unknown."),
    )
    question = models.CharField(
        max_length=24,
        blank=True,
        default="",
        db_default="",
        help_text=_("The invitation that the email asked about which it replies to, other than our answers."),
    )
    listed = models.JSONField(default=list, help_text=_("What the numbers in its answer stand for: ids of games."))
    next_question = models.CharField(
        max_length=24, blank=True, default="", db_default="", help_text=_("The invitation that its answer asks about.")
    )
    answer = models.ForeignKey(Mail, models.SET_NULL, null=True, related_name="answered_to_site")
    personal = (Deleted(),)

    class Meta:
        verbose_name, verbose_name_plural = _("email to the site"), _("emails to the site")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key", "about"], name="site_email_once", nulls_distinct=False)
        ]
        indexes: ClassVar = [
            models.Index("next_attempt_at", name="site_email_queue", condition=Q(state="waiting")),
            models.Index("erase_at", name="site_email_erase", condition=Q(raw__isnull=False)),
            models.Index("author_hash", "settled_at", name="site_email_author"),
            models.Index("received_at", name="site_email_received"),
        ]


class MailReport(Leased):
    """An email to the return path of one of ours, stored before it was acknowledged, and read once.

    Its bytes are sealed, since they quote our email, and erased in time; its key is kept as long as our email's row.
    """

    class State(models.TextChoices):
        """The state of a report. Only `WAITING` can change.

        `MARKED`: the address gets no more emails; `NOTED`: it will get none after a second bounce; `IGNORED`: there are
        no consequences.
        """

        WAITING = "waiting", _("waiting")
        MARKED = "marked", _("marked")
        NOTED = "noted", _("noted")
        IGNORED = "ignored", _("ignored")

    mail = models.ForeignKey(Mail, models.CASCADE, related_name="reports")
    key = models.CharField(max_length=64, editable=False, help_text=_("A hash of its Message-ID and content."))
    door = models.CharField(max_length=4, choices=Inbound.Door)
    raw = models.BinaryField(null=True, help_text=_("Sealed; empty once erased."))
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=40, blank=True, help_text=_("A code that says what it reports."))
    received_at = models.DateTimeField()
    erase_at = models.DateTimeField(help_text=_("When its content is erased."))
    personal = (Exported("mail_reports", "received_at state reason", of="mail__player"),)

    class Meta:
        verbose_name, verbose_name_plural = _("mail report"), _("mail reports")
        constraints: ClassVar = [models.UniqueConstraint(fields=["mail", "key"], name="mail_report_once")]
        indexes: ClassVar = [
            models.Index("next_attempt_at", name="mail_report_queue", condition=Q(state="waiting")),
            models.Index("erase_at", name="mail_report_erase", condition=Q(raw__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"
