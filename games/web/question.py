"""An admin's question about a dispute, for the player who is asked, with a form for the answer."""

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.errors import NotFound, Refused
from games.models import Dispute
from games.names import paragraphs
from games.presentation import words
from games.table.disputes import inquiries
from games.web.settings.pages import player_of
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class QuestionPage(LoginRequiredMixin, View):
    """The page that only the player who is asked can open."""

    def get(self, request: HttpRequest, question_id: str) -> HttpResponse:
        return _show_page(request, question_id)

    def post(self, request: HttpRequest, question_id: str) -> HttpResponse:
        """Pass the answer on to the admins; a refused one stays in the form."""
        text = paragraphs(request.POST.get("text", ""))
        try:
            if text:
                inquiries.answer(player=player_of(request), question_id=question_id, text=text, now=timezone.now())
        except NotFound:
            raise Http404 from None
        except Refused as refusal:
            return _show_page(request, question_id, refusal, text)
        return redirect("question", question_id)


def _show_page(request: HttpRequest, question_id: str, refusal: Refused | None = None, text: str = "") -> HttpResponse:
    try:
        question = inquiries.seen_by(question_id, player_of(request))
    except NotFound:
        raise Http404 from None
    context = {
        "question": question,
        "game": words.game_name(question.dispute.game),
        "is_open": question.dispute.state == Dispute.State.OPEN,
        "text": text,
    }
    return page(request, "web/question.html", context, refusal)
