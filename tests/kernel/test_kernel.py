"""The kernel in C: it gives the engine's answers, on positions that exercise every part of it."""

import numpy as np
import pytest
from kernel import compare, operations
from kernel.operations import MASKS, NETS, PLANES_OF_ALL, REACHES, Kernel, KernelError, check, positions

from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.model.codes import CELLS, N_CELLS, NAT_SC, SIDE, SOURCE
from ctv_env.games.ctv.rules.r08_paths import FAR


@pytest.fixture(scope="module")
def tables():
    return spec_of("ctv").load("campaign").record


@pytest.fixture(scope="module")
def states(tables):
    return positions(tables, 400)


@pytest.fixture(scope="module")
def kernel(tables):
    return Kernel(tables)


def test_nets_reaches_and_masks_are_those_of_the_engine(kernel, states, tables):
    assert set(states["to_move"]) == {SIDE.NATIONALIST, SIDE.REPUBLICAN}
    assert (states["piece"] >= NAT_SC).any(), "supply columns too"
    assert (states["weather"] == 1).any(), "rain too"
    assert kernel.answers(MASKS, states).sum(1).min() > 0
    check(kernel, states, tables)


def test_a_city_that_a_republican_opens_on_his_way_is_found_too(kernel, states, tables):
    lost = states.copy()
    lost["cell_control"][:, (tables[0]["source"] & SOURCE.REP_CITY) != 0] = SIDE.NATIONALIST
    assert (kernel.answers(REACHES, lost).view(np.int16)[:, CELLS:] < FAR).any(1).sum() >= 5
    check(kernel, lost, tables)


@pytest.mark.parametrize(("operation", "what"), [(NETS, "supply net"), (REACHES, "reach"), (MASKS, "mask")])
def test_a_wrong_answer_is_noticed(operation, what, kernel, states, tables, monkeypatch):
    def wrong(asked, of):
        answers = Kernel.answers(kernel, asked, of)
        if asked is operation:
            answers[7, 12] ^= 1
        return answers

    monkeypatch.setattr(kernel, "answers", wrong)
    with pytest.raises(KernelError, match=f"the kernel's {what} of position 7 differs"):
        check(kernel, states, tables)


def test_planes_hold_what_their_names_say(kernel, states, tables):
    planes = kernel.answers(PLANES_OF_ALL, states)[:, : 50 * N_CELLS].reshape(len(states), 50, N_CELLS)
    own, enemy, cells = states["to_move"][:, None], 1 - states["to_move"][:, None], slice(N_CELLS)
    assert np.array_equal(planes[:, 0] > 0, np.tile(tables[0]["terrain"][cells] == 0, (len(states), 1)))
    dynamic = planes[:, 25:]
    assert np.array_equal(dynamic[:, 0] > 0, states["cell_control"][:, cells] == own)
    assert np.array_equal(dynamic[:, 1] > 0, states["cell_control"][:, cells] == enemy)
    assert np.array_equal(dynamic[:, 2] > 0, states["cell_side"][:, cells] == own)
    assert np.array_equal(dynamic[:, 3] > 0, states["cell_side"][:, cells] == enemy)
    assert np.array_equal(dynamic[:, 11] > 0, states["cell_side"][:, cells] == own), "units have steps"
    assert (dynamic[:, 21].sum(1) == 255).all(), "one piece is moving"


def test_without_a_compiler_there_is_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compare.main([]) == 2
    assert capsys.readouterr().err == "error: the kernel needs a C compiler, and there is no `cc` here\n"


def test_a_source_that_is_refused_is_reported(tables, monkeypatch, tmp_path):
    broken = tmp_path / "kernel.c"
    broken.write_text("int main(")
    monkeypatch.setattr(operations, "SOURCE", broken)
    with pytest.raises(KernelError, match="cc refuses the kernel"):
        Kernel(tables)


def test_each_operation_is_compared(monkeypatch, capsys):
    pair = (lambda: 100 + 0 * sum(range(10_000)), lambda: 1 + 0 * sum(range(10_000)))
    monkeypatch.setattr(compare, "workloads", lambda: {"net": pair})
    assert compare.main(["--rounds", "1", "--seconds", "0"]) == 0
    *_, in_c, ours, _, ratio = capsys.readouterr().out.splitlines()
    assert in_c.startswith("  net, C")
    assert ours.startswith("  net, ours")
    assert float(ratio.split()[1]) > 10
