"""Signals for other apps. `games` never imports the listeners.

Each is sent inside the transaction that it is about: a receiver may only write rows, and an exception in it rolls
everything back. If many games are acted on together, the change may not be in the rows yet
(`games.table.store.write_batches`), but it is in the signal's values.
"""

from django.dispatch import Signal

entry_recorded = Signal()
"""A log has a new entry.

`sender=Game, game: Game, entry: Entry, events: list, turns_opened: list[Turn], seats: list[Seat]`

A turn is identified by its prompt, since its primary key was not read back. If a sweep acts on many games together, the
entry's rows may not be written yet: a receiver that reads them back must call `store.flush` first.
"""

plan_declined = Signal()
"""A plan leaves a question to its player.

`sender=Game, game: Game, seat: Seat, player: Player, turn: Turn | None, what: str, plan: int | None`

`plan` is the key of its row, if it still exists. `what`: "waits" (it has no answer to this question and goes on
afterwards), "stopped" (it does nothing more) or "cancelled" (by the player). `turn` is the open question, of which the
player may not have been notified yet.
"""

player_nudged = Signal()
"""Others at the table ask us to remind the player of this turn.

`sender=Game, game: Game, turn: Turn, seat: Seat, now: datetime`
"""

time_is_over = Signal()
"""A turn's deadline has passed, and its grace period is running.

`sender=Game, game: Game, turn: Turn, seats: list[Seat]`
"""

game_changed = Signal()
"""Something happened that is not in a log: `what` is "created", "invited", "closed" ... or "left_by_all".

`sender=Game, game: Game, what: str, player: Player, seats: list[Seat]` (these only with "closed")
"""

seat_offered = Signal()
"""A host offers an open seat of a running game to somebody.

`sender=Game, game: Game, player: Player`
"""

series_over = Signal()
"""A series has ended with this game, its last.

`sender=Series, series: Series, game: Game, now: datetime`
"""

game_closing = Signal()
"""A game will be closed at `closes_at` unless somebody plays it: it has not begun, or all have left it.

`sender=Game, game: Game, seats: list[Seat]`
"""

proposal_changed = Signal()
"""A proposal to the table was made, or closed without agreement; an agreed proposal becomes an entry of the log.

`sender=Proposal, game: Game, proposal: Proposal, what: str, concerned: list[Seat], now: datetime`

`what`: "asked" (these seats are waited for), or the state in which it closed.
"""

player_sanctioned = Signal()
"""An admin has sanctioned a player, or lifted that; sent within the transaction, with the player's row locked.

`sender=Player, player: Player, kind: Moderation.Kind, now: datetime`
"""

account_mail = Signal()
"""An email about an account is to be written.

`sender=Player, address: str, player: Player | None, template: str, context: dict, awaited: bool = True`

`template` is a prefix in the style of django-allauth ("account/email/login_code" ...); `context` is ready for JSON. It
may hold a code, so it must be deleted once the email is sent. `awaited`: whether somebody is waiting for the email.
"""

absences_wanted = Signal()
"""Somebody with a seat looks at a table: receivers return what may be said there of players' absence, by player's id.

`sender=Player, players: Collection[str], now: datetime`
"""

player_arrived = Signal()
"""An account with an address is new: that of a stranger, or of a guest who stays.

`sender=Player, player: Player, now: datetime`
"""

player_leaving = Signal()
"""A player is about to be erased: receivers give back the player's seats and withdraw the player's requests.

`sender=Player, player: Player, now: datetime`
"""

habits_changed = Signal()
"""A player has changed habits or taken a vacation; this is sent after the change is committed.

`sender=Player, player: Player, before: Json (the earlier habits), now: datetime`
"""

player_erased = Signal()
"""A player is being erased: receivers delete what they hold about the player.

The player's own row is emptied right afterwards.

`sender=Player, player: Player, address: str`
"""

personal_data_wanted = Signal()
"""A player requests their data: receivers return a dict ready for JSON, with sections by name.

`sender=Player, player: Player`
"""

account_notices_wanted = Signal()
"""A signed-in player views a page with room for notices: receivers return a PageNotice (`games.templatetags`) or None.

`sender=Player, player: Player`
"""

header_links_wanted = Signal()
"""A page is built for a signed-in player: receivers return a HeaderLink (`games.templatetags.web_frame`), or None.

`sender=Player, player: Player`
"""

table_notices_wanted = Signal()
"""A signed-in player or host views the page of their table.

Receivers return a PageNotice (`games.templatetags`) or None.

`sender=Game, game: Game, player: Player`
"""

signed_out_elsewhere = Signal()
"""A player is signed out of every browser except the one with the session `kept`, if there is one.

`sender=Player, player: Player, kept: SessionBase | None`
"""

ruling_undone = Signal()
"""A ruling that undoes another has been carried out.

`sender=Ruling, ruling: Ruling, undone: Ruling, by: Player, now: datetime`
"""

dispute_changed = Signal()
"""Something happened to a dispute: `what` is "opened", "reopened", "commented", "closed" (by an admin) or "withdrawn".

`sender=Dispute, dispute: Dispute, what: str, by: Player, comment: DisputeComment | None`
"""

league_changed = Signal()
"""Something happened in a league: `what` is "began" (all games of the season have), "over", "postponed" (too few had
entered), or of a place, while the season runs, "place_given" (to its player) or "place_lost" (by its player, who stays
away).

`sender=League, season: LeagueSeason, what: str, place: LeaguePlace | None, now: datetime`
"""

club_changed = Signal()
"""Something happened between a club and a player: `what` is "invited" or "let_in" (the player was), "asked" (the player
asks to join; `last` is when the hosts first heard of it within a day, if they have), or "host" (the player hosts the
club now).

`sender=Club, club: Club, what: str, player: Player, now: datetime, last: datetime | None`
"""

club_left = Signal()
"""A player is no longer a member of a club. With its last member the club has ended (`closed_at`).

`sender=Club, club: Club, player: Player, now: datetime`
"""

club_announced = Signal()
"""A host has announced something to the members of a club.

`sender=ClubAnnouncement, announcement: ClubAnnouncement, now: datetime`
"""

cup_changed = Signal()
"""Something happened in a cup: `what` is "postponed" (too few had entered), "called_off", "round_began" (all games of
this round have), "round_closed" (who goes on is known; a ruling may change it until the next one begins), "lost" (this
player has, by being away), or "over".

`sender=Cup, cup: Cup, what: str, round: CupRound | None, entrant: CupEntrant | None, now: datetime`
"""
