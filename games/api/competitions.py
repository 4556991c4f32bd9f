"""What cups and leagues have in common for programs."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.codec import Json
from games.api.clocks import ClockField, ClockSerializer
from games.api.disputes import WordsField
from games.api.fields import GameNameField, RulesetField
from games.api.forms import Facts
from games.api.instants import instant
from games.api.players import PlayerSerializer, player_row
from games.api.standings import chosen_tie_breaks_field
from games.competitions.audience import Competition
from games.models import Game
from games.table.clocks import mapping
from games.table.clocks.terms import write

ADMIN_SCOPE: Final = "admin:rule"
CREATION_PROBLEMS: Final = (
    "account_muted",
    "no_such_club",
    "only_hosts",
    "official_for_club",
    "private_club_is_unseen",
    "right_missing",
    "second_factor_not_shown",
)
CHANGE_PROBLEMS: Final = (
    "only_the_host",
    "account_muted",
    "competition_name_missing",
    "has_begun",
    "nothing_runs",
    "date_too_early_or_late",
    "messaged_today",
)
MESSAGE_PROBLEMS: Final = (
    "only_the_host",
    "account_muted",
    "text_missing",
    "message_too_long",
    "competition_over",
    "messaged_today",
)
REMOVAL_PROBLEMS: Final = ("only_the_host", "not_in_competition", "cannot_remove_yourself")
ENTRY_PROBLEMS: Final = ("competition_of_club", "bots_not_allowed", "same_hands", "removed_by_host")


class CompetitionSerializer(Facts):
    """What is public about any competition."""

    id = serializers.CharField()
    name = serializers.CharField()
    host = PlayerSerializer()
    official = serializers.BooleanField(help_text=_("Made by an admin for the site."))
    club = serializers.CharField(allow_null=True, help_text=_("The id of the club whose members alone can enter."))
    public = serializers.BooleanField(help_text=_("Anyone can look at it; otherwise only members of the club."))
    ruleset = RulesetField()
    options = serializers.DictField(child=serializers.BooleanField())
    clock = ClockSerializer()
    rated = serializers.BooleanField()
    bots = serializers.ChoiceField(choices=Game.Bots.choices, help_text=_("Whether bots may enter."))
    created_at = serializers.DateTimeField()


class CompetitionCharterSerializer(Facts):
    """The settings of any competition to be."""

    name = GameNameField(help_text=_("Everybody sees it."))
    ruleset = RulesetField(max_length=32)
    options = serializers.DictField(child=serializers.BooleanField(), default=dict)
    clock = ClockField()
    tie_breaks = chosen_tie_breaks_field()
    rated = serializers.BooleanField(default=True)
    bots = serializers.ChoiceField(
        choices=Game.Bots.choices, default=Game.Bots.NONE, help_text=_("Whether bots may enter.")
    )
    club = serializers.CharField(
        allow_null=True, default=None, help_text=_("The id of a club that you host: only its members can enter.")
    )
    public = serializers.BooleanField(
        default=False, help_text=_("Of a club’s: anyone can look at it. Without a club it is public in any case.")
    )
    official = serializers.BooleanField(
        default=False, help_text=_("For the site: it takes the scope admin:rule, and the right to rule.")
    )


class CompetitionMessageSerializer(Facts):
    """What a host writes to everyone in a competition."""

    text = WordsField(help_text=_("At most 1,000 characters, in paragraphs."))


def competition_row(competition: Competition) -> Json:
    """Return what is public about any competition."""
    return {
        **{name: getattr(competition, name) for name in _COPIED},
        "host": player_row(competition.host),
        "club": competition.club_id,
        "clock": write(mapping.terms_of(competition.time_per_move, competition.clock)),
        "created_at": instant(competition.created_at),
    }


_COPIED: Final = ("id", "name", "official", "public", "ruleset", "options", "rated", "bots", "seats")
