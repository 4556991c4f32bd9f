"""The viewer's private note: saved by a POST, which redirects to the step of the table where it was written."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from games.lobby import notes
from games.web.table.affairs import FromTable, refused


class NotePage(FromTable):
    """The target of the note's form. The note is shown at the table."""

    name, right = "table-note", "note"

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        text = request.POST.get("text", "")
        try:
            notes.write(player=self.player, game_id=game_id, text=text, now=timezone.now())
        except Refused as refusal:
            return self.page(request, refused(refusal), 409, note=text)
        step = QueryDict(request.POST.get("step", "")[:400], mutable=True)
        step["noted"] = "1"
        return HttpResponseRedirect(f"{reverse('table', args=[game_id])}?{step.urlencode()}#note", status=303)
