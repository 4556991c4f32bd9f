"""The action by which a signed-in player declares that their mailbox works again."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from games.models import Player
from notifications.outbox import dead_addresses


@require_POST
@login_required
@csrf_protect
def works_again(request: HttpRequest) -> HttpResponse:
    """Resume sending emails to the player's address; repeating it does no harm."""
    player = cast("Player", request.user)
    dead_addresses.try_again(player, timezone.now())
    messages.success(request, _("We send emails to %(address)s again.") % {"address": player.email})
    return redirect("settings")
