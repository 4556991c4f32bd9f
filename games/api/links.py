"""OpenAPI's links: the operations that can follow a response with values from it, so that programs can navigate."""

from typing import Final

from engine.codec import Json

Links = Json
HERE: Final = "$request.path.game_id"
OF_GAME: Final = (
    "get_game",
    "list_moves",
    "get_log",
    "get_plan",
    "put_plan",
    "delete_plan",
    "join_game",
    "start_game",
    "leave_game",
    "invite_players",
    "put_contribution",
    "resign_seat",
    "hand_seat_to_stand_in",
    "delete_pause",
    "reclaim_seat",
    "open_dispute",
    "list_disputes",
    "list_rulings",
    "get_game_picture",
    "list_seat_offers",
    "list_absences",
    "put_game_mail",
    "get_join_link",
    "put_join_link",
    "delete_join_link",
    "get_note",
    "put_note",
    "get_talk",
    "say",
    "mark_talk_read",
    "open_talk",
    "report_line",
    "nudge",
    "list_table_proposals",
    "propose",
    "play_again",
    "offer_seat",
    "open_secrets",
    "export_game",
    "get_game_png",
)
RULED: Final = ("get_game_as_admin", "create_ruling")
OF_DISPUTE: Final = ("get_dispute", "add_comment", "withdraw_dispute")
JUDGED: Final = ("get_dispute_as_admin", "add_comment_as_admin", "settle_dispute")


def _link_to(operations: tuple[str, ...], parameter: str, value: str) -> Links:
    return {name: {"operationId": name, "parameters": {parameter: value}} for name in operations}


def _link_to_same_game(*operations: str) -> Links:
    return _link_to(operations, "game_id", HERE)


FIRST_MOVE: Final[Links] = {
    "post_moves": {
        "operationId": "post_moves",
        "parameters": {"game_id": HERE},
        "requestBody": {"prompt": "$response.body#/prompt", "move": "$response.body#/moves/0/move"},
    }
}
"""The first legal move, as the answer to the open prompt."""
PLANNED: Final[Links] = {
    "put_plan": {
        "operationId": "put_plan",
        "parameters": {"game_id": HERE},
        "requestBody": {"orders": ["$response.body#/moves/0/notation"]},
    }
}
"""The first legal move, as the plan's order."""
VACATION: Final[Links] = {
    "end_vacation": {"operationId": "end_vacation", "parameters": {"starts_at": "$response.body#/results/0/starts_at"}}
}
OFFERED: Final[Links] = {
    "withdraw_seat_offer": {
        "operationId": "withdraw_seat_offer",
        "parameters": {"game_id": HERE, "seat": "$response.body#/seat"},
    }
}
PROPOSED: Final[Links] = {
    name: {"operationId": name, "parameters": {"game_id": HERE, "proposal_id": "$response.body#/id"}}
    for name in ("get_table_proposal", "agree_to_proposal", "decline_proposal", "withdraw_proposal")
}
LINKS: Final[dict[str, dict[str, Links]]] = {
    "list_games": {"200": _link_to(OF_GAME, "game_id", "$response.body#/results/0/id")},
    "create_game": {"201": _link_to(OF_GAME, "game_id", "$response.body#/id")},
    "get_game": {"200": _link_to((*OF_GAME, *RULED), "game_id", "$response.body#/id")},
    "start_game": {"200": _link_to(("list_moves", "get_log"), "game_id", "$response.body#/id")},
    "list_moves": {"200": FIRST_MOVE | PLANNED},
    "post_moves": {"201": _link_to_same_game("list_moves", "get_log", "get_game")},
    "put_plan": {"200": _link_to_same_game("get_plan", "delete_plan")},
    "propose": {"201": PROPOSED},
    "put_note": {"200": _link_to_same_game("get_note")},
    "join_game": {"200": _link_to_same_game("leave_game", "put_contribution", "get_game")},
    "offer_seat": {"201": OFFERED},
    "take_vacation": {"201": VACATION},
    "list_vacations": {"200": VACATION},
    "report_line": {"201": _link_to((*OF_DISPUTE, *JUDGED), "dispute_id", "$response.body#/id")},
    "open_dispute": {"201": _link_to((*OF_DISPUTE, *JUDGED), "dispute_id", "$response.body#/id")},
    "list_disputes": {"200": _link_to(OF_DISPUTE, "dispute_id", "$response.body#/results/0/id")},
    "list_open_disputes": {
        "200": {
            **_link_to(JUDGED, "dispute_id", "$response.body#/results/0/id"),
            **_link_to(RULED, "game_id", "$response.body#/results/0/game"),
        }
    },
    "get_dispute_as_admin": {"200": _link_to(RULED, "game_id", "$response.body#/game")},
    "list_open_seats": {"200": _link_to(("take_over_seat",), "game_id", "$response.body#/results/0/game/id")},
    "create_ruling": {
        "201": {
            "undo_ruling": {
                "operationId": "undo_ruling",
                "parameters": {"game_id": HERE, "entry": "$response.body#/entry"},
            }
        }
    },
    "list_proposals": {
        "200": _link_to(("confirm_ruling", "withdraw_ruling"), "ruling_id", "$response.body#/results/0/id"),
    },
    "create_bulk_ruling": {"202": _link_to(("get_bulk_ruling",), "bulk_id", "$response.body#/id")},
    "list_rulesets": {
        "200": _link_to(("get_ruleset", "get_ruleset_picture"), "ruleset_id", "$response.body#/results/0/id"),
    },
    "create_token": {"201": _link_to(("revoke_token",), "token_id", "$response.body#/id")},
    "create_sign_up_invitation": {
        "201": _link_to(("withdraw_sign_up_invitation",), "invitation", "$response.body#/id"),
    },
    "put_join_link": {"200": _link_to(("get_link_invitation", "join_by_link"), "link_token", "$response.body#/token")},
    "create_practice": {"201": _link_to(OF_GAME, "game_id", "$response.body#/id")},
    "join_by_link": {"200": _link_to(OF_GAME, "game_id", "$response.body#/game/id")},
    "play_again": {status: _link_to(OF_GAME, "game_id", "$response.body#/id") for status in ("200", "201")},
    "get_player": {
        "200": _link_to(("list_games_of_player", "put_relation"), "player_id", "$response.body#/id"),
    },
    "list_relations": {
        "200": {
            "delete_relation": {
                "operationId": "delete_relation",
                "parameters": {
                    "player_id": "$response.body#/results/0/player/id",
                    "kind": "$response.body#/results/0/kind",
                },
            },
        },
    },
    "list_apps": {"200": _link_to(("revoke_app",), "app_id", "$response.body#/results/0/id")},
    "list_mentions": {"200": _link_to(("decide_mention",), "mention_id", "$response.body#/results/0/id")},
}
"""The links of each operation, by status."""
