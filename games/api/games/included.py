"""The parameter `include`: what an answer has besides, if the query asks for it."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from games.api.choices import name_choices
from games.api.forms import Facts
from games.api.games.options import LEGAL_MOVES
from games.api.games.tables import POSITION


class IncludeOfGameSerializer(Facts):
    include = serializers.MultipleChoiceField(choices=[LEGAL_MOVES], allow_empty=True)


class IncludeOfGamesSerializer(Facts):
    include = serializers.MultipleChoiceField(choices=[POSITION], allow_empty=True)


MOST_POSITIONS, MOST_POSITIONS_FOR_STRANGERS = 50, 20
"""How many games a page has at most if it includes their positions: each that is not cached takes statements more."""
OF_GAME: Final = OpenApiParameter(
    "include",
    enum=[LEGAL_MOVES],
    many=True,
    description="What else the answer has: “legal_moves”, your moves now, as “list_moves” answers.",
)
"""The parameter of a game for the schema."""
OF_GAMES: Final = OpenApiParameter(
    "include",
    enum=[POSITION],
    many=True,
    description="What else each game has: “position”, its board and your cards, as “get_game” answers. "
    f"Then a page has at most {MOST_POSITIONS} games, and {MOST_POSITIONS_FOR_STRANGERS} without a token.",
)
"""The parameter of a list of games for the schema."""


def read_include(kind: type[Facts], request: Request) -> set[str]:
    """Return what the query asks for besides. Raises ValidationError."""
    form = kind()
    name_choices(form)
    included: set[str] = form.run_validation({"include": request.query_params.getlist("include")})["include"]
    return included
