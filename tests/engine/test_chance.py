"""Fairness: nobody can choose the chance, and it is reproducible in every language."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SPAN, Chance, commitment, game_key

VECTORS = json.loads(Path(__file__).with_name("chance_vectors.json").read_text())["vectors"]


def number(key: bytes, counter: int) -> int:
    """Return a draw as the rules define it, implemented independently."""
    block, place = divmod(counter, 4)
    digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest[8 * place : 8 * place + 8], "big")


@pytest.mark.parametrize("vector", VECTORS)
def test_the_commitment_is_the_hash_of_the_seed(vector: dict[str, Any]) -> None:
    assert commitment(bytes.fromhex(vector["seed"])) == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_key_comes_of_the_seed_the_game_and_what_everybody_contributed(vector: dict[str, Any]) -> None:
    key = game_key(bytes.fromhex(vector["seed"]), vector["game"], vector["contributions"])
    assert key.hex() == vector["key"]


@pytest.mark.parametrize("vector", VECTORS)
def test_a_draw_is_the_hash_of_a_counter(vector: dict[str, Any]) -> None:
    for counter, expected in zip(vector["counters"], vector["numbers"], strict=True):
        assert Chance(bytes.fromhex(vector["key"]), counter).below(SPAN) == int(expected)


@pytest.mark.parametrize("vector", VECTORS)
def test_draws_below_a_bound(vector: dict[str, Any]) -> None:
    chance = Chance(bytes.fromhex(vector["key"]))
    for draw in vector["draws"]:
        assert chance.below(int(draw["bound"])) == int(draw["value"])
        assert chance.counter == draw["counter_after"]
    assert chance.draws == [(int(draw["bound"]), int(draw["value"])) for draw in vector["draws"]]


def test_the_vectors_have_rejected_numbers() -> None:
    assert any(vector["draws"][-1]["counter_after"] > len(vector["draws"]) for vector in VECTORS)


@pytest.mark.parametrize("change", ["seed", "game", "contributions", "order"])
def test_another_seed_game_or_contribution_is_another_key(change: str) -> None:
    seed, game, contributions = bytes(32), "k3x9", ["a", "b"]
    if change == "seed":
        seed = bytes(31) + b"\1"
    elif change == "game":
        game = "k3xa"
    elif change == "contributions":
        contributions = ["a", ""]
    else:
        contributions = ["b", "a"]
    assert game_key(seed, game, contributions) != game_key(bytes(32), "k3x9", ["a", "b"])


def test_contributions_cannot_be_shifted_into_each_other() -> None:
    keys = [game_key(bytes(32), "k3x9", parts) for parts in (["ab", ""], ["a", "b"], ["", "ab"], ['a","b'], ["ab"])]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64])
def test_it_is_hmac_for_every_key(length: int) -> None:
    key = bytes(range(length))
    assert [Chance(key, counter).below(SPAN) for counter in range(5)] == [number(key, counter) for counter in range(5)]


def test_a_key_longer_than_the_block_is_refused() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        Chance(bytes(65))


def test_rejection_sampling_skips_the_numbers_that_would_favor_some() -> None:
    """With a bound just above half the span, an unskipped number would make its remainder twice as likely."""
    bound = SPAN // 2 + 1
    key = hashlib.sha256(b"rejected").digest()
    chance = Chance(key)
    values = [chance.below(bound) for _ in range(50)]
    assert values == [value for value in (number(key, counter) for counter in range(chance.counter)) if value < bound]
    assert chance.counter > 70


def test_every_value_is_about_equally_likely() -> None:
    chance = Chance(bytes(32))
    counted = Counter(chance.below(9) for _ in range(9000))
    assert set(counted) == set(range(9))
    assert sum((count - 1000) ** 2 / 1000 for count in counted.values()) < 26  # chi squared, 8 degrees, 1 in 1000


@pytest.mark.parametrize("bound", [0, -1, SPAN + 1])
def test_a_bound_that_makes_no_sense_is_refused(bound: int) -> None:
    chance = Chance(bytes(32))
    with pytest.raises(ValueError, match="bound"):
        chance.below(bound)
    assert (chance.counter, chance.draws) == (0, [])


def test_a_shuffle_takes_one_of_those_left_for_each_place() -> None:
    chance = Chance(bytes(32))
    things = list("abcdef")
    shuffled = chance.shuffled(things)
    assert things == list("abcdef")
    assert sorted(shuffled) == things
    assert [bound for bound, _ in chance.draws] == [6, 5, 4, 3, 2, 1]
    for _, value in chance.draws:
        assert things.pop(value) == shuffled.pop(0)


def test_the_counter_goes_on_where_the_log_says() -> None:
    whole = Chance(bytes(32))
    first = [whole.below(110) for _ in range(20)]
    again = Chance(bytes(32), 8)
    assert [again.below(110) for _ in range(12)] == first[8:]
    assert again.counter == whole.counter == 20
