"""All parts of pages on one page, for anyone who works on them."""

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import engine
from games.web import boards


class ExampleForm(forms.Form):
    """A form with fields of each kind, one of them invalid."""

    name = forms.CharField(label=_("Name"), help_text=_("A line that helps."), required=False)
    wrong = forms.IntegerField(label=_("Number"))
    clock = forms.ChoiceField(label=_("Choice"), choices=[("1", _("At once")), ("2", _("Once a day"))], required=False)
    text = forms.CharField(label=_("Text"), widget=forms.Textarea(attrs={"rows": 2}), required=False)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the style guide, if DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    board = boards.untouched(next(iter(engine.RULESETS)))
    return render(request, "web/styleguide.html", {"form": ExampleForm({"wrong": "eleven"}), "board": board})
