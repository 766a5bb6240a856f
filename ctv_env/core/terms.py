"""The words of the contract between a game and the rest of the package: sides, options, tables, nodes, hooks.

A game has two sides and is zero-sum.  Its position is a record of ``state``, its printed components and options are a
record of tables, its working memory is a record of ``scratch``.  Compiled functions take ``(states, i, tables, scratch,
...)``: arrays of records, the index of a game, and further numbers.  ``spec.py`` assembles a game from them.
"""

import dataclasses
import os
import typing
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.actions import ActionLayout
from ctv_env.core.datafile import one_of
from ctv_env.core.drawing import Drawing
from ctv_env.core.observation import Layout

FIRST, SECOND, CHANCE, NOBODY = range(4)
"""Values of ``to_move``; NOBODY once the game is over.  A winner is FIRST, SECOND or, for a draw, NOBODY."""

NO_NODE = 0
"""Node number used while the engine is between two decisions."""

CHANCE_NAME = "chance"

REQUIRED_STATE = ("rng", "node", "turn", "to_move", "winner")
"""Fields that every state has; the first is ``rng``, the random stream of the game (``dice.py``)."""

REQUIRED_SCRATCH = ("rng", "n_event", "event", "mask")
"""Fields that every scratch record has: the random stream of the policies, the number of events of the last step, the
events themselves, one row each, and the mask of the current node, with at least as many entries as actions."""


OptionValue = str | bool | os.PathLike[str] | None
"""Value of a keyword of ``new_game``: a rules option, or the folder ``data_dir``, None for the game's own data."""


class SpecError(TypeError):
    """A game's spec is incomplete or inconsistent; the message names the fault."""


class NoAnalysisError(ValueError):
    """A game provides no analysis."""


class NoSearchError(ValueError):
    """A game offers nothing to search agents."""


@dataclasses.dataclass(frozen=True)
class Option:
    """A rules option, chosen before a game.

    Attributes:
        name: keyword of ``new_game`` and the environments.
        values: the allowed values: strings, or False and True.
        default: one of ``values``.
        meaning: one line for readers who know the rules.
        offer: one line for the start page, for readers who do not; empty if it is not offered there.
        common_random_numbers: for an option that selects the source of randomness, the value with which two games with
            the same seed have the same outcomes for the same events, even after their moves differ; else empty.
    """

    name: str
    values: tuple[str, ...] | tuple[bool, bool]
    default: str | bool
    meaning: str
    offer: str = ""
    common_random_numbers: str = ""

    def check(self, value: object) -> None:
        """Raise a ValueError that lists the allowed values unless ``value`` is one of them."""
        if not any(type(value) is type(right) and value == right for right in self.values):
            allowed = ", ".join(map(repr, self.values))
            raise ValueError(f"option {self.name} cannot be {value!r}; allowed are {allowed}")


def check_options(options: tuple[Option, ...], given: Mapping[str, str | bool]) -> dict[str, str | bool]:
    """Return the value of each of ``options``, by default its default; ValueError for an unknown name."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"no option {name!r}; {one_of(name, known)}")
        known[name].check(value)
    return {name: given.get(name, option.default) for name, option in known.items()}


class Tables(typing.Protocol):
    """A loaded scenario with a set of options, shared and immutable.

    Attributes:
        record: (1,) records: the map, the charts and the options, in the form that compiled code reads.
        scenario: name of the scenario.
        options: value of every option.
        actions: the action space.
        observations: the arrays of each kind of observation, contiguous in memory.
        data_hash: hash of the data files, in hex.
        data_dir: folder of custom data, None for the package's own.
    """

    @property
    def record(self) -> np.ndarray: ...

    @property
    def scenario(self) -> str: ...

    @property
    def options(self) -> Mapping[str, str | bool]: ...

    @property
    def actions(self) -> ActionLayout: ...

    @property
    def observations(self) -> Mapping[str, tuple[Layout, ...]]: ...

    @property
    def data_hash(self) -> str: ...

    @property
    def data_dir(self) -> str | None: ...

    def __hash__(self) -> int: ...

    __dataclass_fields__: typing.ClassVar[dict[str, dataclasses.Field]]  # must be a dataclass


TablesT = typing.TypeVar("TablesT", bound=Tables)
"""The tables class of a game, which its functions take."""

TablesT_contra = typing.TypeVar("TablesT_contra", bound=Tables, contravariant=True)
"""The same, of a room, which only takes tables."""


@dataclasses.dataclass(frozen=True)
class Score(typing.Generic[TablesT]):
    """The score of a game, from the first side's point of view.

    Attributes:
        key: its name in infos, records and as a kind of reward, such as ``"gold"``.
        label: words that follow the number in a sentence, such as ``"gold ahead for azure"``.
        short: a short form of ``label``, such as ``"gold"``.
        even: (tables) -> the score at which neither side is ahead; margins are measured from it.
        scale: (tables) -> the score that counts as 1 in the reward named ``key``.
    """

    key: str
    label: str
    short: str
    even: Callable[[TablesT], int]
    scale: Callable[[TablesT], int]


@dataclasses.dataclass(frozen=True)
class Advice:
    """Explanation of a kind of decision for people.

    Attributes:
        title: the choice in a few words.
        meaning: what the decision is about and what follows from it, for someone who has not read the rules.
        done: the effect of the idle action here; empty where it is never legal.
    """

    title: str
    meaning: str
    done: str = ""


@dataclasses.dataclass(frozen=True)
class NodeKind:
    """A kind of decision; its number is its index in ``GameSpec.nodes``.

    Attributes:
        name: name such as ``"MOVE_TO"``.
        chance: whether chance decides.
        advice: explanation for people; None for nodes at which no side decides.
        awaited: whether the outcome is worth watching, so that people trigger it themselves.
        secret: whether the other side decides next at a node of the same kind, without knowing this decision.
    """

    name: str
    chance: bool = False
    advice: Advice | None = None
    awaited: bool = False
    secret: bool = False


@dataclasses.dataclass(frozen=True)
class Scenario:
    """A set-up of a game.

    Attributes:
        name: name such as ``"campaign"``.
        title: name shown to people.
    """

    name: str
    title: str


Record = typing.Any
"""A record in compiled code, where fields are attributes."""


class RuleHooks(typing.Protocol):
    """The functions of a game from which its compiled entry points are built (``entries.py``); see ``machine.py``.

    Functions are compiled and take the state, tables and scratch record: ``s``, ``t``, ``w``.
    """

    STATE: np.dtype
    SCRATCH: np.dtype
    TABLES: np.dtype
    N_OUTCOMES: int  # outcomes of chance are numbers below it

    def begin(self, s: Record, t: Record, w: Record) -> None:
        """Begin a game in ``s``, zeroed except ``rng``; play on to the first node and leave its mask in ``w``."""

    def take_step(self, s: Record, t: Record, w: Record, action: int) -> None:
        """Apply a legal action or a chance outcome; play on to the next node and leave its mask in ``w``."""

    def weight(self, s: Record, t: Record, outcome: int) -> int:
        """Return the weight of an outcome of the current chance node, 0 if it is impossible."""

    def draw_outcome(self, s: Record, t: Record) -> int:
        """Return an outcome for the current chance node from the game's own stream, without applying it."""

    def fill_mask(self, s: Record, t: Record, w: Record) -> int:
        """Fill ``w.mask`` for the current node; return the number of legal actions or outcomes."""

    def why_not(self, s: Record, t: Record, w: Record, action: int) -> int:
        """Return the code of the reason why ``action`` is illegal at the current node, 0 if it is legal."""

    def score(self, s: Record, t: Record) -> int:
        """Return the current score of the first side."""

    def redraw(self, s: Record, t: Record, w: Record, side: int) -> None:
        """Replace ``s`` by a position that ``side`` cannot distinguish from it, drawn with ``w.rng``."""


class Hooks(RuleHooks, typing.Protocol):
    """The functions of a game from which the compiled driver of many games is built (``driver.py``, ``playout.py``)."""

    CACHE_SIZE: int

    def choose(self, s: Record, t: Record, w: Record, policy: int) -> int:
        """Return the action of the compiled policy with that index at the current decision, whose mask is in ``w``.

        If the game has constants to tune, ``policy`` may be the code of a variant (``core.tuning.code_of``).
        """

    def score_scale(self, t: Record) -> int:
        """Return ``Score.scale``."""

    def potential(self, s: Record, t: Record, w: Record) -> float:
        """Return an estimate of the first side's prospects, -1 to 1, for reward shaping; 0 once the game is over."""

    def fill_row(self, s: Record, t: Record, w: Record, side: int, kind: int, row: int, has_static: int) -> None:
        """Write the observation of ``side``, the uint8 arrays of that kind, at the address ``row``.

        The mask of the node is in ``w`` and must stay there.  If ``has_static`` is not 0, the row already holds the
        static channels.
        """

    def renew_row(self, s: Record, t: Record, w: Record, side: int, kind: int, row: int, before: int) -> bool:
        """Update a row that holds the observation of ``side`` at the node ``before``, one step ago.

        Return False, with nothing written, if a full rewrite is needed or cheaper.
        """

    def recall(self, w: Record, cache: np.ndarray) -> None:
        """Restore into ``w`` what ``keep`` saved for this game, int32 (CACHE_SIZE,), initially zeros."""

    def keep(self, w: Record, cache: np.ndarray) -> None:
        """Save what a later step of this game needs in ``w``."""


class SearchHooks(typing.Protocol):
    """The functions of a game from which its search functions are built (``search_playouts.py``).

    Functions are compiled and take the state, tables and scratch record: ``s``, ``t``, ``w``.
    """

    def take_step(self, s: Record, t: Record, w: Record, action: int) -> None:
        """As in ``RuleHooks``, like the next two."""

    def draw_outcome(self, s: Record, t: Record) -> int: ...

    def fill_mask(self, s: Record, t: Record, w: Record) -> int: ...

    def advise(self, s: Record, t: Record, w: Record) -> int:
        """Return the action of the search policy at the current decision, whose mask is in ``w``."""

    def begins_plan(self, s: Record) -> bool:
        """Return whether a plan begins at this decision."""

    def march(self, s: Record, t: Record, w: Record, orders: int, actions: np.ndarray) -> int:
        """Play the plan nodes to their end by the policy under ``orders``; return the number of ``actions`` written."""

    def outlook(self, s: Record, t: Record) -> float:
        """Return the prospects of the first side, -1 to 1; its result, -1 or 1, once the game is over."""

    def is_fighting(self, s: Record) -> bool:
        """Return whether the combat, over whose dice a choice is averaged, goes on."""

    def branches(self, s: Record) -> bool:
        """Return whether the die that is due, one of six faces, is averaged over; if not, it is rolled."""

    def settle(self, s: Record) -> None:
        """Clear what no longer affects play, so that equivalent positions have equal bytes."""


class OrderHooks(SearchHooks, typing.Protocol):
    """The functions from which the search functions of a game with order nodes are built."""

    def heed(self, s: Record, t: Record, w: Record, orders: int) -> int:
        """Return the action of the search policy under ``orders`` at an order node."""

    def obey(self, s: Record, t: Record, w: Record, orders: int) -> None:
        """Play the order nodes to their end under ``orders``, dice included."""


class Entry(typing.Protocol):
    """A compiled function that acts on one game of an array."""

    def __call__(self, states: np.ndarray, i: int, tables: np.ndarray, scratch: np.ndarray, *numbers: int) -> int: ...


@dataclasses.dataclass(frozen=True)
class Language(typing.Generic[TablesT]):
    """The text functions of a game.

    Attributes:
        decode: (tables, action) -> name of the segment and name of the thing within it, None if it has no name.
        encode: (tables, segment, name) -> action; the ValueError lists the valid names.
        describe: (tables, record, action) -> what the action does here, in a player's words.
        explain: (tables, record, reason, action) -> the sentence for a reason code, with its rule.
        log: (tables, events) -> log lines, for any number of steps; events are rows as in the scratch record.
        visible_events: (tables, events, side) -> the events that the side with that index may read.
        text: (tables, states, i, side) -> the position in plain text, as the side with that index sees it.
        coloured: (text) -> the same with terminal colours.
    """

    decode: Callable[[TablesT, int], tuple[str, str | None]]
    encode: Callable[[TablesT, str, str | None], int]
    describe: Callable[[TablesT, np.void, int], str]
    explain: Callable[[TablesT, np.void, int, int], str]
    log: Callable[[TablesT, np.ndarray], list[str]]
    visible_events: Callable[[TablesT, np.ndarray, int], np.ndarray]
    text: Callable[[TablesT, np.ndarray, int, int], str]
    coloured: Callable[[str], str]


class Scene(typing.NamedTuple):
    """The description of a step beyond the picture, filtered for the viewer."""

    lines: list[str]  # lines of the log
    chapter: str  # title of a chapter that begins here, such as the place of a combat; "" if none begins
    figures: dict[str, int]  # values by name, from which curves are drawn


class Pictures(typing.Protocol[TablesT_contra]):
    """The room ``drawing`` of a game."""

    @property
    def LAYERS(self) -> tuple[str, ...]:
        """Names of the layers that can be drawn over the map."""

    def draw(
        self,
        tables: TablesT_contra,
        states: np.ndarray,
        i: int,
        scratch: np.ndarray,
        mask: np.ndarray,
        events: np.ndarray,
        side: str | None = None,
        layers: str | Iterable[str] = (),
        policy: ArrayLike | None = None,
        value: float | None = None,
        before: np.void | None = None,
    ) -> Drawing:
        """Return the picture of ``states[i]``.

        Args:
            tables: tables of the game.
            states: records of positions.
            i: index of the position.
            scratch: scratch records.
            mask: legal actions.
            events: the log.
            side: name of the viewing side, None to see everything.
            layers: names of layers.
            policy: as in ``Game.drawing``, like the next one.
            value: see there.
            before: an earlier position; arrows show what has moved since.
        """

    def scene(
        self, tables: TablesT_contra, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None
    ) -> Scene:
        """Return the scene of the step that led to ``states[i]``, whose events are the last ``n_new`` rows."""
