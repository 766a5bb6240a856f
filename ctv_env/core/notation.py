"""Actions by name and in words, for games in which each action names one thing."""

import typing
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ctv_env.core.dice import FACES
from ctv_env.core.log import Log
from ctv_env.core.nodes import DIE, NodeDeclaration
from ctv_env.core.terms import Language, Tables

Reason = tuple[str, str, str]
"""Name of its code, numbers of rules and rulings, and the sentence, with ``{what}`` and ``{piece}``."""


class Notation:
    """Names, describes and explains actions.  Each game has its own, derived from this one.

    Attributes:
        nodes: declarations by code.
        reasons: reasons why an action is illegal, by code.
    """

    nodes: Mapping[int, NodeDeclaration]
    reasons: Sequence[Reason]

    def names(self, tables: typing.Any, segment: str) -> Sequence[str]:
        """Return the names of the actions of a segment, in order; empty for a segment without names."""
        raise NotImplementedError

    def what(self, tables: typing.Any, record: np.void, segment: str, k: int) -> str:
        """Return what action ``k`` of a segment names; not called for the idle action."""
        raise NotImplementedError

    def piece(self, tables: typing.Any, record: np.void) -> str:
        """Return the piece of the choice in progress, ``{piece}`` in sentences."""
        return "the piece"

    def drawn(self, tables: typing.Any, record: np.void, outcome: int) -> str:
        """Return an outcome of the current chance node, by default its number."""
        return str(outcome)

    def choice(self, node: NodeDeclaration, segment: str) -> str:
        """Return the wording of a choice from a segment that is asked for at a node of a side."""
        return node.words.choice if node.words else "{what}"

    def language(
        self,
        log: type[Log],
        text: Callable[[typing.Any, np.ndarray, int, int], str],
        visible_events: Callable[[typing.Any, np.ndarray, int], np.ndarray] | None = None,
        coloured: Callable[[str], str] = str,
    ) -> Language:
        """Return the text functions of a game; by default ``Log.visible`` says what a side may read."""
        may_read = visible_events or log.visible
        return Language(
            self.decode, self.encode, self.describe, self.explain, log.told, may_read, text=text, coloured=coloured
        )

    def decode(self, tables: Tables, action: int) -> tuple[str, str | None]:
        """See ``Language.decode``; ValueError if there is no such action."""
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise ValueError(f"no action {action!r}: actions are whole numbers from 0 to {tables.actions.n - 1}")
        segment, index = tables.actions.locate(action)
        names = self.names(tables, segment)
        return segment, names[index] if names else None

    def encode(self, tables: Tables, segment: str, name: str | None = None) -> int:
        """See ``Language.encode``; the ValueError lists the valid names."""
        first, names = tables.actions.first(segment), self.names(tables, segment)
        if not names and name is None:
            return first
        if name not in names:
            known = ", ".join(names) or "nothing: give None"
            raise ValueError(f"no {name!r} in {segment}: it names {known}")
        return first + names.index(name)

    def describe(self, tables: Tables, record: np.void, action: int) -> str:
        """Return what ``action`` does at the node of ``record``; of one that is not asked for there, what it names.

        Raises:
            ValueError: ``action`` is no outcome of chance, and not an action number.
        """
        node = self.nodes.get(int(record["node"]))
        if node and self._is_outcome(node, action):
            return self._filled(tables, record, node.words.choice if node.words else "roll {what}", action)
        segment, _ = tables.actions.locate(action)
        template = "{what}"
        if node and action == tables.actions.idle:
            template = (node.words and node.words.done) or template
        elif node and segment in node.asked:
            template = self.choice(node, segment)
        return self._filled(tables, record, template, action)

    def explain(self, tables: Tables, record: np.void, reason: int, action: int) -> str:
        """Return the sentence of a reason about ``action``, with its rule in parentheses."""
        name, rules, sentence = self.reasons[reason]
        if name == "NOT_HERE":
            sentence += "; " + self._asked(record)
        filled = self._filled(tables, record, sentence, action)
        return f"{filled[0].upper()}{filled[1:]}" + (f" ({cited(rules)})" if rules else "")

    def _asked(self, record: np.void) -> str:
        """Return what the node of ``record`` asks for, as the end of a sentence."""
        node = self.nodes[int(record["node"])]
        if not node.asks:
            return "the game is over"
        return f"it asks for {node.words.asks if node.words else f'the face of a die, 1 to {FACES}'}"

    def _filled(self, tables: Tables, record: np.void, template: str, action: int) -> str:
        return template.format(what=self._named(tables, record, action), piece=self.piece(tables, record))

    def _named(self, tables: Tables, record: np.void, action: int) -> str:
        """Return what an action or an outcome names, in words."""
        node = self.nodes.get(int(record["node"]))
        if node and self._is_outcome(node, action):
            return self.drawn(tables, record, int(action))
        if action == tables.actions.idle:
            return "passing on"
        if not 0 <= action < tables.actions.n:
            return "that"
        return self.what(tables, record, *tables.actions.locate(action))

    def _is_outcome(self, node: NodeDeclaration, action: int) -> bool:
        """Return whether ``action`` is the number of an outcome at a node of chance."""
        outcomes = range(node.outcomes.n) if node.outcomes else range(1, FACES + 1)
        return node.asks == DIE and action in outcomes


def cited(rules: str) -> str:
    """Format the numbers of a ``Reason`` as a citation: first ``"rule"`` or ``"rules"`` and those, then the rulings."""
    numbers = [part for part in rules.split(", ") if part[0].isdigit()]
    others = [part for part in rules.split(", ") if not part[0].isdigit()]
    plural = "s" if len(numbers) > 1 else ""
    return ", ".join(([f"rule{plural} {', '.join(numbers)}"] if numbers else []) + others)
