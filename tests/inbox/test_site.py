"""Emails to the site's own address: signing up, finding a table, joining it, and checking on one's games."""

import pytest
from django.urls import reverse
from pytest_django import Settings

from games.lobby import lobby
from games.models import Block, Game, Invitation, Player, Seat
from games.people.privacy import erase_player, export_player
from notifications.inbox import acceptance, authors, pace, pipeline, queue, site_addresses
from notifications.lists import Mode, Stream
from notifications.models import InboundEmail, Mail, SiteEmail
from notifications.policy import preferences
from tests.games.stories import DAY, chosen, players, started
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, SigningKey, reply_address, sent, signed
from tests.inbox.site_stories import NEWCOMER, SITE, in_a_line, reply, take, typed, write
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
OWN = "player0@mail.example"
GUEST = "player1@mail.example"


def to(carry: Carry, address: str = NEWCOMER) -> list[Received]:
    return [mail for mail in carry(NOON) if mail.to == [address]]


def the_answer(carry: Carry, address: str = NEWCOMER) -> Received:
    (mail,) = to(carry, address)
    return mail


@pytest.mark.django_db(transaction=True)
def test_a_newcomer_signs_up_and_sits_down(carry: Carry, open_door: OpenDoor, provider_key: SigningKey) -> None:
    host, _ = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    raw = signed(typed("Hello!\n\nsign up Ada\nopen tables\n\nBest, Ada"), provider_key)
    sent(open_door("lmtp"), raw, SITE, sender=NEWCOMER, lmtp=True)
    assert pipeline.process_due(now=NOON) == 1
    answer = the_answer(carry)
    assert "Welcome, Ada!" in answer.text
    assert f"1: Ticket to Ride, by Player 0: 1 of 3 seats taken, 1 day a move ({game.pk})" in in_a_line(answer)
    assert answer.message["In-Reply-To"] == "<s1@mail.example>"
    assert answer.message["Subject"] == "Re: Hello s1"
    assert answer.message["Auto-Submitted"] == "auto-replied"
    reply(answer, "join 1", provider_key)
    assert Seat.objects.filter(game=game, player__email=NEWCOMER).exists()
    assert "It begins when 1 more has joined." in in_a_line(the_answer(carry))


def test_a_table_with_friends(carry: Carry, provider_key: SigningKey) -> None:
    players(3)
    write("new usa, 4 seats, daily, with player 1 and Player 2, friend@else.example", provider_key, sender=OWN)
    game = Game.objects.get()
    assert (game.ruleset, game.seats_wanted, game.time_per_move) == ("usa@1", 4, DAY)
    assert {one.player.name for one in Invitation.objects.filter(game=game)} == {"Player 1", "Player 2"}
    mails = carry(NOON)
    assert {mail.to[0] for mail in mails} == {OWN, GUEST, "player2@mail.example", "friend@else.example"}
    write("games", provider_key, sender=GUEST, name="s2")
    answer = the_answer(carry, GUEST)
    assert "YOU ARE INVITED" in answer.text
    reply(answer, "accept 1", provider_key, "s3")
    write(f"decline {game.pk}", provider_key, sender="player2@mail.example", name="s4")
    assert Seat.objects.filter(game=game).count() == 2
    carry(NOON)
    write("games", provider_key, sender=OWN, name="s7")
    assert "2 of 4 seats taken" in (told := in_a_line(the_answer(carry, OWN)))
    assert "Not coming: Player 2" in told
    write("start", provider_key, sender=OWN, name="s5")
    told = in_a_line(the_answer(carry, OWN))
    assert f"2 seats are still free. To begin without, write “start {game.pk} with 2 players”." in told
    assert f"“start {game.pk} with stand-ins”" in told
    assert Game.objects.get().status == Game.Status.OPEN
    write(f"start {game.pk} with 2 players", provider_key, sender=OWN, name="s6")
    assert Game.objects.get().status == Game.Status.RUNNING
    assert any("The game has begun" in in_a_line(mail) for mail in to(carry, OWN))


def test_a_new_table_is_told_back_whole(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("new usa, 4 seats, with 2 stand-ins, called Night Train", provider_key, sender=OWN)
    told = in_a_line(the_answer(carry, OWN))
    assert "Your table: Night Train, Ticket to Ride, 4 seats, 1 day a move" in told
    assert "2 stand-ins will play with you." in told


def test_whose_turn_it_is(carry: Carry, provider_key: SigningKey) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    write("games", provider_key, sender=OWN)
    told = in_a_line(the_answer(carry, OWN))
    assert (
        f"1: Ticket to Ride, Player 1 and you. Your turn: 1 day left, until Tue 3 Mar, 12:00 UTC. ({game.pk})" in told
    )
    write("my games please", provider_key, sender=GUEST, name="s2")
    assert "Player 0’s turn" in the_answer(carry, GUEST).text


def test_settings_and_no_more_emails(carry: Carry, provider_key: SigningKey) -> None:
    (player,) = players(1)
    game = started([player, *players(1, "Other")])
    carry(NOON)
    preferences.put_game(player, game, {Stream.TURNS: Mode.DAILY}, now=NOON)
    write("settings\nstop all mail", provider_key, sender=OWN)
    text = in_a_line(the_answer(carry, OWN))
    assert "Emails about your turns: at once" in text
    assert "write “send mail again”" in text
    assert set(preferences.of_player(player).values()) == {Mode.OFF}
    assert preferences.of_games(player) == {}
    write("send mail again", provider_key, sender=OWN, name="s2")
    assert set(preferences.of_player(player).values()) == {Mode.AT_ONCE}


def test_what_a_stranger_hears(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    for place, (line, said) in enumerate(TO_STRANGERS.items()):
        write(line, provider_key, name=f"s{place}")
        assert said in in_a_line(the_answer(carry))
    for place, line in enumerate(["games", "open tables", "Who are you?", "join 1\nsign up Ada", ""]):
        assert write(line, provider_key, name=f"t{place}").state == SiteEmail.State.DROPPED
    assert carry(NOON) == []
    assert not Player.objects.filter(email=NEWCOMER).exists()


TO_STRANGERS = {
    "sgn up Ada": "Did you mean: sign up Ada?",
    "sign up": "Say under which name",
    "sign up Admin": "This name is reserved.",
    "sign up Player 0": "Another player is called Player 0.",
    "help": "sign up Ada",
}


def test_who_has_an_account_does_not_get_another(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("sign up Zoe", provider_key, sender=OWN)
    assert "You have an account already: you are Player 0." in in_a_line(the_answer(carry, OWN))
    assert Player.objects.count() == 1


def test_a_name_is_changed_and_one_that_is_taken_is_not(carry: Carry, provider_key: SigningKey) -> None:
    players(2)
    write("Rename me Mara, please", provider_key, sender=OWN)
    assert "You are Mara now." in in_a_line(the_answer(carry, OWN))
    write("rename me Player 1", provider_key, sender=OWN, name="s2")
    assert "Another player is called Player 1." in in_a_line(the_answer(carry, OWN))
    assert Player.objects.get(email=OWN).name == "Mara"


def test_an_order_of_a_game_is_not_dropped_in_silence(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("sleep 23:00 to 7:00 in Vienna\npause until Friday", provider_key, sender=OWN)
    told = in_a_line(the_answer(carry, OWN))
    assert "Not done: “pause until Friday”. Orders of a game belong in a reply to an email about it." in told


def test_a_vacation_is_one_from_all_games(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("vacation until Friday", provider_key, sender=OWN)
    assert "You are on vacation until Sat" in in_a_line(the_answer(carry, OWN))
    assert Player.objects.get(email=OWN).vacations
    write("vacation until Friday, I'm in the mountains", provider_key, sender=OWN, name="s2")
    assert "Until which day? Write it like this: “vacation until 1 December”." in in_a_line(the_answer(carry, OWN))


def test_what_cannot_be_done_is_explained(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    for place, (line, said) in enumerate(EXPLAINED.items()):
        write(f"{line}\nstop all mail", provider_key, sender=OWN, name=f"s{place}")
        assert said in in_a_line(the_answer(carry, OWN))
    assert not Game.objects.exists()
    assert Mode.OFF not in preferences.of_player(Player.objects.get(email=OWN)).values()


def test_thanks_to_the_site_are_no_orders_of_a_game(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("games\nKeep up the good work!\nSay hello to Bela", provider_key, sender=OWN)
    assert "Not done" not in in_a_line(the_answer(carry, OWN))
    write("rename me", provider_key, sender=OWN, name="s2")
    assert "Say which name you want, such as “rename me Ada”." in in_a_line(the_answer(carry, OWN))


EXPLAINED = {
    "join 1": "A number counts in a reply to the email that lists it.",
    "new chess, 4 seats": "I do not know what this means there: chess",
    "new usa, 9 seats": "Not done: “new usa, 9 seats”.",
    "new usa, 2 seats, 100 days": "Not done: “new usa, 2 seats, 100 days”.",
    "new usa, with Nobody Here": "Nobody is called Nobody Here.",
    "new usa, with not@an@address": "not@an@address is no email address.",
    "new usa, 2 seats, called www.example.org": "A name cannot hold an address of the web",
    "start": "Please say which table",
}


def test_an_email_that_comes_twice_is_one_even_with_another_id(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    raw = signed(typed("new usa, 3 seats", sender=OWN), provider_key, headers=("from", "to", "subject", "date"))
    take(raw, sender=OWN)
    for again in (
        raw,
        b"Received: by here\r\n" + raw,
        raw.replace(b"<s1@", b"<s2@"),
        raw.replace(b"seats\r", b"seats \r"),
    ):
        assert acceptance.accept(again, [SITE], OWN, InboundEmail.Door.PIPE, NOON + DAY) == 1
    assert pipeline.process_due(now=NOON + DAY) == 0
    assert Game.objects.count() == 1
    later = NOON + site_addresses.LASTS + DAY
    site_addresses.forget_old(now=later)
    take(raw, sender=OWN, now=later)
    assert Game.objects.count() == 1  # it is too old by now
    assert "without proof" in in_a_line([mail for mail in carry(later) if mail.to == [OWN]][-1])


def test_sign_up_follows_the_operators_choice(carry: Carry, provider_key: SigningKey, settings: Settings) -> None:
    settings.SIGN_UP = "invited"
    write("sign up Ada", provider_key)
    assert "Ask a player for a link" in in_a_line(the_answer(carry))
    take(typed("sign up Ada", name="s2"))
    assert carry(NOON) == []
    assert not Player.objects.exists()


def test_so_many_accounts_of_a_domain_an_hour(carry: Carry, provider_key: SigningKey, settings: Settings) -> None:
    settings.KNOCKS_PER_HOUR = 2
    for number in range(3):
        write(f"sign up Person {number}", provider_key, sender=f"p{number}@mail.example", name=f"s{number}")
    assert Player.objects.count() == 2
    assert "Too many people have signed up" in in_a_line(to(carry, "p2@mail.example")[0])


def test_a_private_table_of_others_does_not_exist(carry: Carry, provider_key: SigningKey) -> None:
    host, *_ = players(2)
    wishes = lobby.Wishes("usa@1", 2, DAY, access=Game.Access.INVITATION, public=False)
    game = lobby.create_game(host=host, wishes=wishes, now=NOON)
    guess = "0123456789ab"
    orders = ["games\nopen tables", *(f"{verb} {{id}}" for verb in ("join", "decline", "leave", "start"))]
    told: list[list[str]] = []
    for place, id in enumerate((game.pk, guess)):
        said = []
        for number, order in enumerate(orders):
            write(order.format(id=id), provider_key, sender=GUEST, name=f"s{place}.{number}")
            (mail,) = to(carry, GUEST)
            said.append(in_a_line(mail).replace(id, "ID"))
        told.append(said)
    assert told[0] == told[1]


def test_whom_somebody_blocks_invites_unseen(carry: Carry, provider_key: SigningKey) -> None:
    host, guest = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY, public=False), now=NOON)
    lobby.invite(host=host, game_id=game.pk, names=[guest.name], now=NOON)
    Block.objects.create(player=guest, other=host, created_at=NOON)
    write("games", provider_key, sender=GUEST)
    assert game.pk not in to(carry, GUEST)[-1].text


def test_more_than_a_limit_of_answers_wait_and_their_numbers_mean_nothing(
    carry: Carry, provider_key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "MOST_AN_HOUR", 1)
    host, _ = players(2)
    lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    for name in ("s1", "s2", "s3"):
        write("open tables", provider_key, sender=GUEST, name=name)
    assert "come together" in in_a_line(the_answer(carry, GUEST))
    (late,) = [one for one in carry(NOON + pace.HOUR) if one.to == [GUEST]]
    assert late.text.startswith("Answers to 2 of your emails.")
    assert late.text.count("OPEN TABLES") == 1
    assert "join 1" not in late.text
    reply(late, "join 1", provider_key, "s4")
    assert Seat.objects.count() == 1


def test_what_stands_below_a_refused_order_is_named(carry: Carry, provider_key: SigningKey) -> None:
    players(2)
    write("join abcdefghjkmn\nnew usa, 2 seats\nopen tables\nnew us\n\nAda", provider_key, sender=GUEST)
    told = in_a_line(the_answer(carry, GUEST))
    assert "Not done: “join abcdefghjkmn”." in told
    assert "Not done either: “new usa, 2 seats”; “open tables”; “new us”." in told
    assert not Game.objects.exists()


def test_open_tables_has_ones_own_too(carry: Carry, provider_key: SigningKey) -> None:
    host, _ = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    write("open tables", provider_key, sender=OWN)
    told = in_a_line(the_answer(carry, OWN))
    assert f"1: Ticket to Ride, by you: 1 of 3 seats taken, one of them yours, 1 day a move ({game.pk})" in told
    assert "No other table is open just now." in told
    assert "Your own tables, waiting for players" in told
    assert "Open tables" not in told


def test_games_that_wait_are_linked(carry: Carry, provider_key: SigningKey, settings: Settings) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    write("games", provider_key, sender=OWN)
    answer = the_answer(carry, OWN)
    assert answer.text.startswith("1 game waits for you.")
    assert f'<a href="{settings.PUBLIC_URL}{reverse("table", args=[game.pk])}"' in answer.html


@pytest.mark.parametrize(
    "order", ["help", "games", "open tables", "settings", "stop all mail", "nonsense", "games\nsettings"]
)
def test_every_answer_has_the_same_head(order: str, carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write(order, provider_key, sender=OWN)
    assert the_answer(carry, OWN).html.count('class="masthead"') == 1


def test_more_guests_than_seats_are_refused_with_numbers(carry: Carry, provider_key: SigningKey) -> None:
    players(4)
    write("new usa, 2 seats, with player 1, player 2 and player 3", provider_key, sender=OWN)
    told = in_a_line(the_answer(carry, OWN))
    assert "You want 2 seats, but with you there would be 4 players. Write “4 seats”, or invite fewer." in told
    assert not Game.objects.exists()


def test_a_host_who_is_alone_reads_how_to_begin(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("new usa, 3 seats", provider_key, sender=OWN)
    carry(NOON)
    write("start", provider_key, sender=OWN, name="s2")
    answer = the_answer(carry, OWN)
    told = in_a_line(answer)
    assert "A game begins with at least 2 players; so far there is 1." in told
    reply(answer, "start with stand-ins", provider_key, "s3")
    assert Game.objects.get().status == Game.Status.RUNNING
    assert "start with stand-ins" in told


def test_a_clock_out_of_bounds_is_told_in_words(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("new usa, 3 seats, 2 hours", provider_key, sender=OWN)
    assert "The time per move is from 12 hours to 14 days." in in_a_line(the_answer(carry, OWN))


def test_it_is_exported_and_erased_with_its_player(carry: Carry, provider_key: SigningKey) -> None:
    take(typed("sign up Ada", name="s0"))
    write("sign up Ada", provider_key)
    player = Player.objects.get(email=NEWCOMER)
    (exported,) = export_player(player=player)["site_emails"]
    assert "sign up Ada" in exported["content"]
    queue.erase_old(now=NOON + acceptance.KEPT)
    assert {(row.raw, row.sender, row.author_hash) for row in SiteEmail.objects.all()} == {(None, "", "")}
    SiteEmail.objects.update(author_hash=authors.hashed(NEWCOMER))
    carry(NOON)
    erase_player(player=player, now=NOON)
    assert not SiteEmail.objects.exists()
    assert not Mail.objects.filter(address=NEWCOMER).exists()


def test_replies_to_nobody_are_refused(provider_key: SigningKey, carry: Carry) -> None:
    row = write("help", provider_key)
    to_us = reply_address(the_answer(carry))
    local, _, host = to_us.partition("@")
    assert acceptance.is_ours(to_us.upper(), NOON)
    assert not acceptance.is_ours(f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{host}", NOON)
    assert not acceptance.is_ours(to_us.replace(f"+re{row.pk:x}x", f"+re{row.pk + 1:x}x"), NOON)
    assert not acceptance.is_ours(to_us, NOON + site_addresses.LASTS)
    assert len(local) <= 64


def test_the_host_hears_whose_invitation_comes_later(carry: Carry, provider_key: SigningKey) -> None:
    players(2)
    for place in range(4):
        write("new usa, 2 seats, with Player 1", provider_key, sender=OWN, name=f"n{place}", now=NOON)
        mails = [" ".join(mail.text.split()) for mail in carry(NOON) if mail.to == [OWN]]
        later = "Invitations are emailed only a few times a day, so this one comes later for Player 1."
        assert any(later in mail for mail in mails) == (place == 3)
