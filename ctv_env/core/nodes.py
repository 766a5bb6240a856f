"""Declarations of nodes, at which a side or a die decides: the handlers and the wording of each in one place."""

import dataclasses
import enum
import typing
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from ctv_env.core.terms import Advice, NodeKind

DIE = "DIE"
"""``NodeDeclaration.asks`` of a node at which chance decides: a die is rolled or, if declared, something else drawn."""


class Outcomes(typing.NamedTuple):
    """What can be drawn at a node of chance: the numbers below ``n`` in proportion to their weights."""

    n: int
    weight: Callable  # compiled, (s, t, outcome) -> weight, 0 if the outcome is impossible


class Wording(typing.NamedTuple):
    """Wording of a decision and its actions.

    ``{what}`` is what the action names, ``{piece}`` the piece stored in the position.
    """

    asks: str
    choice: str
    done: str | None = None  # None if passing is not possible


class Decider(typing.NamedTuple):
    """The decision maker at a node."""

    title: str  # for the documentation
    side: Callable[[np.void], int] | None  # (record of the state) -> its code; None: either side, named before


class Asked(typing.NamedTuple):
    """How a node handles the actions of one segment: see ``NodeDeclaration``."""

    act: Callable
    why_not: Callable


@dataclasses.dataclass(frozen=True)
class NodeDeclaration:
    """The declaration of a node.

    The functions are compiled rules; each takes those of ``s``, ``t``, ``w`` that it needs, then ``x``, what is named.

    Attributes:
        code: its member of the game's enumeration of nodes.
        stages: stages of the sequence of play in which it occurs.
        decider: the decision maker.
        rules: clauses and rulings, for the documentation.
        asks: segment of the actions that name something here, ``DIE``, or empty at the end of the game.
        act: (s, t, w, x) carries out the choice of ``x``, or the outcome ``x`` of chance, and sets the next node in
            ``s``.
        why_not: (s, t, w, x) -> reason why ``x`` is illegal.
        also: further segments that can be named here, each with its own ``act`` and ``why_not``.
        done: (s, t, w) passes, and sets the next node in ``s``; None if passing is not possible.
        why_not_done: (s, t, w) -> reason why passing is illegal; None if it is always legal.
        prepare: (s, t, w) fills the fields of ``w`` that ``why_not`` and ``mark`` read; its docstring names them.
        mark: (s, t, w) -> number of legal actions that name something, which it sets in ``w.mask``; a faster
            equivalent of calling ``why_not`` for each action, None to do just that.
        words: its wording; None for a die of six faces.
        advice: explanation for people who play at a screen.
        outcomes: what is drawn where chance decides; None for a die of six faces.
        awaited: whether the die is worth watching, so that people roll it themselves.
        secret: whether the other side decides next at this node, without knowing this decision: both choose at once.
        holds: fields of the state that are empty except at the nodes that list them.

    Raises:
        ValueError: a part is missing or superfluous; the message names the node.
    """

    code: enum.IntEnum
    stages: tuple[enum.IntEnum, ...]
    decider: Decider
    rules: str = ""
    asks: str = ""
    act: Callable | None = None
    why_not: Callable | None = None
    also: Mapping[str, Asked] = dataclasses.field(default_factory=dict)
    done: Callable | None = None
    why_not_done: Callable | None = None
    prepare: Callable | None = None
    mark: Callable | None = None
    words: Wording | None = None
    advice: Advice | None = None
    outcomes: Outcomes | None = None
    awaited: bool = False
    secret: bool = False
    holds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        decision = self.is_decision
        passes = [done for done in (self.words and self.words.done, self.advice and self.advice.done) if done]
        for wrong, problem in (
            (not self.stages, "no stage"),
            (self.asks and self.act is None, "no handler: act"),
            (decision and self.why_not is None, "no legality: why_not"),
            (decision and self.words is None, "no words"),
            (decision and self.advice is None, "no advice"),
            (decision and self.done and len(passes) < 2, "a handler for passing, but no words or advice for it"),
            (
                not self.done and (passes or self.why_not_done),
                "words or a legality check for passing, but no handler: done",
            ),
            (self.awaited and self.asks != DIE, "no die, but is awaited"),
            (self.outcomes and self.asks != DIE, "no die, but outcomes"),
        ):
            if wrong:
                raise ValueError(f"node {self.code.name} has {problem}")

    @property
    def is_decision(self) -> bool:
        """Whether a side decides here."""
        return self.asks not in ("", DIE)

    @property
    def asked(self) -> dict[str, Asked]:
        """What can be named here, by segment; empty where nobody decides."""
        if not self.is_decision or self.act is None or self.why_not is None:
            return {}
        return {self.asks: Asked(self.act, self.why_not), **self.also}

    @property
    def kind(self) -> NodeKind:
        """The part of the declaration that front ends see."""
        return NodeKind(self.code.name, self.asks == DIE, self.advice, self.awaited, self.secret)


def node_table(kinds: Iterable[NodeDeclaration], codes: Iterable[enum.IntEnum]) -> dict[int, NodeDeclaration]:
    """Return the declarations by code.

    Raises:
        ValueError: one of ``codes`` has no declaration, or more than one.
    """
    table: dict[int, NodeDeclaration] = {}
    for kind in kinds:
        if kind.code in table:
            raise ValueError(f"node {kind.code.name} is declared twice")
        table[kind.code] = kind
    missing = [code.name for code in codes if code not in table]
    if missing:
        raise ValueError(f"nodes without a declaration: {', '.join(missing)}")
    return table
