"""Names: one script, nothing hidden or linked, nobody else's and no reserved one, by Unicode's own rules (UTS 39)."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

import engine
from games import names
from games.errors import Refused
from games.models import Player
from games.people import accounts
from games.people.privacy import erase_player
from tests.games.stories import NOON, players

GOOD = [
    "Ann", "Zoë", "Andy", "Sandy", "Brandon", "Withers", "Name", "Privatus", "Daily Bread", "Seats", "4", "Midnight",
    "Nightmare", "Łukasz", "O'Neil", "O’Neil", "Jean-Luc", "J.R.R.Tolkien", "Mary_Ann", "Player 1", "not", "Олег 2",
    "Αλέξης", "김철수", "コーヒー Bar", "日本語ab", "محمد", "Hostess", "Judge Dee",
]  # fmt: skip
BAD = {
    "\u3164": "mixed_scripts",  # a Hangul filler, which is invisible
    "Ann\u3164": "mixed_scripts",
    "\u115fAnn": "mixed_scripts",
    "Ann\u200b": "invalid",
    "Ann\u202eeoJ": "invalid",
    "\u0410nn": "mixed_scripts",  # a Cyrillic A
    "Bоb": "mixed_scripts",  # a Cyrillic o
    "Ann١2": "mixed_scripts",  # digits of two scripts
    "ᴀnn": "mixed_scripts",
    "buy.example": "address",
    "x.example": "address",
    "www buy now": "address",
    "Admin": "reserved",
    "ADMIN": "reserved",
    "AdmIn 7": "reserved",
    "Adm1n": "reserved",
    "Adrnin": "reserved",  # r and n together look like an m
    "Night Mail": "reserved",
    "night-mail": "reserved",
    "NightMail Support": "reserved",
    "Team Night Mail": "reserved",
    "Night-Mail Team": "reserved",
    "The Admin": "reserved",
    "Support Team": "reserved",
    "0wner": "reserved",
    "Official": "reserved",
    "Stand-in 3": "reserved",
    "A former player": "reserved",
    "erased-x": "reserved",
    "Night MaiI": "reserved",  # a capital i
    "Night Mai1": "reserved",
    "NightMail1": "reserved",
    "N1ghtMa1l": "reserved",
    "Níght Mâil": "reserved",
    "Nlght Mall": "reserved",
    "NIGHT MAlL": "reserved",
    "Night Rnail Team": "reserved",
    "OffIcial": "reserved",
    "Officlal": "reserved",
    "Private": "order",
    "Prívate": "order",
    "Public.": "order",
    "4 Seats": "order",
    "4p": "order",
    "Two Players": "order",
    "3 of us": "order",
    "For 4": "order",
    "2 Days": "order",
    "A week": "order",
    "Every 3 days a move": "order",
    "2 stand-ins": "order",
    "Daily": "order",
    "Invited only": "order",
    "Anna and Otto": "order",
    "Rock-and-Roll": "order",
    "And": "order",
    "With Bela": "order",
    "Invite Me": "order",
    "Named Bela": "order",
    "Called Carl": "order",
    **{name.partition("@")[0].replace("_", " ").title(): "order" for name in engine.RULESETS},
    **{option.replace("_", " "): "order" for rules in engine.RULESETS.values() for option in rules.variants},
}


@pytest.mark.parametrize("name", GOOD)
def test_people_are_called_so(name: str) -> None:
    names.validate_player_name(names.prepared(name))


@pytest.mark.parametrize(("name", "code"), BAD.items())
def test_nobody_is_called_so(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.validate_player_name(names.prepared(name))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paul", "PauI"),
        ("Paul", "paul"),
        ("Bernard", "Bemard"),
        ("сосо", "coco"),
        ("Ann 0", "Ann O"),
        ("Al  B", "Al B"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Tuesday", "Tuesday"),
        ("No. 5 — “fun” (3)!", "No. 5 — “fun” (3)!"),
        (" a  b ", "a b"),
        ("❤️ trains", "❤ trains"),
        ("", ""),
    ],
)
def test_a_game_is_called_so(given: str, kept: str) -> None:
    assert names.game_name(given) == kept


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("BUY NOW http://x.example", "address"),
        ("see buy.example", "address"),
        ("see x。example", "address"),
        ("write to me@here", "address"),
        ("a\u202eb", "hidden"),
        ("a\u200bb", "hidden"),
        ("a\u0000b", "hidden"),
        ("a\nb", "hidden"),
        ("\u3164", "hidden"),
        ("Z" + "\u0300" * 9, "hidden"),
        ("x" * 51, "max_length"),
    ],
)
def test_no_game_is_called_so(given: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.game_name(given)
    assert refused.value.code == code


@pytest.mark.django_db
class TestPlayers:
    def test_a_name_that_looks_like_another_is_taken(self) -> None:
        paul, other = (Player.objects.create_user(f"{name}@mail.example", name) for name in ("Paul", "Ann"))
        facts = {"time_zone": "UTC", "language": "en", "kind": "human"}
        with pytest.raises(Refused, match="name_taken"):
            accounts.sign_up(address="x@mail.example", name="PauI", facts=facts, asked_by="1", now=NOON)
        with pytest.raises(Refused, match="name_taken"):
            accounts.change_profile(player=other, changes={"name": "PauI"}, now=NOON)
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create_user("x@mail.example", "PauI")
        other.name = "PauI"
        with pytest.raises(ValidationError):
            other.full_clean()
        erase_player(player=paul, now=NOON)
        accounts.change_profile(player=other, changes={"name": "PauI"}, now=NOON)
        assert Player.objects.get(name="PauI").name_key == "paul"

    def test_those_that_there_are_keep_their_names(self) -> None:
        old = [Player.objects.create_user(f"{number}@mail.example", f"Old {number}") for number in range(3)]
        keys = ("paul", f"paul#{old[1].pk}", "adrnin")
        for player, name, key in zip(old, ("Paul", "PauI", "Admin"), keys, strict=True):
            Player.objects.filter(pk=player.pk).update(name=name, name_key=key)
        for player in Player.objects.all():
            player.language = "de"
            player.full_clean(exclude=["password"])
            player.save()
        assert set(Player.objects.values_list("name", flat=True)) == {"Paul", "PauI", "Admin"}

    def test_a_tombstone_has_no_key(self) -> None:
        (player,) = players(1)
        erase_player(player=player, now=NOON)
        assert Player.objects.get(pk=player.pk).name_key == ""


def test_a_sign_that_no_name_may_have_is_named() -> None:
    for name, sign in {"Ann 🎉": "🎉", "Ann/Bea": "/"}.items():
        with pytest.raises(ValidationError) as refused:
            names.validate_player_name(name)
        assert f"“{sign}” has no place in a name" in refused.value.messages[0]
    with pytest.raises(ValidationError) as refused:
        names.validate_player_name("Ann\u202eeoJ")
    assert "\u202e" not in refused.value.messages[0]
