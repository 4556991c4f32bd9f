"""Responses with tags, so that clients need not fetch again what they have: see `games.etags`."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.view import ApiView
from games.etags import headers, is_fresh, tag_of


def not_modified(tag: str) -> Response:
    """Return 304 without a body."""
    return Response(status=304, headers=headers(tag))


class Conditional(ApiView):
    """A view whose GETs carry tags.

    By itself this saves only traffic: the tag is computed from the rendered body. A view that knows its facts
    beforehand saves the work too:

        tag = etag(game.id, seat, game.head)
        return not_modified(tag) if is_fresh(request.headers, tag) else Response(body, headers=headers(tag))
    """

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        if request.method not in {"GET", "HEAD"} or answer.status_code != 200 or answer.has_header("ETag"):
            return answer
        tag = tag_of(answer.render().content)
        if not is_fresh(request.headers, tag):
            for name, value in headers(tag).items():
                answer[name] = value
            return answer
        unchanged: Response = super().finalize_response(request, not_modified(tag), *args, **kwargs)
        return unchanged
