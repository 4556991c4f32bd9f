"""How a game works: prompts ask, moves answer, events record what happened, reducers fold them.

A position (`State`) holds its open questions as data: `state.prompts`, each with the seat that is asked. A ruleset is a
record of tables. `moves` says which kinds of move may answer a kind of prompt; `reducers` says how each kind of event
changes a position; `reactions` say what follows automatically.

There are two entry points. `decide` is for untrusted callers: it checks the move, lets the rule yield the facts it
causes, and then runs the machine: while no prompt is open, the reactions run in order, each once per pass, and start
over after the last; a prompt whose seat is away is answered for it. The machine stops at a prompt for a seat that is
present, or at the end of the game. Rules and reactions are generators of events, and each event is folded into the
draft as soon as it is yielded, so that the next line of a rule sees the resulting position.

`evolve` is for the log (see `engine.history`): it only runs reducers and never checks or draws, so that a corrected
check can never change the past of a game.

`decide` and `evolve` leave the given position untouched: reducers work on a private copy; `advance` works on the
caller's own. All chance comes in as a `Chance`; there is no clock. A prompt is stamped with the number of the log entry
that opened it, from which its id is made: entry 41 may open prompt 41.2 for seat 2.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.chance import Chance
from engine.errors import IllegalMove
from engine.model import AnyMoveRule, Event, Move, Prompt, Ruleset, Standing, State
from engine.options import NO_OPTIONS, JoinedOptions, ListedOptions, Options

NO_RULES: Final[Mapping[type, AnyMoveRule]] = {}


LISTS: Final = frozenset({list, tuple})
"""The types of moves that are listed; others are only counted (`engine.options.Unlisted`)."""


class Decision(NamedTuple):
    """The facts that a move caused, and the position after them."""

    state: State
    events: list[Event]


def start(
    rules: Ruleset,
    seats: int,
    chance: Chance,
    options: Mapping[str, bool] | None = None,
    order: Sequence[int] | None = None,
) -> Decision:
    """Set up a game. `order` fixes who sits where (players by order of joining); None leaves it to chance (B4).

    Raises UnknownRuleset if the game cannot be played with this many seats or has no such option.
    """
    chosen = dict(options or {})
    rules = rules.with_options(chosen)
    state = rules.new(rules, seats, chosen)
    state.entry = 1
    return Decision(state, run(state, rules.set_up(state, chance, order), chance))


def options(state: State, seat: int) -> Options:
    """Return exactly the legal answers of this seat to the prompt that is open for it."""
    prompt = state.prompt_of(seat)
    return NO_OPTIONS if prompt is None else _list_options(state, prompt)


def decide(state: State, seat: int, move: Move, chance: Chance, *, entry: int | None = None) -> Decision:
    """Check a move and return what it causes. `entry` is the number of its log entry (default: the next).

    Raises IllegalMove, with a code and the number of the rule; then nothing is drawn and nothing changes.
    """
    rule, prompt = _find_rule(state, seat, move)
    draft = state.copy()
    draft.entry = state.entry + 1 if entry is None else entry
    return Decision(draft, run(draft, rule.events(draft, prompt, move, chance), chance))


def advance(state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play a move on the given position in place, without a copy, and return the facts.

    This is for bots, benchmarks and tests, which never need an earlier position again. Raises IllegalMove; then nothing
    is drawn and nothing changes.
    """
    rule, prompt = _find_rule(state, seat, move)
    state.entry += 1
    return run(state, rule.events(state, prompt, move, chance), chance)


def check(state: State, seat: int, move: Move) -> None:
    """Raise IllegalMove if `decide` would; draw nothing and return no facts."""
    _find_rule(state, seat, move)


def evolve(state: State, event: Event) -> State:
    """Return the position after a fact, without checking that the fact is legal."""
    draft = state.copy()
    draft.rules.reducers[type(event)](draft, event)
    return draft


def default_move(state: State, seat: int) -> Move:
    """Return the move played for this seat when its time runs out. Raises IllegalMove if no prompt is open for it."""
    prompt = state.prompt_of(seat)
    if prompt is None:
        raise _nothing_asked(state).renumbered(state.rules.replaces)
    return state.rules.default[type(prompt)](state, prompt)


def standings(state: State) -> list[Standing]:
    """Return each seat's points and their reasons, by seat, with ranks once the game has been played to its end."""
    return state.rules.standings(state)


def play(state: State, prompt: Prompt, move: Move, chance: Chance) -> Iterable[Event]:
    """Return the facts of a move that is known to be legal, for rules that answer on a seat's behalf."""
    return state.rules.answers[type(prompt)][type(move)].events(state, prompt, move, chance)


def run(draft: State, events: Iterable[Event], chance: Chance) -> list[Event]:
    """Fold these events into the draft and run the machine until a present seat is asked or the game ends.

    Returns all events, including those that followed.
    """
    all_events: list[Event] = []
    _fold_events(draft, events, all_events)
    while not draft.outcome:
        if not draft.prompts:
            _run_reactions(draft, chance, all_events)
        elif not draft.away or not _answer_for_absent(draft, chance, all_events):
            break
    return all_events


def _fold_events(draft: State, events: Iterable[Event], all_events: list[Event]) -> None:
    """Fold events into the draft, each as soon as a rule yields it."""
    reducers = draft.rules.reducers
    for event in events:
        reducers[type(event)](draft, event)
        all_events.append(event)


def _run_reactions(draft: State, chance: Chance, all_events: list[Event]) -> None:
    """Run each reaction once, until one of them opens a prompt or ends the game."""
    before, reducers = len(all_events), draft.rules.reducers
    for reaction in draft.rules.reactions:
        events = reaction(draft, chance)
        if events is not None:
            for event in events:
                reducers[type(event)](draft, event)
                all_events.append(event)
            if draft.prompts or draft.outcome:
                return
    if len(all_events) == before:
        raise RuntimeError("the rules leave nothing to ask and do not end the game")


def _answer_for_absent(draft: State, chance: Chance, all_events: list[Event]) -> bool:
    """Answer the first prompt of a seat that is away; return False if there is none."""
    for prompt in draft.prompts:
        if prompt.seat in draft.away:
            _fold_events(draft, draft.rules.forgo[type(prompt)](draft, prompt, chance), all_events)
            return True
    return False


def _list_options(state: State, prompt: Prompt) -> Options:
    kind = type(prompt)
    rules = state.rules.moves[kind]
    choices = ListedOptions(state, prompt)
    if len(rules) == 1:
        moves = rules[0].options(state, prompt)
        if isinstance(moves, Options):
            return moves
        if type(moves) in LISTS:
            choices += moves
            return choices
    for number, rule in enumerate(rules, 1):
        moves = rule.options(state, prompt)
        if type(moves) not in LISTS:  # isinstance would make listing slower by a few percent
            return _join_options(state, prompt, [choices, moves], rules[number:])
        choices += moves
    if not choices:
        choices += state.rules.fallback[kind].options(state, prompt)
    return choices


def _join_options(state: State, prompt: Prompt, parts: list[Sequence[Move]], rules: Sequence[AnyMoveRule]) -> Options:
    """Return these moves and those of the rules that follow, without listing any that are a product."""
    fallback = state.rules.fallback
    for rule in rules:
        parts.append(rule.options(state, prompt))
    if not parts[0] and type(prompt) in fallback and not any(map(len, parts)):
        parts.append(fallback[type(prompt)].options(state, prompt))
    return JoinedOptions(state, prompt, parts)


def _find_rule(state: State, seat: int, move: Move) -> tuple[AnyMoveRule, Prompt | int]:
    """Return the rule for a legal move, and its subject: a prompt, or the seat that leaves or returns.

    Raises IllegalMove for every other move, with the number of this game's own rule.
    """
    about: Prompt | int | None = state.prompt_of(seat)
    rule = state.rules.answers.get(type(about), NO_RULES).get(type(move))
    try:
        if rule is None or about is None:
            rule, about = _find_control(state, seat, move), seat
        rule.check(state, about, move)
    except IllegalMove as refusal:
        raise refusal.renumbered(state.rules.replaces) from None
    return rule, about


def _find_control(state: State, seat: int, move: Move) -> AnyMoveRule:
    """Return the rule for a move that does not answer a prompt: a seat leaves or returns."""
    if state.outcome:
        raise IllegalMove("game_over", rule="B18")
    control = state.rules.controls.get(type(move))
    if control is not None and seat in range(state.seats):
        return control
    raise _no_answer(state, state.prompt_of(seat), move)


def _no_answer(state: State, prompt: Prompt | None, move: Move) -> IllegalMove:
    if prompt is None:
        return _nothing_asked(state)
    return IllegalMove("not_an_answer", rule=prompt.rule, move=move.tag, prompt=prompt.tag)


def _nothing_asked(state: State) -> IllegalMove:
    return IllegalMove("nothing_to_answer", rule="B4", waiting_for=sorted(prompt.seat for prompt in state.prompts))
