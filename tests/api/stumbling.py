"""The site's URLs, plus a view that fails on request."""

from django.urls import path
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import IllegalMove, MalformedMove
from games.errors import Refused
from ttr_site import urls

handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


class StopSerializer(serializers.Serializer[object]):
    city = serializers.CharField()


class JourneySerializer(serializers.Serializer[object]):
    stops = StopSerializer(many=True)
    colors = serializers.DictField(child=serializers.IntegerField())

    def validate(self, attrs: object) -> object:
        raise serializers.ValidationError("It leads nowhere.", code="nowhere")


class Stumbling(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    def get(self, request: Request) -> Response:
        mistakes = {
            "boom": RuntimeError("a secret"),
            "illegal": IllegalMove("track_closed", rule="B14", route="denver-omaha"),
            "malformed": MalformedMove("unknown_verb", known=["draw"]),
            "refused": Refused("game_not_open", status="running"),
            "parameter": serializers.ValidationError({"after": ["No number."]}),
        }
        raise mistakes[request.query_params["how"]]

    def post(self, request: Request) -> Response:
        JourneySerializer(data=request.data).is_valid(raise_exception=True)
        return Response()


urlpatterns = [*urls.urlpatterns, path("api/v1/stumble", Stumbling.as_view())]
