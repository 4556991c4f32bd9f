"""The page for admins who lack a right: which right it is, who has it, and what to do now.

All other refusals look as everywhere on the site (`ttr_site.failures`).
"""

from typing import Final

from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.admin.desk_access import Denied, admin_of

MISSING: Final = "right_missing"


def at_the_desk(request: HttpRequest) -> bool:
    """Check whether the request is for an admin page, from a user who may enter the admin site."""
    return request.path.startswith(reverse("admin:index")) and admin.site.has_permission(request)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the page, with status 403."""
    context = {
        **admin.site.each_context(request),
        "title": _("You can’t do this"),
        "groups": Group.objects.filter(user=admin_of(request)).order_by("name"),
        **(
            _describe_missing_right(request, exception)
            or {"told": str(exception) or _("Nobody can change anything here: it is a record.")}
        ),
    }
    return TemplateResponse(request, "admin/games/refused.html", context, status=403).render()


def _describe_missing_right(request: HttpRequest, exception: Exception) -> dict[str, object] | None:
    """Return the missing right and the groups that grant it; None if no right would help."""
    right = _find_missing_right(request, exception)
    if not right:
        return None
    label, codename = right
    return {"right": label, "givers": _find_givers(codename)}


def _find_missing_right(request: HttpRequest, exception: Exception) -> tuple[str, str] | None:
    """Return the missing right's name and code."""
    if isinstance(exception, Denied):
        codename = str(exception.refusal.detail.get("right", ""))
        permission = Permission.objects.filter(content_type__app_label="games", codename=codename).first()
        return (permission.name, codename) if permission and exception.refusal.code == MISSING else None
    url_name = request.resolver_match.url_name or "" if request.resolver_match else ""
    for model, page in admin.site._registry.items():
        if url_name.startswith(f"{page.opts.label_lower.replace('.', '_')}_") and not page.has_view_permission(request):
            things = str(model._meta.verbose_name_plural)
            return _("Can view %(things)s") % {"things": things}, f"view_{page.opts.model_name}"
    return None


def _find_givers(codename: str) -> QuerySet[Group]:
    return Group.objects.filter(permissions__codename=codename).order_by("name").distinct()
