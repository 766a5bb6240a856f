"""The odds of the combat in preparation, by the functions of the rules, as known to a side (10.2, 5.2)."""

import typing

import numpy as np

from ctv_env.core.dice import FACES
from ctv_env.core.events import Happened
from ctv_env.core.game import Game
from ctv_env.core.jit import jit, records
from ctv_env.core.ui import BAD, EVEN, GOOD, Cell, Chart, Preview, Row
from ctv_env.games.ctv.guide.inspection import owners, seen
from ctv_env.games.ctv.loading.load import tables_of
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, END_SC, N_GROUND, NODE, PLACE, ROLE
from ctv_env.games.ctv.model.events import EVENTS
from ctv_env.games.ctv.observation.strength import attack_as_seen
from ctv_env.games.ctv.rules.r06_supply import check_supply
from ctv_env.games.ctv.rules.r09_bombardment import points
from ctv_env.games.ctv.rules.r10_combat import defence_strength, look_up_result, sum_modifiers
from ctv_env.games.ctv.text.log import SIDES, lines_of
from ctv_env.games.ctv.text.notation import hex_name

_HQ_UNSEEN = "Near the CTV HQ, which you cannot see, the column would be one further right on turn 1 (rule 4.4)"
_HEADS = tuple(str(face) for face in range(1, FACES + 1))
_SUPPORT_AHEAD = "Bombardment comes first and halves the units that it disorganises (rules 9.4, 9.5)"


@jit
def _judge_supply(states: np.ndarray, tables: np.ndarray, scratch: np.ndarray) -> None:
    """Check the supply of units in the combat, as happens when all attackers are named (10.2 step 1)."""
    check_supply(states[0], tables[0], scratch[0], True)


@jit
def _add_strengths(states: np.ndarray, tables: np.ndarray, scratch: np.ndarray, side: int) -> int:
    """Store the strengths as ``side`` sees them, with their terms as events; return the number of attack terms."""
    s, t, w = states[0], tables[0], scratch[0]
    w.n_event = 0
    s.strength_att = attack_as_seen(s, t, w, side)
    n = int(w.n_event)
    s.strength_def = defence_strength(s, t, w)
    return n


@jit
def _sum_modifiers(states: np.ndarray, tables: np.ndarray, scratch: np.ndarray, with_shift: bool) -> None:
    """Store the column and die modifiers for the strengths in the position, as far as known; log them as events."""
    scratch[0].n_event = 0
    sum_modifiers(states[0], tables[0], scratch[0], with_shift)


@jit
def _look_up(states: np.ndarray, tables: np.ndarray, scratch: np.ndarray, results: np.ndarray) -> None:
    """Fill ``results``, int64 (6, 2), for the faces 1 to 6 at the column and modifiers of the position."""
    s = states[0]
    for face in range(results.shape[0]):
        look_up_result(s, tables[0], scratch[0], face + 1)
        results[face, 0] = s.result_att
        results[face, 1] = s.result_def


@jit
def _points(states: np.ndarray, tables: np.ndarray, side: int) -> int:
    """Bombardment points that a side has committed so far (9.4.2)."""
    return points(states[0], tables[0], side)


class _Guess(typing.NamedTuple):
    """A side's estimate of the defenders that it does not see."""

    hidden: int  # counters
    likely: float  # total defence factors
    most: int

    def strength(self, factors: float, halves: int) -> int:
        """Return the strength of a hex, rounded up, for these factors and a terrain multiplier in halves."""
        return max(int(np.ceil(round(factors * halves / 2, 6))), 1)


def preview(game: Game, side: int | None) -> Preview | None:
    """Return the odds of the combat for which attackers have been named, as known to ``side``; None if there is none.

    The chart has a cell for each face of the die: ``"attacker's steps/defender's steps"``, or ``"B"``.
    """
    record, node = game.record, int(game.record["node"])
    preparing = NODE.ATTACKERS <= node <= NODE.SUPPLY_COLUMN_DEF
    if not (preparing or node == NODE.COMBAT_DIE) or not (record["piece_role"] == ROLE.ATTACKS).any():
        return None
    sum_up = _Sum(game, side)
    return Preview(
        title=f"Attack on {hex_name(tables_of(game), int(record['target']))}",
        terms=tuple(sum_up.terms),
        chart=Chart("Steps lost: attacker / defender", "die", _HEADS, tuple(sum_up.rows)),
        notes=(*sum_up.notes, *([_SUPPORT_AHEAD] if preparing else [])),
    )


def _cell(attacker: int, defender: int) -> Cell:
    """Return the cell of a result of the combat table, good or bad for the attacker."""
    if defender == BREAKTHROUGH:
        return Cell("B", GOOD)
    return Cell(f"{attacker}/{defender}", GOOD if defender > attacker else BAD if attacker > defender else EVEN)


class _Sum:
    """Calculates the odds of one combat on a copy of the position."""

    def __init__(self, game: Game, side: int | None):
        self.game, self.side, self.tables = game, side, tables_of(game)
        self.states, self.scratch = records(1, game.spec.state), records(1, game.spec.scratch)
        self.states[0] = game.record
        self.target = int(game.record["target"])
        self.terms: list[str] = []
        self.rows: list[Row] = []
        self.notes: list[str] = []
        self.visible = seen(game, side)
        self._add_up()

    def _add_up(self) -> None:
        record = self.states[0]
        guess = self._guess()
        self._look_for_modifiers()
        if record["node"] == NODE.ATTACKERS:
            _judge_supply(self.states, self.tables.record, self.scratch)
        n_attack = _add_strengths(self.states, self.tables.record, self.scratch, self._viewer(record))
        strengths = self._events()
        if guess.hidden:
            attack = strengths[:n_attack]
            self._against(attack, guess.likely, guess, "if they have average strength")
            self._against(attack, guess.most, guess, "if the strongest unseen units are there")
        else:
            self._resolve(strengths, "result")
        self._add_bombardment(record)

    def _viewer(self, record: np.void) -> int:
        """The side whose view of the attackers applies: the phasing side's when the die is due (ruling R-65)."""
        return int(record["phasing"]) if self.side is None or record["node"] == NODE.COMBAT_DIE else self.side

    def _look_for_modifiers(self) -> None:
        """Determine whether the side can know of the shift near the CTV HQ; add a note if it cannot."""
        record, hq = self.game.record, int(self.tables.record[0]["ctv_hq"])
        self.sees_hq = bool(self.visible.known[hq] or record["turn"] != 1)
        self.notes += [] if self.sees_hq else [_HQ_UNSEEN]

    def _against(self, attack: list[Happened], factors: float, guess: _Guess, label: str) -> None:
        """Resolve against an estimate of the defenders' factors."""
        record, halves = self.states[0], int(self.tables.record[0]["defence_halves"][self.target])
        record["strength_def"] = strength = guess.strength(factors, halves)
        whole = int(np.ceil(round(factors, 6)))
        defence = EVENTS.STRENGTH(
            side=int(record["cell_side"][self.target]),
            cell=self.target,
            whole=whole,
            halved=0,
            half=0,
            multiplier=halves,
            result=strength,
        )
        if not self.terms:
            counters = "1 counter" if guess.hidden == 1 else f"{guess.hidden} counters"
            self.notes.append(f"{counters} unseen there: about {factors:.1f} defence factors, at most {guess.most}")
        self._resolve([*attack, defence], label)

    def _resolve(self, strengths: list[Happened], label: str) -> None:
        """Look up the strengths; the wording of the first resolution is kept."""
        _sum_modifiers(self.states, self.tables.record, self.scratch, self.sees_hq)
        if not self.terms:
            self.terms = [line.strip() for line in lines_of(self.tables, [*strengths, *self._events()])]
        results = np.zeros((FACES, 2), np.int64)
        _look_up(self.states, self.tables.record, self.scratch, results)
        self.rows.append(Row(label, tuple(_cell(*result) for result in results.tolist())))

    def _events(self) -> list[Happened]:
        return EVENTS.read(self.scratch[0]["event"][: int(self.scratch[0]["n_event"])])

    def _guess(self) -> _Guess:
        """Estimate the unseen counters in the target from the factors of all unseen counters."""
        record, t = self.game.record, self.tables.record[0]
        unseen = (self.visible.known[:END_SC] == 0) & (record["piece_place"][:END_SC] == PLACE.MAP)
        unseen &= owners(self.tables)[:END_SC] == 1 - record["phasing"]
        slots = np.flatnonzero(unseen)
        hidden = int((record["piece_hex"][slots] == self.target).sum())
        factors = [int(t["defence"][int(t["steps"][p]), p]) if p < N_GROUND else 0 for p in slots]
        seen = self._seen_factors(unseen)
        likely = seen + hidden * float(np.mean(factors)) if hidden else 0.0
        return _Guess(hidden, likely, int(seen) + sum(sorted(factors, reverse=True)[:hidden]))

    def _seen_factors(self, unseen: np.ndarray) -> float:
        """Defence factors of visible units in the target; those out of supply or disorganised count half."""
        record, t, total = self.game.record, self.tables.record[0], 0.0
        for u in np.flatnonzero((record["piece_hex"][:N_GROUND] == self.target) & ~unseen[:N_GROUND]):
            factor = int(t["defence"][int(record["unit_steps"][u]), u])
            total += factor if record["unit_supplied"][u] and not record["unit_dsg"][u] else factor / 2
        return total

    def _add_bombardment(self, record: np.void) -> None:
        if record["node"] == NODE.COMBAT_DIE or record["node"] == NODE.ATTACKERS:
            return
        named = [int(_points(self.states, self.tables.record, side)) for side in range(len(SIDES))]
        named_points = ", ".join(f"{side} {points}" for side, points in zip(SIDES, named, strict=True))
        self.notes.append(f"Bombardment points named so far: {named_points}")
