"""How the API describes itself: drf-spectacular's part of the settings. Nothing in it is from the environment."""

from typing import Any, Final

SPECTACULAR_SETTINGS: Final[dict[str, Any]] = {
    "TITLE": "Night Mail",
    "DESCRIPTION": "Play Ticket to Ride by post: a turn server for people, programs and their mailboxes.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "games.api.schema.add_problems"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "DisputeKind": "games.models.Dispute.Kind",
        "DisputeState": "games.models.Dispute.State",
        "MailMode": "notifications.lists.Mode",
        "ModerationKind": "games.models.Moderation.Kind",
        "OrderKind": "games.api.admin.orders.KINDS",
        "PlayerKind": "games.models.Player.Kind",
        "RulingState": "games.models.Ruling.State",
        "StatusEnum": "games.models.Game.Status",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
