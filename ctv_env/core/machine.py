"""The machine that plays a table of nodes: mask, reasons, effects, forced moves and chance, for any game.

The functions of the first part are generic over the game, as in ``driver.py``; ``machine`` makes a game's own of them.
``advance_to_decision`` plays on until a side has a choice, chance decides or the game is over.
"""

import itertools
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from ctv_env.core.actions import SegmentDeclaration
from ctv_env.core.dice import FACES, next_random
from ctv_env.core.jit import jit
from ctv_env.core.jit.dispatch import dispatch_of
from ctv_env.core.jit.generic import Namespace, functions_of, instantiate, separate
from ctv_env.core.nodes import DIE, NodeDeclaration
from ctv_env.core.terms import CHANCE, NO_NODE

game = typing.cast(typing.Any, None)  # the game's functions and constants, set by ``machine``

LEGAL = 0
"""Reason of what is not illegal, in every game."""

IDLE = 0
"""Number of the first segment, which has one action, and of that action: pass, no more, end of the segment."""


# -- choices by their number ---------------------------------------------------------------------------------------


def n_actions(t):
    """Return the number of actions."""
    return first_of(game.N_SEGMENTS, t)


def size_of(segment, t):
    """Return the number of actions of a segment."""
    return game.FIXED_SIZE[segment] + game.variable_size(segment, t)


def first_of(segment, t):
    """Return the first action of a segment."""
    first = game.FIXED_FIRST[segment]
    for before in range(segment):
        first += game.variable_size(before, t)
    return first


def _segment_of(t, action):
    """Return the segment of an action."""
    segment, end = 0, size_of(0, t)
    while action >= end:
        segment += 1
        end += size_of(segment, t)
    return segment


# -- chance --------------------------------------------------------------------------------------------------------


def weight(s, t, outcome):
    """Return the weight of an outcome of the current chance node, 0 if it is impossible."""
    node = int(s.node)
    if game.IS_DIE[node] == 1:
        return 1 if 1 <= outcome <= FACES else 0
    if outcome < 0 or outcome >= game.N_DRAWN[node]:
        return 0
    return game.weight_at(node, s, t, outcome)


def outcome_of(s, t, number):
    """Return the outcome of the current chance node that 31 random bits draw, in proportion to the weights."""
    node = int(s.node)
    if game.IS_DIE[node] == 1:
        return 1 + number % FACES
    whole = 0
    for outcome in range(game.N_DRAWN[node]):
        whole += game.weight_at(node, s, t, outcome)
    left = number % whole
    for outcome in range(game.N_DRAWN[node]):
        left -= game.weight_at(node, s, t, outcome)
        if left < 0:
            return outcome
    return 0


def draw_outcome(s, t):
    """Return an outcome for the current chance node, without applying it."""
    return outcome_of(s, t, np.int64(game.chance_number(s, t)))


def keyed_number(s, t):
    """Return 31 random bits from the game's own stream, or with keyed dice those of the event."""
    return game.number_of_event(s) if t.keyed_dice else next_random(s)


# -- legality ------------------------------------------------------------------------------------------------------


def _mark_outcomes(s, t, w):
    """Set ``w.mask`` for the possible outcomes of a chance node; return their number."""
    node = int(s.node)
    if game.IS_DIE[node] == 1:
        for face in range(1, FACES + 1):
            w.mask[face] = 1
        return FACES
    n = 0
    for outcome in range(game.N_DRAWN[node]):
        if game.weight_at(node, s, t, outcome) > 0:
            w.mask[outcome] = 1
            n += 1
    return n


def _mark_choices(node, s, t, w):
    """Set ``w.mask`` for the legal actions of a decision node; return their number."""
    n = 0
    game.prepare(node, s, t, w)
    if game.why_not_done(node, s, t, w) == LEGAL:
        w.mask[IDLE] = 1
        n += 1
    return n + game.mark_at(node, s, t, w)


@separate(returns=True)
def fill_mask(s, t, w):
    """Set ``w.mask`` to 1 for every legal action of the current node, and ``w.n_legal``; return the number.

    At a chance node the possible outcomes are legal; at the end of the game there are no legal actions.
    """
    for action in range(n_actions(t)):
        w.mask[action] = 0
    n_legal = 0
    node = int(s.node)
    if s.to_move == CHANCE:
        n_legal = _mark_outcomes(s, t, w)
    elif node != game.OVER:
        n_legal = _mark_choices(node, s, t, w)
    w.n_legal = n_legal
    return n_legal


def why_not(s, t, w, action):
    """Return the code of the reason why ``action`` is illegal at the current node, LEGAL if it is not."""
    node = int(s.node)
    if node == game.OVER or action < 0 or action >= n_actions(t):
        return game.NOT_HERE
    if s.to_move == CHANCE:
        return LEGAL if weight(s, t, action) > 0 else game.NOT_HERE
    game.prepare(node, s, t, w)
    if action == IDLE:
        return game.why_not_done(node, s, t, w)
    segment = _segment_of(t, action)
    x = action - first_of(segment, t) + game.FIRST_THING[segment]
    reason = game.why_not_there_at(segment, s, t, x)
    return reason if reason != LEGAL else game.why_not_at(segment * game.N_NODES + node, s, t, w, x)


# -- effects -------------------------------------------------------------------------------------------------------


@separate(numbers=1)
def apply_outcome(s, t, w, outcome):
    """Chance node: apply ``outcome``.  If no further decision follows, the sequence of play goes on."""
    node = int(s.node)
    game.keep_outcome(s, outcome)
    s.node = NO_NODE
    game.act_of_chance(node, s, t, w, outcome)


@separate(numbers=1)
def apply_choice(s, t, w, action):
    """Decision node: apply a legal ``action`` of the side to move."""
    node = int(s.node)
    if action == IDLE:
        game.done(node, s, t, w)
    else:
        segment = _segment_of(t, action)
        x = action - first_of(segment, t) + game.FIRST_THING[segment]
        game.act_at(segment * game.N_NODES + node, s, t, w, x)


@separate()
def advance_to_decision(s, t, w):
    """Play on until a side has a choice, chance decides or the game is over; leave the mask of that node in ``w``."""
    while True:
        if s.node == NO_NODE:
            game.begin_next_stage(s, t, w)
            continue
        n_legal = fill_mask(s, t, w)
        if s.node == game.OVER or s.to_move == CHANCE or n_legal != 1 or t.play_forced == 0:
            return
        apply_choice(s, t, w, only_action(t, w))


def only_action(t, w):
    """Return the single legal action of the mask."""
    for action in range(n_actions(t)):
        if w.mask[action]:
            return action
    return IDLE


def begin(s, t, w):
    """Begin a game in ``s``, zeroed except ``rng``; play on to the first node and leave its mask in ``w``."""
    game.set_up(s, t)
    advance_to_decision(s, t, w)


def take_step(s, t, w, action):
    """Apply a legal action, or the outcome at a chance node; play on to the next node and leave its mask in ``w``."""
    if s.to_move == CHANCE:
        apply_outcome(s, t, w, action)
    else:
        apply_choice(s, t, w, action)
    advance_to_decision(s, t, w)


_GENERIC = functions_of(__name__)


# -- the mask of one segment at one node ----------------------------------------------------------------------------

SEGMENT, NODE = 0, 0
"""Number of the segment and code of the node, set by ``machine``."""


def mark_things(s, t, w):
    """Set ``w.mask`` for the legal actions of this segment and those before, after ``prepare``; return their number."""
    n = mark_before(s, t, w)
    first, low, side = game.first_of(SEGMENT, t), game.FIRST_THING[SEGMENT], game.named_side(SEGMENT, s)
    for k in range(game.size_of(SEGMENT, t)):
        x = low + k
        if game.side_of_thing(SEGMENT, t, x) == side and game.why_not_there_at(SEGMENT, s, t, x) == LEGAL:
            if why_not_here(NODE, s, t, w, x) == LEGAL:
                w.mask[first + k] = 1
                n += 1
    return n


def mark_before(s, t, w):
    """Set the mask for the segments before; return the number of actions."""


def why_not_here(node, s, t, w, x):
    """Reason why ``x`` may not be named at the node."""


_MARK_THINGS = typing.cast(types.FunctionType, mark_things)


# -- ladders by node or segment, filled in by ``machine`` ----------------------------------------------------------


def prepare(node, s, t, w):
    """Fill the fields of ``w`` that ``why_not`` and ``mark`` of ``node`` read."""


def why_not_done(node, s, t, w):
    """Reason why the side may not pass at ``node``."""


def why_not_at(number, s, t, w, x):
    """Reason why ``x`` may not be named; the number is segment x N_NODES + node."""


def why_not_there_at(segment, s, t, x):
    """Reason why ``x`` of a segment may be named at no node."""


def named_side(segment, s):
    """Side whose things of a segment are named; the same for all segments in which things have no side."""


def side_of_thing(segment, t, x):
    """Side of thing ``x`` of a segment."""


def mark_at(node, s, t, w):
    """Set the mask for what the node asks; return the number of actions."""


def done(node, s, t, w):
    """Pass."""


def act_at(number, s, t, w, x):
    """Carry out the choice of ``x``; the number as in ``why_not_at``."""


def act_of_chance(node, s, t, w, outcome):
    """Apply the outcome."""


def weight_at(node, s, t, outcome):
    """Weight of an outcome of a chance node at which no die is rolled."""


def variable_size(segment, t):
    """Number of actions of a segment whose size differs between scenarios."""


# -- assembly ------------------------------------------------------------------------------------------------------


def _constant(number: int) -> Callable:
    """Return a compiled function without arguments that returns ``number``."""

    @jit
    def constant():
        return number

    return constant


def _field(name: str) -> Callable:
    """Return a compiled function of the tables that returns the number in a field."""

    @jit
    def field(t):
        return int(t[name])

    return field


@jit
def _keep_die(s, outcome):
    s.die = outcome


@jit
def _keep_nothing(s, outcome):
    """Do nothing."""


@jit
def _streamed_number(s, t):
    """Return 31 random bits from the game's own stream."""
    return next_random(s)


@jit
def _mark_nothing(s, t, w):
    """Return 0."""
    return 0


@jit
def _hide_nothing(s, t, w, side):
    """Do nothing: both sides know the whole position."""


def _final_node(nodes: Mapping[int, NodeDeclaration]) -> int:
    """Return the code of the node at which nobody decides."""
    final = [kind.code for kind in nodes.values() if not kind.asks]
    if len(final) != 1:
        raise ValueError(f"one node asks nothing, at the end of the game, not {len(final)}: {final}")
    return int(final[0])


def _check_fields(tables: np.dtype, scratch: np.dtype, is_keyed: bool) -> None:
    """Raise a ValueError if a record lacks a field that the machine needs."""
    keyed = ("keyed_dice",) if is_keyed else ()
    for what, record, fields in (
        ("tables", tables, ("play_forced", *keyed)),
        ("scratch", scratch, ("mask", "n_legal")),
    ):
        for field in fields:
            if field not in (record.names or ()):
                raise ValueError(f"the {what} record has no field {field!r}, which the machine needs")


def _check_segments(names: Sequence[str], nodes: Mapping[int, NodeDeclaration], others: Iterable[str]) -> None:
    """Raise a ValueError if a node or one of ``others`` names a segment that is missing or that of the idle action."""
    named = [(segment, f"node {kind.code.name}") for kind in nodes.values() for segment in kind.asked]
    for segment, where in (*named, *((other, "a check") for other in others)):
        if segment not in names[1:]:
            raise ValueError(f"{where} is about segment {segment!r}: there are {', '.join(names[1:])}")


def _ladders(
    segments: Sequence[SegmentDeclaration],
    nodes: Mapping[int, NodeDeclaration],
    reasons: "Reasons",
    why_not_there: Mapping[str, Callable],
    sides: Mapping[str, tuple[Callable, Callable]],
) -> list[tuple[Callable, dict[int, Callable], int | None]]:
    """Return the ladders with the functions that they call by number, and what they return for other numbers."""
    numbers = {segment.name: number for number, segment in enumerate(segments)}
    n_nodes = max(nodes) + 1
    asked = {
        numbers[segment] * n_nodes + code: one for code, kind in nodes.items() for segment, one in kind.asked.items()
    }
    passes = {code: kind.why_not_done or _constant(LEGAL) for code, kind in nodes.items() if kind.done}
    return [
        (prepare, {code: kind.prepare for code, kind in nodes.items() if kind.prepare}, None),
        (why_not_done, passes, reasons.NOT_DONE_YET),
        (why_not_there_at, {numbers[name]: check for name, check in why_not_there.items()}, LEGAL),
        (named_side, {numbers[name]: named for name, (named, _) in sides.items()}, 0),
        (side_of_thing, {numbers[name]: of_thing for name, (_, of_thing) in sides.items()}, 0),
        (done, {code: kind.done for code, kind in nodes.items() if kind.done}, None),
        (why_not_at, {number: one.why_not for number, one in asked.items()}, reasons.NOT_HERE),
        (act_at, {number: one.act for number, one in asked.items()}, None),
        (act_of_chance, {code: kind.act for code, kind in nodes.items() if kind.act and kind.asks == DIE}, None),
        (weight_at, {code: kind.outcomes.weight for code, kind in nodes.items() if kind.outcomes}, 0),
        (variable_size, {numbers[one.name]: _field(one.size) for one in segments if isinstance(one.size, str)}, 0),
    ]


def _constants(
    segments: Sequence[SegmentDeclaration], nodes: Mapping[int, NodeDeclaration], reasons: "Reasons"
) -> dict[str, object]:
    """Return the constants by which the generic functions find their way in the declarations."""
    kinds = [nodes.get(code) for code in range(max(nodes) + 1)]
    fixed = [0 if isinstance(segment.size, str) else segment.size for segment in segments]
    drawn = [kind.outcomes.n if kind and kind.outcomes else 0 for kind in kinds]
    is_die = [kind is not None and kind.asks == DIE and not kind.outcomes for kind in kinds]
    return {
        "OVER": _final_node(nodes),
        "NOT_HERE": reasons.NOT_HERE,
        "N_NODES": len(kinds),
        "N_SEGMENTS": len(segments),
        "N_OUTCOMES": max(1, *drawn, (FACES + 1) * any(is_die)),
        "FIXED_SIZE": np.array(fixed),
        "FIXED_FIRST": np.array([0, *itertools.accumulate(fixed)]),
        "FIRST_THING": np.array([segment.first_thing for segment in segments]),
        "IS_DIE": np.array(is_die, np.int8),
        "N_DRAWN": np.array(drawn),
    }


def _marks(
    hooks: Namespace, segments: Sequence[SegmentDeclaration], nodes: Mapping[int, NodeDeclaration], files: Sequence[str]
) -> dict[int, Callable]:
    """Return the functions that set the mask, by node: its own, or one for the last of its segments."""
    marks = {code: kind.mark for code, kind in nodes.items() if kind.mark}
    for number, segment in enumerate(segments):
        for code, kind in nodes.items():
            if segment.name in kind.asked and kind.mark is None:
                suffix, case = f"_{segment.name}_{kind.code.name}", {code: kind.asked[segment.name].why_not}
                marks[code] = instantiate(
                    (_MARK_THINGS,),
                    hooks,
                    suffix,
                    SEGMENT=number,
                    NODE=code,
                    why_not_here=dispatch_of(why_not_here, case, hooks.NOT_HERE, hooks.__name__, files, suffix),
                    mark_before=marks.get(code, _mark_nothing),
                ).mark_things
    return marks


class Reasons(typing.Protocol):
    """The reasons that the machine itself gives: codes of the game."""

    NOT_HERE: int
    NOT_DONE_YET: int


def machine(
    module: str,
    *,
    records: tuple[np.dtype, np.dtype, np.dtype],
    segments: Sequence[SegmentDeclaration],
    nodes: Mapping[int, NodeDeclaration],
    reasons: Reasons,
    begin: Callable,
    begin_next_stage: Callable,
    score: Callable,
    redraw: Callable = _hide_nothing,
    number_of_event: Callable | None = None,
    why_not_there: Mapping[str, Callable] = types.MappingProxyType({}),
    sides: Mapping[str, tuple[Callable, Callable]] = types.MappingProxyType({}),
) -> Namespace:
    """Return ``core.terms.RuleHooks`` of a game: its rules as functions of ``s``, ``t``, ``w``.

    The functions given are compiled rules.  Those for a segment take those of their arguments that they need, the
    others all, in this order.  The tables record has a field ``play_forced``: 1 if the engine itself plays nodes with a
    single legal action.  The scratch record has the fields ``mask`` and ``n_legal``.  If the state record has a field
    ``die``, it keeps the last outcome of chance.

    Args:
        module: name of the calling module, which calls this once; its sources and imports determine what is compiled
            anew.
        records: dtypes of state, tables and scratch.
        segments: of the actions, the first of them that of the idle action.
        nodes: declarations by code.
        reasons: codes of the reasons ``NOT_HERE``, for what is not asked, and ``NOT_DONE_YET``, where passing is
            impossible; that of what is legal is 0.
        begin: (s, t) sets up a game; the node is NO_NODE, from where ``begin_next_stage`` leads on, or the first one.
        begin_next_stage: (s, t, w) begins the next stage of the sequence of play: sets its first node, or leaves the
            node NO_NODE if there is nothing to decide.
        score: (s, t) -> score of the first side.
        redraw: as in ``core.terms.RuleHooks``; by default nothing is hidden.
        number_of_event: (s) -> 31 or more random bits of the event at the current chance node, used if the field
            ``keyed_dice`` of the tables is 1; None for a game without such dice.
        why_not_there: (s, t, x) -> reason why ``x`` may be named at no node, such as a space at sea; by segment.
        sides: (s) -> the side whose things are named now, and (t, x) -> the side of ``x``, such as a piece; every
            ``why_not`` refuses things of the other side, and the mask does not ask for them; by segment.

    Raises:
        ValueError: a segment, a final node or a field is missing; the message names it.
    """
    _check_segments([segment.name for segment in segments], nodes, (*why_not_there, *sides))
    state, tables, scratch = records
    _check_fields(tables, scratch, number_of_event is not None)
    hooks = Namespace(
        module,
        [str(sys.modules[module].__file__)],
        STATE=state,
        TABLES=tables,
        SCRATCH=scratch,
        **_constants(segments, nodes, reasons),
        keep_outcome=_keep_die if "die" in (state.names or ()) else _keep_nothing,
        set_up=begin,
        begin_next_stage=begin_next_stage,
        score=score,
        redraw=redraw,
        number_of_event=number_of_event,
    )
    files = [*hooks.sources, __file__]
    for ladder, cases, otherwise in _ladders(segments, nodes, reasons, why_not_there, sides):
        setattr(hooks, ladder.__name__, dispatch_of(ladder, cases, otherwise, module, files))
    vars(hooks).update(vars(instantiate(_GENERIC, hooks)))
    vars(hooks)["chance_number"] = hooks.keyed_number if number_of_event else _streamed_number
    marks = _marks(hooks, segments, nodes, files)
    vars(hooks)["mark_at"] = dispatch_of(mark_at, marks, 0, module, files)
    return hooks
