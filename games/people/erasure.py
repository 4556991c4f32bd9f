"""Erasing somebody else: a person who can no longer read their mail, or whom the law obliges us to forget."""

from datetime import datetime
from typing import Final

from games.errors import Forbidden, NotFound, Unprocessable
from games.models import DeskProposal, Player
from games.people import mentions, rights
from games.people.desk_proposals import DeskAct
from games.people.privacy import erase_player
from games.signals import account_mail

TEMPLATE: Final = "account/email/erased_by_admin"


def _refuse(admin: Player, proposal: DeskProposal) -> None:
    """Refuse one's own account, people one plays with, and a reason that would keep what is to be erased."""
    player = proposal.player
    if player is None or player.erased_at is not None or player.kind == Player.Kind.HOUSE:
        raise NotFound("no_such_player", names=[proposal.subject])
    if admin.pk in (player.pk, player.owner_id):
        raise Forbidden("not_yourself")
    if rights.plays_with(admin, player):
        raise Forbidden("plays_with_player")
    if any(mentions.names(proposal.reason, word) for word in (player.name, player.email or "")):
        raise Unprocessable("reason_names_player")


def _erase(proposal: DeskProposal, now: datetime) -> None:
    """Erase the person, and send a last email. It is written afterwards: an erasure deletes the emails that wait."""
    player, text = proposal.player, proposal.text
    assert player is not None
    address, language = player.email, player.language
    erase_player(player=player, now=now)
    if address:
        context = {"language": language, "text": text}
        account_mail.send(
            sender=Player, address=address, player=None, template=TEMPLATE, context=context, awaited=False
        )


ERASING: Final = DeskAct(DeskProposal.Kind.ERASE, "erase", _refuse, _erase)
