"""Kinds of problems: each `type` of a problem is a link to here; browsers are led to the guide that lists them."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.pagination import only_page, page_of
from games.presentation.words.problem_kind import ProblemKind
from games.presentation.words.problems import KINDS


class ProblemKindSerializer(serializers.Serializer[ProblemKind]):
    """A kind of problem."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


class ProblemsView(Conditional):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Lead who follows a problem's `type` in a browser to the guide; the fragment goes along."""
        reads = "text/html" in request.headers.get("Accept", "")
        answer = redirect("guide", name="errors") if reads else super().dispatch(request, *args, **kwargs)
        patch_vary_headers(answer, ["Accept"])
        return answer

    @extend_schema(
        operation_id="list_problems",
        summary="Every kind of problem",
        tags=["problems"],
        responses=page_of(ProblemKindSerializer),
    )
    def get(self, request: Request) -> Response:
        """What the API may refuse with, by code (RFC 9457)."""
        return only_page([ProblemKindSerializer(kind).data for kind in KINDS.values()])
