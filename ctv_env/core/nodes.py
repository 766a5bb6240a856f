"""What a game declares of each node, where a side or a die decides: one place for its handlers and its words."""

import dataclasses
import enum
import typing
from collections.abc import Callable, Iterable

import numpy as np

from ctv_env.core.spec import Advice, NodeKind

DIE = "DIE"
"""What a node of a die asks for."""


class Wording(typing.NamedTuple):
    """How a decision and its actions read.

    ``{what}`` is what the action names, ``{piece}`` the piece that the position holds.
    """

    asks: str
    choice: str
    done: str | None = None  # where one cannot pass


class Decider(typing.NamedTuple):
    """Who decides at a node."""

    title: str  # for readers
    side: Callable[[np.void], int]  # (record of the state) -> code of the side, or of chance


@dataclasses.dataclass(frozen=True)
class NodeDeclaration:
    """The declaration of a node.

    The functions are compiled rules; each takes those of ``s``, ``t``, ``w`` that it needs, then what is named.

    Attributes:
        code: in the game's own enumeration.
        stages: of the sequence of play, in which it occurs.
        decider: who decides.
        rules: clauses and rulings, for readers.
        asks: segment of the actions that name something here, ``DIE``, or nothing at the end of the game.
        act: (s, t, w, x) does what naming ``x`` means, or what the die ``x`` gives, and leaves the next node in ``s``.
        why_not: (s, t, w, x) -> reason against naming ``x``.
        done: (s, t, w) passes, and leaves the next node in ``s``; None where one cannot.
        why_not_done: (s, t, w) -> reason against passing; None where one always can.
        prepare: (s, t, w) fills what ``why_not`` and ``mark`` read of ``w``; its docstring says which fields.
        mark: (s, t, w) -> number of legal actions that name something, set in ``w.mask``; a faster way to what
            ``why_not`` says of each, None for that one.
        words: how it reads; a die has none.
        advice: what people are told who play at a screen.
        awaited: whether a player wants to see this die coming: he rolls it himself.
        holds: fields of the state that are empty but at the nodes that name them here.

    Raises:
        ValueError: something is missing, or there is something too much; the message names the node.
    """

    code: enum.IntEnum
    stages: tuple[enum.IntEnum, ...]
    decider: Decider
    rules: str = ""
    asks: str = ""
    act: Callable | None = None
    why_not: Callable | None = None
    done: Callable | None = None
    why_not_done: Callable | None = None
    prepare: Callable | None = None
    mark: Callable | None = None
    words: Wording | None = None
    advice: Advice | None = None
    awaited: bool = False
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
            (decision and self.done and len(passes) < 2, "a handler for passing, but no words or no advice for it"),
            (not self.done and (passes or self.why_not_done), "no handler for passing, but words or a legality: done"),
            (self.awaited and self.asks != DIE, "no die to be awaited"),
        ):
            if wrong:
                raise ValueError(f"node {self.code.name} has {problem}")

    @property
    def is_decision(self) -> bool:
        """Whether a side decides here."""
        return self.asks not in ("", DIE)

    @property
    def kind(self) -> NodeKind:
        """What front ends know of it."""
        return NodeKind(self.code.name, self.asks == DIE, self.advice, self.awaited)


def node_table(kinds: Iterable[NodeDeclaration], codes: Iterable[enum.IntEnum]) -> dict[int, NodeDeclaration]:
    """The declarations by code.

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
