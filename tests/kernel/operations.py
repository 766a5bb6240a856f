"""The dominant operations of one decision, compared with a kernel in C as an estimate of the machine's limit.

Both work on the same positions of random games, all at the node MOVE_TO; the answers are compared before timing.  The
kernel has 50 planes, at least as many as ours, but not the same: only their time counts.
"""

import ctypes
import functools
import pathlib
import shutil
import subprocess
import tempfile
import typing
from collections.abc import Callable

import numpy as np

from ctv_env.bench.measure import Workload
from ctv_env.core.codes import Codes
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import jit, records
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import CHANCE, NOBODY
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.model import codes
from ctv_env.games.ctv.model.channels import PLANES
from ctv_env.games.ctv.model.codes import CELLS, N_ACTIONS, N_CELLS, NODE, NOWHERE, OFF, ROWS
from ctv_env.games.ctv.model.state import STATE
from ctv_env.games.ctv.model.tables import TABLES
from ctv_env.games.ctv.observation.planes import fill_planes
from ctv_env.games.ctv.policies import RANDOM
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.rules.r06_supply import trace_net
from ctv_env.games.ctv.rules.r08_paths import reach

SOURCE = pathlib.Path(__file__).with_name("kernel.c")
N_CHECKED, N_TIMED = 1000, 128
"""Positions on which the answers are compared, and those of them that are timed: as many as a batch has games."""
N_PLANES = 50  # of the kernel
_EVERY = 16  # one in this many positions of a game is taken, so that they differ


class KernelError(Exception):
    """No C compiler, or one that fails, or answers that differ from ours; the message is one sentence."""


class Operation(typing.NamedTuple):
    """One line of the comparison."""

    name: str
    entry: str  # function of the kernel
    size: int  # bytes of its answer
    ours: Callable  # a function of (states, tables, scratch, row) for every position


class Kernel:
    """The kernel, compiled for this machine, prepared for one set of tables.

    Raises:
        KernelError: there is no C compiler ``cc``, or it refuses the source.
    """

    def __init__(self, tables: np.ndarray):
        self._tables = tables  # the kernel keeps its address
        compiler = shutil.which("cc")
        if compiler is None:
            raise KernelError("the kernel needs a C compiler, and there is no `cc` here")
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "offsets.h").write_text(_offsets())
            library = pathlib.Path(folder, "kernel.so")
            options = ["-O3", "-march=native", "-shared", "-fPIC", "-I", folder, "-o", str(library)]
            done = subprocess.run([compiler, *options, str(SOURCE)], capture_output=True, text=True)
            if done.returncode:
                raise KernelError(f"cc refuses the kernel: {' '.join(done.stderr.split())}")
            self._library = ctypes.CDLL(str(library))
        self._library.prepare(ctypes.c_void_p(tables.ctypes.data))

    def run(self, operation: Operation, states: np.ndarray, out: np.ndarray, stride: int) -> None:
        """Do ``operation`` for each of ``states``, its answers ``stride`` bytes apart in ``out``."""
        function = getattr(self._library, operation.entry)
        function.restype = None
        function(
            ctypes.c_void_p(states.ctypes.data),
            ctypes.c_long(len(states)),
            ctypes.c_void_p(out.ctypes.data),
            ctypes.c_long(stride),
        )

    def answers(self, operation: Operation, states: np.ndarray) -> np.ndarray:
        """uint8 (n, size): the raw answer for each position."""
        out = np.zeros((len(states), operation.size), np.uint8)
        self.run(operation, states, out, operation.size)
        return out


def _offsets() -> str:
    """The header with the offset of each field, and the sizes and codes, for the kernel."""
    places = [
        f"{mark}_{name} {kind.fields[name][1]}" for mark, kind in (("S", STATE), ("T", TABLES)) for name in kind.names
    ]
    values = [f"{name} ({value})" for name, value in vars(codes).items() if type(value) is int]
    values += [
        f"{space}_{name} ({value})"
        for space, namespace in vars(codes).items()
        if isinstance(namespace, Codes)
        for name, value in vars(namespace).items()
        if type(value) is int
    ]
    return "".join(f"#define {line}\n" for line in [*places, *values, f"STATE_SIZE {STATE.itemsize}"])


# -- positions -------------------------------------------------------------------------------------------------


@jit
def _collect(states, tables, scratch, out, first):
    """Play ``states[0]`` at random and keep positions in ``out[first:]``; returns how many of ``out`` are filled."""
    s, t, w = states[0], tables[0], scratch[0]
    seen = 0
    RULES.fill_mask(s, t, w)
    while s.to_move != NOBODY and first < len(out):
        w.n_event = 0
        if s.to_move == CHANCE:
            RULES.take_step(s, t, w, RULES.draw_outcome(s, t))
            continue
        if s.node == NODE.MOVE_TO:
            seen += 1
            if seen % _EVERY == 0:
                out[first] = states[0]
                first += 1
        RULES.take_step(s, t, w, choose(s, t, w, RANDOM))
    return first


def positions(tables: np.ndarray, n: int) -> np.ndarray:
    """``n`` states of random games, at MOVE_TO."""
    spec = spec_of("ctv")
    scratch, out = records(1, spec.scratch), records(n, spec.state)
    scratch[0]["rng"] = stream(0, POLICY)
    seed, filled = 0, 0
    while filled < n:
        states = records(1, spec.state)
        states[0]["rng"] = stream(seed)
        spec.engine.start(states, 0, tables, scratch)
        filled = _collect(states, tables, scratch, out, filled)
        seed += 1
    return out


# -- our side --------------------------------------------------------------------------------------------------


@jit
def _nets(states, tables, scratch, row):
    for i in range(len(states)):
        trace_net(states[i], tables[0], scratch[0], int(states[i].to_move), 2, NOWHERE)


@jit
def _reaches(states, tables, scratch, row):
    for i in range(len(states)):
        reach(states[i], tables[0], scratch[0], int(states[i].piece), OFF)


@jit
def _masks(states, tables, scratch, row):
    for i in range(len(states)):
        RULES.fill_mask(states[i], tables[0], scratch[0])


@jit
def _planes(states, tables, scratch, row):
    for i in range(len(states)):
        fill_planes(states[i], tables[0], scratch[0], int(states[i].to_move), row, 0)


@jit
def _decisions(states, tables, scratch, row):
    for i in range(len(states)):
        RULES.fill_mask(states[i], tables[0], scratch[0])
        fill_planes(states[i], tables[0], scratch[0], int(states[i].to_move), row, 0)


NETS = Operation("supply net of one side", "nets", 4 * ROWS, _nets)
REACHES = Operation("reach of one piece, with its net", "reaches", 2 * 2 * CELLS, _reaches)
MASKS = Operation("mask at MOVE_TO, with its reach", "masks", N_ACTIONS, _masks)
PLANES_OF_ALL = Operation("planes, with the own net", "planes", N_PLANES * N_CELLS, _planes)
DECISIONS = Operation("mask and planes", "decisions", N_PLANES * N_CELLS + N_ACTIONS, _decisions)
OPERATIONS = (NETS, REACHES, MASKS, PLANES_OF_ALL, DECISIONS)


# -- the same answers ------------------------------------------------------------------------------------------


@jit
def _answer(states, i, tables, scratch):
    """Leave in the scratch the net of the side to move in layer 0, and reach and mask of the piece."""
    RULES.fill_mask(states[i], tables[0], scratch[0])
    trace_net(states[i], tables[0], scratch[0], int(states[i].to_move), 0, NOWHERE)


def check(kernel: Kernel, states: np.ndarray, tables: np.ndarray) -> None:
    """Compare nets, reaches and masks of all positions.

    Raises:
        KernelError: one differs.
    """
    scratch = records(1, spec_of("ctv").scratch)
    theirs = {
        "supply net": kernel.answers(NETS, states).view(np.uint32),
        "reach": kernel.answers(REACHES, states).view(np.int16),
        "mask": kernel.answers(MASKS, states),
    }
    for i in range(len(states)):
        _answer(states, i, tables, scratch)
        ours = {"supply net": scratch[0]["net"][0, 1:-1], "reach": scratch[0]["cost"], "mask": scratch[0]["mask"]}
        for what, answer in ours.items():
            if not np.array_equal(theirs[what][i], answer):
                raise KernelError(f"the kernel's {what} of position {i} differs from ours")


# -- workloads to be timed ---------------------------------------------------------------------------------------


def workloads() -> dict[str, tuple[Workload, Workload]]:
    """Under each operation's name the workload in C and ours; a workload counts positions.

    Raises:
        KernelError: no compiler, or other answers than ours.
    """
    tables = spec_of("ctv").load("campaign").record
    states = positions(tables, N_CHECKED)
    kernel = Kernel(tables)
    check(kernel, states, tables)
    states = states[:N_TIMED]
    scratch, row = records(1, spec_of("ctv").scratch), np.zeros(PLANES.size, np.uint8)
    return {
        operation.name: (
            functools.partial(_in_c, kernel, operation, states, np.zeros(operation.size, np.uint8)),
            functools.partial(_by_us, operation, states, tables, scratch, row),
        )
        for operation in OPERATIONS
    }


def _in_c(kernel: Kernel, operation: Operation, states: np.ndarray, out: np.ndarray) -> int:
    kernel.run(operation, states, out, stride=0)
    return len(states)


def _by_us(operation: Operation, states: np.ndarray, tables: np.ndarray, scratch: np.ndarray, row: np.ndarray) -> int:
    operation.ours(states, tables, scratch, row)
    return len(states)
