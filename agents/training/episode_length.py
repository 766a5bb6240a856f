"""How many decisions a game has, and what a discount leaves of its end: ``python -m agents.training.episode_length``.

It writes ``docs/gamma.md``.
"""

import argparse
import pathlib
import typing
from collections.abc import Sequence

import numpy as np

from agents.evaluation.arena import Arena
from agents.evaluation.records import Setting
from agents.evaluation.seeds import draw_seeds
from ctv_env.games import environments, spec_of

GAMMAS = (0.99, 0.995, 0.997, 0.999)
DOCS = pathlib.Path(__file__).parents[2] / "docs" / "gamma.md"
_SEED = 1
_TEXT = """\
# Discount and length of a game

A reward at the end of a game counts gamma^T at its first decision, if the learner has T decisions in it.  The table
holds T as measured, and the mean of gamma^T over the games, by scenario, side and play: both sides play the same
compiled policy.  A reward that counts a few hundredths drowns in the noise; choose gamma so that it does not, or 1:
every game has a fixed last turn, so that no sum can grow without end.

{games} games a row, seed {seed}.  Made by `python -m agents.training.episode_length`.

"""


class Lengths(typing.NamedTuple):
    """Decisions of a side in games between equals."""

    scenario: str
    side: str
    play: str
    decisions: np.ndarray  # (n,)


def scenarios_of(game: str | None) -> list[str]:
    """Names of the scenarios of a game, those that are environments first, in the order of these."""
    spec = spec_of(game)
    names = (scenario.name for scenario in spec.scenarios(None))
    return list(dict.fromkeys((*environments().get(spec.name, ()), *names)))


def measure(game: str | None, scenarios: Sequence[str], games: int, threads: int) -> list[Lengths]:
    """Lengths for each of ``scenarios``, side and policy, of ``games`` games each."""
    found, spec = [], spec_of(game)
    for scenario in scenarios:
        setting = Setting(game, scenario, threads=threads)
        for index, side in enumerate(spec.sides):
            for policy in spec.policies:
                with Arena(setting) as arena:
                    played = arena.play([(policy, policy)], draw_seeds(_SEED, games))
                    decisions = np.array([record.decisions[index] for (record,) in played])
                found.append(Lengths(scenario, side, policy, decisions))
    return found


def cells(lengths: Lengths) -> list[str]:
    """A row of the table: names, mean, 5 and 95 % quantiles, weight of the last step by gamma."""
    low, high = np.quantile(lengths.decisions, (0.05, 0.95))
    weights = [f"{np.mean(gamma**lengths.decisions):.3f}" for gamma in GAMMAS]
    return [*lengths[:3], f"{lengths.decisions.mean():.1f}", f"{low:.0f}", f"{high:.0f}", *weights]


def page(found: list[Lengths]) -> str:
    """The whole of ``docs/gamma.md``."""
    head = ["scenario", "side", "play", "mean T", "5 %", "95 %", *(f"gamma {gamma}" for gamma in GAMMAS)]
    lines = [head, ["---"] * len(head), *map(cells, found)]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return _TEXT.format(games=len(found[0].decisions), seed=_SEED) + table


def main() -> None:
    """Measure as the command line says and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", help="which game (the first)")
    parser.add_argument("--games", type=int, default=200, help="games for each row (200)")
    parser.add_argument("--threads", type=int, default=2, help="threads that play them (2)")
    parser.add_argument("--out", type=pathlib.Path, default=DOCS, help="file to write (docs/gamma.md)")
    arguments = parser.parse_args()
    game = arguments.game
    arguments.out.write_text(page(measure(game, scenarios_of(game), arguments.games, arguments.threads)))


if __name__ == "__main__":
    main()
